"""Take a seat at a table, and leave it.

Every function locks the game first, so that only one person gets the last free seat.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from games.community.lobby.access import invitations_to, is_in_circle_of
from games.community.lobby.seat_limits import verify_may_take_seat
from games.community.lobby.tables import (
    LockedTable,
    announce_change,
    begin_full,
    close,
    lock_table,
    verify_site_open,
)
from games.community.notices.sources.from_waiting_rooms import notify_sat_down
from games.community.trust.blocking import blockers_of
from games.community.trust.restrictions import verify_may
from games.exceptions import LimitReached, Refused, Stale
from games.models import VALUE_COLUMNS, Game, Measure, Message, Player, TableInvitation, User
from games.storage.evidence.signing import sign_value

MOST_SITTINGS, SITTINGS_SECONDS = 60, 600


class SeatNotFree(Refused):
    """The requested seat has been taken by somebody else."""


class NotAllowed(Refused):
    """The user may not do this at this table."""


class NeedsAccount(NotAllowed):
    """A guest tried to join a table closed to guests."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A user's seat, and whether the game began because it was the last free seat."""

    seat: int
    has_begun: bool


def join(
    code: str,
    user: User,
    *,
    seat: int | None = None,
    is_invited: bool = False,
    public_value: str = "",
) -> Seated:
    """Take the given seat or any free seat; begin the game if it was the last free seat.

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

    If it was, the caller must call `begin_full` after this transaction has committed, so that all
    public values are stored before anything is drawn (FAIR-1). Raises SeatNotFree, Barred,
    LimitReached, or Stale if it is the last seat and the site is closed.
    """
    verify_may(user, Measure.Kind.LIMIT)
    verify_may_take_seat(user)
    free = free_seats_for(user, table)
    by_name = invitations_to(table.game.pk).filter(user=user)
    is_invited = is_invited or by_name.exists() or is_in_circle_of(table.game, user)
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
    sign_value(table.game.code, player)
    player.save(update_fields=["user", *VALUE_COLUMNS])
    TableInvitation.objects.filter(game=table.game, user=user).delete()
    if not is_full:
        # The start of the game has a notice of its own.
        notify_sat_down(table.game, user)
    announce_change(table.game)
    return player.seat, is_full


def free_seats_for(user: User, table: LockedTable) -> list[Player]:
    """Return the free seats of a locked table; none if somebody there has blocked the user.

    The user then gets the refusal of a full table, after the same queries.
    """
    return [] if blockers_of(user, table.persons()) else table.free_seats()


def _why_not(free: list[Player], allowed: list[Player]) -> str:
    if allowed:
        return "Someone else took that seat. Others are still free."
    if free:
        return "The free seats are invitation-only: to take one, you need the host’s link."
    return "Someone else took the last free seat."


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
            # The game has begun since the query.
            continue


def clear_seat(player: Player) -> None:
    """Free a seat, and clear its public value."""
    # The next player at this seat must not appear as the author of these messages.
    Message.objects.filter(game=player.game_id, seat=player.seat).update(seat=None)
    player.user, player.bot = None, ""
    player.give_value("")
    player.save(update_fields=["user", "bot", *VALUE_COLUMNS])
