"""Hashes as pages show them: short, with the whole on request."""

LONGEST_VALUE = 64


SHORT = 8
"""How many digits of a hash are shown where the whole would be in the way."""


def sealed(text: str) -> dict[str, str]:
    """Return a hash, or a text of that kind, as it is shown: its first digits, and the whole."""
    return {"short": text[:SHORT], "whole": text}
