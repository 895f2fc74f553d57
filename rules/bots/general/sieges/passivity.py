"""Which opponents only defend: those played by a steward, however the seat has played so far."""

from rules.cards import EVENT_CARDS, Change
from rules.moves import Control
from rules.view import View

HANDED_OVER = {
    name: row.empire
    for row in EVENT_CARDS.values()
    if row.change is Change.HANDED_OVER
    for name in row.places
}
"""Maps each territory that an event hands over with its armies to the empire that gets it."""


def are_all_passive(view: View) -> bool:
    """Return whether all opponents only defend, as stewards do."""
    others = [p for p in view.players if p.seat != view.seat and not p.eliminated]
    return all(player.control is Control.STEWARD for player in others)


def may_be_handed_over(view: View, territory: str) -> bool:
    """Return whether an event could give a territory and all its armies to an opponent."""
    if view.ruleset.event_cards and territory in HANDED_OVER:
        others = [p for p in view.players if p.seat != view.seat and not p.eliminated]
        return any(player.empire == HANDED_OVER[territory] for player in others)
    return False
