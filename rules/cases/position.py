"""Case files: building a stated position, and comparing it with the actual one."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rules.cards import BattleCard
from rules.cases.fact import Fact, Reader
from rules.cases.facts import FACTS
from rules.cases.files import NOTHING, CaseError, Line, identifier, items, matched, one_of, seat_of
from rules.cases.paths import check_part, with_part
from rules.cases.players import PLAYER_FACTS
from rules.cases.verifying import verify_position
from rules.errors import RulesError
from rules.rulesets import RULESETS
from rules.rulesets.ruleset import Phase
from rules.state import Options, State
from rules.state.invariants_cards import count_battle_cards, count_event_cards
from rules.state.invariants_classic import all_territory_cards, count_territory_cards
from rules.state.players import Holding
from rules.turn.game_options import new_state

GAME = "case"


NEUTRAL = "neutral"
"""The word for the neutral army, where a player's name may stand."""


@dataclass(slots=True)
class PositionDraft:
    """A position being stated; `rest` is the (seat, armies) of all territories not stated."""

    names: list[str]
    state: State
    stated: set[str] = field(default_factory=set)
    rest: tuple[int | None, int] | None = None

    def is_fact(self, key: str) -> bool:
        """Return whether lines with this key state or check a part of the position."""
        name, _, fact = key.partition(" ")
        if fact == "holds":
            return name in self.names or name in (*NOTHING, NEUTRAL)
        return key in FACTS or key == "state" or (name in self.names and fact in PLAYER_FACTS)


def begin_draft(ruleset: str, text: str) -> PositionDraft:
    """Return the draft begun by a line “players:”, with seats, empires and strongholds."""
    parts = [re.fullmatch(r"(\w+)(?:\s+(\w+)(?:\s+at\s+(.+))?)?", item) for item in items(text)]
    entries = [entry for entry in parts if entry is not None]
    if not entries or len(entries) < len(parts):
        raise CaseError("“players:” reads “alice great_kingdom at rauxes, bob …”.")
    names = [entry[1] for entry in entries]
    if len(set(names)) < len(names):
        raise CaseError("Two players have one name.")
    try:
        rules = RULESETS[one_of(ruleset, RULESETS, "ruleset")]
        state = new_state(rules, [True] * len(names), Options(), GAME)
    except RulesError as refusal:
        raise CaseError(refusal.message) from None
    state.order, state.turn, state.phase = tuple(range(len(names))), 0, Phase.ATTACKS
    for player, entry in zip(state.players, entries, strict=True):
        if entry[2]:
            player.empire = one_of(entry[2], state.undrawn_empires, "empire left to draw")
            state.undrawn_empires.remove(player.empire)
        if entry[3]:
            empire = player.drawn_empire
            sites = state.board.empires[empire].territories
            player.stronghold = one_of(entry[3], sites, f"site in {empire}")
            player.banners = [empire]
    return PositionDraft(names, state)


# Facts, stated and checked


def build(draft: PositionDraft, lines: list[Line]) -> State:
    """Return the position stated by lines of facts; raise CaseError if it is impossible."""
    ranked = sorted(lines, key=_rank)
    bare = [line for line in ranked if line.split()[0] == "state"]
    for line in ranked:
        if line not in bare:
            with at_line(line):
                draft.stated.add(line.split()[0])
                put(draft, *line.split())
    _complete(draft)
    for line in bare:
        with at_line(line):
            draft.state = with_part(draft.state, line.split()[1])
    verify_position(draft.state)
    return draft.state


@contextmanager
def at_line(line: Line) -> Iterator[None]:
    """Add the number of a line to a CaseError raised inside."""
    try:
        yield
    except CaseError as error:
        error.line = line.number
        raise


def _rank(line: Line) -> int:
    # Some facts depend on others: the owners of territories come first, then the order of FACTS.
    key, _ = line.split()
    if key.endswith(" holds"):
        return -1
    return list(FACTS).index(key) if key in FACTS else len(FACTS)


def put(draft: PositionDraft, key: str, text: str) -> None:
    """Put one stated fact into a draft."""
    name, _, fact = key.partition(" ")
    if fact == "holds":
        _hold(draft, name, text)
    else:
        found, seat = _find(draft.names, key)
        value = found.read(Reader(draft.state, draft.names, seat), text)
        found.put(draft.state, seat, value)


def _find(names: list[str], key: str) -> tuple[Fact, int]:
    if key in FACTS:
        return FACTS[key], -1
    name, _, fact = key.partition(" ")
    return PLAYER_FACTS[fact], names.index(name)


def check(state: State, names: list[str], key: str, text: str) -> None:
    """Raise CaseError if the position differs from a line."""
    name, _, fact = key.partition(" ")
    if fact == "holds":
        _check_holds(state, names, name, text)
    elif key == "state":
        check_part(state, text)
    else:
        found, seat = _find(names, key)
        wanted = found.read(Reader(state, names, seat), text)
        actual = found.get(state, seat)
        if actual != wanted:
            raise CaseError(f"{key} is {described(actual)}, not {described(wanted)}.")


