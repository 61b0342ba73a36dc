#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds its image. The lab lies beside it, in lab/.
# AUTOGRADER names another folder than Gradescope's own, to try it out.
set -euo pipefail
cd "${AUTOGRADER:-/autograder}/source/lab"

export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends bubblewrap python3 python3-venv
python=python3
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then # as on Ubuntu 22.04
    apt-get install -q -y --no-install-recommends python3.11 python3.11-venv
    python=python3.11
fi

"$python" -m venv .venv
.venv/bin/python -m pip install -q --no-deps --require-hashes -r locks/core.txt
.venv/bin/python -m pip install -q --no-deps --no-build-isolation -e .
