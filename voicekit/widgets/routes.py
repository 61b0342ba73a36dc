"""Leads arrows along lanes below the boxes, so that none runs through a label."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from voicekit.widgets import svg
from voicekit.widgets.arrows import Arrow

WIDTH, PORT, LINE, SIZE = 88, 17, 14, 11.5
REACH = 30  # a port's distance from the middle of its box, at most


@dataclass
class Edge:
    """A line from one box to another, or back to itself, with all that leads along it."""

    source: str
    target: str
    words: list[str] = field(default_factory=list)
    leave: float = 0  # x of its two ends
    arrive: float = 0
    lane: int = 0

    @property
    def low(self) -> float:
        """Its left end."""
        return min(self.leave, self.arrive)

    @property
    def high(self) -> float:
        """Its right end."""
        return max(self.leave, self.arrive)

    @property
    def wide(self) -> float:
        """How wide its label is."""
        return max(svg.width_of(word, SIZE) for word in self.words)


def below(arrows: Sequence[Arrow], boxes: Mapping[str, float], y: float) -> tuple[list[str], float]:
    """Return the lines and labels below boxes that end at `y`, and where all of it ends.

    Args:
        arrows: what to draw.
        boxes: the left edge of each state's box, from left to right.
        y: the lower edge of the boxes.
    """
    edges = _edges(arrows)
    order = list(boxes)
    edges.sort(key=lambda edge: (_reach(edge, order), order.index(edge.source)))
    _give_ports(edges, boxes, order)
    for number, edge in enumerate(edges):
        edge.lane = _free_lane(edge, edges[:number])
    tops = _lane_tops(edges, y)
    shapes = [shape for edge in edges for shape in _drawn(edge, edges, y, tops)]
    return shapes, tops[-1]


def _edges(arrows: Sequence[Arrow]) -> list[Edge]:
    """Return an edge for each pair of states; a second trigger is written under the first."""
    found: dict[tuple[str, str], Edge] = {}
    for arrow in arrows:
        for source, end in zip(arrow.sources, arrow.ends, strict=True):
            edge = found.setdefault((source, end), Edge(source, end))
            edge.words += arrow.words
    return list(found.values())


def _reach(edge: Edge, order: Sequence[str]) -> int:
    """Return how many boxes it passes. To itself counts as far: it runs below its neighbours."""
    far = abs(order.index(edge.target) - order.index(edge.source))
    return far or len(order)


def _give_ports(edges: Sequence[Edge], boxes: Mapping[str, float], order: Sequence[str]) -> None:
    """Set where edges leave and arrive: to the left at the left, to the right at the right."""
    for state in order:
        ends = []  # how far to the left or right, then what
        for number, edge in enumerate(edges):
            here = order.index(state)
            if edge.source == state:
                ends.append((_side(order.index(edge.target) - here, -1), number, "leave"))
            if edge.target == state:
                ends.append((_side(order.index(edge.source) - here, 1), number, "arrive"))
        ends.sort()
        step = min(PORT, 2 * REACH / (len(ends) - 1)) if len(ends) > 1 else 0
        for place, (_, number, end) in enumerate(ends):
            x = boxes[state] + WIDTH / 2 + step * (place - (len(ends) - 1) / 2)
            setattr(edges[number], end, x)


def _side(far: int, tie: int) -> tuple[int, int]:
    """Return a key that puts the near ones outside, so that the far ones run below them."""
    if far == 0:
        return 0, tie
    return (-1, -far - 100) if far < 0 else (1, -far)


def _free_lane(edge: Edge, placed: Sequence[Edge]) -> int:
    """Return the highest lane where it touches nothing and is below all that it spans."""
    lane = 0
    for other in placed:
        if _meets(edge, other):
            lane = max(lane, other.lane + 1)
    return lane


def _meets(one: Edge, other: Edge) -> bool:
    margin = 8
    (low, high), (its_low, its_high) = _extent(one), _extent(other)
    if one.source == one.target and one.source in (other.source, other.target):
        return True  # its label is wider than the room between its neighbours
    return low < its_high + margin and its_low < high + margin


def _extent(edge: Edge) -> tuple[float, float]:
    middle = (edge.low + edge.high) / 2
    return min(edge.low, middle - edge.wide / 2), max(edge.high, middle + edge.wide / 2)


def _lane_tops(edges: Sequence[Edge], y: float) -> list[float]:
    """Return the y of each lane's line, and of the end of the last."""
    tops = [y + 18]
    for lane in range(max((edge.lane for edge in edges), default=-1) + 1):
        lines = max(len(edge.words) for edge in edges if edge.lane == lane)
        tops.append(tops[-1] + lines * LINE + 12)
    return tops if edges else [y]


def _drawn(edge: Edge, edges: Sequence[Edge], y: float, tops: Sequence[float]) -> list[str]:
    lane = tops[edge.lane]
    line = svg.arrow(
        [(edge.leave, y), (edge.leave, lane), (edge.arrive, lane), (edge.arrive, y + 2)]
    )
    middle = _place(edge, edges)
    words = [
        svg.text(middle, lane + 14 + n * LINE, word, SIZE, "middle")
        for n, word in enumerate(edge.words)
    ]
    return [line, *words]


def _place(edge: Edge, edges: Sequence[Edge]) -> float:
    """Return where along its line a label stands: where no line from further below crosses it."""
    deeper = [x for other in edges if other.lane > edge.lane for x in (other.leave, other.arrive)]
    middle, half = (edge.low + edge.high) / 2, edge.wide / 2 + 4
    room = max(0, int((edge.high - edge.low) / 2 - half)) + 40
    for step in range(0, room, 4):
        for place in (middle + step, middle - step):
            if not any(place - half < x < place + half for x in deeper):
                return place
    return middle
