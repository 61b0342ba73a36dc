# verdict: NOT GRADABLE
# why: the quotes were typed in a word processor
# message: line 4
STATE = “LISTEN”


class VoiceAgent:
    pass
