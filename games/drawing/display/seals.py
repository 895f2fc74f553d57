"""Hashes for display: shortened, with the full value available."""

LONGEST_VALUE = 64


SHORT = 8
"""Number of hex digits of a shortened hash."""


def sealed(text: str) -> dict[str, str]:
    """Return a hash or similar text as its first digits and the full value."""
    return {"short": text[:SHORT], "whole": text}
