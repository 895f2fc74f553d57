"""Use cases of play: make a game, start it, play a move. The only writer of positions and log.

Persons, bots, clocks and moderators all enter by `_enter`: one transaction that locks the game,
loads it, lets the rules play, and saves the move and what it changed.
"""

import logging
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import DatabaseError, transaction
from django.dispatch import Signal
from django.utils import timezone

from games.log import entry_parts, events_for, visible_events
from games.models import Game, Move, Player, User
from games.store import Rows, StoredGame, load, load_locked, rows_of, save
from rules import (
    BOTS,
    RULESETS,
    CommittedChance,
    Decision,
    IllegalMove,
    InvalidMove,
    Options,
    State,
    move_to_json,
    new_game,
    new_seed,
    play,
    seed_commitment,
    view,
)
from rules.moves import Control, Default, Kind
from rules.moves import Move as RulesMove
from rules.plain import from_plain, to_plain

logger = logging.getLogger(__name__)

game_moved = Signal()
"""Sent with `code` and `number` when an entry of a game's log is committed."""

FEWEST_SEATS, MOST_SEATS = 2, 6
DEFAULT_BOT, STEWARD = "captain", "steward"


class Refused(Exception):
    """A request that no rule of the game is about; its text is a sentence."""


class NoSuchGame(Refused):
    """There is no such game, or none that the asker may know of."""


class NotSeated(Refused):
    """The asker does not sit at this table."""


class Stale(Refused):
    """The page that asked shows a position that is no longer there."""


@dataclass(frozen=True, slots=True)
class Played:
    """The answer to a move: its number in the log and the events its seat may see.

    `state` is the position after it; None when the same request had been answered before.
    """

    code: str
    number: int
    seat: int
    events: list[dict[str, Any]]
    state: State | None = field(default=None, compare=False, repr=False)


# Making and starting


@transaction.atomic
def create_game(
    seats: Sequence[User | str | None], options: Options | None = None, ruleset: str = "greyhawk"
) -> Game:
    """Open a table; each seat is a user's, a bot's (its name), or free (None).

    Raises InvalidMove for a ruleset, a bot or a number of seats there is not.
    """
    if ruleset not in RULESETS:
        raise InvalidMove("There is no such game to play.")
    if not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        raise InvalidMove(f"A table has {FEWEST_SEATS} to {MOST_SEATS} seats.")
    if any(isinstance(seat, str) and seat not in BOTS for seat in seats):
        raise InvalidMove("There is no such bot.")
    seed = new_seed()
    game = Game.objects.create(
        ruleset=ruleset,
        ruleset_version=RULESETS[ruleset].version,
        options=to_plain(options or Options()),
        seed=seed,
        seed_commitment=seed_commitment(seed),
    )
    Player.objects.bulk_create(
        Player(game=game, seat=number, bot=seat)
        if isinstance(seat, str)
        else Player(game=game, seat=number, user=seat)
        for number, seat in enumerate(seats)
    )
    return game


@transaction.atomic
def start_game(code: str) -> State:
    """Begin a game whose seats are all taken: entry 0 of its log."""
    stored = _load_locked(code)
    if stored.status != Game.Status.OPEN:
        raise Stale("This game has begun already.")
    if any(seat.user is None and not seat.bot for seat in stored.seats):
        raise Refused("There are free seats at this table.")
    chance = committed_chance(stored)
    persons = [seat.user is not None for seat in stored.seats]
    options = from_plain(Options, stored.options)
    state, events = new_game(RULESETS[stored.ruleset], persons, options, code, chance)
    _append(stored, entry_parts({"persons": persons}, chance.drawn, events), Move.By.START)
    _save(stored, rows_of(state), state)
    return state


def committed_chance(stored: StoredGame) -> CommittedChance:
    """Return the chance of a game: its secret seed and the players' public values."""
    return CommittedChance(stored.seed, stored.public_values, stored.code)


# Playing


@dataclass(frozen=True, slots=True)
class _Request:
    """A move as it comes in; the seat is given, or is the one where `user` sits."""

    move: RulesMove
    by: Move.By
    seat: int | None = None
    user: int | None = None
    decision: int | None = None
    key: str | None = None


def play_move(code: str, user: User, move: RulesMove, *, key: str, decision: int | None) -> Played:
    """Play a person's move.

    `decision` is the number of the open decision it answers, None for what is said outside one.
    `key` is the request's own: a repeated one gets the first answer again. Raises NoSuchGame,
    NotSeated, Stale, InvalidMove or IllegalMove, and then nothing is changed.
    """
    return _enter(code, _Request(move, Move.By.PLAYER, None, user.pk, decision, key))


def play_for(code: str, seat: int, move: RulesMove, by: Move.By, *, decision: int | None) -> Played:
    """Play a move of the house for a seat: by a bot, the clock or a moderator."""
    return _enter(code, _Request(move, by, seat, decision=decision))


