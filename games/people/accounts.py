"""Use cases of accounts: names, guests, what is kept of them, and what goes with an account."""

import logging
import secrets
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from games.display.seating import CAPTAINS, GONE, HOUSE
from games.exceptions import NotSeated, Stale
from games.lobby import tables
from games.models import Game, Measure, User
from games.models.display_names import look_alike_key, verify_name
from games.notices import outbox
from games.people.erase_names import forget_names, named_on_record
from games.play.play import play_move
from games.processes.isolation import count_done
from games.store import locks
from games.store.database_time import note_moment
from games.trust.restrictions import Barred, verify_may
from rules import IllegalMove
from rules.moves import Resign

logger = logging.getLogger(__name__)

GUEST_DAYS = 30
"""How long a guest without a running game is kept."""

SEEN_EVERY = timedelta(hours=1)
"""How exactly it is known when somebody was last here."""

BIRDS = (
    *("Avocet", "Bittern", "Bunting", "Crane", "Curlew", "Dipper", "Dunlin", "Egret", "Falcon"),
    *("Finch", "Grebe", "Harrier", "Heron", "Ibis", "Jackdaw", "Kestrel", "Lapwing", "Magpie"),
    *("Merlin", "Nuthatch", "Osprey", "Petrel", "Pipit", "Plover", "Raven", "Sandpiper"),
    *("Shrike", "Siskin", "Starling", "Stork", "Swift", "Tern", "Thrush", "Warbler", "Wren"),
)
_GUEST = "Guest"
_TRIES = 8
_OFFICES = ("Admin", "Administrator", "Castlerisk", "Moderator", "Spectator", "Steward")
_RESERVED = frozenset(look_alike_key(name) for name in (*CAPTAINS, GONE, HOUSE, *_OFFICES))


class NameTaken(ValidationError):
    """A name that is another's, or looks like it."""

    def __init__(self) -> None:
        super().__init__("That name, or one that looks like it, is taken.", code="name_taken")


# Names


def verify_new_name(name: str, user: User | None = None) -> None:
    """Raise ValidationError, with a sentence, for a name that `user` cannot take."""
    verify_name(name)
    if any(sign in name for sign in "/\\@"):
        raise ValidationError("A name has no slash and no @ in it.")
    key = look_alike_key(name)
    if key in _RESERVED:
        raise ValidationError("The house keeps this name for itself.")
    if key.startswith(look_alike_key(_GUEST)):
        raise ValidationError(f"Names that begin with “{_GUEST}” are for guests.")
    if User.objects.filter(name_key=key).exclude(pk=user and user.pk).exists():
        raise NameTaken


def change_name(user: User, name: str) -> None:
    """Give a user another name; ValidationError where they cannot have it."""
    verify_new_name(name, user)
    # What the house said of them by the old name is to be found when they go.
    named_on_record(user)
    user.name = name
    _save_named(user, ["name"])
    tables.tell_tables_of(user)


def change_own_name(user: User, name: str) -> None:
    """Let a user take another name; ValidationError where they cannot, or may not."""
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
        # Of two who ask for a name at the same time one is too late.
        user.refresh_from_db()
        raise NameTaken from None


# Guests


def make_guest() -> User:
    """Make a guest with a name of their own; nobody can log in as them."""
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
    """Make a guest a user with an account, with the seats and games they have.

    `hashed` is the hash of the password: hashing takes long, and no transaction may last as long.
    The address that is returned is not verified yet. Raises ValidationError where the guest
    cannot have the name.
    """
    verify_new_name(name, guest)
    email = email.lower()
    named_on_record(guest)
    guest.name, guest.email, guest.is_guest, guest.time_zone = name, email, False, time_zone
    guest.password = hashed
    _save_named(guest, ["name", "email", "is_guest", "password", "time_zone"])
    tables.tell_tables_of(guest)
    return EmailAddress.objects.create(user=guest, email=email, primary=True, verified=False)


def remove_old_guests() -> int:
    """Remove the guests that were without a running game for 30 days; return how many."""
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
    # Since they were found they may have come back, or another worker may have removed them.
    if guest is None or not _old_guests().filter(pk=key).exists():
        return False
    delete_account(guest)
    return True


def seen(user: User) -> bool:
    """Remember that a user is here, at most once an hour; say whether it was written now."""
    return note_moment(user, "seen_at", SEEN_EVERY)


# Going


class _SatDown(Exception):
    """Who is about to go has sat down at one more table meanwhile."""


def delete_account(user: User) -> None:
    """Delete a user: running games are resigned, open tables left, finished games stay.

    A game that stands still is not resigned: there the seat is vacant when turns were missed. What
    they played stays in the games; their name, address and settings do not.
    """
    while True:
        try:
            return _delete(user.pk)
        except _SatDown:
            logger.info("Somebody who goes has sat down meanwhile: once more.")


@transaction.atomic
def _delete(key: int) -> None:
    games = locks.hold_all_of(key)
    leaver = User.objects.get(pk=key)
    tables.leave_all(leaver)
    running = leaver.seats.filter(game__status=Game.Status.RUNNING)
    for code in running.order_by("game").values_list("game__code", flat=True):
        _resign(code, leaver)
    forget_names(leaver)
    own = EmailAddress.objects.filter(user=leaver).values_list("email", flat=True)
    outbox.forget_recipients({leaver.email, *own})
    # Who sits down from now on waits for this lock, and then finds the user gone.
    User.objects.select_for_update().get(pk=key)
    if leaver.seats.exclude(game__in=games).exists():
        raise _SatDown
    leaver.delete()


def _resign(code: str, user: User) -> None:
    try:
        play_move(code, user, Resign(), key=secrets.token_urlsafe(12), decision=None)
    except (IllegalMove, NotSeated, Stale):
        # They were out of this game already, or it stands still: then nobody resigns (TRN-9).
        logger.info("Nothing was resigned in game %s.", code)


# Muting


def mute(user: User, other: User) -> None:
    """Let a user no longer read what another says; nobody mutes themselves."""
    if other.pk != user.pk:
        user.muted.add(other)


def unmute(user: User, other: User) -> None:
    """Let a user read again what another says."""
    user.muted.remove(other)
