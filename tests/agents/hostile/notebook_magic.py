# verdict: NOT GRADABLE
# why: a notebook cell was copied with its magic
# message: line 4
%%agent confirm-yes


class VoiceAgent:
    pass