def _enter(code: str, request: _Request) -> Played:
    with transaction.atomic():
        stored = _load_locked(code)
        seat = _seat_of(stored, request)
        answered = _first_answer(stored, seat, request.key)
        return answered or _play(stored, seat, request)


def _load_locked(code: str) -> StoredGame:
    try:
        return load_locked(code)
    except Game.DoesNotExist:
        raise NoSuchGame("There is no such game.") from None


def _seat_of(stored: StoredGame, request: _Request) -> int:
    if request.seat is not None:
        return request.seat
    for number, seat in enumerate(stored.seats):
        if seat.user is not None and seat.user == request.user:
            return number
    raise NotSeated("You do not sit at this table.")


def _first_answer(stored: StoredGame, seat: int, key: str | None) -> Played | None:
    if key is None:
        return None
    found = Move.objects.filter(game=stored.id, key=key)
    row = found.values_list("number", "seat", "public", "private").first()
    if row is None:
        return None
    number, owner, public, private = row
    if owner != seat:
        raise InvalidMove("This request carries the key of another one.")
    return Played(stored.code, number, seat, events_for(seat, public, private))


def _play(stored: StoredGame, seat: int, request: _Request) -> Played:
    if stored.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        raise Stale("This game is not being played.")
    state = stored.state()
    _verify_seat(state, seat, request)
    chance = committed_chance(stored)
    move = request.move
    events = play(state, seat, move, chance, request.by.value)
    parts = entry_parts(move_to_json(move), chance.drawn, events)
    _append(stored, parts, request.by, seat, request.key)
    _save(stored, rows_of(state, stored.rows.cards), state)
    return Played(stored.code, stored.number + 1, seat, visible_events(seat, events), state)


def _verify_seat(state: State, seat: int, request: _Request) -> None:
    """Raise where the seat is not the asker's now, or its decision is no longer open."""
    if not 0 <= seat < len(state.players):
        raise InvalidMove("There is no such seat.")
    is_manned = state.players[seat].control is Control.PLAYER
    if request.by is Move.By.PLAYER and not is_manned:
        raise IllegalMove("ELM-7", "Somebody else plays your seat now.")
    if request.by is Move.By.BOT and is_manned:
        raise Stale("A person plays this seat.")
    if request.move.kind is Kind.ANSWER or type(request.move) is Default:
        asked = state.decision_of(seat)
        # Once the game is over the rules have a better sentence.
        if not state.is_over and (asked is None or asked.number != request.decision):
            raise Stale("The game has moved on since this page was drawn.")


def _append(
    stored: StoredGame,
    parts: tuple[dict[str, Any], dict[str, Any]],
    by: Move.By,
    seat: int | None = None,
    key: str | None = None,
) -> None:
    Move.objects.create(
        game_id=stored.id,
        number=stored.number + 1,
        seat=seat,
        by=by,
        key=key,
        public=parts[0],
        private=parts[1],
    )


def _save(stored: StoredGame, after: Rows, state: State) -> None:
    """Save the position, and announce it when that is committed."""
    code, number = stored.code, stored.number + 1
    status = Game.Status.OVER if state.is_over else Game.Status.RUNNING
    save(stored, after, number=number, status=status, moved_at=timezone.now())
    # Whatever fails to hear of a move, the move stands.
    transaction.on_commit(lambda: _announce(code, number), robust=True)


def _announce(code: str, number: int) -> None:
    for receiver, error in game_moved.send_robust(Game, code=code, number=number):
        if isinstance(error, Exception):
            logger.error("%s was not told of %s at %s.", receiver, code, number, exc_info=error)


# Bots


def play_bot(code: str, thoughts: random.Random | None = None) -> Played | None:
    """Let one bot answer its open decision; None where the game waits for no bot.

    The bot thinks without holding the game. One that fails is logged, and the default answers
    in its place. Raises NoSuchGame, and Stale where another move came first.
    """
    try:
        stored = load(code)
    except Game.DoesNotExist:
        raise NoSuchGame("There is no such game.") from None
    if stored.status != Game.Status.RUNNING:
        return None
    state = stored.state()
    for decision in state.decisions:
        control = state.players[decision.seat].control
        if control is not Control.PLAYER:
            name = STEWARD if control is Control.STEWARD else stored.seats[decision.seat].bot
            source = thoughts or random.Random(secrets.randbits(128))
            return _answer_as_bot(stored.code, state, decision, name or DEFAULT_BOT, source)
    return None


def _answer_as_bot(
    code: str, state: State, decision: Decision, name: str, thoughts: random.Random
) -> Played:
    seat, number = decision.seat, decision.number
    try:
        move = BOTS[name](thoughts).choose(view(state, seat))
        return play_for(code, seat, move, Move.By.BOT, decision=number)
    except (Refused, DatabaseError):
        raise
    # Whatever goes wrong in a bot, the table must not wait for it.
    except Exception:
        logger.exception("The bot %s of seat %s failed in game %s.", name, seat, code)
    return play_for(code, seat, Default(), Move.By.CLOCK, decision=number)
