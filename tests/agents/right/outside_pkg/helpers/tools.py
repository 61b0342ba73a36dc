from concurrent.futures import ThreadPoolExecutor
POOL = ThreadPoolExecutor(2)
class Recorder:
    """Runs each tool in a thread with a time limit, as a real agent would."""
    def __init__(self, api): self._api = api; self.log = []
    def __getattr__(self, name):
        f = getattr(self._api, name)
        def call(*a):
            try:
                r = POOL.submit(f, *a).result(timeout=5)
                self.log.append((name, a, "ok")); return r
            except Exception as e:
                self.log.append((name, a, type(e).__name__)); raise
        return call
