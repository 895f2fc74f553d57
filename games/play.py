"""Use cases of play: make a game, start it, play a move. The only writer of positions and log.

Persons, bots, clocks and moderators all enter by `_enter`: one transaction that locks the game,
loads it, lets the rules play, and saves the move and what it changed.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import connection, transaction
from django.dispatch import Signal
from django.utils import timezone

from games import absence, clocks, ledger, offers, plan_keeping
from games.clocks import Clocks
from games.log import Row, entry_parts, events_for
from games.memory import Memory
from games.models import AbsenceStep, Game, Move, Player, User
from games.positions import Rows, rows_of
from games.standing_still import may_be_said, stands_since
from games.store import StoredGame, keep, load_locked, save
from games.timekeeping import clocks_after, due_after, missed_turns, now
from rules import (
    BOTS,
    RULESETS,
    CommittedChance,
    Event,
    IllegalMove,
    InvalidMove,
    Options,
    State,
    move_to_json,
    new_game,
    new_seed,
    play,
    seed_commitment,
)
from rules.moves import AnswerPact, Control, Default, EndPact, Kind
from rules.moves import Move as RulesMove
from rules.plain import from_plain, to_plain

logger = logging.getLogger(__name__)

game_moved = Signal()
"""Sent with `code` and `number` when an entry of a game's log is committed.

With it come the game as it was saved (`stored`), its `state`, and the entries that were made
(`rows`).
"""

FEWEST_SEATS, MOST_SEATS = 2, 6
DEFAULT_BOT = "captain"


class Refused(Exception):
    """A request that no rule of the game is about; its text is a sentence."""


class NoSuchGame(Refused):
    """There is no such game, or none that the asker may know of."""


class NotSeated(Refused):
    """The asker does not sit at this table."""


class TooFast(Refused):
    """Somebody says or offers too much too fast; the text says when they may again."""


class Stale(Refused):
    """The page that asked shows a position that is no longer there."""


class Held(Stale):
    """A moderator has paused the game."""


@dataclass(frozen=True, slots=True)
class Played:
    """The answer to a move: its number in the log and the events its seat may see.

    `stored` and `state` are the game after it; None when the same request had been answered
    before. `rows` are the entries that it came to.
    """

    code: str
    number: int
    seat: int
    events: list[dict[str, Any]]
    state: State | None = field(default=None, compare=False, repr=False)
    stored: StoredGame | None = field(default=None, compare=False, repr=False)
    rows: tuple[Row, ...] = field(default=(), compare=False, repr=False)


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
    parts = entry_parts({"persons": persons}, chance.drawn, events)
    entries = [_entry(stored, 0, parts, Move.By.START, None, 0)]
    times = clocks_after(stored, Clocks(), state)
    _save(stored, rows_of(state), state, times, entries, is_seen=True)
    return state


def committed_chance(stored: StoredGame) -> CommittedChance:
    """Return the chance of a game: its secret seed and the players' public values."""
    return CommittedChance(stored.seed, stored.public_values, stored.code)


# Playing


@dataclass(frozen=True, slots=True)
class Thought:
    """How a bot came to its move.

    With `due_at` it is refused where the bot's time is later, with `on` where that is not the
    newest entry any more. `memory` is what the thread that plays it knows of games.
    """

    due_at: int | None = None
    on: int | None = None
    memory: Memory | None = None


@dataclass(frozen=True, slots=True)
class _Request:
    """Moves as they come in together; the seat is given, or is the one where `user` sits."""

    moves: tuple[RulesMove, ...]
    by: Move.By
    seat: int | None = None
    user: int | None = None
    decision: int | None = None
    key: str | None = None
    epoch: int | None = None
    thought: Thought = Thought()


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
    """Play a person's moves, all of them or none.

    `decision` is the number of the open decision that the first answers, None for what is said
    outside one; the others answer what is asked next. With `epoch` that number, or a pact's, is
    one of that epoch of the game (FAIR-6). `key` is the request's own: a repeated one gets the
    first answer again. A player whose seat a steward holds takes it back by acting (ELM-7).
    Raises NoSuchGame, NotSeated, Stale, InvalidMove or IllegalMove, and then nothing is changed.
    """
    if not moves:
        raise InvalidMove("Nothing was chosen.")
    who = (None, user.pk)
    return _enter(code, _Request(tuple(moves), Move.By.PLAYER, *who, decision, key, epoch))


