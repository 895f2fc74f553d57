"""Notification settings: kinds of notices, channels, presets and the daily digest."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError

from games.community.trust.roles import Role, role_of
from games.models import Delivery, Notice, NoticeChoice, User
from games.playing.clocks.rest_times import zone_named

Kind, Channel = Notice.Kind, Delivery.Channel

SITE = "site"
"""The channel that needs no delivery: the notices page."""

CHANNELS: dict[str, str] = {
    SITE: "On the site",
    Channel.MAIL.value: "Email",
    Channel.PUSH.value: "Push",
    Channel.HOOK.value: "Webhook",
}

KINDS: dict[str, str] = {
    Kind.TURN.value: "It’s your turn",
    Kind.ASKED.value: "You need to respond",
    Kind.TIME.value: "You’re running out of time",
    Kind.ATTACKED.value: "You’re attacked, or you lose a territory or a card",
    Kind.OFFERED.value: "Someone offers you a trade or a pact",
    Kind.REQUESTED.value: "Someone proposes a pause, a result, a bot or a rematch",
    Kind.FILLING.value: "A game you joined is about to be cancelled, or was cancelled",
    Kind.STARTING.value: "A game starts",
    Kind.OVER.value: "A game ends, or you’re eliminated",
    Kind.MENTIONED.value: "Someone mentions you in chat (@name), or writes in your waiting room",
    Kind.INVITED.value: "Someone invites you to a game, or declines your invitation",
    Kind.SEAT.value: "A seat opens up or is taken",
    Kind.CIRCLE.value: "A new game or other news of your circles",
    Kind.MODERATION.value: "A message from the moderators",
    Kind.CHANNEL.value: "We stop using an address, browser or webhook of yours",
    Kind.REPORT.value: "A report or an appeal waits for a moderator",
}
"""The configurable kinds and their labels."""

FOR_MODERATORS = frozenset({Kind.REPORT.value})
"""Kinds that only users with a role get and can configure."""

_QUIET = frozenset({Kind.ATTACKED.value, Kind.MENTIONED.value})
"""Kinds that the preset "matters" shows on the site only."""

TOLD_NEXT = _QUIET
"""Kinds that ask for nothing: in slow games, the next email has them."""

AT_ONCE = frozenset({Kind.TIME, Kind.MODERATION, Kind.REPORT, Kind.TRIAL})
"""Kinds whose email is never gathered with others."""

GATHERED = timedelta(minutes=10)
"""How long the email of a notice in a slow game waits for others about the same game."""

PATIENT, PATIENT_SHARE = frozenset({Kind.OFFERED, Kind.REQUESTED, Kind.SEAT}), 4
"""Kinds whose email waits for this part of a turn's time, unless another email is sent sooner."""

Channels = Mapping[str, frozenset[str]]


def _preset(away: Collection[str], at_all: Collection[str] = tuple(KINDS)) -> Channels:
    """Map the kinds in `away` to all channels, and the other kinds in `at_all` to the site only."""
    here = {kind: frozenset({SITE} if kind in at_all else ()) for kind in KINDS}
    return here | {kind: frozenset(CHANNELS) for kind in away}


PRESETS: dict[str, tuple[str, Channels]] = {
    "matters": ("Essentials", _preset([kind for kind in KINDS if kind not in _QUIET])),
    "everything": ("Everything", _preset(tuple(KINDS))),
    "nothing": ("Nothing", _preset((), ())),
}
"""Presets by name, as (label, channels); the first is the default."""


def kinds_for(user: User) -> dict[str, str]:
    """Return the kinds that a user can configure, with their labels."""
    hidden = FOR_MODERATORS if role_of(user) is Role.NOBODY else frozenset()
    return {kind: label for kind, label in KINDS.items() if kind not in hidden}


@dataclass(frozen=True, slots=True)
class Choice:
    """A person's settings; `digest` sends one email a day, at `digest_hour` in their time zone."""

    channels: Channels = field(default_factory=lambda: PRESETS["matters"][1])
    digest: bool = False
    digest_hour: int = 8

    def wants(self, kind: str, channel: str) -> bool:
        """Return whether a kind is sent on a channel; test notices are sent on every channel."""
        return kind == Kind.TRIAL or channel in self.channels.get(kind, frozenset())

    @property
    def preset(self) -> str:
        """Return the name of the matching preset; "" for a custom choice."""
        same = (name for name, (_, channels) in PRESETS.items() if channels == self.channels)
        return next(same, "")


def choice_of(row: NoticeChoice | None) -> Choice:
    """Return a stored row's settings.

    Kinds that it does not have follow the preset with which its other kinds agree, else the first.
    """
    if row is None:
        return Choice()
    stored = {kind: frozenset(row.channels[kind]) for kind in KINDS if kind in row.channels}
    alike = (
        channels
        for _, channels in PRESETS.values()
        if all(channels[kind] == chosen for kind, chosen in stored.items())
    )
    base = next(alike, Choice().channels)
    return Choice({**base, **stored}, row.digest, row.digest_hour)


def choices_of(users: Collection[int]) -> dict[int, Choice]:
    """Map users to their settings."""
    rows = {row.user_id: row for row in NoticeChoice.objects.filter(user__in=users)}
    return {user: choice_of(rows.get(user)) for user in users}


def save_choice(user: User, choice: Choice) -> None:
    """Save a person's settings; raise ValidationError for an unknown hour, kind or channel."""
    if not 0 <= choice.digest_hour < 24:
        raise ValidationError("Choose an hour from 0 to 23.")
    if not all(
        kind in KINDS and channels <= CHANNELS.keys() for kind, channels in choice.channels.items()
    ):
        raise ValidationError("Unknown kind of notice.")
    kept = {kind: sorted(channels) for kind, channels in choice.channels.items()}
    values = {"channels": kept, "digest": choice.digest, "digest_hour": choice.digest_hour}
    NoticeChoice.objects.update_or_create(user=user, defaults=values)


def next_digest(now: datetime, time_zone: str, hour: int) -> datetime:
    """Return the next moment at which it is `hour` o'clock in a time zone."""
    local = now.astimezone(zone_named(time_zone))
    due = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    return due if due > local else due + timedelta(days=1)
