"""Other software that the lab is measured beside, each in an environment of its own."""
