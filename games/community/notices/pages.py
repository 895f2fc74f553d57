"""Data of the notice pages: the list with the state of each delivery, and the settings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import SimpleLazyObject

from games.community.notices.channels.payloads import format_of
from games.community.notices.channels.webhook import new_hook_secret
from games.community.notices.links import path_of
from games.community.notices.notices import WHY_WITHHELD, addresses_of, unread
from games.community.notices.outbound import verify_address
from games.community.notices.preferences import (
    CHANNELS,
    GATHERED,
    KINDS,
    PRESETS,
    Channel,
    Choice,
    choice_of,
    kinds_for,
)
from games.community.notices.sending.attempts import MOST_TRIES
from games.models import (
    Delivery,
    Game,
    Notice,
    NoticeChoice,
    PushBrowser,
    RestingAddress,
    Sending,
    User,
    Webhook,
)
from games.numbers import whole_number
from rules.sentences.words import paragraph

State = Delivery.State
MOST_BROWSERS = 10

SECRETS_OF_ITS_GAME = tuple(f"game__{column}" for column in Game.secrets)
"""Secret columns of the game, deferred when a notice is loaded with its game."""


def unread_count(request: HttpRequest, at: str = "") -> dict[str, Any]:
    """Context processor for the number of unread notices; lazy, so it queries only when used.

    The page of a game passes the game's code as `at`, to leave out the notices about that game.
    """

    def count() -> int:
        # Error pages may be rendered before the authentication middleware has run.
        user = getattr(request, "user", None)
        return unread([user.pk], at).get(user.pk, 0) if user and user.is_authenticated else 0

    return {"unread_notices": SimpleLazyObject(count), "game_on_page": at}


# The list


@dataclass(frozen=True, slots=True)
class ChannelStatus:
    """The state of a notice on one channel: the channel's label and a sentence."""

    channel: str
    sentence: str
    is_good: bool


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """A notice as the list shows it; `path` is the page it links to."""

    notice: Notice
    kind: str
    path: str
    channels: tuple[ChannelStatus, ...]


def notices_of(user: User) -> QuerySet[Notice]:
    """Return a user's notices, newest first."""
    notices = Notice.objects.filter(user=user).select_related("game").defer(*SECRETS_OF_ITS_GAME)
    return notices.prefetch_related("deliveries__browser").order_by("-made_at", "pk")


def rows(notices: Iterable[Notice]) -> list[NoticeRow]:
    """Return notices as the list shows them."""
    return [
        NoticeRow(
            notice,
            KINDS.get(notice.kind, "A test notice"),
            path_of(notice),
            tuple(channels_of(notice)),
        )
        for notice in notices
    ]


@dataclass(slots=True)
class NoticeGroup:
    """Notices about the same game made within the time of one letter, newest first."""

    rows: list[NoticeRow]

    @property
    def is_unread(self) -> bool:
        """Return whether any of the notices is unread."""
        return any(row.notice.read_at is None for row in self.rows)


def grouped(rows: Iterable[NoticeRow]) -> list[NoticeGroup]:
    """Return rows in groups; only neighbours are grouped."""
    groups: list[NoticeGroup] = []
    for row in rows:
        if groups and _is_of_one_letter(groups[-1].rows[0].notice, row.notice):
            groups[-1].rows.append(row)
        else:
            groups.append(NoticeGroup([row]))
    return groups


def _is_of_one_letter(newer: Notice, older: Notice) -> bool:
    is_same = older.game_id is not None and older.game_id == newer.game_id
    return is_same and newer.made_at - older.made_at <= GATHERED


def channels_of(notice: Notice) -> Iterator[ChannelStatus]:
    """Yield the state of a notice on each channel."""
    for channel in Channel.values:
        why = notice.withheld.get(channel)
        if why is not None:
            yield ChannelStatus(CHANNELS[channel], WHY_WITHHELD.get(why, ""), False)
        for delivery in notice.deliveries.all():
            if delivery.channel == channel:
                name = CHANNELS[channel]
                if delivery.browser:
                    name = _TO_BROWSER.format(channel=name, browser=delivery.browser.name)
                yield ChannelStatus(name, sentence_of(delivery), delivery.state == State.SENT)


_TO_BROWSER = "{channel} to {browser}"

DELIVERIES = {
    State.SENT: "Sent on {done}, attempt {tries}.",
    State.WITHHELD: "Not sent.",
    State.RESTING: "Not sent. This destination gets no more notices.",
    State.GIVEN_UP: "Gave up after {tries} attempts, on {done}.",
    State.WAITING: "To be sent on {next}.",
}
"""The outcome of a delivery, keyed by its state."""

