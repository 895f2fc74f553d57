"""Who has had which table open, as the database knows it: for workers, and for who comes back.

An open page is noted at most once in `EVERY` for each user and table.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.models import Game, Looking, Notice, User

EVERY = timedelta(seconds=30)
"""How often an open page is noted."""

GRACE = EVERY + timedelta(seconds=10)
"""After so long it is known whether a page was still open at a moment."""

ABSENCE = timedelta(minutes=10)
"""Who was away for so long is shown what happened since."""

_STATUSES = (Game.Status.RUNNING, Game.Status.OVER)


def still_looking(pages: Collection[tuple[str, int]]) -> None:
    """Note that users have tables open, as (code, user), and that they have read of them."""
    codes, users = {code for code, _ in pages}, {user for _, user in pages}
    games = Game.objects.filter(code__in=codes, status__in=_STATUSES)
    heads = {code: (pk, number) for code, pk, number in games.values_list("code", "pk", "number")}
    # Who deleted the account meanwhile looks at nothing.
    there = set(User.objects.filter(pk__in=users).values_list("pk", flat=True))
    now = timezone.now()
    rows = [
        Looking(user_id=user, game_id=heads[code][0], number=heads[code][1], seen_at=now)
        for code, user in pages
        if code in heads and user in there
    ]
    if not rows:
        return
    Looking.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["user", "game"],
        update_fields=["number", "seen_at"],
    )
    read_while_looking(Notice.objects.filter(user__in=users))


def read_while_looking(notices: QuerySet[Notice]) -> None:
    """Mark as read what was made while its game was in sight, and what is older."""
    since = Looking.objects.filter(
        user=OuterRef("user"), game=OuterRef("game"), seen_at__gte=OuterRef("made_at")
    )
    notices.filter(Exists(since), read_at=None).update(read_at=timezone.now())


def open_table(game: int, user: User, seat: int | None, number: int) -> int | None:
    """Note that a user opens a table, and has read what they were told of it.

    `number` is the newest entry of its log of which they see anything. Returns the entry after
    which who plays there was away; None where they were not.
    """
    now = timezone.now()
    told = Notice.objects.filter(user=user, game=game, read_at=None)
    # Mostly there is nothing to be read: then nobody waits to write.
    if told.exists():
        told.update(read_at=now)
    if seat is None:
        return None
    found = Looking.objects.filter(user=user, game=game).first()
    if found is None:
        Looking.objects.get_or_create(
            user=user, game_id=game, defaults={"number": number, "seen_at": now}
        )
        return None
    was_away = now - found.seen_at > ABSENCE and found.number < number
    if was_away:
        found.since = found.number
    if now - found.seen_at > EVERY or was_away:
        found.number, found.seen_at = max(found.number, number), now
        found.save(update_fields=["number", "seen_at", "since"])
    return found.since


def caught_up(game: int, user: User) -> None:
    """Note that a user has read what happened while they were away."""
    Looking.objects.filter(user=user, game=game).update(since=None)


def last_looks(users: Collection[int], games: Collection[int]) -> dict[tuple[int, int], datetime]:
    """Return by (user, game) when a user last had a table open."""
    rows = Looking.objects.filter(user__in=users, game__in=games)
    return {
        (user, game): seen_at for user, game, seen_at in rows.values_list("user", "game", "seen_at")
    }


def unread_in_sight() -> QuerySet[Looking]:
    """Return, for a query of notices, the looks that are so new that the page may be open."""
    newest = timezone.now() - GRACE
    return Looking.objects.filter(user=OuterRef("user"), game=OuterRef("game"), seen_at__gte=newest)
