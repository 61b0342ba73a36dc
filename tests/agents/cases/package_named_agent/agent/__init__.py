raise SystemExit("this is not the agent")
