"""Open a table, sit down, leave.

Only this package changes tables before they begin. Every change locks the game first, so that the
last free seat goes to one person.
"""

import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from enum import StrEnum

from django.core.cache import cache
from django.db import transaction
from django.db.models import Count, Q
from django.dispatch import Signal
from django.utils import timezone

from games.clocks.stopped import is_site_closed
from games.clocks.time_controls import (
    SLOW_FROM,
    USUAL_FILL_DAYS,
    control_for,
    time_control_of,
)
from games.display.bot_levels import LEVELS
from games.exceptions import LimitReached, NoSuchGame, Refused, Stale
from games.lobby.seat_limits import verify_may_take_seat
from games.models import VALUE_COLUMNS, Game, Measure, Player, User
from games.play.start import create_game, start_game
from games.store.database_time import moment_now
from games.trust.linked_accounts import note_networks
from games.trust.restrictions import verify_may
from rules import Options
from rules.json import from_plain, to_plain

logger = logging.getLogger(__name__)

lobby_changed = Signal()
"""Sent with `code` after the commit that opened, changed, began or closed a table."""

MOST_OPEN, MOST_OPEN_OF_GUESTS, MOST_OPENED_HOURLY = 20, 3, 30
MOST_SITTINGS, SITTINGS_SECONDS = 60, 600


class SeatNotFree(Refused):
    """The requested seat has been taken by somebody else."""


class NotAllowed(Refused):
    """The user may not do this at this table."""


class NeedsAccount(NotAllowed):
    """A guest tried to join a table closed to guests."""


class SeatKind(StrEnum):
    """The kind of player that a seat is reserved for when a table is opened."""

    ME = "me"
    OPEN = "open"
    LINK = "link"
    RECRUIT = "recruit"
    CAPTAIN = "captain"
    GENERAL = "general"


@dataclass(frozen=True, slots=True)
class TableTerms:
    """The terms on which a table is opened; `seats` contains `ME` exactly once."""

    seats: tuple[SeatKind, ...]
    options: Options = field(default_factory=Options)
    ruleset: str = "greyhawk"
    title: str = ""
    is_listed: bool = True
    takes_guests: bool = True
    pace: str = Game.Pace.CALM.value
    turn_seconds: int = 300
    reaction_seconds: int = 20
    bank_seconds: int = 0
    refill_seconds: int = 0
    excuse_seconds: int = 0
    keeps_rest: bool = False
    fill_days: int = USUAL_FILL_DAYS

    @property
    def fill_time(self) -> timedelta | None:
        """Return how long the table may take to fill; None for a live table."""
        return timedelta(days=self.fill_days) if self.turn_seconds >= SLOW_FROM else None


@dataclass(frozen=True, slots=True)
class Seated:
    """A user's seat, and whether the game began because it was the last free one."""

    seat: int
    has_begun: bool


# Locking and announcing


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A game locked until the transaction ends, with its players in seat order."""

    game: Game
    players: list[Player]

    def player_of(self, user: User) -> Player | None:
        """Return a user's seat; None if they have none."""
        return next((player for player in self.players if player.user_id == user.pk), None)

    def free_seats(self) -> list[Player]:
        """Return the seats that have neither a person nor a bot."""
        return [player for player in self.players if player.user_id is None and not player.bot]

    def persons(self) -> list[int]:
        """Return the primary keys of the seated users, in seat order."""
        return [player.user_id for player in self.players if player.user_id is not None]

    def is_host(self, user: User) -> bool:
        """Return whether a user acts as host of the table (see `host_of`)."""
        return host_of(self.game, self.players) == user.pk


def host_of(game: Game, players: list[Player]) -> int | None:
    """Return the primary key of a table's host; if the account is gone, the first seated user's."""
    if game.host_id is not None:
        return game.host_id
    return next((player.user_id for player in players if player.user_id is not None), None)


def lock_table(code: str) -> LockedTable:
    """Lock a game and load its players; raise NoSuchGame if there is none."""
    game = Game.objects.public().select_for_update(no_key=True).filter(code=code).first()
    if game is None:
        raise NoSuchGame("That game does not exist.")
    return LockedTable(game, list(game.players.public().select_related("user").order_by("seat")))


def announce_change(game: Game) -> None:
    """Mark a game as changed, and send `lobby_changed` after the commit."""
    Game.objects.filter(pk=game.pk).update(changed_at=moment_now())
    # The change is committed: a failing receiver must not fail the request.
    transaction.on_commit(lambda: _announce(game.code), robust=True)


