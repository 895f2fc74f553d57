"""Setting up the webhooks of a game or a circle: any player or member adds one.

Its owner, the host of the game and the owner of the circle can remove it.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.community.notices.channels.payloads import format_of
from games.community.notices.channels.webhook import host_of, new_hook_secret
from games.community.notices.outbound import verify_address
from games.community.notices.shared.messages import OWNER_IS_SEATED, write_trial
from games.community.notices.shared.places import Place, keeper_of, kinds_of, locked_place, tell
from games.drawing.display.seating import GONE
from games.exceptions import Refused
from games.models import Circle, Game, TableMessage, TableWebhook, User
from games.storage.store.database_time import moment_now
from rules.sentences.words import isolated

MOST_HOOKS = 3
"""The maximum number of webhooks of a game or a circle."""

TRIAL_EVERY = timedelta(minutes=1)

KEPT_AFTER = timedelta(days=30)
"""How long a webhook is kept after its game: a rematch is announced there."""


class NotChanged(Refused):
    """A webhook cannot be added or changed; the message is for the user."""


@dataclass(frozen=True, slots=True)
class HookRow:
    """A webhook as one player or member sees it; only its owner sees its settings.

    It `is_idle` if its owner has no seat in the game any more. `secret` signs the requests; ""
    unless the viewer owns a webhook whose receiver can check it.
    """

    number: int
    host: str
    format: str
    owner: str
    is_own: bool
    may_remove: bool
    is_off: bool
    is_idle: bool
    is_failing: bool
    kinds: Collection[str]
    newest: TableMessage | None
    secret: str


def hooks_of(place: Place, viewer: User) -> list[HookRow]:
    """Return the webhooks of a place, oldest first; the URL is not in them, as it is a key."""
    hooks = place.webhooks.select_related("owner").order_by("pk")
    idle = set(hooks.filter(~OWNER_IS_SEATED, circle=None).values_list("pk", flat=True))
    return [_row(hook, place, viewer, hook.pk in idle) for hook in hooks]


def _row(hook: TableWebhook, place: Place, viewer: User, is_idle: bool) -> HookRow:
    is_own = hook.owner_id == viewer.pk
    return HookRow(
        number=hook.pk,
        host=host_of(hook.url),
        format=hook.format,
        owner=isolated(hook.owner.name) or GONE,
        is_own=is_own,
        may_remove=is_own or keeper_of(place) == viewer.pk,
        is_off=hook.off_since is not None,
        is_idle=is_idle,
        is_failing=hook.failing_since is not None,
        kinds=hook.kinds,
        newest=hook.messages.order_by("made_at").last() if is_own else None,
        secret=hook.secret if is_own and hook.format == TableWebhook.Format.OTHER else "",
    )


# Changes


def add_hook(
    place: Place, user: User, url: str, wanted: str, kinds: Collection[str]
) -> TableWebhook:
    """Add a webhook to a game or a circle, and tell the others there.

    `wanted` is its format, "" for the one that suits the URL. Raises ValidationError for a
    forbidden URL, NotChanged for no kinds or too many webhooks, NotSeated.
    """
    verify_address(url)
    names = _verified(place, kinds)
    with transaction.atomic():
        found = locked_place(place, user)
        if found.webhooks.count() >= MOST_HOOKS:
            raise NotChanged(_TOO_MANY.format(most=MOST_HOOKS))
        if found.webhooks.filter(url=url).exists():
            raise NotChanged("There is a webhook with that address already.")
        hook = found.webhooks.create(
            owner=user,
            url=url,
            secret=new_hook_secret(),
            format=format_of(url, wanted),
            kinds=names,
        )
        tell(found, user, "added", host_of(url))
    return hook


_TOO_MANY = "There are {most} webhooks already. Remove one first."


def change_hook(place: Place, user: User, number: int, wanted: str, kinds: Collection[str]) -> None:
    """Change the format and the kinds of a user's own webhook, and turn it on again."""
    names = _verified(place, kinds)
    with transaction.atomic():
        hook = _own(locked_place(place, user), user, number)
        hook.kinds, hook.format = names, format_of(hook.url, wanted)
        hook.failing_since = hook.off_since = None
        hook.save()


def remove_hook(place: Place, user: User, number: int) -> None:
    """Remove a webhook; its owner, the host of the game and the owner of the circle may do so."""
    with transaction.atomic():
        found = locked_place(place, user)
        hook = found.webhooks.filter(pk=number).first()
        if hook is None:
            raise NotChanged(_GONE)
        if user.pk not in (hook.owner_id, keeper_of(found)):
            raise NotChanged("Somebody else added this webhook, so you can’t remove it.")
        tell(found, user, "removed", host_of(hook.url))
        hook.delete()


def try_hook(place: Place, user: User, number: int) -> None:
    """Send a test message to a user's own webhook, at most one a minute."""
    with transaction.atomic():
        hook = _own(locked_place(place, user), user, number)
        if hook.off_since is not None:
            raise NotChanged("Turn the webhook on first.")
        lately = hook.messages.filter(is_trial=True, made_at__gt=moment_now() - TRIAL_EVERY)
        if lately.exists():
            raise NotChanged("You sent a test less than a minute ago. Wait a moment.")
        write_trial(hook)


_GONE = "That webhook has been removed."


def _verified(place: Place, kinds: Collection[str]) -> list[str]:
    names = [kind.value for kind in kinds_of(place) if kind.value in kinds]
    if not names:
        raise ValidationError("Choose at least one kind of news.")
    return names


def _own(place: Place, user: User, number: int) -> TableWebhook:
    hook = place.webhooks.filter(pk=number, owner=user).first()
    if hook is None:
        raise NotChanged(_GONE)
    return hook


# Personal data and retention


def own_hooks(user: User) -> Iterator[TableWebhook]:
    """Yield a user's webhooks, for the export of their data."""
    own = TableWebhook.objects.filter(owner=user).select_related("game", "circle")
    yield from own.order_by("pk")


def end_hooks(circle: Circle, user: User) -> None:
    """Delete the webhooks of a circle that belong to a user who is no member any more."""
    circle.webhooks.filter(owner=user).delete()


def forget_hooks() -> int:
    """Delete webhooks of games whose owner has no seat, or that ended over KEPT_AFTER ago.

    Those of circles are deleted with their owner’s membership.
    """
    limit = timezone.now() - KEPT_AFTER
    is_over = Q(game__status=Game.Status.OVER, game__moved_at__lt=limit)
    is_cancelled = Q(game__status=Game.Status.CANCELLED)
    of_games = TableWebhook.objects.filter(game__isnull=False)
    gone = of_games.filter(~OWNER_IS_SEATED | is_over | is_cancelled)
    count = gone.count()
    gone.delete()
    return count
