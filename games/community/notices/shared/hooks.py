"""Setting up the webhooks of a table: any player adds one; its owner or the host removes it."""

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
from games.community.notices.shared.kinds import known_kinds
from games.community.notices.shared.messages import OWNER_IS_SEATED, write_trial
from games.community.trust.system_messages import post_system_message
from games.drawing.display.seating import GONE
from games.exceptions import NotSeated, Refused, game_sought
from games.models import Game, Player, TableMessage, TableWebhook, User
from games.storage.store.database_time import moment_now
from rules.sentences.words import isolated

MOST_HOOKS = 3
"""The maximum number of webhooks of a game."""

TRIAL_EVERY = timedelta(minutes=1)

KEPT_AFTER = timedelta(days=30)
"""How long a webhook is kept after its game: a rematch is announced there."""

ADDED = (
    "{name} connected this game to a channel at {host}: what spectators may see is posted there."
)
REMOVED = "{name} disconnected this game from the channel at {host}."


class NotChanged(Refused):
    """A webhook cannot be added or changed; the message is for the user."""


def has_hooks_page(game: Game, user: User) -> bool:
    """Return whether a user may see and add the webhooks of a game: they have a seat in it."""
    is_open = game.status in (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.OVER)
    return is_open and not game.is_tutorial and _is_seated(game, user)


def _is_seated(game: Game, user: User) -> bool:
    return Player.objects.filter(game=game, user=user, own=True).exists()


@dataclass(frozen=True, slots=True)
class HookRow:
    """A webhook as one player sees it; only its owner sees its settings.

    It `is_idle` if its owner has no seat any more. `secret` signs the requests; "" unless the
    viewer owns a webhook whose receiver can check it.
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


def hooks_of(game: Game, viewer: User) -> list[HookRow]:
    """Return the webhooks of a game, oldest first; the URL is not in them, as it is a key."""
    hooks = TableWebhook.objects.filter(game=game).select_related("owner").order_by("pk")
    seated = set(hooks.filter(OWNER_IS_SEATED).values_list("pk", flat=True))
    return [_row(hook, game, viewer, hook.pk not in seated) for hook in hooks]


def _row(hook: TableWebhook, game: Game, viewer: User, is_idle: bool) -> HookRow:
    is_own = hook.owner_id == viewer.pk
    return HookRow(
        number=hook.pk,
        host=host_of(hook.url),
        format=hook.format,
        owner=isolated(hook.owner.name) or GONE,
        is_own=is_own,
        may_remove=is_own or game.host_id == viewer.pk,
        is_off=hook.off_since is not None,
        is_idle=is_idle,
        is_failing=hook.failing_since is not None,
        kinds=hook.kinds,
        newest=hook.messages.order_by("made_at").last() if is_own else None,
        secret=hook.secret if is_own and hook.format == TableWebhook.Format.OTHER else "",
    )


# Changes


def add_hook(code: str, user: User, url: str, wanted: str, kinds: Collection[str]) -> TableWebhook:
    """Add a webhook to a game, and say so in its chat.

    `wanted` is its format, "" for the one that suits the URL. Raises ValidationError for a
    forbidden URL, NotChanged for no kinds or too many webhooks, NotSeated.
    """
    verify_address(url)
    names = _verified(kinds)
    with transaction.atomic():
        game = _locked(code, user)
        hooks = TableWebhook.objects.filter(game=game)
        if hooks.count() >= MOST_HOOKS:
            raise NotChanged(_TOO_MANY.format(most=MOST_HOOKS))
        if hooks.filter(url=url).exists():
            raise NotChanged("This game has a webhook with that address already.")
        hook = TableWebhook.objects.create(
            game=game,
            owner=user,
            url=url,
            secret=new_hook_secret(),
            format=format_of(url, wanted),
            kinds=names,
        )
        _say(game, user, ADDED, url)
    return hook


_TOO_MANY = "A game has at most {most} webhooks. Remove one first."


def change_hook(code: str, user: User, number: int, wanted: str, kinds: Collection[str]) -> None:
    """Change the format and the kinds of a user's own webhook, and turn it on again."""
    names = _verified(kinds)
    with transaction.atomic():
        hook = _own(_locked(code, user), user, number)
        hook.kinds, hook.format = names, format_of(hook.url, wanted)
        hook.failing_since = hook.off_since = None
        hook.save()


def remove_hook(code: str, user: User, number: int) -> None:
    """Remove a webhook of a game; its owner and the host may do so."""
    with transaction.atomic():
        game = _locked(code, user)
        hook = TableWebhook.objects.filter(game=game, pk=number).first()
        if hook is None:
            raise NotChanged(_GONE)
        if user.pk not in (hook.owner_id, game.host_id):
            raise NotChanged("Only the host and the player who added it can remove this webhook.")
        _say(game, user, REMOVED, hook.url)
        hook.delete()


def try_hook(code: str, user: User, number: int) -> None:
    """Send a test message to a user's own webhook, at most one a minute."""
    with transaction.atomic():
        hook = _own(_locked(code, user), user, number)
        if hook.off_since is not None:
            raise NotChanged("Turn the webhook on first.")
        lately = hook.messages.filter(is_trial=True, made_at__gt=moment_now() - TRIAL_EVERY)
        if lately.exists():
            raise NotChanged("You sent a test less than a minute ago. Wait a moment.")
        write_trial(hook)


_GONE = "That webhook has been removed."


def _verified(kinds: Collection[str]) -> list[str]:
    names = known_kinds(kinds)
    if not names:
        raise ValidationError("Choose at least one kind of news.")
    return names


def _locked(code: str, user: User) -> Game:
    """Lock a game and return it; raise NotSeated if the user has no seat in it."""
    with game_sought():
        game = Game.objects.public().select_for_update(no_key=True).get(code=code)
    if not has_hooks_page(game, user):
        raise NotSeated("Only players in this game can do that.")
    return game


def _own(game: Game, user: User, number: int) -> TableWebhook:
    hook = TableWebhook.objects.filter(game=game, pk=number, owner=user).first()
    if hook is None:
        raise NotChanged(_GONE)
    return hook


def _say(game: Game, user: User, sentence: str, url: str) -> None:
    text = sentence.format(name=isolated(user.name), host=host_of(url))
    post_system_message(game.pk, text)


# Personal data and retention


def own_hooks(user: User) -> Iterator[TableWebhook]:
    """Yield a user's webhooks, for the export of their data."""
    yield from TableWebhook.objects.filter(owner=user).select_related("game").order_by("pk")


def forget_hooks() -> int:
    """Delete webhooks whose owner has no seat, or whose game ended over KEPT_AFTER ago."""
    limit = timezone.now() - KEPT_AFTER
    is_over = Q(game__status=Game.Status.OVER, game__moved_at__lt=limit)
    is_cancelled = Q(game__status=Game.Status.CANCELLED)
    of_games = TableWebhook.objects.filter(game__isnull=False)
    gone = of_games.filter(~OWNER_IS_SEATED | is_over | is_cancelled)
    count = gone.count()
    gone.delete()
    return count