def announce_change_in_games_of(user: User) -> None:
    """Mark a user's open and running games as changed, as they show the user's name."""
    shown = (Game.Status.OPEN, Game.Status.RUNNING)
    tables = Game.objects.filter(players__user=user, status__in=shown)
    for game in tables.only("pk", "code").order_by("pk"):
        announce_change(game)


def _announce(code: str) -> None:
    for receiver, error in lobby_changed.send_robust(Game, code=code):
        if isinstance(error, Exception):
            logger.error("Receiver %s failed for table %s.", receiver, code, exc_info=error)


# Opening


@transaction.atomic
def open_table(host: User, terms: TableTerms) -> Game:
    """Open a table and seat its host; raise Barred, or LimitReached beyond the host's limits.

    The host sets a public value later, after the commitment to the seed (FAIR-1).
    """
    _verify_may_open(host)
    users: dict[SeatKind, User | str] = {SeatKind(level): level for level in LEVELS}
    users[SeatKind.ME] = host
    game = create_game([users.get(kind) for kind in terms.seats], terms.options, terms.ruleset)
    Game.objects.filter(pk=game.pk).update(
        host=host,
        title=terms.title,
        is_listed=terms.is_listed,
        takes_guests=terms.takes_guests,
        pace=terms.pace,
        turn_seconds=terms.turn_seconds,
        reaction_seconds=terms.reaction_seconds,
        bank_seconds=terms.bank_seconds,
        refill_seconds=terms.refill_seconds,
        excuse_seconds=terms.excuse_seconds,
        keeps_rest=terms.keeps_rest,
        fills_until=terms.fill_time and game.created_at + terms.fill_time,
    )
    by_link = [seat for seat, kind in enumerate(terms.seats) if kind is SeatKind.LINK]
    game.players.filter(seat__in=by_link).update(is_by_link=True)
    announce_change(game)
    return game


def _verify_may_open(host: User) -> None:
    verify_may(host, Measure.Kind.LIMIT)
    # Serialize concurrent requests, so that each counts the tables the others have opened.
    User.objects.lock(host.pk)
    verify_may_take_seat(host)
    since = timezone.now() - timedelta(hours=1)
    counts = Game.objects.filter(host=host).aggregate(
        open=Count("pk", filter=Q(status=Game.Status.OPEN)),
        lately=Count("pk", filter=Q(created_at__gte=since)),
    )
    most = MOST_OPEN_OF_GUESTS if host.is_guest else MOST_OPEN
    if counts["open"] >= most:
        raise LimitReached(f"You’re already hosting {most} games. Start or cancel one first.")
    if counts["lately"] >= MOST_OPENED_HOURLY:
        raise LimitReached("You’ve created too many games in the last hour. Try again later.")


# Sitting down and leaving


def join(
    code: str,
    user: User,
    *,
    seat: int | None = None,
    is_invited: bool = False,
    public_value: str = "",
) -> Seated:
    """Take a given seat, or any free one; begin the game if it was the last.

    A user who is already seated keeps their seat. Raises NoSuchGame, Stale, NotAllowed, Barred,
    LimitReached, or SeatNotFree if no such seat is free.
    """
    seated, is_full = _join(code, user, seat, is_invited, public_value)
    return Seated(seated, has_begun=is_full and begin_full(code))


@transaction.atomic
def _join(
    code: str, user: User, seat: int | None, is_invited: bool, public_value: str
) -> tuple[int, bool]:
    table = lock_table(code)
    own = table.player_of(user)
    if own is not None:
        return own.seat, False
    _verify_may_sit(table.game, user)
    return sit_down(table, user, seat, is_invited, public_value)


def join_as(
    code: str, make_user: Callable[[], User], *, is_invited: bool = False, public_value: str = ""
) -> User:
    """Create a user and seat them as `join` does; if they cannot be seated, create no user."""
    with transaction.atomic():
        user = make_user()
        _, is_full = _join(code, user, None, is_invited, public_value)
    if is_full:
        begin_full(code)
    return user


def _verify_may_sit(game: Game, user: User) -> None:
    if game.status == Game.Status.CANCELLED:
        raise Stale("This game has been cancelled.")
    if game.status == Game.Status.OVER:
        raise Stale("This game is over.")
    if game.status == Game.Status.RUNNING:
        raise SeatNotFree("Someone else took the last free seat, and the game has started.")
    if game.fills_until is not None and game.fills_until <= timezone.now():
        raise Stale("This game didn’t fill in time and is being cancelled.")
    if user.is_guest and not game.takes_guests:
        raise NeedsAccount("You need an account to join this game.")
    verify_not_sent_away(game, user)
    if _sits_down_too_often(user):
        raise LimitReached("You’ve joined too many games recently. Wait a few minutes.")


