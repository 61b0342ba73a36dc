"""Utterances with a day or a time in them, read by several parsers."""
