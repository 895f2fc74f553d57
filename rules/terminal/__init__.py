"""The game at the terminal: `python -m rules`."""
