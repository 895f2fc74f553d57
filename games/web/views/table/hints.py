"""The endpoint for dismissing hints."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from games.community.lobby.access import visible_game
from games.community.trust.requests import UserRequest
from games.table.page import viewer
from games.table.sidebar import hints


@login_required
@require_POST
def read(request: UserRequest, code: str) -> HttpResponse:
    """Dismiss the named hint, or all hints (`off`); respond with the next hint."""
    game = visible_game(request, code)
    if request.POST.get("off"):
        hints.switch_off(request.user)
    else:
        hints.dismiss(request.user, request.POST.get("hint", ""))
    if not (request.htmx and game.has_begun):
        return redirect("table", code)
    scene = viewer.look(code, request.user.pk).scene
    return render(
        request, "table/sidebar/_hints.html", {"hint": hints.hints_context(scene, request.user)}
    )
