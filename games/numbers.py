"""Whole numbers in requests."""

_LONGEST_KEY = 18
"""The digits of the largest primary key that every database stores."""


def whole_number(text: str, most: int = 10**_LONGEST_KEY - 1) -> int | None:
    """Return the whole number from 0 to `most` that a text contains; None for any other text."""
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_KEY):
        return None
    return int(text) if int(text) <= most else None
