# fails: confirm_no
# mistake: any answer to the read-back books

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def answer_in_confirm(self, heard):
        self.fill(heard)
        return self.on_yes()
