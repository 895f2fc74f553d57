"""Which opponents only defend: stewards, and bots that put all their armies on their strongholds.

A view has no history, so that a bot's armies and cards must show how it plays.
"""

from rules.cards import NAMED, EventCard
from rules.moves import Control
from rules.view import View
from rules.view.public_records import PlayerView

AT_LARGE = 3
"""A passive player has at most this many armies that can attack from outside the stronghold."""
HOARD = 6
"""The number of cards from which a player counts as hoarding them."""
MOST_AT_LARGE = 12
"""The same limit for a player hoarding cards, since events give armies to passive players too."""
SHARE_AT_LARGE, HOARDERS_SHARE = 0.05, 0.25
"""The same limits as shares of the stronghold's garrison, if that is more."""
MANY = 2
"""The number of opponents from which a general looks for passive players in set-up already.

A single opponent who guards the stronghold first is often mistaken for one.
"""
HANDED_OVER = {
    name: empire
    for card, empire in (
        (EventCard.FALL_OF_MEDEGIA, "great_kingdom"),
        (EventCard.FALL_OF_THE_LORDSHIP, "scarlet_brotherhood"),
    )
    for name in NAMED[card]
}
"""Territories that an event hands over with all their armies, and the empire that gets them."""


def are_all_passive(view: View) -> bool:
    """Return whether all opponents only defend."""
    others = [p for p in view.players if p.seat != view.seat and not p.eliminated]
    if view.round < 1:
        return len(others) >= MANY and all(_has_guarded(view, player) for player in others)
    return all(_is_passive(view, player) for player in others)


def has_nobody_captured(view: View) -> bool:
    """Return whether, in a game without strongholds, no opponent seems to capture anything.

    A player who captures a territory draws a card.
    """
    others = [p for p in view.players if p.seat != view.seat and not p.eliminated]
    if view.round <= 1 or len(others) < MANY:
        return False
    return all(
        player.control is Control.STEWARD
        or not (player.person or view.open_sets.counts[player.seat])
        for player in others
    )


def _is_passive(view: View, player: PlayerView) -> bool:
    if player.control is Control.STEWARD:
        return True
    if player.person or player.stronghold is None:
        return False
    at_large, garrison = _at_large(view, player), view.armies(player.stronghold)
    if view.round == 1:
        return at_large <= (AT_LARGE if view.ruleset.event_cards else 0)
    if at_large <= max(AT_LARGE, SHARE_AT_LARGE * garrison):
        return True
    hoards = player.cards >= min(HOARD, view.round + 1)
    return hoards and at_large <= max(MOST_AT_LARGE, HOARDERS_SHARE * garrison)


def may_all_be_passive(view: View) -> bool:
    """Return whether no opponent has placed an army outside a stronghold in set-up."""
    others = [p for p in view.players if p.seat != view.seat]
    return len(others) >= MANY and all(
        player.control is Control.STEWARD or not (player.person or _at_large(view, player))
        for player in others
    )


def _has_guarded(view: View, player: PlayerView) -> bool:
    """Return whether a player has placed armies in set-up, and all on the stronghold."""
    if player.control is Control.STEWARD:
        return True
    if player.person or player.stronghold is None:
        return False
    batch = view.ruleset.deploy_batch
    return view.armies(player.stronghold) > batch and not _at_large(view, player)


def _at_large(view: View, player: PlayerView) -> int:
    """Return the armies of a player that can attack from outside the stronghold."""
    names = set(view.held_by(player.seat)) - HANDED_OVER.keys() - {player.stronghold}
    return sum(view.armies(name) - 1 for name in names)


def may_be_handed_over(view: View, territory: str) -> bool:
    """Return whether an event could give a territory and all its armies to an opponent."""
    if view.ruleset.event_cards and territory in HANDED_OVER:
        others = [p for p in view.players if p.seat != view.seat and not p.eliminated]
        return any(player.empire == HANDED_OVER[territory] for player in others)
    return False
