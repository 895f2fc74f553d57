"""The queue of what workers make of finished games: players ask for it, and get it once it is done.

Each kind of job has its edition here; `games.web.worker.jobs` does the work.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.community.sharing.links import NotAllowed, game_once_played
from games.exceptions import LimitReached
from games.models import Game, Job, User
from rules.record.chances.estimate import EDITION

EDITIONS = {Job.Kind.ANALYSIS: EDITION, Job.Kind.ANIMATION: 1, Job.Kind.MISTAKES: 1}
"""The edition of each kind; after a change of what it makes, a higher one has it made again."""
MOST_A_DAY = 10
"""The maximum number of jobs of a kind that a person may ask for in 24 hours."""
CLAIMED_FOR = timedelta(minutes=5)
"""After this time a worker that has not finished is taken to be gone."""


@transaction.atomic
def ask_for(code: str, kind: Job.Kind, user: User) -> None:
    """Put a job for a finished game into the queue, unless somebody has done so.

    Any player may ask, also one whose seat somebody else took over.
    """
    game = game_once_played(code, user)
    if game.status != Game.Status.OVER:
        raise NotAllowed("The game is not over.")
    jobs = Job.objects.filter(kind=kind)
    if jobs.filter(game=game, edition=EDITIONS[kind]).exists():
        return
    day = timezone.now() - timedelta(days=1)
    if jobs.filter(asked_by=user, asked_at__gte=day).count() >= MOST_A_DAY:
        raise LimitReached("You can ask for {most} of these a day.", most=MOST_A_DAY)
    jobs.filter(game=game).delete()
    Job.objects.create(game=game, kind=kind, edition=EDITIONS[kind], asked_by=user)


def claim_next() -> Job | None:
    """Return the job that has waited longest, now this worker's; None if there is none."""
    now = timezone.now()
    is_free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIMED_FOR)
    waiting = Job.objects.filter(is_free, percent__lt=100, failure="").order_by("asked_at")
    found = waiting.select_related("game").only("claimed_at", "kind", "game__code").first()
    # Another worker may have claimed it since.
    if found and waiting.filter(pk=found.pk).update(claimed_at=now):
        return found
    return None


def progress_of(code: str, kind: Job.Kind) -> dict[str, Any] | None:
    """Return `percent` and `failure` of a game's job; None if nobody asked for it."""
    found = _jobs(code, kind).values("percent", "failure").first()
    return {**found} if found else None


def analysis_of(code: str) -> Any:
    """Return a game's analysis as plain data; None if there is none."""
    return _jobs(code, Job.Kind.ANALYSIS).values_list("result", flat=True).first()


def _jobs(code: str, kind: Job.Kind) -> QuerySet[Job]:
    return Job.objects.filter(game__code=code, kind=kind, edition=EDITIONS[kind])


def file_of(code: str) -> bytes | None:
    """Return a game's animation as a GIF file; None if it is not drawn."""
    jobs = Job.objects.filter(game__code=code, kind=Job.Kind.ANIMATION)
    file = jobs.values_list("file", flat=True).first()
    return None if file is None else bytes(file)


def forget_mistakes(user: User, games: Iterable[int]) -> None:
    """Delete a person's mistakes from what was found in games; their account is being deleted."""
    found = Job.objects.filter(kind=Job.Kind.MISTAKES, game__in=games, result__has_key=_key(user))
    for job in found.select_for_update():
        of_all = job.result or {}
        job.result = {key: each for key, each in of_all.items() if key != _key(user)}
        job.save(update_fields=["result"])


def mistakes_of(code: str, user: User) -> Any:
    """Return a person's own mistakes in a game as plain data, and nobody else's; None if none."""
    found = _jobs(code, Job.Kind.MISTAKES)
    return found.values_list(f"result__{_key(user)}", flat=True).first()


def _key(user: User) -> str:
    return f"person_{user.pk}"
