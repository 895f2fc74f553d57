"""What a general would have done at a player's own decisions, shown to that player alone."""

from typing import Any

from allauth.core import ratelimit
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.community.lobby.access import unlisted, visible_game
from games.community.trust.requests import UserRequest
from games.models import Game
from games.numbers import whole_number
from games.table.replay.decisions import Decision, decisions_of
from games.table.replay.lessons import lesson_context
from games.table.replay.replay import Replay
from games.web.views.watching import replay as replay_page
from rules import RulesError

TOO_MANY = 429
_TOO_FAST = "The general is tired of your questions. Try again later."
_OLDER_RULES = "This game was played under older rules, so a general has nothing to say about it."


@login_required
@require_safe
def show(request: UserRequest, code: str) -> HttpResponse:
    """Show a general's answer at a step with a decision of the visitor, alone or in the replay."""
    game = visible_game(request, code)
    if game.status != Game.Status.OVER:
        raise Http404("This game is not over.")
    replay = replay_page.replay_for(request, game)
    step = whole_number(request.GET.get("at", ""))
    decision = _decision_at(replay, request.user.pk, step)
    if decision is None or step is None:
        raise Http404("You made no decision there.")
    context, status = _answer(request, replay, decision)
    if request.htmx:
        response = render(request, "table/replay/_general.html", context, status=status)
        patch_cache_control(response, private=True, no_store=True)
        return unlisted(game, response)
    return replay_page.page(request, game, replay, step, context)


def _decision_at(replay: Replay, user: int, step: int | None) -> Decision | None:
    if step is None:
        return None
    own = decisions_of(replay, user)
    return next((each for each in own if each.first <= step <= each.last), None)


def _answer(request: UserRequest, replay: Replay, decision: Decision) -> tuple[dict[str, Any], int]:
    """Return the context of the answer and the status; the context may have a `refusal` only."""
    if not ratelimit.consume(request, action="general", user=request.user):
        return {"refusal": _TOO_FAST}, TOO_MANY
    try:
        return {"lesson": lesson_context(replay, decision)}, 200
    except RulesError:
        return {"refusal": _OLDER_RULES}, 200
