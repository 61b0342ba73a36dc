"""`voice-llm`: a language model on this computer, in a process of its own.

command   up, status, down, pull: what learners type
model     the model's file: find it, get it
process   start the server, stop it, leave nothing behind
state     what is known of the server, and whether it is alive
serving   the server's own process: llama.cpp behind an OpenAI-compatible address
trouble   why something could not be done

$VOICE_HOME/.llm/   the model; server.json, server.lock and server.log of the server
"""

from voicekit.llm_server.command import main

__all__ = ["main"]
