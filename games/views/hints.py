"""The endpoint for dismissing hints."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from games.lobby.access import visible_game
from games.page import viewer
from games.table import hints
from games.trust.requests import UserRequest


@login_required
@require_POST
def read(request: UserRequest, code: str) -> HttpResponse:
    """Dismiss the named hint, or all of them (`off`); answer with the next hint."""
    game = visible_game(request, code)
    if request.POST.get("off"):
        hints.switch_off(request.user)
    else:
        hints.dismiss(request.user, request.POST.get("hint", ""))
    if not (request.htmx and game.has_begun):
        return redirect("table", code)
    scene = viewer.look(code, request.user.pk).scene
    return render(request, "table/_hints.html", {"hint": hints.hints_context(scene, request.user)})
