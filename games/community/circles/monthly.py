"""The game that a worker opens for a circle on the first of a month."""

from datetime import date, datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from games.community.circles.circles import lock_own_circle
from games.community.circles.new_game import open_for, usual_terms
from games.community.notices.sources.from_circles import notify_skipped, notify_stopped, post_next
from games.exceptions import Refused
from games.models import Circle, Game, Player, User
from games.playing.clocks.rest_times import zone_named
from games.storage.processes.isolation import count_done

AHEAD = timedelta(hours=15)
"""No time zone is further ahead of UTC."""


def next_first(now: datetime, time_zone: str) -> date:
    """Return the first of the month after `now` in a time zone."""
    today = now.astimezone(zone_named(time_zone)).date()
    return (today.replace(day=1) + timedelta(days=32)).replace(day=1)


@transaction.atomic
def set_monthly(code: str, owner: User, *, is_on: bool) -> None:
    """Switch the monthly game on or off; raise NoSuchCircle or NotOwner."""
    circle = lock_own_circle(code, owner)
    if is_on != (circle.next_on is not None):
        circle.next_on = next_first(timezone.now(), owner.time_zone) if is_on else None
        # A game of an earlier time says nothing about the next.
        circle.monthly_game = None
        circle.save(update_fields=["next_on", "monthly_game"])
        post_next(circle)


def open_monthly_games() -> int:
    """Open the games of the circles whose day has come; return how many."""
    due = Circle.objects.filter(next_on__lte=(timezone.now() + AHEAD).date())
    return count_done("circle", list(due.order_by("pk").values_list("pk", flat=True)), _open_if_due)


@transaction.atomic
def _open_if_due(key: int) -> bool:
    """Open a circle's game if its day has come where its owner lives."""
    # Users are locked before circles.
    host = User.objects.select_for_update(no_key=True).filter(circles_owned=key).first()
    if host is None:
        return False
    now = timezone.now()
    # Since the query, the circle may have been handed over, or another worker opened its game.
    circle = (
        Circle.objects.select_for_update(no_key=True)
        .filter(pk=key, owner=host, next_on__isnull=False)
        .first()
    )
    if circle is None or circle.next_on is None:
        return False
    if now.astimezone(zone_named(host.time_zone)).date() < circle.next_on:
        return False
    members = circle.members.count()
    why = "alone" if members == 1 else "nobody" if _nobody_joined(circle) else ""
    circle.next_on = None if why else next_first(now, host.time_zone)
    game = None if why or _has_open_game(circle) else _open(circle, host, members)
    if game is not None:
        circle.monthly_game = game
    circle.save(update_fields=["next_on", "monthly_game"])
    if why:
        notify_stopped(circle, why)
    if why or game is not None:
        post_next(circle, game)
    return game is not None


def _open(circle: Circle, host: User, members: int) -> Game | None:
    """Open the circle's usual game; tell the owner if it is refused."""
    try:
        with transaction.atomic():
            return open_for(circle, host, usual_terms(circle, members))
    except (Refused, ValidationError) as refusal:
        sentences = refusal.messages if isinstance(refusal, ValidationError) else [str(refusal)]
        notify_skipped(circle, " ".join(sentences))
        return None


def _has_open_game(circle: Circle) -> bool:
    return circle.games.filter(status=Game.Status.OPEN).exists()


def _nobody_joined(circle: Circle) -> bool:
    """Return whether the last game opened for the month never began, and its host was alone."""
    never_began = (Game.Status.OPEN, Game.Status.CANCELLED)
    last = Game.objects.filter(pk=circle.monthly_game_id or 0, status__in=never_began)
    others = Player.objects.filter(game=OuterRef("pk"), user__isnull=False)
    return last.filter(~Exists(others.exclude(user=F("game__host")))).exists()
