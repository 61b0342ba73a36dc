"""One module per word: `check(context)` returns that word's checks."""
