"""The “Since you last looked” page: the replay of what a player missed, and marking it as read."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.community.lobby.access import visible_game
from games.community.trust.requests import UserRequest
from games.drawing.display.parts import Scene
from games.models import LastVisit
from games.storage.processes import last_seen
from games.table.page.recap import groups_since
from games.web.views.watching import replay
from rules import view


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: UserRequest, code: str) -> HttpResponse:
    """Show what happened since a player left, or mark it as read."""
    game = visible_game(request, code)
    visit = LastVisit.objects.filter(user=request.user, game=game).first()
    if request.method == "POST":
        last_seen.caught_up(game.pk, request.user)
        return redirect("table", code)
    if visit is None or visit.since is None or not game.has_begun:
        return redirect("table", code)
    shown = replay.replay_for(request, game)
    stored, seating = shown.stored, shown.cast.seating
    seat = seating.seat_of(request.user.pk)
    if seat is None:
        return redirect("table", code)
    scene = Scene(view(stored.state(), seat), seating, pact_endings=stored.diplomacy.pacts)
    missed = groups_since(stored.id, stored.number, scene, visit.since)
    last_seen_step = shown.steps.of(visit.since)
    return replay.page(request, game, shown, last_seen_step, {"away": {"missed": missed}})
