"""The page on which a player composes, commits and withdraws a turn plan (ORD-8)."""

from collections.abc import Callable

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.community.lobby.access import unlisted, visible_game
from games.community.trust.requests import UserRequest
from games.drawing.display.words import is_paused
from games.exceptions import Refused, TooFast, sentence_of
from games.models import Game
from games.playing import turn_plans as plans
from games.playing.forms import number
from games.playing.plan_forms import read_step
from games.playing.turn_plans import Steps
from games.table.page import viewer
from games.table.page.viewer import ViewerTable
from games.table.panel.orders.plan import plan_context
from rules import InvalidMove, RulesError


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: UserRequest, code: str) -> HttpResponse:
    """Show the player's plan, or carry out the posted act; redirect others to the table."""
    game = visible_game(request, code)
    seen = viewer.look(code, request.user.pk) if game.status == Game.Status.RUNNING else None
    if seen is None or seen.scene.seat is None:
        return redirect("table", code)
    if request.method == "POST":
        return _post(request, seen)
    row = plans.plan_row(game, seen.scene.seat, request.user)
    context = plan_context(seen.scene, row, request.GET)
    return unlisted(game, render(request, "table/panel/plans/page.html", context))


def _post(request: UserRequest, seen: ViewerTable) -> HttpResponse:
    act = ACTS.get(request.POST.get("act", ""))
    try:
        if act is None:
            raise InvalidMove("Unknown action.")
        if not ratelimit.consume(request, action="plan", user=request.user):
            raise TooFast("You’re changing plans very fast. Wait a minute.")
        response = act(request, seen)
    except (RulesError, Refused) as refusal:
        messages.error(request, sentence_of(refusal))
    else:
        if response:
            messages.success(request, response)
    return redirect("plan", seen.code)


def _change(request: UserRequest, seen: ViewerTable, edit: Callable[[Steps], Steps]) -> str:
    size = number(request.POST.get("size", ""), "size")
    plans.change(seen.code, request.user, size, edit)
    return ""


def _add(request: UserRequest, seen: ViewerTable) -> str:
    step = read_step(request.POST, seen.scene.view)
    return _change(request, seen, lambda steps: (*steps, step))


def _place(post: QueryDict, steps: Steps) -> int:
    place = number(post.get("place", ""), "place")
    if place >= len(steps):
        raise InvalidMove("Your plan has no such step.")
    return place


def _remove(request: UserRequest, seen: ViewerTable) -> str:
    def edit(steps: Steps) -> Steps:
        place = _place(request.POST, steps)
        return steps[:place] + steps[place + 1 :]

    return _change(request, seen, edit)


def _rise(request: UserRequest, seen: ViewerTable) -> str:
    def edit(steps: Steps) -> Steps:
        place = _place(request.POST, steps)
        if not place:
            return steps
        return (*steps[: place - 1], steps[place], steps[place - 1], *steps[place + 1 :])

    return _change(request, seen, edit)


def _clear(request: UserRequest, seen: ViewerTable) -> str:
    return _change(request, seen, lambda steps: ())


def _commit(request: UserRequest, seen: ViewerTable) -> str:
    plans.commit(seen.code, request.user)
    return _committed(seen)


def _go_on(request: UserRequest, seen: ViewerTable) -> str:
    plans.commit(seen.code, request.user, goes_on=True)
    return _committed(seen)


def _committed(seen: ViewerTable) -> str:
    view = seen.scene.view
    if is_paused(seen.scene):
        return "Plan saved. It starts on your turn once the game resumes."
    if view.round and view.turn == view.seat:
        return "Your plan has started."
    return "Plan saved. It starts on your next turn."


def _stop(request: UserRequest, seen: ViewerTable) -> str:
    plans.stop(seen.code, request.user)
    return "You cancelled your plan. Its remaining steps won’t be played."


ACTS: dict[str, Callable[[UserRequest, ViewerTable], str]] = {
    "add": _add,
    "remove": _remove,
    "rise": _rise,
    "clear": _clear,
    "commit": _commit,
    "go on": _go_on,
    "stop": _stop,
}
"""The functions behind the acts that may be posted, by name."""
