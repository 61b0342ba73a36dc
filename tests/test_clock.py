"""Tests of `voicekit.clock`: time that is passed in."""

import time

import pytest

from voicekit.clock import Clock, FakeClock, SystemClock


@pytest.mark.parametrize("clock", [FakeClock(), SystemClock()], ids=["fake", "system"])
def test_both_clocks_can_be_asked_for_the_same_things(clock: Clock) -> None:
    """Whatever takes a Clock can take either."""
    before = clock.monotonic()
    clock.sleep(0)

    assert clock.monotonic() >= before


def test_a_fake_wait_costs_no_time() -> None:
    """A wait of a year is over at once."""
    started = time.monotonic()
    FakeClock().sleep(365 * 24 * 3600)

    assert time.monotonic() - started < 5


def test_waits_are_written_down_in_order() -> None:
    """`waits` holds what was asked for, zero included."""
    clock = FakeClock()
    for seconds in (0.5, 1.0, 0, 0.25):
        clock.sleep(seconds)

    assert clock.waits == [0.5, 1.0, 0, 0.25]


def test_a_wait_moves_the_clock_by_its_length() -> None:
    """The clock shows the start and all waits since."""
    clock = FakeClock(100.0)
    clock.sleep(0.5)
    clock.sleep(1.0)

    assert clock.monotonic() == 101.5


def test_looking_at_a_fake_clock_does_not_move_it() -> None:
    """Only `sleep` moves it."""
    clock = FakeClock(start_s=3.0)

    assert [clock.monotonic() for _ in range(3)] == [3.0, 3.0, 3.0]
    assert clock.waits == []


@pytest.mark.parametrize("clock", [FakeClock(), SystemClock()], ids=["fake", "system"])
def test_a_negative_wait_is_refused(clock: Clock) -> None:
    """Both clocks refuse it as `time.sleep` does."""
    with pytest.raises(ValueError, match="non-negative"):
        clock.sleep(-0.1)


def test_a_refused_wait_leaves_no_trace() -> None:
    """Neither the clock nor the list of waits has moved."""
    clock = FakeClock(7.0)
    with pytest.raises(ValueError, match="non-negative"):
        clock.sleep(-1)

    assert (clock.monotonic(), clock.waits) == (7.0, [])


def test_two_fake_clocks_share_nothing() -> None:
    """Each has waits of its own."""
    one, other = FakeClock(), FakeClock()
    one.sleep(1.0)

    assert (one.waits, other.waits) == ([1.0], [])


def test_the_system_clock_passes_a_wait_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """`SystemClock.sleep` is `time.sleep`."""
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    SystemClock().sleep(0.5)

    assert waits == [0.5]
