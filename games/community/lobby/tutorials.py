"""Tutorials: begin one for a person, or return to the one they left (FAIR-8)."""

from dataclasses import asdict, dataclass

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import QuerySet

from games.community.lobby.tables import begin, lock_table, verify_site_open
from games.community.trust.restrictions import verify_may
from games.models import Game, Measure, User
from games.playing.clocks.time_controls import UNTIMED
from games.playing.start import create_game
from rules import RULESETS, Options

OPPONENT = "captain"
"""The bot that a tutorial names; its moves are scripted."""

TITLE = "Tutorial"


@dataclass(frozen=True, slots=True)
class LeftTutorial:
    """A tutorial that a person has left: the code of its table and the title of its game."""

    code: str
    title: str


def left_tutorial(user: User | AnonymousUser) -> LeftTutorial | None:
    """Return the tutorial a person may continue, the last one played; None if there is none."""
    if not isinstance(user, User):
        return None
    newest = _running(user).order_by("-changed_at", "-pk").values_list("code", "ruleset").first()
    return LeftTutorial(newest[0], RULESETS[newest[1]].title) if newest else None


def _running(user: User) -> QuerySet[Game]:
    running = Game.objects.filter(status=Game.Status.RUNNING, is_tutorial=True)
    return running.filter(players__user=user, players__own=True)


def open_tutorial(user: User, ruleset: str, pace: str = Game.Pace.CALM.value) -> str:
    """Return the code of a person's running tutorial of a game; begin one if there is none.

    The table is unlisted and has no clocks. Raises InvalidMove, Barred, or Stale while the site is
    closed.
    """
    verify_site_open()
    verify_may(user, Measure.Kind.LIMIT)
    return _opened(user, ruleset, pace)


@transaction.atomic
def _opened(user: User, ruleset: str, pace: str) -> str:
    # Serialize concurrent requests, so that a second one finds the table of the first.
    User.objects.lock(user.pk)
    code = _running(user).filter(ruleset=ruleset).values_list("code", flat=True).first()
    if code is not None:
        return code
    options = Options(only_playable=True, tutorial=True)
    game = create_game([user, OPPONENT], options, ruleset)
    terms = {**asdict(UNTIMED), "pace": pace, "title": TITLE, "is_tutorial": True}
    Game.objects.filter(pk=game.pk).update(host=user, is_listed=False, **terms)
    begin(lock_table(game.code))
    return game.code
