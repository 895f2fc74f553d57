"""CAS-5: a Marshall once played stands in all its owner's defences for the rest of the turn.

The chapters call it a Fortification. While its owner is attacked it is in play in that attack;
between attacks `state.fortified` keeps whose stand.
"""

from rules.battle_cards.hands import return_card
from rules.cards import BattleCard
from rules.events.base import Tell
from rules.state import State
from rules.state.under_way import Attack


def stand_in(state: State, attack: Attack) -> None:
    """Put a Marshall that stands already into an attack just declared."""
    if attack.defender in state.fortified:
        state.fortified.remove(attack.defender)
        attack.fortification = True


def stand_on(state: State, attack: Attack) -> None:
    """Let the Marshall of an attack that ended stand until the turn does."""
    state.fortified.append(attack.defender)


def return_all(state: State, tell: Tell) -> None:
    """Give all that still stand back to their owners as the turn ends."""
    for seat in state.fortified:
        return_card(state, seat, BattleCard.FORTIFICATION, "CAS-5", tell)
    state.fortified.clear()
