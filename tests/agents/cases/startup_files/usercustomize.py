print("started by itself", __name__)
raise SystemExit(0)
