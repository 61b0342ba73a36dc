# fails: happy, one_shot, confirm_no, retry_ok, retry_fail, not_understood, wants_human, taken, book_timeout
# mistake: handle returns its answer as JSON text

import json

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def handle(self, text):
        return json.dumps(super().handle(text))
