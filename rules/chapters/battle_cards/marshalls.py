"""CAS-5: Marshalls, which defend their owner in every attack for the rest of the turn.

Other chapters call the card a Fortification. During an attack it is in play in that attack;
between attacks `state.this_turn.fortified` lists the seats of players with a Marshall in play.
"""

from rules.cards import BattleCard
from rules.chapters.battle_cards.hands import return_card
from rules.events.base import Emit
from rules.state import State
from rules.state.under_way import Attack


def bring_into_attack(state: State, attack: Attack) -> None:
    """Put the defender's Marshall into play in a new attack."""
    if attack.defender in state.this_turn.fortified:
        state.this_turn.fortified.remove(attack.defender)
        attack.fortification = True


def keep_until_turn_ends(state: State, attack: Attack) -> None:
    """Keep the Marshall of a finished attack until the end of the turn."""
    state.this_turn.fortified.append(attack.defending_seat)


def return_all(state: State, emit: Emit) -> None:
    """Return all remaining Marshalls to their owners' hands at the end of the turn."""
    for seat in state.this_turn.fortified:
        return_card(state, seat, BattleCard.FORTIFICATION, "CAS-5", emit)
