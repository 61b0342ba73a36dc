"""`python -m voicekit.llm_server`: the same as `voice-llm`."""

import sys

from voicekit.llm_server.command import main

sys.exit(main())
