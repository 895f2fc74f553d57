"""The admin's dashboard: open reports, load, failures and rate limits."""

from datetime import datetime, timedelta
from typing import Any

from allauth.account import app_settings
from django.conf import settings
from django.db.models import Min, Q
from django.urls import reverse
from django.utils.timesince import timesince

from games.community.lobby import seat_limits, tables
from games.community.moderation import reports
from games.community.moderation.site_mode import site_status
from games.community.talk import talk
from games.community.trust.requests import UserRequest
from games.community.trust.roles import Role, role_of
from games.models import Delivery, Due, Game, Measure, Move, Player, Report, User
from games.playing import rate_limits
from games.storage.processes import presence
from games.storage.store.database_time import moment_now
from rules.moves import LayCards, OfferPact

RECENT, LATELY = timedelta(hours=1), timedelta(days=1)
MEASURED = timedelta(minutes=10)
MOST_MEASURED = 5000
LATE = timedelta(seconds=10)
LATE_BOT = timedelta(minutes=1)

Tile = dict[str, Any]

LIMITS_AT_THE_DOOR = ("signup", "login", "login_failed", "reset_password", "change_password")
SPANS = {"s": "a second", "m": "a minute", "h": "an hour", "d": "a day"}
BY = {"ip": "from one address", "user": "by one person", "key": "for one name"}
_OLDEST = "the oldest has waited {age}"
_CLAIMED_BY_YOU = "{count} by you"
_SEEN = "with a page open; about {seen} on the site in the last hour"
_GAMES = "{open} open, {paused} paused, {over} ended in the last day"
_RETRIES = "waiting for a retry; {given_up} given up in the last day"
_WITHIN = "{most} in {time}"
_HOURLY = "{hourly} an hour"
_HOURLY_AND_DAILY = "{hourly} an hour, {daily} a day"
_FOR_GUESTS = "{most}; guests {guests}"
_LIMIT_AT_THE_DOOR = "{most} {span} {by}"
_SPAN = "in {seconds} seconds"

OFFERS = {OfferPact.name: "Pacts offered", LayCards.name: "Trades offered"}
"""Labels for the rate limits on offers (chapter 9)."""


def context(request: UserRequest, given: dict[str, Any]) -> dict[str, Any]:
    """Add the dashboard's tiles: reports for every role, the site's state for operators."""
    now = moment_now()
    role = role_of(request.user)
    tiles = _reports(now, request.user)
    if role >= Role.OPERATOR:
        tiles += [*_people_and_games(now), *_late(now), _failing_bots(now)]
        tiles += [_notices(now), _site_mode()]
        given["limits"] = list(_limits())
    return {**given, "tiles": tiles, "role": role.title}


def _reports(now: datetime, visitor: User) -> list[Tile]:
    is_open, is_appealed = Q(status=Report.Status.OPEN), Q(status=Report.Status.APPEALED)
    open_ones = Report.objects.filter(is_open | is_appealed)
    since = open_ones.aggregate(
        made=Min("made_at", filter=is_open), appealed=Min("appealed_at", filter=is_appealed)
    )
    oldest = min((when for when in since.values() if when), default=None)
    claimed = Report.objects.filter(status=Report.Status.CLAIMED)
    age = _OLDEST.format(age=timesince(oldest, now, depth=1)) if oldest else "nothing waiting"
    return [
        {
            "name": "Open reports and appeals",
            "value": open_ones.count(),
            "more": age,
            "link": reverse("admin:games_report_changelist"),
        },
        {
            "name": "Appeals against penalties",
            "value": Measure.objects.appealed().count(),
            "more": "for a moderator who did not impose the penalty",
            "link": f"{reverse('admin:games_measure_changelist')}?appealed=open",
        },
        {
            "name": "Claimed reports",
            "value": claimed.count(),
            "more": _CLAIMED_BY_YOU.format(count=claimed.filter(handler=visitor).count()),
        },
    ]


def _people_and_games(now: datetime) -> list[Tile]:
    # Only statuses with few games: counting the others would be slow.
    open_ones, running, held = (
        Game.objects.filter(status=Game.Status.OPEN).count(),
        Game.objects.filter(status=Game.Status.RUNNING).count(),
        Game.objects.filter(status=Game.Status.RUNNING, held_since__isnull=False).count(),
    )
    over = Game.objects.filter(status=Game.Status.OVER, moved_at__gt=now - LATELY).count()
    seen = User.objects.filter(seen_at__gt=now - RECENT).count()
    return [
        {
            "name": "People in games",
            "value": presence.people_now(),
            "more": _SEEN.format(seen=seen),
        },
        {
            "name": "Games running",
            "value": running,
            "more": _GAMES.format(open=open_ones, paused=held, over=over),
        },
        {"name": "Moves a minute", "value": _moves_a_minute(now), "more": "last ten minutes"},
    ]