def described(value: Any) -> str:
    """Return a value of a position as text for a failure."""
    if isinstance(value, list | tuple):
        return ", ".join(map(described, value)) or "nothing"
    return str(value)


# Owners and armies


def _holdings(state: State, text: str) -> Iterator[tuple[str | None, int | None]]:
    """Yield (territory, armies) for every item of a list.

    The territory is None for all remaining territories; armies is None if no number is given.
    """
    for item in items(text):
        parts = matched(r"(.+?)(?:\s+(?:with\s+)?(\d+))?", item)
        armies = int(parts[2]) if parts[2] else None
        if identifier(parts[1]) == "the_rest":
            yield None, armies
        else:
            yield one_of(parts[1], state.holdings, "territory"), armies


def _hold(draft: PositionDraft, name: str, text: str) -> None:
    seat = None if name == NEUTRAL else seat_of(name, draft.names)
    for territory, armies in _holdings(draft.state, text):
        if armies is None:
            raise CaseError(f"How many armies hold {territory or 'the rest'}?")
        if territory is None:
            draft.rest = seat, armies
        elif draft.state.holdings[territory] != Holding():
            raise CaseError(f"{territory} is stated twice.")
        else:
            draft.state.holdings[territory] = Holding(seat, armies)


def _check_holds(state: State, names: list[str], name: str, text: str) -> None:
    seat = None if name in (*NOTHING, NEUTRAL) else seat_of(name, names)
    wanted = list(_holdings(state, text))
    held = [territory for territory, holding in state.holdings.items() if holding.owner == seat]
    if held and not wanted:
        raise CaseError(f"{name} holds {described(held)}.")
    for territory, armies in wanted:
        if territory is None:
            raise CaseError("“The rest” is for stating a position only.")
        holding = state.holdings[territory]
        if holding.owner != seat or armies not in (None, holding.armies):
            owner = "nobody" if holding.owner is None else names[holding.owner]
            raise CaseError(f"{territory} is held by {owner} with {holding.armies}.")


# Completing a position


def _complete(draft: PositionDraft) -> None:
    state, stated = draft.state, draft.stated
    in_setup = state.phase not in state.ruleset.order_of_play
    _complete_land(draft)
    if "round" not in stated:
        state.round = 0 if in_setup else 1
    if "first" not in stated:
        state.first = state.order[0]
    for player, name in zip(state.players, draft.names, strict=True):
        if f"{name} unplaced" not in stated:
            player.unplaced = _unplaced(state, player.seat) if in_setup else 0
    if state.phase in (Phase.DEPLOY, Phase.DEPLOY_NEUTRAL) and state.turn is not None:
        # Starting the phase moves on to the next player, so begin one seat before the stated one.
        before = state.order.index(state.turn) - 1
        state.turn = state.order[before] if state.turn != state.first else None
    _deal(state, stated, in_setup)
    _stack_events(state, stated)
    _stack_territory_cards(state, stated)


def _complete_land(draft: PositionDraft) -> None:
    """Set the owners that no line states: of strongholds, of “the rest”, and in the open attack."""
    state = draft.state
    for player in state.players:
        if player.stronghold and not player.eliminated:
            holding = state.holdings[player.stronghold]
            if holding.owner is None:
                state.holdings[player.stronghold] = Holding(player.seat, 1)
    if draft.rest is not None:
        for territory, holding in state.holdings.items():
            if holding == Holding():
                state.holdings[territory] = Holding(*draft.rest)
    if state.attack is not None:
        # The attack was read before these owners were set.
        attacker = state.holdings[state.attack.source].owner
        if attacker is not None:
            state.attack.attacker = attacker
        state.attack.defender = state.holdings[state.attack.target].owner


def _stack_territory_cards(state: State, stated: set[str]) -> None:
    cards = state.territory_cards
    if cards is None:
        return
    if "territory deck" not in stated:
        cards.deck = []
    left = sorted((all_territory_cards(state) - count_territory_cards(state)).elements())
    if "territory deck" not in stated:
        cards.deck = left
    elif "territory pile" not in stated:
        cards.pile = left


def _unplaced(state: State, seat: int) -> int:
    placed = sum(item.armies for item in state.holdings.values() if item.owner == seat)
    return max(state.ruleset.starting_armies[len(state.players)] - placed, 0)


def _deal(state: State, stated: set[str], in_setup: bool) -> None:
    if "deck" not in stated:
        state.deck = []
    left = Counter(state.ruleset.battle_cards) - count_battle_cards(state)
    if len(state.players) == 2 and "removed" not in stated and not in_setup:
        state.removed = [BattleCard.AMBASSADOR] * left.pop(BattleCard.AMBASSADOR, 0)
    if "deck" not in stated:
        state.deck = sorted(left.elements())
    elif "discard" not in stated:
        state.discard = sorted(left.elements())


def _stack_events(state: State, stated: set[str]) -> None:
    if "event deck" not in stated:
        state.event_deck = []
    left = sorted((Counter(state.ruleset.event_cards) - count_event_cards(state)).elements())
    if "event deck" not in stated:
        state.event_deck = left
    elif "event discard" not in stated:
        state.event_discard = left
