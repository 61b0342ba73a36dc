"""For a JupyterHub: one lab for all, which only you can write to, and a folder for each user.

JupyterHub and JupyterLab are installed into the lab's own environment, beside the lab.
"""

import os

LAB = os.environ.get("VOICE_LAB", "/opt/voice-agent-lab")
# Each start brings ~/voice up to date first; work in it is kept.
START = 'python -m voicekit.lab up --fill-only; exec jupyterhub-singleuser "$@"'

c = get_config()  # noqa: F821  JupyterHub defines it
c.Spawner.cmd = ["sh", "-c", START, "voice"]
c.Spawner.environment = {"PATH": f"{LAB}/.venv/bin:/usr/local/bin:/usr/bin:/bin"}
c.Spawner.default_url = "/lab/tree/voice/notebooks/00_welcome.ipynb"
