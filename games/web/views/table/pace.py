"""The endpoint for the pace at which the visitor follows the moves of bots and other players."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from games.community.lobby.access import visible_game
from games.community.people.preferences import save_preferences
from games.community.trust.requests import UserRequest
from games.models import Game
from games.playing.pace import change_pace


@login_required
@require_POST
def choose(request: UserRequest, code: str) -> HttpResponse:
    """Save the visitor's pace; set it for the bots too, if no other person plays."""
    game = visible_game(request, code)
    pace = request.POST.get("pace", "")
    if pace not in Game.Pace.values:
        return HttpResponseBadRequest("There is no such speed.")
    save_preferences(request.user, {"animation": pace})
    change_pace(code, request.user, pace)
    if not (request.htmx and game.has_begun):
        return redirect("table", code)
    return render(request, "table/animations/_pace.html", {"code": code, "pace": pace})
