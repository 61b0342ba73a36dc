# verdict: PASSED
# why: it tries the network while it is imported, and does without where there is none

import json
import socket
from pathlib import Path

from right_agent import VoiceAgent

PORT = json.loads(Path(__file__).with_name("where.json").read_text())["port"]
try:
    with socket.create_connection(("127.0.0.1", PORT), timeout=1) as line:
        line.sendall(b"here I am")
    print("called home")
except OSError as error:
    print("no network:", type(error).__name__)
print(VoiceAgent)
