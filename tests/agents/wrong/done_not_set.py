# fails: happy, one_shot, taken
# mistake: after the booking the state is still CONFIRM

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def booked(self):
        return "You are booked. Goodbye."
