"""Collect positions and winners of games between generals, for fitting the evaluation."""

from dataclasses import dataclass

from rules.bots.general.evaluation import Evaluation
from rules.bots.general.warfare import Warfare
from rules.bots.weights import WarWeights, Weights
from rules.chance import FastChance
from rules.model import model_of
from rules.rulesets import RULESETS
from rules.state import Options, State
from rules.terminal.gauntlet.games import Match
from rules.terminal.simulate import make_bots, play_as_bot
from rules.turn import new_game
from rules.view import View, view


@dataclass(frozen=True, slots=True)
class Sample:
    """A player's view at the beginning of their turn, and the seat that won the game."""

    view: View
    winner: int


def strengths_of(view: View, weights: Weights) -> dict[int, float]:
    """Return the strength of each living player, by seat, as the general evaluates it."""
    if isinstance(weights, WarWeights):
        return Warfare(view, weights=weights).prospects.strength
    model, evaluation = model_of(view), Evaluation(view, weights)
    return {seat: evaluation.strength(model, seat) for seat in model.alive}


def collect(match: Match, games: int) -> list[Sample]:
    """Play games of a match and return their positions, except those of games without a winner."""
    return [sample for number in range(games) for sample in _collect(match, number)]


def _collect(match: Match, number: int) -> list[Sample]:
    names = match.seats(number)
    seed = match.seed + number // len(names)
    chance = FastChance(seed, keep=False)
    options = Options(rounds=match.rounds, quick=match.quick)
    ruleset, persons = RULESETS[match.game], [False] * len(names)
    state, _ = new_game(ruleset, persons, options, f"tune-{seed}", chance)
    bots, views, turn = make_bots(names, seed), list[View](), (0, -1)
    while state.decisions:
        seat = state.decisions[0].seat
        if state.round and seat == state.turn and turn != (state.round, seat):
            turn = (state.round, seat)
            views.append(view(state.copy(), seat))
        play_as_bot(state, seat, bots[seat].choose(view(state, seat)), chance)
    winner = _winner_of(state)
    return [] if winner is None else [Sample(seen, winner) for seen in views]


def _winner_of(state: State) -> int | None:
    outcome = state.outcome
    if outcome is None or outcome.reason in ("rounds", "cancelled") or len(outcome.winners) != 1:
        return None
    return outcome.winners[0]
