"""When users last looked at a table, so that they can be shown what happened since.

`presence` tracks who has a table open right now, and decides when these rows are written.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.models import Game, LastVisit, Move, Notice, User
from games.storage.processes.disk import unless_full
from games.storage.store.database_time import moment_now

EVERY = timedelta(seconds=30)
"""The shortest interval between writes for a user who opens a table repeatedly."""

ABSENCE = timedelta(minutes=10)
"""A player who was away for this long is shown what happened since."""

MOST_DISMISSED = 40
"""The maximum number of hidden requests stored per user and table; see `dismiss`."""

NEVER = datetime(1970, 1, 1, tzinfo=UTC)
"""The `seen_at` of a user who has never looked at a table."""

_STATUSES = (Game.Status.RUNNING, Game.Status.OVER)


@dataclass(frozen=True, slots=True)
class Seen:
    """The time until which a user had a table open, and the newest log entry they were shown.

    If `number` is None, the entry is the newest one when the row is written.
    """

    until: datetime
    number: int | None = None


def note(seen: Mapping[tuple[int, str], Seen]) -> None:
    """Store when users last had tables open; mark their notices about these tables as read.

    `seen` is keyed by (user, game code).
    """
    users = {user for user, _ in seen}
    games = Game.objects.filter(code__in={code for _, code in seen}, status__in=_STATUSES)
    heads = {code: (pk, number) for code, pk, number in games.values_list("code", "pk", "number")}
    # An account may have been deleted meanwhile.
    there = set(User.objects.filter(pk__in=users).values_list("pk", flat=True))
    rows = [
        LastVisit(
            user_id=user,
            game_id=heads[code][0],
            number=heads[code][1] if one.number is None else one.number,
            seen_at=one.until,
        )
        for (user, code), one in seen.items()
        if code in heads and user in there
    ]
    if not rows:
        return
    LastVisit.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["user", "game"],
        update_fields=["number", "seen_at"],
        batch_size=1000,
    )
    read_while_looking(Notice.objects.filter(user__in=users))


def read_while_looking(notices: QuerySet[Notice]) -> None:
    """Mark as read the notices created before their user last had the game open."""
    since = LastVisit.objects.filter(
        user=OuterRef("user"), game=OuterRef("game"), seen_at__gte=OuterRef("made_at")
    )
    notices.filter(Exists(since), read_at=None).update(read_at=moment_now())


def open_table(game: int, user: User, seat: int | None, number: int) -> int | None:
    """Note that a user opens a table, and mark their notices about it as read.

    `number` is the newest log entry with anything visible to the user. Returns the last entry
    before the player's absence; None if they were not away, have caught up, or have moved since.
    """
    now = moment_now()
    unread = Notice.objects.filter(user=user, game=game, read_at=None)
    # Usually nothing is unread; checking first avoids the write lock.
    if unread.exists():
        with unless_full():
            unread.update(read_at=now)
    if seat is None:
        return None
    found = LastVisit.objects.filter(user=user, game=game).first()
    if found is None:
        with unless_full():
            LastVisit.objects.get_or_create(
                user=user, game_id=game, defaults={"number": number, "seen_at": now}
            )
        return None
    was_away = found.seen_at != NEVER and now - found.seen_at > ABSENCE and found.number < number
    has_acted = not was_away and found.since is not None and _has_moved(found, seat)
    if was_away:
        found.since, found.back = found.number, number
    elif has_acted:
        found.since = None
    if now - found.seen_at > EVERY or was_away or has_acted:
        found.number, found.seen_at = max(found.number, number), now
        with unless_full():
            found.save(update_fields=["number", "seen_at", "since", "back"])
    return found.since


def _has_moved(visit: LastVisit, seat: int) -> bool:
    """Return whether a player has moved since returning from the last absence."""
    back = visit.since if visit.back is None else visit.back
    moves = Move.objects.filter(game=visit.game_id, number__gt=back, seat=seat, by=Move.By.PLAYER)
    return moves.exists()


def dismiss(game: Game, user: User, name: str) -> None:
    """Hide a request at a table, such as a vote on a pause, from a user; `name` identifies it."""
    with transaction.atomic():
        # Who hides a request elsewhere has not looked at the table.
        LastVisit.objects.get_or_create(user=user, game=game, defaults={"seen_at": NEVER})
        visit = LastVisit.objects.select_for_update().get(user=user, game=game)
        visit.dismissed = [*(visit.dismissed or []), name][-MOST_DISMISSED:]
        visit.save(update_fields=["dismissed"])


def caught_up(game: int, user: User) -> None:
    """Record that a user has read what happened during their absence."""
    LastVisit.objects.filter(user=user, game=game).update(since=None)
