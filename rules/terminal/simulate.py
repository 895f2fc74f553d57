"""Simulator: plays games between bots to the end, and collects statistics of many games."""

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from statistics import median
from time import perf_counter
from typing import Any

from rules.bots import BOTS, Bot, MakeBot, offer_before
from rules.chance import Chance, FastChance
from rules.errors import required
from rules.events.attack import BattleFought
from rules.events.base import Event
from rules.moves import Move
from rules.reasons import GameEnd
from rules.rulesets.ruleset import Ruleset
from rules.state import Options, State
from rules.turn import new_game, play
from rules.view import view

LAST_ROUND = 300
"""The default round limit of games between bots (TRN-9)."""

Play = Callable[[State, int, Move, Chance], Sequence[Event]]


@dataclass(frozen=True, slots=True)
class Series:
    """The games to play: `bots` gives one name per seat, game i has the seed `seed` + i.

    `own` are the options that only this game has.
    """

    ruleset: Ruleset
    bots: tuple[str, ...]
    games: int
    seed: int
    rounds: int = LAST_ROUND
    own: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Tally:
    """The results of many games; wins exclude capped games, `rounds` includes them."""

    series: Series
    finished: int = 0
    capped: int = 0
    errors: int = 0
    moves: int = 0
    seconds: float = 0.0
    rounds: list[int] = field(default_factory=list)
    wins_by_bot: Counter[str] = field(default_factory=Counter)
    wins_by_empire: Counter[str] = field(default_factory=Counter)

    def to_json(self) -> dict[str, Any]:
        """Return the totals; seconds are wall-clock time; rounds are null if every game failed."""
        series = self.series
        return {
            "games": series.games,
            "finished": self.finished,
            "capped": self.capped,
            "errors": self.errors,
            "moves": self.moves,
            "seconds": round(self.seconds, 3),
            "moves_per_second": round(self.moves / self.seconds) if self.seconds else 0,
            "rounds": _spread(self.rounds),
            "wins_by_bot": {name: self.wins_by_bot[name] for name in sorted(set(series.bots))},
            "wins_by_empire": {
                name: self.wins_by_empire[name] for name in series.ruleset.board.empires
            },
        }


def _spread(numbers: list[int]) -> dict[str, float | None]:
    """Return minimum, median, 90th percentile (nearest rank) and maximum; None for no numbers."""
    if not numbers:
        return dict.fromkeys(("min", "median", "p90", "max"))
    ordered = sorted(numbers)
    return {
        "min": ordered[0],
        "median": median(ordered),
        "p90": ordered[math.ceil(len(ordered) * 0.9) - 1],
        "max": ordered[-1],
    }


def fill_seats(bots: Sequence[str], players: int) -> tuple[str, ...]:
    """Repeat a list of bots until every seat has one."""
    return tuple(islice(cycle(bots), players))


def make_bots(names: Sequence[str], seed: int, known: Mapping[str, MakeBot] = BOTS) -> list[Bot]:
    """Create a bot for every seat, with its own random numbers."""
    # A string seed gives the same numbers in every process (no hash randomisation).
    sources = [random.Random(f"{seed} bot {seat}") for seat in range(len(names))]  # noqa: S311
    return [known[name](source) for name, source in zip(names, sources, strict=True)]


def play_as_bot(state: State, seat: int, move: Move, chance: Chance) -> tuple[Event, ...]:
    """Play a bot's move."""
    return play(state, seat, move, chance, by="bot")


def count_moves(events: Sequence[Event]) -> int:
    """Return how many moves these events count as: one for each battle, at least one."""
    return sum(type(event) is BattleFought for event in events) or 1


def play_out(state: State, bots: Sequence[Bot], chance: Chance, play: Play = play_as_bot) -> int:
    """Let bots answer every decision until the game is over; return the number of moves.

    `play` is the function that plays their moves.
    """
    moves = 0
    while state.decisions:
        seat = state.decisions[0].seat
        seen = view(state, seat)
        move = bots[seat].choose(seen)
        offer = offer_before(bots[seat], seen, move)
        if offer is not None:
            play(state, seat, offer.move, chance)
        moves += count_moves(play(state, seat, move, chance))
        answer_offers(state, bots, chance, play)
    return moves


def answer_offers(
    state: State, bots: Sequence[Bot], chance: Chance, play: Play = play_as_bot
) -> None:
    """Let bots answer all open offers of pacts and trades."""
    while (answer := _next_answer(state, bots)) is not None:
        seat, move = answer
        play(state, seat, move, chance)


def _next_answer(state: State, bots: Sequence[Bot]) -> tuple[int, Move] | None:
    if state.outcome is not None or not (state.pacts or state.trades):
        return None
    for seat in state.living():
        answer = bots[seat].answer(view(state, seat))
        if answer is not None:
            return seat, answer.move
    return None


def simulate(series: Series, complain: Callable[[str], None]) -> Tally:
    """Play all games of a series; report the first error to `complain`, with its game's seed."""
    tally = Tally(series)
    started = perf_counter()
    for seed in range(series.seed, series.seed + series.games):
        try:
            state, moves = play_game(series, seed)
        # A simulation exists to find errors of any kind.
        except Exception as error:
            if not tally.errors:
                complain(f"The game with seed {seed} failed: {type(error).__name__}: {error}")
            tally.errors += 1
        else:
            tally.moves += moves
            _add(tally, state)
    tally.seconds = perf_counter() - started
    return tally


def play_game(series: Series, seed: int) -> tuple[State, int]:
    """Play one game of a series; return its final position and the number of moves."""
    chance = FastChance(seed, keep=False)
    options = Options(rounds=series.rounds, **series.own)
    persons = [False] * len(series.bots)
    state, _ = new_game(series.ruleset, persons, options, f"simulated-{seed}", chance)
    return state, play_out(state, make_bots(series.bots, seed), chance)


def _add(tally: Tally, state: State) -> None:
    # A game that runs out of rounds ends as the round after the last begins, so `state.round` may
    # be one too high.
    tally.rounds.append(min(state.round, tally.series.rounds))
    outcome = required(state.outcome, "outcome")
    if outcome.reason is GameEnd.ROUNDS:
        tally.capped += 1
        return
    tally.finished += 1
    for seat in outcome.winners:
        tally.wins_by_bot[tally.series.bots[seat]] += 1
        empire = state.players[seat].empire
        if empire is not None:
            tally.wins_by_empire[empire] += 1


def describe_tally(tally: Tally) -> str:
    """Return the results as lines of text."""
    series, sums = tally.series, tally.to_json()
    last = series.seed + series.games - 1
    spread = sums["rounds"]
    rows = [
        ("seeds", f"{series.seed} to {last}" if series.games > 1 else str(last)),
        ("finished", f"{tally.finished}"),
        ("capped", f"{tally.capped} (round limit {series.rounds})"),
        ("errors", f"{tally.errors}"),
        ("moves", f"{tally.moves:,} in {tally.seconds:.1f} s"),
        ("speed", f"{sums['moves_per_second']:,} moves per second"),
        ("rounds", ", ".join(f"{name} {number}" for name, number in spread.items())),
        ("wins by bot", _listed(sums["wins_by_bot"])),
    ]
    if sums["wins_by_empire"]:
        rows.append(("wins by empire", _listed(sums["wins_by_empire"])))
    title = f"{series.games} games of {series.ruleset.title}: {', '.join(series.bots)}"
    return "\n".join([title, *(f"  {name:<16}{text}" for name, text in rows)])


def _listed(wins: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in wins.items())
