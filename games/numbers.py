"""Whole numbers in requests."""

_LONGEST_KEY = 18
"""The maximum number of digits of a primary key that every database can store."""


def whole_number(text: str, most: int = 10**_LONGEST_KEY - 1) -> int | None:
    """Return a text as a whole number from 0 to `most`; None if it is anything else."""
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_KEY):
        return None
    return int(text) if int(text) <= most else None
