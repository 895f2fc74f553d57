"""Messages to the webhooks of tables and circles: writing them, and sending them.

There is one message for each game and moment: what happens within `GATHERED` of the first line goes
into the same message, as long as no worker has begun to send it. A message is sent at least once,
always with the same id.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.urls import reverse

from games.community.notices.channels.common import DeliveryOutcome, rests
from games.community.notices.channels.payloads import Post
from games.community.notices.channels.webhook import send_post
from games.community.notices.links import link
from games.community.notices.outbound import destination_of
from games.community.notices.sending import attempts
from games.community.notices.sending.lanes import Lanes
from games.community.notices.shared.kinds import TableKind, wants
from games.community.notices.shared.lines import Line
from games.community.notices.shared.places import heading_of_place
from games.models import Circle, Game, Player, TableMessage, TableWebhook
from games.models.sending.notices import LONGEST_TEXT
from games.models.sending.webhooks import LONGEST_ASKED
from games.storage.store.database_time import moment_now
from games.storage.store.sql import Select

State = TableMessage.State

GATHERED = timedelta(seconds=60)
"""How long a message waits for more of the same moment."""

MOST_LINES = 8
"""The maximum number of lines of a message; the rest is counted."""

KEPT_DAYS = 30
"""How long a message is kept, without its texts, after it was sent or abandoned."""

TRIAL = "This is a test message. If you can read it, the webhook works."
_MORE = "… and {number} more."


@dataclass(frozen=True, slots=True)
class TableNews:
    """What happened in a game, by its primary key; `asked` says whose turn it is, `until` when.

    `game` is None if it happened in a circle. `asked` is None if that is as before, and "" if it is
    nobody’s turn any more.
    """

    game: int | None
    lines: tuple[Line, ...] = ()
    asked: str | None = None
    until: datetime | None = None


# Writing


OWNER_IS_SEATED = Exists(
    Player.objects.filter(game=OuterRef("game"), user=OuterRef("owner"), own=True)
)
"""The condition that the owner of a webhook has a seat in its game."""


_ON = TableWebhook.objects.filter(off_since=None, owner__is_active=True)


def active_hooks(games: Collection[int]) -> dict[int, list[TableWebhook]]:
    """Map games to the webhooks that are on, theirs and their circles’, in one query.

    The owner of a game’s webhook must have a seat. A circle’s is left out where the game has one
    with the same address.
    """
    own = _ON.filter(OWNER_IS_SEATED, game__in=games).annotate(about=F("game"))
    shared = _ON.filter(circle__games__in=games).annotate(about=F("circle__games"))
    found: dict[int, list[TableWebhook]] = {}
    for hook in sorted(own.union(shared, all=True), key=_own_first):
        of_game = found.setdefault(hook.about, [])
        if all(hook.url != other.url for other in of_game):
            of_game.append(hook)
    return found


def _own_first(hook: TableWebhook) -> tuple[bool, int]:
    return hook.circle_id is not None, hook.pk


def hooks_of_circle(circle: Circle) -> QuerySet[TableWebhook]:
    """Return the webhooks of a circle that are on, for news of none of its games."""
    return _ON.filter(circle=circle).order_by("pk")


@transaction.atomic
def write_messages(news: TableNews, hooks: Iterable[TableWebhook]) -> None:
    """Add news to the message that waits for each webhook, or write a new one."""
    for hook in hooks:
        lines = [text[:LONGEST_TEXT] for kind, text in news.lines if wants(hook, kind)]
        asked = news.asked if wants(hook, TableKind.TURN) else None
        if lines or asked is not None:
            _add(hook, replace(news, asked=asked), lines)


def _add(hook: TableWebhook, news: TableNews, lines: list[str]) -> None:
    now, asked = moment_now(), news.asked
    of_hook = TableMessage.objects.filter(hook=hook, game=news.game, is_trial=False)
    unsent = of_hook.filter(state=State.WAITING, tries=0)
    # The row is locked, so that no worker claims the message before this is committed.
    message = unsent.select_for_update().order_by("made_at").last()
    if message is None:
        message = TableMessage(
            hook=hook,
            game_id=news.game,
            destination=destination_of(hook.url),
            made_at=now,
            next_at=now + GATHERED,
        )
    message.lines = "\n".join([*message.lines.splitlines(), *lines])
    if asked is not None:
        message.asked, message.until = asked[:LONGEST_ASKED], news.until
    if message.lines or message.asked:
        message.save()
    elif not message._state.adding:
        message.delete()


def write_trial(hook: TableWebhook) -> None:
    """Write a test message, to be sent at once."""
    now = moment_now()
    TableMessage.objects.create(
        hook=hook,
        game_id=hook.game_id,
        destination=destination_of(hook.url),
        is_trial=True,
        made_at=now,
        next_at=now,
    )


# Sending


_WAITING = TableMessage.objects.filter(state=State.WAITING).order_by("next_at")
_NEXT = Select(_WAITING.values_list("next_at")[:1])


def send_next() -> bool:
    """Attempt the first due message; return False if none is due. Raises DatabaseError."""
    taken = claim_next()
    if taken:
        attempts.record_outcome(taken, attempts.send(taken, send_message))
    return bool(taken)


def claim_next(lanes: Lanes | None = None) -> list[TableMessage]:
    """Claim the first due message that may be sent now; [] if there is none."""
    return _claim(lanes) if attempts.is_due(_NEXT) else []


@transaction.atomic
def _claim(lanes: Lanes | None) -> list[TableMessage]:
    due = attempts.allowed(_WAITING.filter(next_at__lte=moment_now()), lanes)
    ids = [message.pk for message in due[:1]]
    taken = TableMessage.objects.filter(pk__in=ids)
    if not ids:
        return []
    attempts.claim(taken)
    of_games = (f"{game}__{column}" for game in ("hook__game", "game") for column in Game.secrets)
    related = taken.select_related("hook__owner", "hook__circle", "hook__game", "game__host")
    return list(related.defer("hook__circle__invitation", *of_games))


def attempt_in_lane(taken: Sequence[TableMessage], lanes: Lanes) -> None:
    """Send a message to which `lanes` has given a slot, and free the slot afterwards."""
    outcome, pause = attempts.send_in_lane(taken, send_message, lanes)
    attempts.record_outcome(taken, outcome)
    if pause:
        attempts.postpone(TableMessage.objects.filter(destination=taken[0].destination), pause)
    if outcome.wait:
        # The receiver asked for a pause, so its other messages wait too.
        others = TableMessage.objects.filter(hook=taken[0].hook_id)
        attempts.postpone(others, outcome.wait.total_seconds())


def send_message(messages: Sequence[TableMessage]) -> DeliveryOutcome:
    """Send a message to its webhook."""
    message = messages[0]
    about = message.game or message.hook.circle
    if about is None:
        return rests(_NO_GAME)
    return send_post(message.hook, post_of(message, about))


_NO_GAME = "The game is gone."


def post_of(message: TableMessage, about: Game | Circle) -> Post:
    """Return what a message says; its title names the game or the circle that it is about."""
    lines = [TRIAL] if message.is_trial else message.lines.splitlines()
    more = len(lines) - MOST_LINES
    if more > 0:
        lines = [*lines[:MOST_LINES], _MORE.format(number=more)]
    is_game = isinstance(about, Game)
    return Post(
        id=str(message.pk),
        kind="table" if is_game else "circle",
        game=about.code if is_game else None,
        made_at=message.made_at,
        url=link(reverse("table" if is_game else "circle", args=[about.code])),
        lines=tuple(lines),
        title=heading_of_place(about),
        asked=message.asked,
        until=message.until,
    )


def waiting_messages() -> QuerySet[TableMessage]:
    """Return the messages that wait to be sent."""
    return TableMessage.objects.filter(state=State.WAITING)


def remove_old_messages() -> int:
    """Delete messages older than KEPT_DAYS; return their number."""
    old = TableMessage.objects.filter(made_at__lt=moment_now() - timedelta(days=KEPT_DAYS))
    return old.delete()[0]
