"""The terms that differ from game to game.

A sentence names a term by Greyhawk's word in braces: “You have no {Hero}.” Each ruleset maps these
words to its own.
"""

from collections.abc import Mapping
from types import MappingProxyType

_TERMS = (
    "stronghold", "strongholds", "fortification", "Mercenaries",
    "Fortification", "Fortifications", "Hero", "a Hero", "Heroes",
    "Ambassador", "an Ambassador", "An Ambassador", "Ambassadors",
    "Assassin", "an Assassin", "An Assassin", "Assassins",
    "Fleet", "Fleets", "a Fleet", "A Fleet", "fleet", "a fleet",
    "A fleet", "by fleet", "By fleet",
)  # fmt: skip

TERMS: Mapping[str, str] = MappingProxyType({term: term for term in _TERMS})
"""Greyhawk's words; games without words of their own use them too."""
