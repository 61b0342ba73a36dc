def agent_class():
    import agent

    return agent.VoiceAgent
