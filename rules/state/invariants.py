"""Invariants that every state of a game satisfies; `check` raises if one is violated."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain

from rules.chance import hidden_commitment
from rules.errors import RulesError
from rules.state import State
from rules.state.invariants_cards import battle_cards, event_cards, hands, is_hand_to_take
from rules.state.invariants_classic import (
    headquarters,
    neutral_army,
    territory_cards,
    without_strongholds,
)
from rules.state.invariants_decisions import decisions
from rules.state.players import Holding, Player
from rules.state.under_way import PlacingPurpose

Complaints = Iterator[str]


class BrokenPosition(RulesError):
    """A state that violates an invariant: `BrokenPosition(message)`."""


def check(state: State) -> None:
    """Raise BrokenPosition for the first violated invariant."""
    for complaint in complaints(state):
        raise BrokenPosition(complaint)


def complaints(state: State) -> Complaints:
    """Yield a sentence for each violated invariant."""
    return chain.from_iterable(find(state) for find in CHECKS)


# Armies and territories (chapter 1, SET-1)


def _territories(state: State) -> Complaints:
    if list(state.holdings) != list(state.board.territories):
        yield "The territories held are not those of the board."
        return
    vacated = state.fall.vacated if state.fall else ()
    captured = state.landing.target if state.landing else None
    for name, holding in state.holdings.items():
        called = state.board.territories[name].name
        nobodys = holding.owner is None and holding.armies and not state.has_neutral_army
        if holding.armies < 0 or nobodys:
            yield f"{called} has {holding.armies} armies."
        elif name in vacated and holding.owner is not None:
            yield f"{called} is listed as vacated, but is held."
        elif state.round and not state.is_over and name not in vacated:
            yield from _held_territory(state, called, holding, is_captured=name == captured)


def _held_territory(
    state: State, called: str, holding: Holding, *, is_captured: bool
) -> Complaints:
    if holding.owner is None and state.has_neutral_army and holding.armies:
        return
    if holding.owner is None:
        yield f"{called} is held by nobody."
    elif state.players[holding.owner].eliminated:
        yield f"{called} is held by a player who is out."
    elif holding.armies < 1 and not is_captured:
        yield f"{called} has no army."


def _starting_armies(state: State) -> Complaints:
    starting = state.ruleset.starting_armies[len(state.players)]
    for player in state.players:
        if state.round:
            if player.unplaced or player.muster or player.unseen_stronghold:
                yield f"Seat {player.seat} has something left from set-up."
            continue
        placed = sum(state.holdings[name].armies for name in state.held_by(player.seat))
        if placed + player.unplaced != starting:
            yield f"Seat {player.seat} does not have {starting} starting armies."
        muster = player.muster
        if muster and muster.left + sum(_own_placed(state, player)) != player.unplaced:
            yield f"Seat {player.seat} musters more or less than its unplaced armies."


def _own_placed(state: State, player: Player) -> Iterator[int]:
    for name, armies in player.open_muster.placed.items():
        if state.holdings[name].owner == player.seat:
            yield armies


def _placings(state: State) -> Complaints:
    for placing in state.placings:
        if placing.left < 1:
            yield f"Seat {placing.seat} has {placing.left} armies to place."
        held = state.held_by(placing.seat)
        if placing.purpose is PlacingPurpose.NEUTRAL:
            held = [name for name, item in state.holdings.items() if item.owner is None]
        if not held or not set(placing.allowed or held) <= set(held) or placing.allowed == ():
            yield f"Seat {placing.seat} has armies to place where it holds nothing."


# Agreements and truces (chapters 6 and 9)


def _agreements(state: State) -> Complaints:
    trades = [*state.trades, *([state.bound.trade] if state.bound else [])]
    for trade in trades:
        for seat, laid in zip(trade.seats, trade.laid, strict=True):
            if Counter(laid) - Counter(state.players[seat].hand):
                yield f"Seat {seat} has offered cards it does not hold."
    pairs = Counter(frozenset(trade.seats) for trade in state.trades)
    if any(number > 1 or len(pair) != 2 for pair, number in pairs.items()):
        yield "Two players have more than one open trade."
    truces = [(truce.seat, truce.other) for truce in state.truces]
    for seat in chain(*truces, *(trade.seats for trade in trades)):
        if state.players[seat].eliminated and not state.is_over:
            yield f"Seat {seat} is out, but has a truce or a trade."
    if len(set(truces)) < len(truces):
        yield "A player has two Ambassadors with the same opponent."
    if len(set(state.this_turn.fortified)) < len(state.this_turn.fortified):
        yield "A player has two Fortifications in play."
    for seat in state.this_turn.fortified:
        if state.players[seat].eliminated and not state.is_over:
            yield f"Seat {seat} is out, but its Fortification is in play."


# Players (chapter 5, SET-3, HID-3)


def _seats(state: State) -> Complaints:
    everybody = list(range(len(state.players)))
    if sorted(state.order) != everybody:
        yield "The order of seats does not list every seat once."
    out = sorted(player.eliminated for player in state.players if player.eliminated)
    if out != list(range(1, len(out) + 1)):
        yield "The eliminations are not numbered one by one."
    outcome = state.outcome
    if outcome is not None:
        if sorted(chain(*outcome.places)) != everybody:
            yield "The places do not list every seat once."
    elif len(state.living()) < 2:
        yield "Only one player is left, but the game is not over."
    elif (state.turn is None and state.round) or state.turn not in (None, *state.living()):
        yield "The player on turn is not in the game."


def _strongholds(state: State) -> Complaints:
    if not state.ruleset.strongholds:
        yield from without_strongholds(state)
        return
    drawn = [player.empire for player in state.players if player.empire]
    if sorted(drawn + state.undrawn_empires) != sorted(state.board.empires):
        yield "The empires drawn and undrawn are not those of the board."
    placed = [(player, player.stronghold) for player in state.players if player.stronghold]
    banners = sorted(banner for player in state.players for banner in player.banners)
    if banners != sorted(player.drawn_empire for player, _ in placed):
        yield "The banners are not one for every stronghold."
    for player, stronghold in placed:
        yield from _stronghold(state, player, stronghold)


def _stronghold(state: State, player: Player, stronghold: str) -> Complaints:
    if stronghold not in state.board.empires[player.drawn_empire].territories:
        yield f"The stronghold of seat {player.seat} is not in its empire."
    if player.eliminated:
        if player.banners:
            yield f"Seat {player.seat} is out, but has a banner."
        if player.hand and not state.is_over and not is_hand_to_take(state):
            yield f"Seat {player.seat} is out, but has a hand."
    elif state.holdings[stronghold].owner != player.seat:
        yield f"Seat {player.seat} has lost its stronghold, but is not out."


def _hidden_armies(state: State) -> Complaints:
    makers = [item.maker for item in state.hidden]
    if not state.ruleset.hidden_armies:
        if makers:
            yield "There are hidden armies in a game without them."
        return
    if len(set(makers)) < len(makers) or (state.round and len(makers) < len(state.players)):
        yield "The choices of hidden armies are not one for every player."
    for item in state.hidden:
        if state.is_stronghold_site(item.territory):
            yield f"There are hidden armies on the stronghold territory “{item.territory}”."
        salt = bytes.fromhex(item.salt)
        if item.commitment != hidden_commitment(state.game, item.maker, item.territory, salt):
            yield f"The commitment of seat {item.maker} does not open."
        is_left_over = state.players[item.holder].eliminated and not item.revealed
        if is_left_over and not state.is_over and not is_hand_to_take(state):
            yield f"Seat {item.holder} is out, but has hidden armies."


# The attack (chapter 4)


def _attack(state: State) -> Complaints:
    attack = state.attack
    if attack is None:
        return
    source, target = state.holdings[attack.source], state.holdings[attack.target]
    if attack.attacker != state.turn or source.owner != attack.attacker:
        yield "The attack is not by the player on turn."
    if target.owner != attack.defender or attack.defender == attack.attacker:
        yield "The territory attacked is not the defender’s."
    if (attack.aboard if attack.fleet else source.armies - 1) < 1:
        yield "There is nothing left to attack with."
    if attack.aboard and not attack.fleet:
        yield "Armies are aboard, but no fleet is sailing."


CHECKS: tuple[Callable[[State], Complaints], ...] = (
    _territories,
    _starting_armies,
    neutral_army,
    _placings,
    battle_cards,
    hands,
    event_cards,
    territory_cards,
    headquarters,
    _agreements,
    _seats,
    _strongholds,
    _hidden_armies,
    _attack,
    decisions,
)
