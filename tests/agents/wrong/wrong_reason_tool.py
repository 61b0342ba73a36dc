# fails: retry_fail, book_timeout
# mistake: the reason is 'timeout' and not 'tool_failure'

from plain_agent import VoiceAgent as Right


class VoiceAgent(Right):
    def hand_off(self, reason):
        return super().hand_off("timeout" if reason == "tool_failure" else reason)
