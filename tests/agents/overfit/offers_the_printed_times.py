# fails varied: happy, one_shot, confirm_no, taken, book_timeout
# mistake: it searches, and offers the times of the scenarios whatever comes back

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def find_slots(self):
        free = super().find_slots()
        return [time for time in ("10:00", "14:30") if time in free or not self.refused_once]

    @property
    def refused_once(self):
        return any(call[2] == "taken" for call in self.api.calls)
