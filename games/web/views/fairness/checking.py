"""Views for what browsers check themselves: the verifier, and a player's own evidence."""

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.community.fairness import fairness
from games.community.fairness.verifier import verifier_page
from games.community.lobby.access import unlisted, visible_game
from games.community.trust.requests import Request
from games.models import Player
from games.storage.store.stored_game import load
from rules import view


@require_safe
@cache_control(no_cache=True)
@gzip_page
def verifier(request: HttpRequest) -> HttpResponseBase:
    """Show the page that checks records; its only script is allowed by its hash."""
    page = verifier_page()
    policy = {"script-src": [page.script], "style-src": [page.style], "worker-src": ["blob:"]}
    return csp_replace(policy)(lambda _: HttpResponse(page.html))(request)


@require_safe
@cache_control(private=True, no_store=True)
def own(request: Request, code: str) -> HttpResponse:
    """Send a player what their browser keeps of its own game, to compare later (FAIR-12)."""
    game = visible_game(request, code)
    user = request.user.pk
    player = Player.objects.public().filter(game=game, user=user).first() if user else None
    seen = None
    if player is not None and game.has_begun:
        seen = view(load(game.code).state(), player.seat)
    return unlisted(game, JsonResponse(fairness.own_evidence(game, player, seen)))
