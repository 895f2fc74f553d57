"""Checks on a request before the rules see it: seat, repetition, timing. The game is locked.

They raise IllegalMove if a rule forbids the request, and Refused if it is late or for another
player's seat.
"""

from games.exceptions import Held, KeyReused, NotSeated, Stale
from games.models import Game, Move
from games.playing.clocks import expiry, unattended
from games.playing.clocks.stopped import is_allowed_while_stopped
from games.playing.consequences.seats import may_return
from games.playing.requests import LAST, MoveRequest, Played
from games.storage.store.database_time import now
from games.storage.store.log_entries import events_for
from games.storage.store.sql import Select, ask
from games.storage.store.stored_game import StoredGame
from rules import IllegalMove, InvalidMove, State, move_to_json
from rules.moves import AnswerPact, Control, Default, EndPact, Kind


def seat_of(stored: StoredGame, request: MoveRequest) -> int:
    """Return the seat that a request is for; raise NotSeated if its user has none."""
    if request.seat is not None:
        return request.seat
    for number, seat in enumerate(stored.seats):
        if seat.user is not None and seat.user == request.user:
            return number
    raise NotSeated("You don’t have a seat in this game.")


def first_answer(stored: StoredGame, seat: int, request: MoveRequest) -> Played | None:
    """Return the response to an earlier identical request; None for a new request.

    Raises KeyReused if the earlier request with this key was for another seat or had other moves.
    """
    key = request.key
    if key is None:
        return None
    (rows,) = ask((_OF_KEYS,), (stored.id, key, f"{key}{LAST}"))
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


_OF_KEYS = Select(
    Move.objects.filter(game=0, key__in=("", LAST)).order_by("number").values_list("number", "seat")
)


def settle_clocks(stored: StoredGame, seat: int, request: MoveRequest) -> StoredGame:
    """Settle the clocks before a person's request; return the updated game.

    Raises Stale if the game is paused or the person's time has run out.
    """
    is_answer = bool(request.moves) and request.moves[0].kind is Kind.ANSWER
    is_running = stored.status == Game.Status.RUNNING and stored.held_since is None
    if request.by not in Move.of_persons or not is_running:
        return stored
    times = stored.clocks
    if times.pause:
        if is_allowed_while_stopped(request.moves, request.by):
            return stored
        if times.pause.unattended and request.by is Move.By.PLAYER:
            return unattended.attended(stored, seat)
        raise Stale("The game is paused. Resume it first.")
    clock = times.running.get(seat)
    if not is_answer or clock is None or clock.until > now():
        return stored
    if expiry.is_late(stored, seat):
        raise Stale("You ran out of time, so the game moved for you.")
    return expiry.settle(stored)[0]


def verify_game(stored: StoredGame, request: MoveRequest) -> None:
    """Raise Stale if a game is not being played, or has changed since a bot chose its move.

    Raises Held if a moderator has paused the game.
    """
    if stored.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        raise Stale("This game is not running.")
    is_held = stored.held_since is not None and request.by is not Move.By.MODERATOR
    if is_held and not is_allowed_while_stopped(request.moves, request.by):
        raise Held("A moderator has paused this game. All clocks are paused.")
    due_at, on = request.choice.due_at, request.choice.on
    if on not in (None, stored.number):
        raise Stale("The bot’s move was computed for an earlier position.")
    if due_at is None:
        return
    times = stored.clocks
    if times.pause or times.bot is None or times.bot.when > due_at:
        raise Stale("This bot’s move is not due yet.")


def verify_seat(stored: StoredGame, state: State, seat: int, request: MoveRequest) -> None:
    """Raise if the requester does not control the seat now, or if its decision is no longer open.

    The exception is IllegalMove or Stale.
    """
    if not 0 <= seat < len(state.players):
        raise InvalidMove("That seat doesn’t exist.")
    is_manned = state.players[seat].control is Control.PLAYER
    _verify_hand(state, seat, request.by)
    if request.moves:
        _verify_open(state, seat, request)
    elif is_manned:
        raise Stale("You already have your seat.")
    is_return = request.by is Move.By.PLAYER and not is_manned
    if is_return and stored.stopped_since(stored.clocks) is not None:
        raise Stale("The game is paused. Take your seat back when it resumes.")


def _verify_hand(state: State, seat: int, by: Move.By) -> None:
    """Raise IllegalMove or Stale if `by` may not move for a seat; a player may return (ELM-7)."""
    is_manned = state.players[seat].control is Control.PLAYER
    if by is Move.By.PLAYER and not is_manned and state.players[seat].eliminated:
        raise IllegalMove("ELM-7", "You’ve been eliminated, so you can’t come back.")
    if by is Move.By.PLAYER and not is_manned and not may_return(state, seat):
        raise IllegalMove("ELM-7", "Someone else has your seat now.")
    if by is Move.By.ORDER and not is_manned:
        raise Stale("Someone else has this seat now.")
    if by is Move.By.BOT and is_manned:
        raise Stale("A player already has this seat.")


def _verify_open(state: State, seat: int, request: MoveRequest) -> None:
    """Raise Stale if a request answers a decision that is not open now.

    Only the first move is checked, or the second if the first is a bot's offer.
    """
    first = request.moves[0] if request.choice.offer is None else request.moves[1]
    is_answer = first.kind is Kind.ANSWER or type(first) is Default
    is_numbered = is_answer or isinstance(first, AnswerPact | EndPact)
    if is_numbered and request.epoch not in (None, state.epoch):
        raise Stale(
            "A moderator took the game back, so this page was out of date. Here is the game as it "
            "is now."
        )
    if is_answer:
        # After the end of the game, let the rules refuse a person's move with a reason.
        is_told = state.is_over and request.by is Move.By.PLAYER
        asked = state.decision_of(seat)
        if not is_told and (asked is None or asked.number != request.decision):
            raise Stale("The game has moved on. Here it is as it stands now.")
