"""The queue of animated maps: players ask for them, and workers draw them."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.community.sharing.links import NotAllowed, locked_game
from games.exceptions import LimitReached
from games.models import AnimatedMap, Game, User

MOST_A_DAY = 10
"""The maximum number of animations that a person may ask for in 24 hours."""
CLAIMED_FOR = timedelta(minutes=5)
"""After this time a worker that has not finished is taken to be gone."""


@transaction.atomic
def ask_for(code: str, user: User) -> None:
    """Put a finished game's animation into the queue, unless somebody has done so."""
    game = locked_game(code, user)
    if game.status != Game.Status.OVER:
        raise NotAllowed("Only a finished game has an animated map.")
    if AnimatedMap.objects.filter(game=game).exists():
        return
    day = timezone.now() - timedelta(days=1)
    if AnimatedMap.objects.filter(asked_by=user, asked_at__gte=day).count() >= MOST_A_DAY:
        raise LimitReached("You can ask for {most} animated maps a day.", most=MOST_A_DAY)
    AnimatedMap.objects.create(game=game, asked_by=user)


def claim_next() -> AnimatedMap | None:
    """Return the animation that has waited longest, now this worker's; None if there is none."""
    now = timezone.now()
    is_free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIMED_FOR)
    waiting = AnimatedMap.objects.filter(is_free, file=None, failure="").order_by("asked_at")
    found = waiting.select_related("game").only("claimed_at", "game__code").first()
    # Another worker may have claimed it since.
    if found and waiting.filter(pk=found.pk).update(claimed_at=now):
        return found
    return None


def progress_of(code: str) -> dict[str, Any] | None:
    """Return `percent` and `failure` of a game's animation; None if nobody asked for it."""
    found = AnimatedMap.objects.filter(game__code=code).values("percent", "failure").first()
    return {**found} if found else None


def file_of(code: str) -> bytes | None:
    """Return a game's animation as a GIF file; None if it is not drawn."""
    found = AnimatedMap.objects.filter(game__code=code).values_list("file", flat=True).first()
    return None if found is None else bytes(found)
