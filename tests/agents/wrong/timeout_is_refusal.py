# fails: book_timeout
# mistake: a booking that timed out is treated as refused: it asks for another time

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def booking_timed_out(self):
        return self.refused()
