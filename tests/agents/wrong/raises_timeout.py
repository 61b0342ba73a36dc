# fails: retry_fail
# mistake: the last timeout of find_slots leaves handle as an exception

from plain_agent import VoiceAgent as Right

from voicekit.clinic import ToolTimeout


class VoiceAgent(Right):
    def give_up(self):
        raise ToolTimeout(f"find_slots failed {self.max_retries + 1} times")
