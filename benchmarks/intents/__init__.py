"""Sentences and the intents that are meant, asked of several ways to tell them."""