def return_to_seat(code: str, user: User, *, key: str) -> Played:
    """Give a player back the seat that a steward holds (ELM-7); refused as by `play_moves`."""
    return _enter(code, _Request((), Move.By.PLAYER, None, user.pk, key=key))


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
    """Play a move of the house for a seat: by a bot, the clock or a moderator.

    `decision` and `epoch` are as in `play_moves`, `thought` is how a bot came to its move. Where
    the clock answers for a person in whose hand the game lay, a turn was missed; at the second in
    a row a steward sits down in their place.
    """
    who = (seat, None, decision, None, epoch)
    return _enter(code, _Request((move,), by, *who, thought or Thought()))


def play_held(
    stored: StoredGame,
    seat: int,
    move: RulesMove,
    by: Move.By,
    decision: int,
    memory: Memory | None = None,
) -> Played:
    """Play a move of the house, as `play_for` does, in a game that the transaction holds."""
    request = _Request((move,), by, seat, decision=decision, thought=Thought(memory=memory))
    return _play(stored, seat, request)


def _enter(code: str, request: _Request) -> Played:
    is_all = not connection.in_atomic_block
    with transaction.atomic():
        stored = _load_locked(code)
        seat = _seat_of(stored, request)
        answered = _first_answer(stored, seat, request.key)
        return answered or _play(_in_time(stored, seat, request), seat, request, is_all=is_all)


def _in_time(stored: StoredGame, seat: int, request: _Request) -> StoredGame:
    """Return the game as it is after what time did to it; Stale where an answer is too late."""
    is_answer = bool(request.moves) and request.moves[0].kind is Kind.ANSWER
    is_running = stored.status == Game.Status.RUNNING and stored.held_since is None
    if request.by not in Move.of_persons or not is_running:
        return stored
    times = clocks.from_json(stored.clocks)
    if times.pause:
        if may_be_said(request.moves, request.by):
            return stored
        raise Stale("The table is paused: let it go on first.")
    clock = times.running.get(seat)
    if not is_answer or clock is None or clock.until > now():
        return stored
    if absence.is_late(stored, seat):
        raise Stale("Your time was out when this came, and the game answers for you (ORD-6).")
    return absence.settle(stored)[0]


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


_LAST = "/last"
"""Marks, in the key of a request that brought several moves, the last of them."""


def _first_answer(stored: StoredGame, seat: int, key: str | None) -> Played | None:
    """Return what the same request was answered before; None where it is new."""
    if key is None:
        return None
    found = Move.objects.filter(game=stored.id, key__in=(key, f"{key}{_LAST}"))
    rows = list(found.order_by("number").values_list("number", "seat"))
    if not rows:
        return None
    if rows[0][1] != seat:
        raise InvalidMove("This request carries the key of another one.")
    first, last = rows[0][0], rows[-1][0]
    entries = Move.objects.filter(game=stored.id, number__range=(first, last))
    parts = entries.order_by("number").values_list("public", "private")
    events = [event for public, private in parts for event in events_for(seat, public, private)]
    return Played(stored.code, last, seat, events)