def verify_not_sent_away(game: Game, user: User) -> None:
    """Raise NotAllowed if the host has freed this user's seat within the last day."""
    if cache.get(sent_away_key(game, user.pk)):
        raise NotAllowed("The host removed you from this game.")


def sent_away_key(game: Game, user: int) -> str:
    """Return the cache key that records that the host freed a user's seat."""
    return f"sent-away/{game.code}/{user}"


def _sits_down_too_often(user: User) -> bool:
    key = f"sittings/{user.pk}"
    cache.add(key, 0, SITTINGS_SECONDS)
    try:
        return cache.incr(key) > MOST_SITTINGS
    except ValueError:
        # The cache key expired between the two calls.
        return False


def sit_down(
    table: LockedTable, user: User, seat: int | None, is_invited: bool, public_value: str
) -> tuple[int, bool]:
    """Take a free seat of a locked table; return it, and whether it was the last free seat.

    If it was, the caller calls `begin_full` after this transaction has committed, so that all
    public values are stored before anything is drawn (FAIR-1). Raises SeatNotFree, Barred,
    LimitReached, or Stale if it is the last seat and the site is closed.
    """
    verify_may(user, Measure.Kind.LIMIT)
    verify_may_take_seat(user)
    free = table.free_seats()
    allowed = [player for player in free if is_invited or not player.is_by_link]
    wanted = [player for player in allowed if seat is None or player.seat == seat]
    if not wanted:
        raise SeatNotFree(_why_not(free, allowed))
    # Prefer a seat by link: the open seats stay free for people without an invitation.
    player = max(wanted, key=lambda player: player.is_by_link)
    is_full = len(free) == 1
    if is_full:
        verify_site_open()
    player.user = user
    player.give_value(public_value)
    player.save(update_fields=["user", *VALUE_COLUMNS])
    announce_change(table.game)
    return player.seat, is_full


@transaction.atomic
def begin_full(code: str) -> bool:
    """Begin a game if all its seats are still taken; return whether it began."""
    table = lock_table(code)
    if table.game.status != Game.Status.OPEN or table.free_seats():
        return False
    begin(table)
    announce_change(table.game)
    return True


def _why_not(free: list[Player], allowed: list[Player]) -> str:
    if allowed:
        return "Someone else took that seat. Others are still free."
    if free:
        return "The free seats are by invitation: you need the host’s link to take one."
    return "Someone else took the last free seat."


def begin(table: LockedTable) -> None:
    """Begin the game of a locked, full table; raise Stale while the site is closed."""
    verify_site_open()
    game = table.game
    persons = sum(player.user_id is not None for player in table.players)
    options = from_plain(Options, game.options)
    # Windows may be skipped only if one person plays without spectators (ORD-2).
    options = replace(options, only_playable=persons == 1 and not game.is_listed)
    clock = control_for(persons, time_control_of(game))
    Game.objects.filter(pk=game.pk).update(options=to_plain(options), **asdict(clock))
    start_game(game.code)
    note_networks(game.pk, [player.user for player in table.players if player.user])


def verify_site_open() -> None:
    """Raise Stale while the site is closed: nobody can play, but a new game's clocks would run."""
    if is_site_closed():
        raise Stale("The site is read-only for now, so games can’t start.")


@transaction.atomic
def leave(code: str, user: User) -> None:
    """Leave a table that has not begun.

    If the host leaves, the first seated person becomes host; if nobody is left, the table closes.
    Raises NoSuchGame, or Stale if the game has begun.
    """
    table = lock_table(code)
    own = table.player_of(user)
    if own is None or table.game.status == Game.Status.CANCELLED:
        return
    if table.game.status != Game.Status.OPEN:
        raise Stale("The game has already started. To leave it, resign on the game’s page.")
    was_host = table.is_host(user)
    clear_seat(own)
    rest = table.persons()
    if not rest:
        close(table.game)
    elif was_host:
        Game.objects.filter(pk=table.game.pk).update(host=rest[0])
    announce_change(table.game)


def leave_all(user: User) -> None:
    """Leave every table that has not begun; used when an account is deleted."""
    seats = Player.objects.filter(user=user, game__status=Game.Status.OPEN)
    for code in list(seats.order_by("game").values_list("game__code", flat=True)):
        try:
            leave(code, user)
        except Stale:
            # The game began since the query.
            continue


def clear_seat(player: Player) -> None:
    """Free a seat, and clear its public value."""
    player.user, player.bot = None, ""
    player.give_value("")
    player.save(update_fields=["user", "bot", *VALUE_COLUMNS])


def close(game: Game) -> None:
    """Cancel a table that has not begun."""
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CANCELLED)
