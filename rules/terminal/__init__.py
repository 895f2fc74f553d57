"""The terminal interface: `python -m rules`."""