def _play(stored: StoredGame, seat: int, request: _Request, *, is_all: bool = False) -> Played:
    """Play what was asked in a game that is held; `is_all` where its transaction does no more."""
    if stored.status in (Game.Status.OPEN, Game.Status.CANCELLED):
        raise Stale("This game is not being played.")
    is_held = stored.held_since is not None and request.by is not Move.By.MODERATOR
    if is_held and not may_be_said(request.moves, request.by):
        raise Held("A moderator has paused this game. Nobody’s time runs.")
    times = clocks.from_json(stored.clocks)
    _verify_bot(stored, times, request)
    state = request.thought.memory.take(stored) if request.thought.memory else stored.state()
    _verify_seat(state, seat, request)
    is_manned = state.players[seat].control is Control.PLAYER
    if request.by is Move.By.PLAYER and not is_manned and stands_since(stored, times) is not None:
        raise Stale("The game stands still: take your seat back when it goes on.")
    diplomacy = _with_offers(stored, seat, request)
    chance = committed_chance(stored)
    before = stored.seats[seat].missed
    was = plan_keeping.before(times, state, seat)
    missed = missed_turns(stored, state, seat, request.moves, request.by)
    if missed > before:
        times = times.with_missed_turn()
    change = absence.seat_change(stored, state, seat, request.by, missed)
    times = times.with_steps(len(change.steps), len(change.steps) if change.is_open else 0)
    entries: list[Move] = []
    events: list[Event] = []
    for move, by in _with_changes_of_seat(state, request, change):
        begun_in = state.round
        told = play(state, seat, move, chance, by.value)
        parts = entry_parts(move_to_json(move), chance.drawn, told)
        number = stored.number + len(entries) + 1
        entries.append(_entry(stored, number, parts, by, seat, begun_in))
        is_persons = by in Move.of_persons
        diplomacy = ledger.noted(diplomacy, told, number, begun_in, seat, is_persons)
        events += told
    if request.key is not None:
        entries[-1].key = request.key + _LAST
        entries[0].key = request.key
    columns = {**change.columns, "missed": missed} if missed != before or change.columns else {}
    steps = absence.steps_of(stored, seat, change)
    times = plan_keeping.after(stored, times, was, state, seat, request.moves, request.by)
    times, number = clocks_after(stored, times, state, events), entries[-1].number
    is_seen = any(entry.public["events"] for entry in entries)
    rows, seats = rows_of(state, stored.rows), {seat: columns}
    more = (is_seen, diplomacy, steps, seats)
    after = _save(stored, rows, state, times, entries, *more, is_all=is_all)
    if request.thought.memory is not None:
        # Not before all who are told have drawn what they show of it.
        memory = request.thought.memory
        transaction.on_commit(lambda: memory.keep(after, state), robust=True)
    log = _rows_of_log(entries)
    seen = [event for _, public, private in log for event in events_for(seat, public, private)]
    return Played(stored.code, number, seat, seen, state, after, log)


def _verify_bot(stored: StoredGame, times: Clocks, request: _Request) -> None:
    """Raise where the table changed since a bot began to think."""
    if request.thought.on not in (None, stored.number):
        raise Stale("The bot thought of another position.")
    if request.thought.due_at is None:
        return
    if times.pause or times.bot is None or times.bot.when > request.thought.due_at:
        raise Stale("It is not this bot’s time yet.")


def _rows_of_log(entries: Sequence[Move]) -> tuple[Row, ...]:
    return tuple((entry.number, entry.public, entry.private) for entry in entries)


def _with_offers(stored: StoredGame, seat: int, request: _Request) -> dict[str, Any]:
    """Return the game's diplomacy with what a person offers counted; TooFast for too much."""
    if request.by is not Move.By.PLAYER:
        return stored.diplomacy
    wait = offers.wait(stored.diplomacy, seat, request.moves, now())
    if wait:
        again = offers.in_words(wait)
        raise TooFast(f"You have offered much in a short while. You may offer again in {again}.")
    return offers.counted(stored.diplomacy, seat, request.moves, now())


def _verify_seat(state: State, seat: int, request: _Request) -> None:
    """Raise where the seat is not the asker's now, or its decision is no longer open."""
    if not 0 <= seat < len(state.players):
        raise InvalidMove("There is no such seat.")
    player = state.players[seat]
    is_manned = player.control is Control.PLAYER
    is_back = absence.may_return(state, seat)
    if request.by is Move.By.PLAYER and not is_manned and not is_back:
        raise IllegalMove("ELM-7", "Somebody else plays your seat now.")
    if request.by is Move.By.ORDER and not is_manned:
        raise Stale("Somebody else plays this seat now.")
    if request.by is Move.By.BOT and is_manned:
        raise Stale("A person plays this seat.")
    if not request.moves:
        if is_manned:
            raise Stale("You sit in your seat already.")
        return
    first = request.moves[0]
    is_answer = first.kind is Kind.ANSWER or type(first) is Default
    is_numbered = is_answer or isinstance(first, AnswerPact | EndPact)
    if is_numbered and request.epoch not in (None, state.epoch):
        raise Stale("The game was taken back since this page was drawn: look at it again.")
    if is_answer:
        # To a person whose game is over the rules say it; the house came too late.
        is_told = state.is_over and request.by is Move.By.PLAYER
        asked = state.decision_of(seat)
        if not is_told and (asked is None or asked.number != request.decision):
            raise Stale("The game has moved on since this page was drawn.")


def _with_changes_of_seat(
    state: State, request: _Request, change: absence.SeatChange
) -> Iterator[tuple[RulesMove, Move.By]]:
    """Yield what is to be played: one who was away comes back first, one who is away goes last."""
    if change.before is not None:
        yield change.before, Move.By.CLOCK
    for move in request.moves:
        yield move, request.by
    if change.after is not None and not state.is_over:
        yield change.after, Move.By.CLOCK


