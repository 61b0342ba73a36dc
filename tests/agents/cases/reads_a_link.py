# verdict: PASSED
# why: beside it lies a link to a file that is none of its own

from pathlib import Path

from right_agent import VoiceAgent

link = Path(__file__).with_name("notes.txt")
print("notes:", link.read_text() if link.exists() else "none", VoiceAgent)
