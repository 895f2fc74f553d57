"""The terms that differ from game to game.

A sentence names a term by Greyhawk's word in braces: “You have no {Hero}.” Each ruleset maps these
words to its own.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.cards import BATTLE_CARDS

TERMS: Mapping[str, str] = MappingProxyType(
    {
        "stronghold": "stronghold",
        "strongholds": "strongholds",
        **{term: term for row in BATTLE_CARDS.values() for term in row.castle_words},
    }
)
"""Greyhawk's words; games without words of their own use them too."""