def _moves_a_minute(now: datetime) -> str:
    # Order by primary key: there is no index on `made_at`.
    newest = Move.objects.order_by("-pk").values_list("made_at", flat=True)[:MOST_MEASURED]
    made = [made_at for made_at in newest if made_at > now - MEASURED]
    # On a busy site, the MOST_MEASURED newest moves span less time than MEASURED.
    span = MEASURED if len(made) < MOST_MEASURED else now - min(made)
    return f"{len(made) / max(span.total_seconds(), 1) * 60:.1f}"


def _late(now: datetime) -> list[Tile]:
    clocks = Due.objects.filter(kind=Due.Kind.CLOCK, when__lt=now - LATE).count()
    bots = Due.objects.filter(kind=Due.Kind.BOT, when__lt=now - LATE_BOT).count()
    return [
        {"name": "Late deadlines", "value": clocks, "more": "more than ten seconds late"},
        {
            "name": "Late bots",
            "value": bots,
            "more": "more than a minute late; check that a worker is running",
        },
    ]


def _failing_bots(now: datetime) -> Tile:
    """Count recent timeouts of bots, a sign that bots fail."""
    newest = Move.objects.order_by("-pk")[:MOST_MEASURED]
    rows = newest.values_list("made_at", "by", "game", "seat")
    since = now - MEASURED
    by_clock = [row[2:] for row in rows if row[0] > since and row[1] == Move.By.CLOCK]
    games = {game for game, _ in by_clock}
    bots = Player.objects.filter(game__in=games).exclude(bot="").values_list("game", "seat")
    of_bots = set(bots)
    count = sum(seat in of_bots for seat in by_clock)
    more = (
        "bot timeouts in the last ten minutes; see the log"
        if count
        else "none in the last ten minutes"
    )
    return {"name": "Failing bots", "value": count, "more": more}


def _notices(now: datetime) -> Tile:
    """Count the deliveries waiting for a retry, and those given up within the last day."""
    retried = Delivery.objects.filter(state=Delivery.State.WAITING, tries__gt=0).count()
    given_up = Delivery.objects.filter(state=Delivery.State.GIVEN_UP, done_at__gt=now - LATELY)
    more = _RETRIES.format(given_up=given_up.count())
    page = reverse("admin:games_delivery_changelist")
    link = f"{page}?state__exact=given+up"
    return {"name": "Failing notices", "value": retried, "more": more, "link": link}


def _site_mode() -> Tile:
    status = site_status()
    link = reverse("admin:games_sitesettings_changelist")
    more = status.announcement or "no announcement"
    return {"name": "The site", "value": status.mode, "more": more, "link": link}


def _limits() -> Any:
    yield "Messages", _within(talk.MOST, talk.WITHIN.seconds * 1000)
    for name, limits in rate_limits.OFFER_LIMITS.items():
        yield OFFERS[name], ", ".join(_within(most, within) for most, within in limits)
    yield "Reports", _HOURLY_AND_DAILY.format(hourly=reports.MOST, daily=reports.MOST_DAILY)
    yield (
        "Games at once",
        _FOR_GUESTS.format(most=seat_limits.MOST, guests=seat_limits.MOST_OF_GUESTS),
    )
    millisecond = timedelta(milliseconds=1)
    changes = ((most, within // millisecond) for most, within in rate_limits.ORDER_LIMITS)
    yield "Orders changed", ", ".join(_within(*limit) for limit in changes)
    yield (
        "Games waiting for players",
        _FOR_GUESTS.format(most=tables.MOST_OPEN, guests=tables.MOST_OPEN_OF_GUESTS),
    )
    yield "Public games of guests and unconfirmed accounts", str(tables.MOST_PUBLIC_UNCONFIRMED)
    yield "Games created", _HOURLY.format(hourly=tables.MOST_OPENED_HOURLY)
    # List a limit that is in both collections only once.
    for name in dict.fromkeys((*LIMITS_AT_THE_DOOR, *settings.ACCOUNT_RATE_LIMITS)):
        words = name.replace("_", " ").capitalize()
        yield words, _in_words(app_settings.RATE_LIMITS[name])


def _within(most: int, milliseconds: int) -> str:
    return _WITHIN.format(most=most, time=rate_limits.in_words(milliseconds))


def _in_words(limit: str) -> str:
    """Return comma-separated limits such as “10/h/ip” in words."""
    limit_texts = []
    for one in limit.split(","):
        most, span, by = one.split("/")
        limit_texts.append(
            _LIMIT_AT_THE_DOOR.format(
                most=most, span=SPANS.get(span) or _seconds(span), by=BY.get(by, by)
            )
        )
    return ", ".join(limit_texts)


def _seconds(span: str) -> str:
    return _SPAN.format(seconds=span.removesuffix("s"))
