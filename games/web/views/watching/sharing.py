"""A finished game's public link, the names shown there, and asking for its animated map."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.community.lobby.access import visible_game
from games.community.sharing import jobs, links
from games.community.trust.requests import UserRequest
from games.exceptions import Refused
from games.models import Job


@login_required
@require_POST
def share(request: UserRequest, code: str) -> HttpResponse:
    """Do what the pressed button says, and return to the game."""
    game, what = visible_game(request, code), request.POST.get("what", "")
    try:
        if what == "open":
            links.open_link(game.code, request.user)
        elif what == "animate":
            jobs.ask_for(game.code, Job.Kind.ANIMATION, request.user)
        elif what == "withdraw":
            links.withdraw(game.code, request.user)
        elif what in ("show-name", "hide-name"):
            links.show_name(game.code, request.user, is_shown=what == "show-name")
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(f"{reverse('table', args=[game.code])}#sharing")


@never_cache
@require_safe
def animation(request: HttpRequest, code: str) -> HttpResponse:
    """Render how far a game's animated map is."""
    game = visible_game(request, code)
    progress = jobs.progress_of(game.code, Job.Kind.ANIMATION)
    context = {"code": game.code, "animation": progress}
    return render(request, "table/sidebar/_animation.html", context)
