"""Benchmarks of the engine: moves, a baseline, replays, committed dice and odds."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from time import perf_counter
from typing import Any

from rules.chance import Chance, CommittedChance, FastChance
from rules.events.base import Event
from rules.moves import Move
from rules.odds import attack_odds
from rules.record.replaying import replay
from rules.rulesets.castle import CASTLE
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.ruleset import Ruleset
from rules.state import Options, State
from rules.terminal.recording import record_game
from rules.terminal.simulate import make_bots, play_as_bot, play_out
from rules.turn import new_game, play

GAMES = tuple((players, seed) for seed in (1, 2, 3) for players in (2, 3, 4, 5, 6))
"""The random games measured, each with the full set-up: (players, seed)."""

GAMES_OF_SIX = tuple((6, seed) for seed in (1, 2, 3, 4, 5))
"""The random games measured for Classic and Castle Risk, all with six players."""

LAST_ROUND = 100
REPEATS = 3
FLOOR_STEPS = 40_000
ROLLS = 20_000
ODDS: dict[str, Any] = {"attackers": 50, "defenders": 50}
ASKED_AGAIN = 2_000


@dataclass(frozen=True, slots=True)
class Speeds:
    """The measured speeds; the fastest of several runs counts.

    `moves_per_second`: `turn.play` alone, on moves chosen beforehand. It validates and plays a move
    and creates the decisions and events that follow; one roll or one placement is one move.
    `floor_per_second`: steps of a bare loop, see `_run_floor`; `ratio`: moves divided by steps.
    `classic_moves_per_second`, `castle_moves_per_second`: moves in Classic and Castle Risk with six
    players; `castle_ratio`: Castle Risk divided by Classic. `chosen_moves_per_second`: moves that
    the bot “random” chooses, including the time to choose. `replay_events_per_second`,
    `play_events_per_second`: events of one record when it is parsed and replayed, and when the game
    is played. `roll_us`: a committed roll of 3 dice against 2, in microseconds. `odds_first_ms`,
    `odds_again_us`: one calculation of odds, new in milliseconds, cached in microseconds.
    """

    moves_per_second: float
    floor_per_second: float
    ratio: float
    classic_moves_per_second: float
    castle_moves_per_second: float
    castle_ratio: float
    replay_events_per_second: float
    roll_us: float
    odds_first_ms: float
    odds_again_us: float
    chosen_moves_per_second: float
    play_events_per_second: float

    def to_json(self) -> dict[str, float]:
        """Return all measurements, to four significant digits."""
        return {item.name: float(f"{getattr(self, item.name):.4g}") for item in fields(self)}


def measure(
    which: Sequence[tuple[int, int]] = GAMES,
    of_six: Sequence[tuple[int, int]] = GAMES_OF_SIX,
    repeats: int = REPEATS,
) -> Speeds:
    """Measure everything on one core, with random games of (players, seed)."""
    odds_first, odds_again = _time_odds(repeats)
    games = [_Game(GREYHAWK, players, seed) for players, seed in which]
    chosen = sum(game.moves for game in games) / sum(game.seconds for game in games)
    engine = _moves_per_second(games, repeats)
    classic = _of_six(CLASSIC, of_six, repeats)
    castle = _of_six(CASTLE, of_six, repeats)
    floor = FLOOR_STEPS / _fastest(_run_floor, repeats)
    played, replayed = _time_record(repeats)
    return Speeds(
        moves_per_second=engine,
        floor_per_second=floor,
        ratio=engine / floor,
        classic_moves_per_second=classic,
        castle_moves_per_second=castle,
        castle_ratio=castle / classic,
        replay_events_per_second=replayed,
        roll_us=_time_roll(repeats),
        odds_first_ms=odds_first,
        odds_again_us=odds_again,
        chosen_moves_per_second=chosen,
        play_events_per_second=played,
    )


def _seconds(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def _fastest(work: Callable[[], object], repeats: int) -> float:
    return min(_seconds(work) for _ in range(repeats))


class _Game:
    """A random game, played once; its moves can be replayed without choosing them."""

    def __init__(self, ruleset: Ruleset, players: int, seed: int) -> None:
        self._ruleset = ruleset
        self._players, self._seed = players, seed
        self._chosen: list[tuple[int, Move]] = []
        bots = make_bots(("random",) * players, seed)
        chance, state = self._begin()
        started = perf_counter()
        self.moves = play_out(state, bots, chance, self._keep)
        self.seconds = perf_counter() - started

    def _begin(self) -> tuple[Chance, State]:
        chance = FastChance(self._seed, keep=False)
        persons, options = [False] * self._players, Options(rounds=LAST_ROUND)
        return chance, new_game(self._ruleset, persons, options, "bench", chance)[0]

    def _keep(self, state: State, seat: int, move: Move, chance: Chance) -> Sequence[Event]:
        self._chosen.append((seat, move))
        return play_as_bot(state, seat, move, chance)

    def play_again(self) -> None:
        chance, state = self._begin()
        for seat, move in self._chosen:
            play(state, seat, move, chance, by="bot")


def _moves_per_second(games: Sequence[_Game], repeats: int) -> float:
    def play_all() -> None:
        for game in games:
            game.play_again()

    seconds = _fastest(play_all, repeats)
    return sum(game.moves for game in games) / seconds


def _of_six(ruleset: Ruleset, which: Sequence[tuple[int, int]], repeats: int) -> float:
    return _moves_per_second([_Game(ruleset, *each) for each in which], repeats)


def _run_floor() -> None:
    """Run the baseline: minimal work on plain data of a game's size.

    Each step iterates over a dict of holdings, one for each territory of the board, and over the
    hands. It changes one holding and stores one fact about it.
    """
    names = list(GREYHAWK.board.territories)
    holdings = {name: [number % 6, 3] for number, name in enumerate(names)}
    hands = [["hero", "fleet", "assassin"] for _ in range(6)]
    for step in range(FLOOR_STEPS):
        seat, name = step % 6, names[step % len(names)]
        happened = []
        armies = cards = 0
        for owner, number in holdings.values():
            if owner == seat:
                armies += number
        for hand in hands:
            cards += len(hand)
        holdings[name][1] = 1 + (armies + cards) % 9
        happened.append({"seat": seat, "territory": name, "armies": armies})


def _time_record(repeats: int) -> tuple[float, float]:
    """Return the events per second when a recorded game is played, and when it is replayed."""
    documents: list[dict[str, Any]] = []
    bots = ("random",) * 6
    playing = _fastest(
        lambda: documents.append(record_game(GREYHAWK, bots, 1, LAST_ROUND)), repeats
    )
    # A record comes from a file, so parsing is part of replaying it.
    text = json.dumps(documents[0])
    replaying = _fastest(lambda: replay(json.loads(text), check_events=False), repeats)
    events = sum(len(entry["events"]) for entry in documents[0]["entries"])
    return events / playing, events / replaying


def _time_roll(repeats: int) -> float:
    chance = CommittedChance(bytes(32), ("00", "", "ff"), "bench")

    def roll() -> None:
        for number in range(0, 2 * ROLLS, 2):
            chance.begin(0, number)
            chance.roll(3, "attack dice")
            chance.roll(2, "defence dice")

    return _fastest(roll, repeats) / ROLLS * 1e6


def _time_odds(repeats: int) -> tuple[float, float]:
    def ask_again() -> None:
        for _ in range(ASKED_AGAIN):
            attack_odds(**ODDS)

    first = _seconds(lambda: attack_odds(**ODDS))
    return first * 1e3, _fastest(ask_again, repeats) / ASKED_AGAIN * 1e6


def describe_speeds(speeds: Speeds) -> str:
    """Return the measurements as lines of text."""
    faster = speeds.replay_events_per_second / speeds.play_events_per_second
    rows = [
        (
            f"{speeds.moves_per_second:,.0f} moves/s",
            "random full games: moves verified and played, with decisions and events",
        ),
        (f"{speeds.chosen_moves_per_second:,.0f} moves/s", "the same, including the bots’ choices"),
        (
            f"{speeds.classic_moves_per_second:,.0f} moves/s",
            "Classic with six players, moves chosen beforehand",
        ),
        (
            f"{speeds.castle_moves_per_second:,.0f} moves/s",
            f"Castle Risk with six players: {speeds.castle_ratio:.2f} times as fast as Classic",
        ),
        (
            f"{speeds.floor_per_second:,.0f} steps/s",
            "baseline: a bare loop over similar data",
        ),
        (f"{speeds.ratio:.3f}", "moves per step of the baseline"),
        (f"{speeds.play_events_per_second:,.0f} events/s", "a recorded game, while bots play it"),
        (
            f"{speeds.replay_events_per_second:,.0f} events/s",
            f"the same record replayed: {faster:.1f} times as fast",
        ),
        (f"{speeds.roll_us:.1f} us", "a committed roll, 3 dice against 2"),
        (
            f"{speeds.odds_first_ms:.2f} ms",
            "odds of 50 against 50, computed",
        ),
        (f"{speeds.odds_again_us:.2f} us", "the same odds from the cache"),
    ]
    return "\n".join(f"{number:>18}  {meaning}" for number, meaning in rows)
