# verdict: NOT GRADABLE
# why: the class is abstract: handle is still missing
# message: handle
from abc import ABC, abstractmethod


class VoiceAgent(ABC):
    def __init__(self, api, sleep=None):
        self.api = api

    @abstractmethod
    def handle(self, text): ...
