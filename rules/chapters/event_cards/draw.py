"""Event cards: drawing them, carrying them out, and ending those in force.

`effects` has the immediate effects, `choices` the players' choices and blocks, `in_force` the
lasting effects.
"""

from rules.cards import EVENT_CARDS
from rules.chance import Chance
from rules.chapters.battle_cards.hands import draw_event_card
from rules.chapters.event_cards.effects import EFFECTS, emit_no_effect
from rules.chapters.event_cards.in_force import is_without_effect
from rules.events.base import Emit
from rules.events.cards import EventDrawn, EventEnded
from rules.state import State
from rules.state.under_way import InForce, OpenEvent


def enter_event(state: State, chance: Chance, emit: Emit) -> bool:
    """Draw the turn's event card and carry it out. Returns True when it is done (TRN-4)."""
    if state.event is None:
        card = draw_event_card(state, chance, emit)
        if card is None:
            return True
        state.event = OpenEvent(card)
        emit(EventDrawn(state.on_turn, card.value, EVENT_CARDS[card].rule))
    return _carry_on(state, state.event, chance, emit)


def _carry_on(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
    row = EVENT_CARDS[event.card]
    if not row.turn_ends:
        done = EFFECTS[row.change](state, event, chance, emit)
    elif is_without_effect(state, event.card):
        done = emit_no_effect(state, event, emit)
    else:
        state.in_force.append(InForce(event.card, state.on_turn, row.turn_ends))
        state.event = None
        return True
    event.stage += 1
    if done:
        state.event_discard.append(event.card)
        state.event = None
    return done


def end_events(state: State, emit: Emit) -> None:
    """Count a turn end for the cards in force drawn by the player on turn; end expired cards."""
    for item in [item for item in state.in_force if item.drawer == state.turn]:
        item.turn_ends -= 1
        if item.turn_ends == 0:
            state.in_force.remove(item)
            state.event_discard.append(item.card)
            emit(EventEnded(item.drawer, item.card.value))
