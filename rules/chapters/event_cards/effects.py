"""Event cards: the immediate effects, one function each.

An effect returns False to wait for decisions and placings, is then called again, and returns
True when it is done. `event.stage` counts the earlier calls.
"""

from collections.abc import Callable

from rules.cards import EVENT_RULES, NAMED, EventCard
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
    emit(ArmiesGained(holding.owning_seat, territory, armies, EVENT_RULES[event.card]))


def _halve_unless_stronghold(territory: str) -> Effect:
    def effect(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
        armies = state.holdings[territory].armies
        if armies < 2 or state.stronghold_on(territory) is not None:
            return emit_no_effect(state, event, emit)
        lose_armies(state, event, territory, armies // 2, emit)
        return True

    return effect


def _halve_unless_blocked(territory: str) -> Effect:
    def effect(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
        holding = state.holdings[territory]
        if holding.armies < 2:
            return emit_no_effect(state, event, emit)
        if is_block_open(state, event, holding.owning_seat, emit):
            return False
        _lose_what_is_at_stake(state, event, holding.owning_seat, emit)
        return True

    return effect


def _lose_what_is_at_stake(state: State, event: OpenEvent, seat: int, emit: Emit) -> None:
    if not event.blocked:
        for territory, armies in losses_at_stake(state, event.card, seat).items():
            lose_armies(state, event, territory, armies, emit)


def _raid_or_aid(empire: str, territories: tuple[str, ...]) -> Effect:
    """Return an effect: each territory loses 2 armies, or gains 2 if the empire's player holds it.

    Used for EVT-15 to EVT-17.
    """

    def effect(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
        ruler = state.ruler_of(empire)
        aided = [
            name
            for name in territories
            if ruler is not None and state.holdings[name].owner == ruler
        ]
        if not aided and all(state.holdings[name].armies < 2 for name in territories):
            return emit_no_effect(state, event, emit)
        for territory in territories:
            if territory in aided:
                _gain(state, event, territory, 2, emit)
            else:
                lose_armies(state, event, territory, 2, emit)
        return True

    return effect


def _fall(empire: str, territories: tuple[str, ...]) -> Effect:
    """Return an effect that gives the territories, with their armies, to the empire's player.

    Used for EVT-14 and EVT-18.
    """

    def effect(state: State, event: OpenEvent, chance: Chance, emit: Emit) -> bool:
        ruler = state.ruler_of(empire)
        taken = [name for name in territories if state.holdings[name].owner != ruler]
        if ruler is None or not taken:
            return emit_no_effect(state, event, emit)
        for name in taken:
            holding = state.holdings[name]
            loser, holding.owner = holding.owning_seat, ruler
            rule = EVENT_RULES[event.card]
            emit(ArmiesConverted(ruler, name, holding.armies, loser, rule))
        return True

    return effect


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
    if not losses_at_stake(state, event.card, state.on_turn):
        return emit_no_effect(state, event, emit)
    if is_block_open(state, event, state.on_turn, emit):
        return False
    _lose_what_is_at_stake(state, event, state.on_turn, emit)
    return True


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
    return [
        name
        for name, holding in state.holdings.items()
        if holding.owner != seat
        and (
            name in home or any(other in home for other in state.board.territories[name].neighbours)
        )
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


EFFECTS: dict[EventCard, Effect] = {
    EventCard.AMBASSADOR_BLUNDERS: _ambassador_blunders,
    EventCard.PEASANTS_REVOLT: _peasants_revolt,
    EventCard.MUSTER_TROOPS: _muster_troops,
    EventCard.DRAGON_UNLEASHED: _dragon_unleashed,
    EventCard.ARMY_DESERTERS: _army_deserters,
    EventCard.PIRATES_ATTACK: _pirates_attack,
    EventCard.SPY_REVEALED: _spy_revealed,
    EventCard.MOVE_BY_NIGHT: _move_by_night,
    **{
        card: _halve_unless_stronghold(NAMED[card][0])
        for card in (
            EventCard.PLAGUE_FROM_THE_GNATMARSH,
            EventCard.MINIONS_OF_WASTRI,
            EventCard.GIANTS_ATTACK_FLINTY_HILLS,
            EventCard.RAIDERS_FROM_THE_BONEWOOD,
        )
    },
    **{
        card: _halve_unless_blocked(NAMED[card][0])
        for card in (EventCard.SAVAGES_ATTACK, EventCard.FROST_BARBARIAN_RAIDERS)
    },
    **{
        card: _raid_or_aid(empire, NAMED[card])
        for card, empire in (
            (EventCard.OSSONS_RAIDERS, "eastern_pact"),
            (EventCard.AID_FOR_THE_IRON_LEAGUE, "iron_league"),
            (EventCard.GIANTS_FROM_THE_RAKERS, "north_province"),
        )
    },
    **{
        card: _fall(empire, NAMED[card])
        for card, empire in (
            (EventCard.FALL_OF_THE_LORDSHIP, "scarlet_brotherhood"),
            (EventCard.FALL_OF_MEDEGIA, "great_kingdom"),
        )
    },
}
"""The effect of each card that is carried out immediately."""
