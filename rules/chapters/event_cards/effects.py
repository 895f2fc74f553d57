"""Event cards: the immediate effects, one function each.

An effect returns False to wait for decisions and placings, is then called again, and returns
True when it is done. `event.stage` counts the earlier calls.
"""

from collections.abc import Callable

from rules.cards import EVENT_CARDS, Change
from rules.chance import Chance
from rules.chapters.battle_cards.hands import lose_card
from rules.chapters.event_cards.choices import (
    dragon_targets,
    is_block_open,
    lose_armies,
    losses_at_stake,
    night_options,
)
from rules.events.base import Emit
from rules.events.cards import ArmiesConverted, ArmiesGained, EventIdle, HandShown
from rules.questions import DecisionKind
from rules.state import State
from rules.state.under_way import OpenEvent, Placing, PlacingPurpose

Effect = Callable[[State, OpenEvent, Chance, Emit], bool]

MUSTERED_TROOPS = 6
NIGHT_MOVES = 3


def emit_no_effect(state: State, event: OpenEvent, emit: Emit) -> bool:
    """Emit that the card had no effect. Returns True: the card is done."""
    emit(EventIdle(state.on_turn, event.card.value))
    return True


# Losses and gains


def _gain(state: State, event: OpenEvent, territory: str, armies: int, emit: Emit) -> None:
    holding = state.holdings[territory]
    holding.armies += armies
    emit(ArmiesGained(holding.owning_seat, territory, armies, EVENT_CARDS[event.card].rule))


def _halve(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
    (territory,) = EVENT_CARDS[event.card].places
    armies = state.holdings[territory].armies
    if armies < 2 or state.stronghold_on(territory) is not None:
        return emit_no_effect(state, event, emit)
    lose_armies(state, event, territory, armies // 2, emit)
    return True


def _halve_unless_blocked(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
    (territory,) = EVENT_CARDS[event.card].places
    return _lose_unless_blocked(state, event, state.holdings[territory].owning_seat, emit)


def _lose_unless_blocked(state: State, event: OpenEvent, seat: int, emit: Emit) -> bool:
    """Ask whether the player blocks the card; without a block, take what is at stake (FOR-3)."""
    losses = losses_at_stake(state, event.card, seat)
    if not any(losses.values()):
        return emit_no_effect(state, event, emit)
    if is_block_open(state, event, seat, emit):
        return False
    if not event.blocked:
        for territory, armies in losses.items():
            lose_armies(state, event, territory, armies, emit)
    return True


def _raid_or_aid(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
    row = EVENT_CARDS[event.card]
    ruler = state.ruler_of(row.empire)
    aided = [
        name for name in row.places if ruler is not None and state.holdings[name].owner == ruler
    ]
    if not aided and all(state.holdings[name].armies < 2 for name in row.places):
        return emit_no_effect(state, event, emit)
    for territory in row.places:
        if territory in aided:
            _gain(state, event, territory, 2, emit)
        else:
            lose_armies(state, event, territory, 2, emit)
    return True


def _hand_over(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
    row = EVENT_CARDS[event.card]
    ruler = state.ruler_of(row.empire)
    taken = [name for name in row.places if state.holdings[name].owner != ruler]
    if ruler is None or not taken:
        return emit_no_effect(state, event, emit)
    for name in taken:
        holding = state.holdings[name]
        loser, holding.owner = holding.owning_seat, ruler
        emit(ArmiesConverted(ruler, name, holding.armies, loser, row.rule))
    return True


# Cards that affect the drawer


def _ambassador_blunders(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
    hand = state.players[state.on_turn].hand
    if not hand:
        return emit_no_effect(state, event, emit)
    emit(HandShown(state.on_turn, tuple(card.value for card in hand)))
    return True


def _peasants_revolt(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
    state.this_turn.halved = True
    return True


def _spy_revealed(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
    hand = state.players[state.on_turn].hand
    if not hand:
        return emit_no_effect(state, event, emit)
    card = hand[chance.pick(hand, "card of a hand")]
    lose_card(state, state.on_turn, card, "EVT-29", emit)
    return True


def _pirates_attack(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
    return _lose_unless_blocked(state, event, state.on_turn, emit)


def _home(state: State, seat: int) -> tuple[str, ...]:
    return state.board.empires[state.players[seat].drawn_empire].territories


def _muster_troops(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
    if event.stage:
        return True
    seat = state.on_turn
    held = tuple(name for name in _home(state, seat) if state.holdings[name].owner == seat)
    state.placings.append(Placing(seat, MUSTERED_TROOPS, PlacingPurpose.MUSTER_TROOPS, held))
    return False


def _army_deserters(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
    if event.stage:
        return True
    seat, home = state.on_turn, _home(state, state.on_turn)
    deserted = [
        (name, lose_armies(state, event, name, 2 if name in home else 1, emit))
        for name in _deserted(state, seat, home)
    ]
    if not any(lost for _, lost in deserted):
        return emit_no_effect(state, event, emit)
    for name, lost in deserted:
        near = tuple(
            other
            for other in state.board.territories[name].neighbours
            if other in home and state.holdings[other].owner == seat
        )
        if lost and near:
            state.placings.append(Placing(seat, lost, PlacingPurpose.ARMY_DESERTERS, near))
    return False


def _deserted(state: State, seat: int, home: tuple[str, ...]) -> list[str]:
    """Return the enemy territories in or adjacent to the home empire, in board order."""
    near = set(home).union(*(state.board.territories[name].neighbours for name in home))
    return [
        name for name, holding in state.holdings.items() if holding.owner != seat and name in near
    ]


# The drawer's choices: the Dragon, MOVE BY NIGHT


def _dragon_unleashed(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
    if event.stage:
        return True
    if not dragon_targets(state, state.on_turn):
        return emit_no_effect(state, event, emit)
    state.ask(state.on_turn, DecisionKind.DRAGON)
    return False


def _move_by_night(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
    if event.stage == 0:
        event.moves = NIGHT_MOVES
    if event.moves and any(night_options(state, state.on_turn)):
        state.ask(state.on_turn, DecisionKind.MOVE_BY_NIGHT)
        return False
    if event.stage == 0:
        return emit_no_effect(state, event, emit)
    return True


EFFECTS: dict[Change, Effect] = {
    Change.SHOWN_HAND: _ambassador_blunders,
    Change.HALVED: _halve,
    Change.HALVED_UNLESS_BLOCKED: _halve_unless_blocked,
    Change.HALVED_SPOILS: _peasants_revolt,
    Change.RAID: _raid_or_aid,
    Change.HANDED_OVER: _hand_over,
    Change.MUSTER: _muster_troops,
    Change.DRAGON: _dragon_unleashed,
    Change.DESERTERS: _army_deserters,
    Change.PIRATES: _pirates_attack,
    Change.LOST_CARD: _spy_revealed,
    Change.NIGHT_MOVES: _move_by_night,
}
"""The function that carries out each immediate change."""
