"""The replay of a game and its luck: pages that work without scripts, and data for a script."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.community.lobby.access import unlisted, visible_game
from games.community.trust.blocking import blocked_by, seats_of
from games.drawing.display.seating import seating_of
from games.models import Game
from games.numbers import whole_number
from games.storage.store.stored_game import load
from games.table.replay.cast import cast_of
from games.table.replay.decisions import own_steps
from games.table.replay.eyes import eyes_of
from games.table.replay.luck import luck_context
from games.table.replay.page import page_context
from games.table.replay.replay import Replay, replay_of
from games.web.views.watching.data import send_scenes, send_steps
from games.web.views.watching.mistakes import mistakes_context
from rules import RULESETS, RulesError
from rules.sentences import Words
from rules.sentences.words import isolated


@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Show a step of a game; by default the first of a finished game, the last of a running one."""
    game = visible_game(request, code)
    if not game.has_begun:
        return redirect("table", code)
    replay = replay_for(request, game)
    usual = 0 if replay.cast.seating.is_over else replay.steps.last
    asked = whole_number(request.GET.get("at", ""))
    return page(request, game, replay, min(usual if asked is None else asked, replay.steps.last))


def replay_for(request: HttpRequest, game: Game) -> Replay:
    """Return the replay of a game through the eyes the visitor asks for, if they may."""
    stored = load(game.code)
    cast = cast_of(stored)
    seat = cast.seating.seat_of(request.user.pk)
    return replay_of(stored, cast, eyes_of(request.GET.get("eyes", ""), cast.seating, seat))


def page(
    request: HttpRequest, game: Game, replay: Replay, at: int, more: dict[str, Any] | None = None
) -> HttpResponse:
    """Return the page of a replay at a step, or one that says why there is none."""
    seating = replay.cast.seating
    context = {
        "code": game.code,
        "address": reverse("replay", args=[game.code]),
        "title": isolated(game.title),
        "is_over": seating.is_over,
        "blocked_seats": seats_of(seating, blocked_by(request.user)),
        **(more or {}),
    }
    try:
        context |= page_context(replay, at, seating.seat_of(request.user.pk))
    except RulesError:
        context["lines"] = list(replay.log())
        return unlisted(game, render(request, "table/replay/older_rules.html", context))
    context["data"] |= {
        "steps_url": reverse("replay_steps", args=[game.code]),
        "scenes_url": reverse("replay_scenes", args=[game.code]),
    }
    own = seating.is_over and request.user.pk and own_steps(replay, request.user.pk)
    if own:
        context |= {"asks_general": True, "is_own": at in own}
        context["data"]["own"] = own
    response = render(request, "table/replay/page.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return unlisted(game, response)


@require_safe
def luck(request: HttpRequest, code: str) -> HttpResponse:
    """Show how lucky each player of a finished game was."""
    game = visible_game(request, code)
    stored = load(game.code)
    seating = seating_of(stored)
    if not seating.is_over:
        return redirect("table", code)
    reader = seating.seat_of(request.user.pk)
    words = Words(seating.names, RULESETS[stored.ruleset], reader=reader)
    context = {"code": game.code, "title": isolated(game.title), **luck_context(game.code, words)}
    if request.user.is_authenticated:
        context |= mistakes_context(game.code, request.user)
    return unlisted(game, render(request, "table/replay/luck.html", context))


@require_safe
def steps(request: HttpRequest, code: str) -> HttpResponse:
    """Send a piece of the steps."""
    game, replay = _sought(request, code)
    return unlisted(game, send_steps(request, replay))


@require_safe
def scenes(request: HttpRequest, code: str) -> HttpResponse:
    """Send the dice and cards of some steps."""
    game, replay = _sought(request, code)
    return unlisted(game, send_scenes(request, replay))


def _sought(request: HttpRequest, code: str) -> tuple[Game, Replay]:
    game = visible_game(request, code)
    if not game.has_begun:
        raise Http404("This game has not begun.")
    return game, replay_for(request, game)
