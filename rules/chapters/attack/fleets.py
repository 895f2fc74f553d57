"""Chapter 6, the Fleet: boarding, sailing and attacking from the sea (FLT-1 to 6)."""

from collections.abc import Iterator, Mapping

from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters.attack.declare import (
    end_attack,
    hero_choices,
    max_attack_dice,
    may_attack,
    new_attack,
    start_attack,
    verify_dice,
    verify_hero,
    verify_no_fleet_at_sea,
    verify_target,
)
from rules.chapters.battle_cards.hands import has_card, remove_from_hand
from rules.chapters.event_cards.in_force import closures, fleet_crossings, verify_open
from rules.chapters.event_cards.marches import verify_leaving
from rules.errors import IllegalMove
from rules.events.attack import AttackDeclared
from rules.events.base import Emit
from rules.events.cards import CardPlayed
from rules.moves import SailFleet
from rules.moves.options import Choice, Option
from rules.reasons import AttackEnd
from rules.state import State


def fleet_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every voyage to another player's territory (FLT-1, FLT-2)."""
    if state.attack is not None and state.attack.fleet:
        return
    if not has_card(state, seat, BattleCard.FLEET):
        return
    heroes = hero_choices(state, seat)
    for source, holding in state.holdings.items():
        if holding.owner != seat or holding.armies < 2:
            continue
        for target in _voyages(state, seat, source):
            if state.holdings[target].owner != seat and may_attack(state, seat, source, target):
                yield from _voyage_options(state, source, target, holding.armies, heroes)


def _voyages(state: State, seat: int, source: str) -> Mapping[str, tuple[str, ...]]:
    return state.board.voyages(source, fleet_crossings(state, seat), closures(state).zones)


def _voyage_options(
    state: State, source: str, target: str, armies: int, heroes: tuple[bool, ...]
) -> Iterator[Option]:
    place: dict[str, Choice] = {"source": (source,), "target": (target,)}
    most = max_attack_dice(state, armies - 1, target)
    for aboard in range(1, most):
        dice: dict[str, Choice] = {"dice": range(1, aboard + 1), "press": (None,), "hero": heroes}
        yield Option(SailFleet, place | {"armies": (aboard,)} | dice)
    full: dict[str, Choice] = {"dice": range(1, most + 1), "press": (None,), "hero": heroes}
    yield Option(SailFleet, place | {"armies": range(most, armies)} | full)
    pressed: dict[str, Choice] = {"dice": (None,), "press": (0,), "hero": heroes}
    yield Option(SailFleet, place | {"armies": range(1, armies)} | pressed)


def verify_fleet(state: State, seat: int, move: SailFleet) -> None:
    """Check a voyage against FLT-1, FLT-2 and FLT-6, truces, dice and Hero."""
    verify_no_fleet_at_sea(state)
    if not has_card(state, seat, BattleCard.FLEET):
        raise IllegalMove("FLT-1", "You have no {Fleet}.")
    names = state.board.territories
    source = state.holdings[move.source]
    if source.owner != seat:
        raise IllegalMove("FLT-1", "You don’t hold {source}.", source=names[move.source].name)
    for name in (move.source, move.target):
        if not names[name].seas:
            raise IllegalMove("FLT-1", "{name} is not on the coast.", name=names[name].name)
    verify_leaving(state, move.source, move.armies, "FLT-1")
    verify_target(state, seat, move.target)
    verify_open(state, move.source, move.target)
    _verify_in_reach(state, seat, move)
    verify_dice(state, move, move.armies, move.target)
    if move.press:
        raise IllegalMove("FLT-3", "{A fleet} can’t stop: it fights to the end.")
    if move.hero:
        verify_hero(state, seat)


def _verify_in_reach(state: State, seat: int, move: SailFleet) -> None:
    if move.target in _voyages(state, seat, move.source):
        return
    name = state.board.territories[move.target].name
    crossings = fleet_crossings(state, seat)
    if not crossings:
        source = state.board.territories[move.source].name
        raise IllegalMove(
            "CAS-6", "{source} and {name} don’t share a sea.", source=source, name=name
        )
    if move.target in state.board.voyages(move.source, crossings):
        raise IllegalMove("FLT-6", "Storms block every sea route to {name}.", name=name)
    raise IllegalMove(
        "FLT-2",
        "{name} is out of range: your {fleet} can sail only {crossings} sea zones beyond the "
        "first.",
        crossings=crossings,
        name=name,
    )


def sail_fleet(state: State, seat: int, move: SailFleet, chance: Chance, emit: Emit) -> None:
    """Put armies aboard, sail the shortest open route and start the attack (FLT-1, FLT-2)."""
    end_attack(state, AttackEnd.STOPPED, emit)
    route = _voyages(state, seat, move.source)[move.target]
    attack = new_attack(state, seat, move, aboard=move.armies)
    remove_from_hand(state, seat, BattleCard.FLEET, emit)
    state.holdings[move.source].armies -= move.armies
    emit(CardPlayed(seat, BattleCard.FLEET.value, "FLT-1"))
    emit(AttackDeclared(seat, attack.defender, move.source, move.target, route, move.armies))
    start_attack(state, attack, move.hero, emit)
