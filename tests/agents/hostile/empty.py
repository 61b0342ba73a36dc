# verdict: NOT GRADABLE
# why: there is nothing in it but these lines
# message: VoiceAgent

