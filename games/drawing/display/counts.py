"""Numbers with their nouns, as parts of sentences: “1 die”, “3 dice”."""

from django.utils.translation import ngettext


def dice(number: int) -> str:
    """Return a number of dice in words."""
    return ngettext("{number} die", "{number} dice", number).format(number=number)


def cards(number: int) -> str:
    """Return a number of cards in words."""
    return ngettext("{number} card", "{number} cards", number).format(number=number)


def territories(number: int) -> str:
    """Return a number of territories in words."""
    return ngettext("{number} territory", "{number} territories", number).format(number=number)
