# verdict: PASSED
# why: beside it lie files that Python or pytest would run by themselves

import os

from right_agent import VoiceAgent

print("env:", sorted(name for name in os.environ if name.startswith("PY")), VoiceAgent)
