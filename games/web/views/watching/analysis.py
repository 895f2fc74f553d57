"""A finished game's analysis: players ask for it, and see how far it is."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.community.lobby.access import visible_game
from games.community.sharing import jobs
from games.community.trust.requests import UserRequest
from games.exceptions import Refused
from games.models import Job


@login_required
@require_POST
def analyse(request: UserRequest, code: str) -> HttpResponse:
    """Ask for a game's analysis, and return to the game."""
    game = visible_game(request, code)
    try:
        jobs.ask_for(game.code, Job.Kind.ANALYSIS, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(f"{reverse('table', args=[game.code])}#story")


@never_cache
@require_safe
def progress(request: HttpRequest, code: str) -> HttpResponse:
    """Render how far a game's analysis is; once it is done, reload the page."""
    game = visible_game(request, code)
    found = jobs.progress_of(game.code, Job.Kind.ANALYSIS) or {}
    context = {"code": game.code, "analysis": found}
    response = render(request, "table/sidebar/_analysis.html", context)
    if found.get("percent") == 100:
        response["HX-Refresh"] = "true"
    return response
