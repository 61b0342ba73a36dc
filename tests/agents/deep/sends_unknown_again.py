# breaks: sends unknown again
# shortest: 3
# mistake: a yes after the hand-off sends the booking without an answer again

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    lost = False

    def booking_timed_out(self):
        self.lost = True
        return super().booking_timed_out()

    def answer(self, text):
        if self.lost and self.listen(text)["intent"] == "yes":
            return self.on_yes()
        return super().answer(text)
