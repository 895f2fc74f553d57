"""What a general thinks of a move that the reader made, in words."""

from rules.sentences.words import percent

HAIR = 0.015
"""Estimates that differ by less than this are equal: a general is no surer than that."""

_SAME = "You did the same."
_NO_WORSE = "By its estimate, your move is just as good."
_WORSE = "By its estimate, the chance of winning is {chance} with this and {played} with your move."


def is_worse(chance: float | None, played: float | None) -> bool:
    """Return whether a general's move has a noticeably higher chance of winning than another.

    A chance is None if the general has no estimate.
    """
    return chance is not None and played is not None and chance - played >= HAIR


def describe_verdict(chance: float | None, played: float | None, is_same: bool) -> str:
    """Return what a general thinks of the reader's move, compared with its own; "" if nothing."""
    if is_same:
        return _SAME
    if chance is None or played is None:
        return ""
    if not is_worse(chance, played):
        return _NO_WORSE
    return _WORSE.format(chance=percent(chance), played=percent(played))
