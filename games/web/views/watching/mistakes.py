"""A person's moves to think about in a finished game, for that person alone."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.community.lobby.access import unlisted, visible_game
from games.community.sharing import jobs, links
from games.community.trust.requests import UserRequest
from games.exceptions import Refused
from games.models import Job, User
from rules.bots.reasons.verdicts import describe_verdict


def mistakes_context(code: str, user: User) -> dict[str, Any]:
    """Return the context of a person's own moves to think about."""
    found = jobs.mistakes_of(code, user) or []
    return {
        "search": jobs.progress_of(code, Job.Kind.MISTAKES),
        "may_search": links.has_played(code, user),
        "mistakes": [
            {**each, "verdict": describe_verdict(each["chance"], each["played"], is_same=False)}
            for each in found
        ],
    }


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mistakes(request: UserRequest, code: str) -> HttpResponse:
    """Render the visitor's moves to think about, or have a worker look for them."""
    game = visible_game(request, code)
    if request.method == "POST":
        try:
            jobs.ask_for(game.code, Job.Kind.MISTAKES, request.user)
        except Refused as refusal:
            messages.error(request, str(refusal))
    if not request.htmx:
        return redirect(f"{reverse('luck', args=[game.code])}#mistakes")
    context = mistakes_context(game.code, request.user)
    response = render(request, "table/replay/_mistakes.html", {"code": game.code, **context})
    return unlisted(game, response)
