"""Accounts: names and guests."""

import secrets
from datetime import timedelta
from functools import cache

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from games.community.lobby import tables
from games.community.people.deletion import delete_account
from games.community.people.erase_names import named_on_record
from games.community.trust.restrictions import Barred, verify_may
from games.drawing.display.bot_levels import all_bot_names
from games.drawing.display.seating import GONE, SITE_NAME
from games.models import Game, Measure, User
from games.models.display_names import look_alike_key, verify_name
from games.storage.processes.isolation import count_done
from games.storage.store.database_time import note_moment

GUEST_DAYS = 30
"""Days after which an inactive guest without a running game is removed."""

SEEN_EVERY = timedelta(hours=1)
"""The shortest interval between writes of `seen_at`."""

BIRDS = (
    "Avocet", "Bittern", "Bunting", "Crane", "Curlew", "Dipper", "Dunlin", "Egret", "Falcon",
    "Finch", "Grebe", "Harrier", "Heron", "Ibis", "Jackdaw", "Kestrel", "Lapwing", "Magpie",
    "Merlin", "Nuthatch", "Osprey", "Petrel", "Pipit", "Plover", "Raven", "Sandpiper",
    "Shrike", "Siskin", "Starling", "Stork", "Swift", "Tern", "Thrush", "Warbler", "Wren",
)  # fmt: skip
_GUEST = "Guest"
_TRIES = 8
_OFFICES = (
    "Admin", "Moderator", "Operator", "Spectator", "Stand-in", "Steward", "The house", SITE_NAME,
)  # fmt: skip
"""No name may begin with one of these words."""
_NO_PERSONS = (
    "You", "Nobody", "No one", "Somebody", "Someone", "Everybody", "Everyone", "The clock",
    "Neutral", "The neutral side", "The neutral army", "Deleted player", "Deleted user", GONE,
)  # fmt: skip
"""Words that texts use for players; nobody may have one as a name."""
_SEAT = "Seat"
"""A name may not be this word followed by a number."""


class NameTaken(ValidationError):
    """The name is taken, or looks like another name that is taken."""

    def __init__(self) -> None:
        super().__init__("That name, or one very like it, is taken.", code="name_taken")


# Names


def verify_new_name(name: str, user: User | None = None) -> None:
    """Raise ValidationError, with a message for the user, if `user` cannot take a name."""
    verify_name(name)
    if any(sign in name for sign in "/\\@"):
        raise ValidationError("Names can’t contain / or @.")
    key = look_alike_key(name)
    if _is_reserved(key):
        raise ValidationError("This name is reserved.")
    if key.startswith(look_alike_key(_GUEST)):
        raise ValidationError(
            "Names that begin with “%(guest)s” are for guests.", params={"guest": _GUEST}
        )
    if User.objects.filter(name_key=key).exclude(pk=user.pk if user else 0).exists():
        raise NameTaken


def _is_reserved(key: str) -> bool:
    if key in _keys_of(*all_bot_names(), *_NO_PERSONS) or key.startswith(_keys_of(*_OFFICES)):
        return True
    before, _, number = key.partition(look_alike_key(_SEAT))
    return not before and number.isdecimal()


@cache
def _keys_of(*names: str) -> tuple[str, ...]:
    return tuple(map(look_alike_key, names))


def change_name(user: User, name: str) -> None:
    """Change a user's name; raise ValidationError if they cannot take it."""
    verify_new_name(name, user)
    # Record the old name, which is also erased from messages when the account is deleted.
    named_on_record(user)
    user.name = name
    _save_named(user, ["name"])
    tables.announce_change_in_games_of(user)


def change_own_name(user: User, name: str) -> None:
    """Change a user's name at their own request.

    Raises ValidationError if a measure forbids it or they cannot take the name.
    """
    try:
        verify_may(user, Measure.Kind.NAME)
    except Barred as barred:
        raise ValidationError(str(barred)) from None
    change_name(user, name)


def _save_named(user: User, columns: list[str]) -> None:
    try:
        with transaction.atomic():
            user.save(update_fields=columns)
    except IntegrityError:
        # A concurrent request took the name first.
        user.refresh_from_db()
        raise NameTaken from None


# Guests


def make_guest() -> User:
    """Create a guest with a unique name and no password; raise NameTaken if none is found."""
    for _ in range(_TRIES):
        name = f"{_GUEST} {secrets.choice(BIRDS)} {1000 + secrets.randbelow(9000)}"
        try:
            with transaction.atomic():
                return User.objects.create_user(name, is_guest=True)
        except IntegrityError:
            continue
    raise NameTaken


@transaction.atomic
def keep_guest(
    guest: User, name: str, email: str, hashed: str, time_zone: str = "UTC"
) -> EmailAddress:
    """Turn a guest into a user with an account, who keeps their seats and games.

    `hashed` is the password's hash: hashing is too slow to run inside a transaction. The returned
    address is not verified yet. Raises ValidationError if the guest cannot take the name.
    """
    verify_new_name(name, guest)
    email = email.lower()
    named_on_record(guest)
    guest.name, guest.email, guest.is_guest, guest.time_zone = name, email, False, time_zone
    guest.password = hashed
    _save_named(guest, ["name", "email", "is_guest", "password", "time_zone"])
    tables.announce_change_in_games_of(guest)
    return EmailAddress.objects.create(user=guest, email=email, primary=True, verified=False)


def remove_old_guests() -> int:
    """Delete guests who were inactive for GUEST_DAYS and have no running game; return how many."""
    keys = _old_guests().order_by("pk").values_list("pk", flat=True)
    return count_done("guest", list(keys), _remove_if_old)


def _old_guests() -> QuerySet[User]:
    limit = timezone.now() - timedelta(days=GUEST_DAYS)
    return (
        User.objects.filter(is_guest=True, seen_at__lt=limit)
        .exclude(seats__game__status=Game.Status.RUNNING)
        .annotate(moved=Max("seats__game__moved_at"))
        .filter(Q(moved=None) | Q(moved__lt=limit))
    )


@transaction.atomic
def _remove_if_old(key: int) -> bool:
    guest = User.objects.select_for_update(no_key=True).filter(pk=key).first()
    # Since the query, the guest may have come back or another worker may have deleted them.
    if guest is None or not _old_guests().filter(pk=key).exists():
        return False
    delete_account(guest)
    return True


def seen(user: User) -> bool:
    """Update a user's `seen_at`, at most once an hour; return whether it was written."""
    return note_moment(user, "seen_at", SEEN_EVERY)
