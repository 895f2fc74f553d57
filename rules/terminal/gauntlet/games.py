"""One game of a match: who won, how the game ended, and how long the bots thought."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from time import process_time
from typing import Any

from rules.bots import BOTS, Bot, MakeBot, offer_before
from rules.chance import FastChance
from rules.errors import required
from rules.rulesets import RULESETS
from rules.state import Options, State
from rules.terminal.simulate import answer_offers, make_bots, play_as_bot
from rules.turn import new_game
from rules.view import view

BUCKET = 1.05
"""The ratio between the upper bounds of successive buckets of times."""


@dataclass(frozen=True, slots=True)
class Match:
    """The line-up and settings of a series of games.

    Game i has the seed `seed` + i // players; `bots` take the seats from i % players on, so that
    every seed is played from every seat. With `deals`, bots offer and answer pacts and trades.
    """

    game: str
    bots: tuple[str, ...]
    seed: int
    rounds: int
    quick: bool = False
    deals: bool = True
    own: Mapping[str, Any] = field(default_factory=dict)

    def seats(self, number: int) -> tuple[str, ...]:
        """Return the bot of every seat in a game."""
        first = number % len(self.bots)
        return self.bots[-first:] + self.bots[:-first] if first else self.bots

    def to_json(self) -> dict[str, Any]:
        """Return the match as JSON-ready data."""
        return {**asdict(self), "bots": list(self.bots), "own": dict(self.own)}


@dataclass(slots=True)
class GameResult:
    """The result of a game.

    `places` groups the bots by finishing place. `winner` is "" unless exactly one bot won before
    the round limit. `decisions` and `turns` count processor times by bot and bucket.
    """

    number: int
    winner: str
    reason: str
    rounds: int
    places: list[list[str]]
    decisions: dict[str, dict[int, int]]
    turns: dict[str, dict[int, int]]

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON-ready data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "GameResult":
        """Return the result written by `to_json`."""
        times = {name: _numbered(data[name]) for name in ("decisions", "turns")}
        return cls(**{**data, **times})


def _numbered(times: dict[str, dict[str, int]]) -> dict[str, dict[int, int]]:
    """Return times with integer buckets, which JSON has turned into strings."""
    return {
        bot: {int(bucket): count for bucket, count in counts.items()}
        for bot, counts in times.items()
    }


def bucket_of(seconds: float) -> int:
    """Return the bucket of a time; bucket 0 has times up to a microsecond."""
    return math.ceil(math.log(max(1.0, seconds * 1e6), BUCKET))


def seconds_of(bucket: int) -> float:
    """Return the longest time in a bucket, in seconds."""
    return math.pow(BUCKET, bucket) / 1e6


class _Watch:
    """Counts of the processor times of decisions and turns, by bot and bucket."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self.decisions: dict[str, Counter[int]] = {name: Counter() for name in names}
        self.turns: dict[str, Counter[int]] = {name: Counter() for name in names}
        self._turn: tuple[int, int | None] = (0, None)
        self._spent = 0.0

    def add(self, state: State, seat: int, seconds: float) -> None:
        """Add the time of a decision; if that begins a new turn, first count the last turn."""
        self.decisions[self._names[seat]][bucket_of(seconds)] += 1
        if (state.round, state.turn) != self._turn:
            self.end_turn()
            self._turn = (state.round, state.turn)
        if seat == state.turn:
            self._spent += seconds

    def end_turn(self) -> None:
        """Count the time of the turn that has ended."""
        number, seat = self._turn
        if number and seat is not None:
            self.turns[self._names[seat]][bucket_of(self._spent)] += 1
        self._spent = 0.0


def play_game(match: Match, number: int, known: Mapping[str, MakeBot] = BOTS) -> GameResult:
    """Play a game of a match to its end; `known` maps names to functions that make bots."""
    names = match.seats(number)
    seed = match.seed + number // len(names)
    chance = FastChance(seed, keep=False)
    options = Options(rounds=match.rounds, quick=match.quick, **match.own)
    ruleset, code = RULESETS[match.game], f"gauntlet-{seed}"
    state, _ = new_game(ruleset, [False] * len(names), options, code, chance)
    watch = _Watch(names)
    _play_out(state, make_bots(names, seed, known), chance, watch, deals=match.deals)
    return _result(match, number, state, watch)


def _play_out(
    state: State, bots: list[Bot], chance: FastChance, watch: _Watch, *, deals: bool
) -> None:
    while state.decisions:
        seat = state.decisions[0].seat
        seen, started = view(state, seat), process_time()
        move = bots[seat].choose(seen)
        offer = offer_before(bots[seat], seen, move) if deals else None
        watch.add(state, seat, process_time() - started)
        if offer is not None:
            play_as_bot(state, seat, offer.move, chance)
        play_as_bot(state, seat, move, chance)
        answer_offers(state, bots, chance)
    watch.end_turn()


def _result(match: Match, number: int, state: State, watch: _Watch) -> GameResult:
    outcome, names = required(state.outcome, "outcome"), match.seats(number)
    is_won = outcome.reason not in ("rounds", "cancelled") and len(outcome.winners) == 1
    return GameResult(
        number=number,
        winner=names[outcome.winners[0]] if is_won else "",
        reason=outcome.reason.value,
        rounds=min(state.round, match.rounds),
        places=[[names[seat] for seat in place] for place in outcome.places],
        decisions={name: dict(counts) for name, counts in watch.decisions.items()},
        turns={name: dict(counts) for name, counts in watch.turns.items()},
    )
