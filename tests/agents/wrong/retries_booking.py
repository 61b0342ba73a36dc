# fails: book_timeout
# mistake: a booking that timed out is sent again

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def booking_timed_out(self):
        return self.on_yes()
