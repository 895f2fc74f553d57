"""Open a table, lock it, begin its game, close it, and announce its changes.

Only this package changes tables before they begin.
"""

import logging
from dataclasses import asdict, dataclass, replace
from datetime import timedelta

from django.db import transaction
from django.db.models import Count, Q
from django.dispatch import Signal
from django.utils import timezone

from games.community.lobby.seat_limits import verify_may_take_seat
from games.community.lobby.terms import SeatKind, TableTerms
from games.community.trust.email_addresses import has_confirmed
from games.community.trust.linked_accounts import note_networks
from games.community.trust.restrictions import verify_may
from games.drawing.display.bot_levels import BOT_CHOICES
from games.exceptions import LimitReached, NoSuchGame, Stale
from games.models import Game, Measure, Player, User
from games.playing.clocks.stopped import is_site_closed
from games.playing.clocks.time_controls import control_for, time_control_of
from games.playing.start import create_game, start_game
from games.storage.store.database_time import moment_now
from rules import Options
from rules.json import from_plain, to_plain

logger = logging.getLogger(__name__)

lobby_changed = Signal()
"""Sent with `code` after the commit that opened, changed, began or closed a table."""

MOST_OPEN, MOST_OPEN_OF_GUESTS, MOST_OPENED_HOURLY = 20, 3, 30
MOST_PUBLIC_UNCONFIRMED = 1
"""The maximum number of open public tables of a host without a confirmed email address."""


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
    """Return the primary key of a table's host, or of the first seated user if the host is gone."""
    if game.host_id is not None:
        return game.host_id
    return next((player.user_id for player in players if player.user_id is not None), None)


def lock_table(code: str) -> LockedTable:
    """Lock a game and load its players; raise NoSuchGame if there is none."""
    game = Game.objects.public().select_for_update(no_key=True).filter(code=code).first()
    if game is None:
        raise NoSuchGame("That game doesn’t exist.")
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
def open_table(host: User, terms: TableTerms, circle: int | None = None) -> Game:
    """Open a table and seat its host; raise Barred, or LimitReached beyond the host's limits.

    `circle` is the primary key of the circle whose game it is, if any. The host sets a public value
    later, after the commitment to the seed (FAIR-1).
    """
    _verify_may_open(host, is_listed=terms.is_listed)
    users: dict[SeatKind, User | str] = {SeatKind(bot): bot for bot in BOT_CHOICES}
    users[SeatKind.ME] = host
    game = create_game([users.get(kind) for kind in terms.seats], terms.options, terms.ruleset)
    Game.objects.filter(pk=game.pk).update(
        host=host,
        circle=circle,
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
        takeover_bot=terms.takeover_bot,
        allows_advice=terms.allows_advice,
        fills_until=terms.fill_time and game.created_at + terms.fill_time,
    )
    by_link = [seat for seat, kind in enumerate(terms.seats) if kind is SeatKind.LINK]
    game.players.filter(seat__in=by_link).update(is_by_link=True)
    announce_change(game)
    return game


def _verify_may_open(host: User, *, is_listed: bool) -> None:
    verify_may(host, Measure.Kind.LIMIT)
    # Serialize concurrent requests, so that each counts the tables the others have opened.
    User.objects.lock(host.pk)
    verify_may_take_seat(host)
    since = timezone.now() - timedelta(hours=1)
    counts = Game.objects.filter(host=host).aggregate(
        open=Count("pk", filter=Q(status=Game.Status.OPEN)),
        public=Count("pk", filter=Q(status=Game.Status.OPEN, is_listed=True)),
        lately=Count("pk", filter=Q(created_at__gte=since)),
    )
    most = MOST_OPEN_OF_GUESTS if host.is_guest else MOST_OPEN
    if counts["open"] >= most:
        raise LimitReached(
            "You’re already hosting {most} games. Start or cancel one first.", most=most
        )
    if counts["lately"] >= MOST_OPENED_HOURLY:
        raise LimitReached("You’ve created too many games in the last hour. Try again later.")
    has_public = counts["public"] >= MOST_PUBLIC_UNCONFIRMED
    if is_listed and has_public and not has_confirmed(host):
        raise LimitReached(_ONE_PUBLIC["guest" if host.is_guest else "unconfirmed"])


_ONE_PUBLIC = {
    "guest": (
        "A guest can have one public game that waits for players. Start or cancel it first, make "
        "this one private, or create an account."
    ),
    "unconfirmed": (
        "Until you confirm your email address, you can have one public game that waits for "
        "players. Start or cancel it first, make this one private, or confirm your address."
    ),
}


@transaction.atomic
def begin_full(code: str) -> bool:
    """Begin a game if all its seats are still taken; return whether it began."""
    table = lock_table(code)
    if table.game.status != Game.Status.OPEN or table.free_seats():
        return False
    begin(table)
    announce_change(table.game)
    return True


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


def close(game: Game) -> None:
    """Cancel a table that has not begun."""
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CANCELLED)