def _entry(
    stored: StoredGame,
    number: int,
    parts: tuple[dict[str, Any], dict[str, Any]],
    by: Move.By,
    seat: int | None,
    begun_in: int,
) -> Move:
    return Move(
        game_id=stored.id,
        number=number,
        seat=seat,
        by=by,
        public=parts[0],
        private=parts[1],
        round=begun_in,
    )


def _save(
    stored: StoredGame,
    after: Rows,
    state: State,
    times: Clocks,
    entries: Sequence[Move],
    is_seen: bool,
    diplomacy: dict[str, Any] | None = None,
    steps: Sequence[AbsenceStep] = (),
    seats: Mapping[int, Mapping[str, Any]] | None = None,
    *,
    is_all: bool = False,
) -> StoredGame:
    """Save entries, the position they led to, what is due next, and announce it on commit.

    `is_seen` says that everybody sees something of it: else no time that is shown moves (ORD-5).
    `diplomacy` is what is noted of pacts and offers, None where nothing was yet. `steps` are those
    that were taken about absences, `seats` what else has changed of players. Where that `is_all`
    that the transaction does, it ends with it.
    """
    status = Game.Status.OVER if state.is_over else Game.Status.RUNNING
    number, clocks_now = entries[-1].number, clocks.to_json(times)
    columns: dict[str, Any] = {"number": number, "status": status}
    if clocks_now != stored.clocks:
        columns["clocks"] = clocks_now
    if diplomacy is not None and diplomacy != stored.diplomacy:
        columns["diplomacy"] = diplomacy
    if status == Game.Status.OVER and stored.status != status:
        plan_keeping.forget(stored)
        _keep_scores(stored, ledger.scores(state, diplomacy or {}))
    if is_seen:
        columns["moved_at"] = timezone.now()
        if status != stored.status or _asked(after) != _asked(stored.rows):
            columns["changed_at"] = columns["moved_at"]
    kept = {name: part for name, part in columns.items() if name != "moved_at"}
    if all(seat.user is None for seat in stored.seats):
        # Nobody is told anything of a game of bots.
        columns["noticed"] = number
    due = due_after(stored.id, clocks.from_json(stored.clocks), times)
    texts = save(stored, after, entries, due, steps, seats or {}, ends=is_all, **columns)
    saved, rows = replace(stored, rows=after, texts=texts, **kept), _rows_of_log(entries)
    # Whatever fails to hear of a move, the move stands.
    transaction.on_commit(lambda: keep(saved), robust=True)
    transaction.on_commit(lambda: _announce(saved, state, rows), robust=True)
    return saved


def _keep_scores(stored: StoredGame, scores: dict[int, ledger.Score]) -> None:
    """Count in a game that is over who kept their pacts, for their profiles."""
    counted = [
        Player(
            pk=stored.seats[seat].id,
            pacts_kept=score.kept,
            pacts_broken=score.broken,
            pacts_ended=score.ended,
        )
        for seat, score in scores.items()
    ]
    if counted:
        Player.objects.bulk_update(counted, ["pacts_kept", "pacts_broken", "pacts_ended"])


def _asked(rows: Rows) -> set[int]:
    """Return the seats the game waits for, which everybody sees."""
    return {decision["seat"] for decision in rows.game.get("decisions", ())}


def _announce(stored: StoredGame, state: State, entries: tuple[Row, ...]) -> None:
    more = {"stored": stored, "state": state, "rows": entries}
    told = game_moved.send_robust(Game, code=stored.code, number=stored.number, **more)
    for receiver, error in told:
        if isinstance(error, Exception):
            logger.error("%s was not told of %s.", receiver, stored, exc_info=error)


# Going back


def enter_take_back(
    stored: StoredGame,
    after: Rows,
    state: State,
    parts: tuple[dict[str, Any], dict[str, Any]],
    diplomacy: dict[str, Any],
) -> int:
    """Enter that a moderator went back to an earlier position (FAIR-6); return its number.

    All clocks begin anew. Only `games.take_back` knows which position that is.
    """
    number = stored.number + 1
    entries = [_entry(stored, number, parts, Move.By.MODERATOR, 0, state.round)]
    plans = plan_keeping.taken_back(stored, clocks.from_json(stored.clocks))
    times = clocks_after(stored, Clocks(plans=plans), state)
    _save(stored, after, state, times, entries, True, diplomacy)
    return number
