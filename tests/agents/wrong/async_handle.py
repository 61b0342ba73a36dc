# fails: happy, one_shot, confirm_no, retry_ok, retry_fail, not_understood, wants_human, taken, book_timeout
# mistake: handle is a coroutine function

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    async def handle(self, text):
        return super().handle(text)
