"""The kinds of card, with one row of data for each: count, rule, texts, picture, effect.

Everything else that depends on the kind of a card is looked up there. Built on `questions`.
"""

from rules.cards.battle_cards import BATTLE_CARDS, BattleCard
from rules.cards.event_cards import EVENT_CARDS, EventCard
from rules.cards.rows import CardText, Change, Sign, Whose

__all__ = [
    "BATTLE_CARDS",
    "EVENT_CARDS",
    "WILD",
    "BattleCard",
    "CardText",
    "Change",
    "EventCard",
    "Sign",
    "Whose",
]

WILD = "wild"
"""The id of a wild territory card; other territory cards use their territory's id (CLA-4)."""
