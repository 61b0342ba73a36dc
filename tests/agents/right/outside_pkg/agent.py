from base_machine import Base
import helpers.tools as ht
class VoiceAgent(Base):
    __slots__ = ("w",)
    def __init__(self, api, **kw):
        super().__init__(ht.Recorder(api), **kw)
if __name__ == "__main__":
    while True:
        input("> ")
