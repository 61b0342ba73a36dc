"""What the agent says."""


def of(state, slots, offer):
    if state == "ASK_TIME":
        return "Free times: " + ", ".join(offer)
    if state == "CONFIRM":
        return "Shall I book " + " ".join(map(str, slots.values())) + "?"
    return {"ASK_DAY": "Which day?", "ASK_NAME": "Your name?"}.get(state, state.capitalize() + ".")


def last_word(text):
    return text.split()[-1].strip(".,;:!?")
