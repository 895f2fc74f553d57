"""Invitations to a table by name: the host invites and withdraws, the invited may decline.

Every function locks the game first, so an answer and a withdrawal cannot cross.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q

from games.community.lobby.access import invitations_to
from games.community.lobby.host import lock_open
from games.community.lobby.invitations.received import invitation_text
from games.community.lobby.joining import sent_away_key
from games.community.lobby.table_summaries import table_for
from games.community.lobby.tables import LockedTable, announce_change, host_of, lock_table
from games.community.notices.sources.from_invitations import (
    notify_declined,
    notify_invited,
    withhold_invitation,
)
from games.community.trust.email_addresses import has_confirmed
from games.community.trust.restrictions import verify_may
from games.exceptions import LimitReached, Refused, Stale
from games.models import (
    LONGEST_ANSWER_TO_INVITATION,
    Game,
    Measure,
    TableInvitation,
    User,
)
from games.models.display_names import (
    LONGEST_NAME,
    MOST_MARKS_IN_TALK,
    look_alike_key,
    verify_marks,
    visible,
)
from games.storage.store.database_time import moment_now
from rules.sentences.words import isolated

MOST_INVITED = 20
"""The maximum number of open invitations by name to a table."""

MOST_HOURLY, MOST_HOURLY_UNCONFIRMED = 40, 8
"""How many people a host can invite by name in an hour, with and without a confirmed address."""

_HOUR = 3600


class NotInvitable(Refused):
    """The host cannot invite this person; the text says why."""


class BadWord(Refused):
    """The answer to an invitation is too long, or has too many accents on one letter."""


# Inviting


def person_named(name: str) -> User:
    """Return the user with a display name, in any case; raise NotInvitable if there is none."""
    wanted = visible(name)
    if not wanted:
        raise NotInvitable("Type a name, or choose somebody you have played with.")
    found = None
    # The key of a longer text would be no name's.
    if len(wanted) <= LONGEST_NAME:
        found = User.objects.filter(name_key=look_alike_key(wanted), is_active=True).first()
    if found is None:
        shown = wanted[:LONGEST_NAME]
        raise NotInvitable("There is no player called “{name}”.", name=isolated(shown))
    return found


@transaction.atomic
def invite_people(code: str, by: User, users: Iterable[User]) -> list[User]:
    """Invite people to a table that has not begun, and notify them; return the newly invited.

    People who sit there, or are invited already, are left out. Nobody is notified by a host whom
    they have blocked, or of a table where somebody has blocked them: the host cannot tell the
    difference. Raises NoSuchGame, NotAllowed for anybody but the host, Stale, Barred, LimitReached
    or NotInvitable.
    """
    table = lock_open(code, by)
    verify_may(by, Measure.Kind.LIMIT)
    rows = TableInvitation.objects.filter(game=table.game)
    apart = {*table.persons(), *rows.values_list("user", flat=True)}
    new = {user.pk: user for user in users if user.is_active and user.pk not in apart}
    _verify_invitable(table, by, new)
    if not new:
        return []
    _verify_not_too_many(table, by, len(new))
    made_at = moment_now()
    TableInvitation.objects.bulk_create(
        TableInvitation(game=table.game, user=user, by=by, made_at=made_at) for user in new.values()
    )
    cache.delete_many([sent_away_key(table.game, user) for user in new])
    text = invitation_text(table.game, table_for(table.game, by))
    hidden = _kept_from(table, by, new)
    notify_invited(table.game, by, sorted(new.keys() - hidden), text)
    announce_change(table.game)
    return list(new.values())


def _verify_invitable(table: LockedTable, by: User, new: Collection[int]) -> None:
    chosen = User.objects.filter(pk__in=new)
    blocked = chosen.filter(pk__in=by.blocked.values("pk")).first()
    if blocked is not None:
        raise NotInvitable("You have blocked {name}. Unblock them first.", name=blocked)
    guest = None if table.game.takes_guests else chosen.filter(is_guest=True).first()
    if guest is not None:
        raise NotInvitable("{name} is a guest, and this game takes no guests.", name=guest)


def _verify_not_too_many(table: LockedTable, by: User, count: int) -> None:
    if invitations_to(table.game.pk).count() + count > MOST_INVITED:
        raise LimitReached(
            "At most {most} people can be invited at once. Withdraw an invitation first.",
            most=MOST_INVITED,
        )
    key = f"invited-by/{by.pk}"
    cache.add(key, 0, _HOUR)
    most = MOST_HOURLY if has_confirmed(by) else MOST_HOURLY_UNCONFIRMED
    try:
        lately = cache.incr(key, count)
    except ValueError:
        # The cache key expired between the two calls.
        return
    if lately > most:
        raise LimitReached(
            "You’ve invited too many people in the last hour. Share the link, or try again later."
        )


def _kept_from(table: LockedTable, by: User, users: Collection[int]) -> set[int]:
    """Return those who have blocked the host, or whom a seated person has blocked."""
    rows = User.blocked.through.objects.filter(
        Q(from_user__in=users, to_user=by) | Q(from_user__in=table.persons(), to_user__in=users)
    )
    return {person for pair in rows.values_list("from_user", "to_user") for person in pair}


@transaction.atomic
def withdraw(code: str, host: User, user: User | None) -> None:
    """Withdraw an invitation; does nothing if there is none that is open.

    Raises NoSuchGame, NotAllowed for anybody but the host, or Stale.
    """
    table = lock_open(code, host)
    if user is not None and invitations_to(table.game.pk).filter(user=user).delete()[0]:
        withhold_invitation(table.game, user.pk)
        announce_change(table.game)


# Answering


@transaction.atomic
def decline(code: str, user: User, word: str = "") -> None:
    """Decline an invitation, with a word for the host; does nothing if it is declined already.

    Raises NoSuchGame, Stale if the invitation is no longer open, Barred if a muted user writes a
    word, or BadWord.
    """
    said = _verified_word(user, word)
    table = lock_table(code)
    own = TableInvitation.objects.filter(game=table.game, user=user).first()
    if own is None or table.game.status != Game.Status.OPEN:
        raise Stale("This invitation is no longer open.")
    if own.declined_at is not None:
        return
    own.declined_at, own.word = moment_now(), said
    own.save(update_fields=["declined_at", "word"])
    withhold_invitation(table.game, user.pk)
    notify_declined(table.game, host_of(table.game, table.players), user, said)
    announce_change(table.game)


def _verified_word(user: User, word: str) -> str:
    said = visible(word)
    if not said:
        return ""
    verify_may(user, Measure.Kind.MUTE)
    if len(said) > LONGEST_ANSWER_TO_INVITATION:
        raise BadWord(
            "Use at most {most} characters for your answer.", most=LONGEST_ANSWER_TO_INVITATION
        )
    try:
        verify_marks(said, MOST_MARKS_IN_TALK)
    except ValidationError as refusal:
        raise BadWord(str(refusal.message)) from None
    return said


# Reading


@dataclass(frozen=True, slots=True)
class InvitationShown:
    """An invitation by name as the host sees it; `word` is what the person wrote."""

    name: str
    is_declined: bool
    word: str


@dataclass(frozen=True, slots=True)
class ByName:
    """The invitations by name to a table: for its host, all; for others, whether theirs is open."""

    people: tuple[InvitationShown, ...]
    is_named: bool


def invitations_by_name(game: Game, visitor: User | AnonymousUser, *, is_host: bool) -> ByName:
    """Return the invitations to a table as a visitor may see them, in one query."""
    if not visitor.is_authenticated:
        return ByName((), is_named=False)
    rows = TableInvitation.objects.filter(game=game)
    if not is_host:
        return ByName((), is_named=rows.filter(user=visitor, declined_at=None).exists())
    columns = rows.order_by("pk").values_list("user__name", "declined_at", "word")
    people = tuple(
        InvitationShown(name, declined_at is not None, word) for name, declined_at, word in columns
    )
    return ByName(people, is_named=False)
