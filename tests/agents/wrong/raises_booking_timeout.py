# fails: book_timeout
# mistake: the timeout of a booking leaves handle as an exception

from plain_agent import VoiceAgent as Right

from voicekit.clinic import ToolTimeout


class VoiceAgent(Right):
    def booking_timed_out(self):
        raise ToolTimeout("the booking did not answer")
