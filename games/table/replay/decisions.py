"""The decisions that a person made in a game, and the position at each of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from games.models import Move
from games.table.replay.positions import positions
from games.table.replay.replay import Replay
from rules import Move as RulesMove
from rules import View, move_from_json, view
from rules.moves import MOVES, Place
from rules.moves.base import Kind


@dataclass(frozen=True, slots=True, repr=False)
class Decision:
    """A person's answer: one move, or placements one after another.

    `number` is the log number of the first move; `first` and `last` are the steps of the moves.
    """

    user: int
    seat: int
    number: int
    first: int
    last: int
    moves: tuple[RulesMove, ...]


def decisions_of(replay: Replay, user: int) -> list[Decision]:
    """Return the decisions that a person made, without those made for them."""
    return _decisions(replay, lambda person: person == user)


def own_steps(replay: Replay, user: int) -> list[int]:
    """Return the steps of a person's decisions."""
    found = decisions_of(replay, user)
    return [step for each in found for step in range(each.first, each.last + 1)]


def all_decisions(replay: Replay) -> list[Decision]:
    """Return the decisions that people made."""
    return _decisions(replay, lambda person: True)


def _decisions(replay: Replay, is_wanted: Callable[[int], bool]) -> list[Decision]:
    """Return the decisions of some people, by their ids.

    Answers without a public event, such as hiding armies, have no step and are left out.
    """
    found: list[Decision] = []
    for number, seat, by, public, private in replay.entries:
        if seat is None or by != Move.By.PLAYER or not public["events"]:
            continue
        person, written = replay.cast.user_at(seat, number), private["move"]
        if person is None or not is_wanted(person):
            continue
        if MOVES[written["move"]].kind is not Kind.ANSWER:
            continue
        move, step = move_from_json(written), replay.steps.of(number)
        before = found[-1] if found else None
        if before and _continues(before, person, number, move):
            found[-1] = replace(before, last=step, moves=(*before.moves, move))
        else:
            found.append(Decision(person, seat, number, step, step, (move,)))
    return found


def _continues(before: Decision, user: int, number: int, move: RulesMove) -> bool:
    is_next = before.user == user and number == before.number + len(before.moves)
    return is_next and isinstance(move, Place) and isinstance(before.moves[-1], Place)


def views_at(replay: Replay, decisions: list[Decision]) -> Iterator[tuple[Decision, View]]:
    """Yield decisions in order, each with what its seat knew then; the next changes the view.

    Raises RulesError if the game was played under older rules.
    """
    waiting = {decision.number: decision for decision in decisions}
    end = max(waiting, default=0)
    for number, _, state in positions(replay.stored, replay.entries[:end]):
        if number + 1 in waiting:
            decision = waiting[number + 1]
            yield decision, view(state, decision.seat)
