"""Play moves of people, bots, clocks and moderators.

Every move runs in one transaction that locks and loads the game, applies the rules, and saves the
move with its effects.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from games.exceptions import KeyReused, game_sought
from games.models import Move, User
from games.playing.apply import LAST, apply
from games.playing.checks import (
    MoveRequest,
    Thought,
    in_time,
    seat_of,
    verify_game,
    verify_seat,
    with_offers,
)
from games.storage.store.log_entries import Row, events_for
from games.storage.store.stored_game import StoredGame, load_locked
from games.storage.store.worker_cache import Memory
from rules import InvalidMove, State, move_to_json
from rules.moves import Move as RulesMove


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a request: the number of its last log entry and the events its seat may see.

    `stored` and `state` are the game afterwards, `rows` the new entries. For a repeated request,
    `stored` and `state` are None and `rows` is empty.
    """

    code: str
    number: int
    seat: int
    events: list[dict[str, Any]]
    state: State | None = field(default=None, compare=False, repr=False)
    stored: StoredGame | None = field(default=None, compare=False, repr=False)
    rows: tuple[Row, ...] = field(default=(), compare=False, repr=False)


def play_move(code: str, user: User, move: RulesMove, *, key: str, decision: int | None) -> Played:
    """Play a person's move; see `play_moves`."""
    return play_moves(code, user, (move,), key=key, decision=decision)


def play_moves(
    code: str,
    user: User,
    moves: Sequence[RulesMove],
    *,
    key: str,
    decision: int | None,
    epoch: int | None = None,
) -> Played:
    """Play a person's moves, all or none of them.

    `decision` is the number of the open decision that the first move answers, None for a move that
    answers none; later moves answer the decisions that follow. With `epoch`, decision and pact
    numbers must be of that epoch of the game (FAIR-6). `key` is an idempotency key: a repeated
    request gets the first response again; different moves with the same key raise KeyReused. A
    player whose seat is held by a steward takes it back by moving (ELM-7). Nothing is changed if
    this raises NoSuchGame, NotSeated, Stale, InvalidMove or IllegalMove.
    """
    if not moves:
        raise InvalidMove("Choose something first.")
    by = Move.By.PLAYER
    return _enter(
        code, MoveRequest(tuple(moves), by, user=user.pk, decision=decision, key=key, epoch=epoch)
    )


def return_to_seat(code: str, user: User, *, key: str) -> Played:
    """Return a seat from its steward to its player (ELM-7).

    Raises the same exceptions as `play_moves`.
    """
    return _enter(code, MoveRequest((), Move.By.PLAYER, user=user.pk, key=key))


def play_for(
    code: str,
    seat: int,
    move: RulesMove,
    by: Move.By,
    *,
    decision: int | None,
    epoch: int | None = None,
    thought: Thought | None = None,
) -> Played:
    """Play a move for a seat on behalf of a bot, the clock or a moderator.

    `decision` and `epoch` are as in `play_moves`; `thought` is how a bot chose its move. If the
    clock answers a person's attack or set-up decision, they have missed a turn; after the second in
    a row, a steward takes over their seat.
    """
    thought = thought or Thought()
    request = MoveRequest(
        thought.moves(move), by, seat, decision=decision, epoch=epoch, thought=thought
    )
    return _enter(code, request)


def play_held(
    stored: StoredGame,
    seat: int,
    move: RulesMove,
    by: Move.By,
    decision: int,
    memory: Memory | None = None,
) -> Played:
    """Like `play_for`, but for a game that the current transaction has locked."""
    request = MoveRequest((move,), by, seat, decision=decision, thought=Thought(memory=memory))
    return _play(stored, seat, request)


def _enter(code: str, request: MoveRequest) -> Played:
    with transaction.atomic():
        with game_sought():
            stored = load_locked(code)
        seat = seat_of(stored, request)
        answered = _first_answer(stored, seat, request)
        return answered or _play(in_time(stored, seat, request), seat, request)


def _first_answer(stored: StoredGame, seat: int, request: MoveRequest) -> Played | None:
    """Return the response to an earlier identical request; None for a new request.

    Raises KeyReused if the earlier request with this key was for another seat or had other moves.
    """
    key = request.key
    if key is None:
        return None
    found = Move.objects.filter(game=stored.id, key__in=(key, f"{key}{LAST}"))
    rows = list(found.order_by("number").values_list("number", "seat"))
    if not rows:
        return None
    first, last = rows[0][0], rows[-1][0]
    entries = Move.objects.filter(game=stored.id, number__range=(first, last))
    parts = list(entries.order_by("number").values_list("by", "public", "private"))
    played = [private["move"] for by, _, private in parts if by == request.by]
    if rows[0][1] != seat or played != [move_to_json(move) for move in request.moves]:
        raise KeyReused
    events = [event for _, public, private in parts for event in events_for(seat, public, private)]
    return Played(stored.code, last, seat, events)


def _play(stored: StoredGame, seat: int, request: MoveRequest) -> Played:
    """Play a request in a locked game."""
    verify_game(stored, request)
    memory = request.thought.memory
    state = memory.take(stored) if memory else stored.state()
    verify_seat(stored, state, seat, request)
    diplomacy = with_offers(stored, seat, request)
    after, log = apply(stored, state, seat, request, diplomacy)
    if memory is not None:
        # Keep the state only after all `game_moved` receivers have read it.
        transaction.on_commit(lambda: memory.keep(after, state), robust=True)
    seen = [event for _, public, private in log for event in events_for(seat, public, private)]
    return Played(stored.code, after.number, seat, seen, state, after, log)
