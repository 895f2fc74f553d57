"""How well generals guard their strongholds against each other.

    python -m tests.rules.guards 204

plays this many games of generals in Greyhawk and Castle with 4 to 6 seats, with the full set-up and
up to 120 rounds, on one core.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean, median

from rules.bots.general.warfare import Front
from rules.chance import Chance, FastChance
from rules.events.base import Event
from rules.moves import Move
from rules.rulesets import RULESETS
from rules.state import Options, State
from rules.terminal.simulate import make_bots, play_as_bot, play_out
from rules.turn import new_game
from rules.view import view

TABLES = tuple((game, seats) for seats in (4, 5, 6) for game in ("greyhawk", "castle"))
SEED, LAST_ROUND = 970_000, 120
LONG = 60
"""Games of more rounds are counted as long."""
SETTLED = 4
"""The first round in which the armies at home are counted."""


@dataclass(slots=True)
class Turn:
    """The end of a general's turn: armies at home and in all, and whether fewer than needed stay.

    `fell` is set if the stronghold falls before the general's next turn.
    """

    seat: int
    round: int
    at_home: int
    armies: int
    is_weak: bool
    fell: bool = False


class Watch:
    """The turns of a game; `play` is called for every move."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self._last: dict[int, Turn] = {}

    def play(self, state: State, seat: int, move: Move, chance: Chance) -> Sequence[Event]:
        """Play a move, and note the end of a turn and the fall of strongholds."""
        number, turn = state.round, state.turn
        events = play_as_bot(state, seat, move, chance)
        if (state.round, state.turn) != (number, turn):
            if number and turn is not None and not state.players[turn].eliminated:
                self._last[turn] = _turn(state, turn, number)
                self.turns.append(self._last[turn])
            if state.turn is not None:
                self._last.pop(state.turn, None)
        for other in [other for other in self._last if state.players[other].eliminated]:
            self._last.pop(other).fell = True
        return events


def _turn(state: State, seat: int, number: int) -> Turn:
    seen = view(state, seat)
    front = Front(seen)
    at_home = front.armies[front.stronghold]
    return Turn(seat, number, at_home, sum(map(seen.armies, front.mine)), at_home < front.garrison)


def games(number: int) -> Iterator[tuple[int, list[Turn]]]:
    """Play games; yield the rounds and the turns of each."""
    for game in range(number):
        (name, seats), chance = TABLES[game % len(TABLES)], FastChance(SEED + game, keep=False)
        persons, options = [False] * seats, Options(rounds=LAST_ROUND)
        state, _ = new_game(RULESETS[name], persons, options, f"guards-{game}", chance)
        watch = Watch()
        play_out(state, make_bots(("general",) * seats, SEED + game), chance, watch.play)
        yield min(state.round, LAST_ROUND), watch.turns


def main(number: int) -> None:
    """Play the games and print what happened in all of them."""
    played = list(games(number))
    rounds = [length for length, _ in played]
    turns = [turn for _, of_game in played for turn in of_game]
    weak = [turn for turn in turns if turn.is_weak]
    home = mean(turn.at_home / turn.armies for turn in turns if turn.round >= SETTLED)
    print(f"{len(played)} games, rounds: median {median(rounds):g}, mean {mean(rounds):.1f}")
    print(f"more than {LONG} rounds: {mean(length > LONG for length in rounds):.1%}")
    print(f"{len(turns)} turns, {_fallen(turns)}; {len(weak)} left too few armies, {_fallen(weak)}")
    print(f"armies at home from round {SETTLED}: {home:.0%}")


def _fallen(turns: list[Turn]) -> str:
    fell = sum(turn.fell for turn in turns)
    return f"{fell} followed by the fall of the stronghold ({fell / max(1, len(turns)):.2%})"


if __name__ == "__main__":
    main(int(sys.argv[1]))