_RETRYING = "Attempt {tries} of {most} failed; the next is on {next}."
_IN_DIGEST = "In the daily email on {next}."
_LAST_ANSWER = "Last result: {answer}"


def sentence_of(delivery: Sending) -> str:
    """Describe the state of a delivery, with the other server's answer if it failed."""
    state, answer = State(delivery.state), delivery.answer
    text = DELIVERIES[state]
    if state == State.WAITING and delivery.tries:
        text = _RETRYING
    elif isinstance(delivery, Delivery) and state == State.WAITING and delivery.in_digest:
        text = _IN_DIGEST
    told = text.format(
        done=_time(delivery.done_at),
        next=_time(delivery.next_at),
        tries=delivery.tries,
        most=MOST_TRIES,
    )
    if state in (State.WITHHELD, State.RESTING):
        return paragraph(told, answer)
    is_failure = state == State.GIVEN_UP or text is _RETRYING
    return paragraph(told, _LAST_ANSWER.format(answer=answer) if answer and is_failure else "")


def _time(moment: datetime | None) -> str:
    return date_format(timezone.localtime(moment), "j F, H:i") if moment else ""


# The settings


def choices_context(user: User) -> dict[str, Any]:
    """Return the template context of the settings page."""
    choice = choice_of(NoticeChoice.objects.filter(user=user).first())
    address = addresses_of([user.pk]).get(user.pk)
    return {
        "choice": choice,
        "presets": [(name, label) for name, (label, _) in PRESETS.items()],
        "kinds": [
            (kind, label, [(name, way, choice.wants(kind, name)) for name, way in CHANNELS.items()])
            for kind, label in kinds_for(user).items()
        ],
        "hours": range(24),
        "address": address,
        "resting": RestingAddress.objects.filter(address=address).first() if address else None,
        "browsers": PushBrowser.objects.filter(user=user).order_by("pk"),
        "hook": Webhook.objects.filter(user=user).first(),
        "formats": Webhook.Format.choices,
        "tries": MOST_TRIES,
    }


def read_choice(post: QueryDict, user: User) -> Choice:
    """Return a user's posted choice: a preset, or check boxes named <kind>:<channel>.

    Raises ValidationError for an unknown preset or an invalid hour.
    """
    digest, digest_hour = "digest" in post, whole_number(post.get("digest_hour", "8"), 99)
    if digest_hour is None:
        raise ValidationError("Unknown hour.")
    if "preset" in post:
        if post["preset"] not in PRESETS:
            raise ValidationError("Unknown choice.")
        return Choice(PRESETS[post["preset"]][1], digest=digest, digest_hour=digest_hour)
    channels = {
        kind: frozenset(name for name in CHANNELS if f"{kind}:{name}" in post)
        for kind in kinds_for(user)
    }
    return Choice(channels, digest=digest, digest_hour=digest_hour)


def keep_hook(user: User, url: str, wanted: str = "") -> Webhook | None:
    """Save a user's webhook URL with a new secret; "" deletes the webhook.

    `wanted` is its format, "" for the one that suits the URL. A webhook that was off is on again.
    Raises ValidationError, with a message for the user, if nothing may be sent to the URL.
    """
    if not url:
        Webhook.objects.filter(user=user).delete()
        return None
    verify_address(url)
    kept = {
        "url": url,
        "secret": new_hook_secret(),
        "format": format_of(url, wanted),
        "failing_since": None,
        "off_since": None,
    }
    return Webhook.objects.update_or_create(user=user, defaults=kept)[0]


def keep_browser(user: User, endpoint: str, key: str, secret: str, name: str) -> PushBrowser:
    """Save a browser's push subscription; an endpoint registered by another user changes hands.

    Raises ValidationError for invalid keys, a forbidden endpoint or too many browsers.
    """
    verify_address(endpoint)
    if not (60 <= len(key) <= 120 and 16 <= len(secret) <= 40 and (key + secret).isascii()):
        raise ValidationError("This browser can’t receive push notifications.")
    others = PushBrowser.objects.filter(user=user).exclude(endpoint=endpoint)
    if others.count() >= MOST_BROWSERS:
        raise ValidationError("You can’t add any more browsers. Remove one first.")
    label = "".join(sign for sign in name if sign.isprintable())[:60] or "A browser"
    kept = {"user": user, "key": key, "secret": secret, "name": label, "rests_since": None}
    return PushBrowser.objects.update_or_create(endpoint=endpoint, defaults=kept)[0]
