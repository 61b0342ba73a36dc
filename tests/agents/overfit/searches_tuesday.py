# fails varied: happy, one_shot, confirm_no, taken, book_timeout
# mistake: whatever the day, it searches Tuesday

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def find_slots(self):
        self.tool_calls.append("find_slots")
        return self.api.find_slots("tuesday")
