# fails: one_shot, confirm_no, taken, book_timeout
# mistake: it takes only one slot from a sentence and asks for the rest again

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def fill(self, heard):
        for slot in ("day", "time", "name"):
            if heard[slot]:
                only = {"day": None, "time": None, "name": None, slot: heard[slot]}
                return super().fill(only)
