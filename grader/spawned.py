"""A learner's process started anew: `spawned.py JOB`, the channel on stdin and stdout."""

import json
import os
import sys
from pathlib import Path

if __name__ == "__main__":  # -P leaves the checkout off the search path
    sys.path.append(str(Path(__file__).resolve().parent.parent))

from grader import child
from grader.wire import Channel


def main(job: str) -> None:
    """Take the channel away from stdin and stdout, so that prints go with the errors."""
    reader = os.fdopen(os.dup(0), "rb")
    writer = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    for name in ("stdout", "stderr"):
        child.redirect(name, 1)
    child.live(Channel(reader, writer), json.loads(job))
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
