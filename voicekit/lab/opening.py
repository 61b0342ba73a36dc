"""Opens JupyterLab on a learner's folder: set up, quiet, and only once."""

import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.request
import webbrowser
from collections.abc import Iterator, Mapping
from pathlib import Path

from voicekit import workspace
from voicekit.errors import BadInput

CONFIG = """# Written by the lab: every notebook gets its magics.
c = get_config()  # noqa: F821
c.InteractiveShellApp.extensions = ["voicekit.lab"]
"""
# No news, no look for updates: nothing leaves this machine.
QUIET = [
    "--LabApp.news_url=",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
]
FIRST = "00_welcome.ipynb"
LOOK_S = 0.2  # between looks whether JupyterLab is up
NOTIFICATIONS = {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True}


def environment(home: Path, environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the environment of JupyterLab and its kernels: this Python first, the lab loaded."""
    profile = home / ".ipython" / "profile_default"
    settings = home / ".jupyter" / "lab" / "user-settings"
    workspace.write(profile / "ipython_config.py", CONFIG)
    notes = settings / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    if not notes.exists():
        workspace.write(notes, workspace.as_json(NOTIFICATIONS))
    widgets = settings / "@jupyter-widgets" / "jupyterlab-manager" / "plugin.jupyterlab-settings"
    if not widgets.exists():  # else a panel is a broken one when the notebook is opened again
        workspace.write(widgets, workspace.as_json({"saveState": True}))
    return {
        **environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), environ.get("PATH", "")]),
        "VOICE_HOME": str(home),
        "IPYTHONDIR": str(home / ".ipython"),
        "JUPYTERLAB_SETTINGS_DIR": str(settings),
    }


@contextlib.contextmanager
def alone(home: Path) -> Iterator[None]:
    """Hold the folder's lock, so that two `make lab` at once don't fill it together.

    Raises:
        BadInput: another is at it.
    """
    try:
        home.mkdir(parents=True, exist_ok=True)
        lock = workspace.take_lock(home / ".filling")
    except OSError as error:
        raise BadInput(
            str(home),
            expected="a folder that can be written to",
            got=error.strerror,
            next_step="Choose another with VOICE_HOME.",
        ) from None
    if lock is None:
        raise BadInput(
            str(home),
            expected="one `make lab` at a time",
            got="another is opening the lab on this folder",
            next_step="In a few seconds the same command tells its address.",
        )
    with lock:
        yield


def running(home: Path) -> str | None:
    """Return the address of the JupyterLab that is open on this folder, or None."""
    for file in sorted((home / ".jupyter" / "runtime").glob("jpserver-*.json")):
        with contextlib.suppress(OSError, ValueError, KeyError):
            server = json.loads(file.read_text("utf-8"))
            with urllib.request.urlopen(f"{server['url']}api", timeout=2):
                return f"{server['url']}lab/tree/notebooks/{FIRST}?token={server['token']}"
    return None


def open_lab(home: Path, port: int | None, browser: bool) -> int:
    """Run JupyterLab until it is closed, and close it with us; return its exit code.

    Args:
        port: None for any that is free, from 8888 on.
        browser: whether to open one.

    Raises:
        BadInput: JupyterLab ended before it was ready; its last words are in the message.
    """
    log = home / ".jupyter" / "lab.log"
    environ = {**environment(home), "JUPYTER_RUNTIME_DIR": str(home / ".jupyter" / "runtime")}
    with log.open("wb") as out:  # in a session of its own: Ctrl-C is for us, we end it in order
        lab = subprocess.Popen(
            _command(home, port), env=environ, stdout=out, stderr=out, start_new_session=True
        )
    try:
        address = _ready(home, lab, log)
        print(f"The lab is open: {address}", flush=True)
        if browser and not _shown(address):
            print("No browser could be opened here: open that address in one.")
        print(
            f"Your work is in {home}. Ctrl-C closes the lab; save your notebooks first.", flush=True
        )
        return lab.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        lab.terminate()
        lab.wait()


def _command(home: Path, port: int | None) -> list[str]:
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={home}", *QUIET]
    if port is not None:
        command += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command += ["--allow-root"]
    return [*command, "--no-browser", f"--LabApp.default_url=/lab/tree/notebooks/{FIRST}"]


def _ready(home: Path, lab: subprocess.Popen[bytes], log: Path) -> str:
    """Return the address once it answers."""
    while lab.poll() is None:
        if address := running(home):
            return address
        time.sleep(LOOK_S)
    last = log.read_text("utf-8", "replace").strip().splitlines()[-3:]
    raise BadInput("JupyterLab", expected="it to start", got=" / ".join(last))


def _shown(address: str) -> bool:
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
