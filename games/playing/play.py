"""Play moves of people, bots, clocks and moderators.

Every move runs in one transaction that locks and loads the game, applies the rules, and saves the
move with its effects.
"""

from collections.abc import Callable, Sequence

from django.db import transaction

from games.exceptions import game_sought
from games.models import Move, User
from games.playing.apply import apply
from games.playing.checks import first_answer, seat_of, settle_clocks, verify_game, verify_seat
from games.playing.commit import save_entries
from games.playing.consequences import clocks, deadlines, pacts, pause, plans, seats
from games.playing.rate_limits import verify_rates
from games.playing.requests import After, Before, BotChoice, MoveRequest, Played
from games.storage.store.log_entries import events_for, rows_of_log
from games.storage.store.saving import Changes
from games.storage.store.stored_game import StoredGame, load_locked
from games.storage.store.worker_cache import Memory
from rules import InvalidMove
from rules.moves import Move as RulesMove

CONSEQUENCES: tuple[Callable[[Before, After], Changes], ...] = (
    seats.changes,
    plans.changes,
    pacts.changes,
    clocks.changes,
    pause.changes,
    deadlines.changes,
)
"""What a move causes, in order: each function sees the changes of those before it."""


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
    answers none; later moves answer the decisions that follow. If `epoch` is given, decision and
    pact numbers must belong to that epoch of the game (FAIR-6). `key` is an idempotency key: a
    repeated request gets the first response again; different moves with the same key raise
    KeyReused. A player whose seat is held by a steward takes it back by moving (ELM-7). Nothing is
    changed if this raises NoSuchGame, NotSeated, Stale, InvalidMove or IllegalMove.
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
    choice: BotChoice | None = None,
) -> Played:
    """Play a move for a seat on behalf of a bot, the clock or a moderator.

    `decision` and `epoch` are as in `play_moves`; `choice` says how a bot chose its move. If the
    clock answers a person's attack or set-up decision, they have missed a turn; after the second in
    a row, a steward takes over their seat.
    """
    choice = choice or BotChoice()
    request = MoveRequest(
        choice.moves(move), by, seat, decision=decision, epoch=epoch, choice=choice
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
    request = MoveRequest((move,), by, seat, decision=decision, choice=BotChoice(memory=memory))
    return _play(stored, seat, request)


# The path of a move


def _enter(code: str, request: MoveRequest) -> Played:
    with transaction.atomic():
        with game_sought():
            stored = load_locked(code)
        seat = seat_of(stored, request)
        answered = first_answer(stored, seat, request)
        return answered or _play(settle_clocks(stored, seat, request), seat, request)


def _play(stored: StoredGame, seat: int, request: MoveRequest) -> Played:
    """Play a request in a locked game: check it, apply the rules, save what changes, announce."""
    verify_game(stored, request)
    memory = request.choice.memory
    state = memory.take(stored) if memory else stored.state()
    verify_seat(stored, state, seat, request)
    verify_rates(stored, seat, request)
    change = seats.seat_change(stored, state, seat, request)
    before = Before(stored, seat, request, change, plans.is_foreseen(stored, state, seat))
    after = apply(before, state)
    saved = save_with_consequences(before, after)
    if memory is not None:
        # Keep the state only after all `game_moved` receivers have read it.
        transaction.on_commit(lambda: memory.keep(saved, state), robust=True)
    rows = rows_of_log(after.entries)
    seen = [event for _, public, private in rows for event in events_for(seat, public, private)]
    return Played(stored.code, saved.number, seat, seen, state, saved, rows)


def save_with_consequences(before: Before, after: After) -> StoredGame:
    """Save the entries of a request with everything they cause; announce them on commit."""
    for consequence in CONSEQUENCES:
        after = after.then(consequence(before, after))
    return save_entries(before.stored, after.state, after.rows, after.entries, after.changes)
