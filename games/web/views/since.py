"""The "While you were away" page: what a player missed, and marking it as read."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.community.lobby.access import unlisted, visible_game
from games.community.talk.muting import muted_by, seats_of
from games.community.trust.requests import UserRequest
from games.drawing.board import context as board_context
from games.drawing.display.parts import Scene
from games.drawing.display.seating import seating_of
from games.models import LastVisit
from games.numbers import whole_number
from games.storage.processes import last_seen
from games.storage.store.stored_game import StoredGame, load
from games.table.page import recap
from rules import RulesError, view
from rules.sentences.words import isolated


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
    if visit is None or not game.has_begun:
        return redirect("table", code)
    stored = load(code)
    seating = seating_of(stored)
    seat = seating.seat_of(request.user.pk)
    if seat is None:
        return redirect("table", code)
    scene = Scene(view(stored.state(), seat), seating, pact_endings=stored.diplomacy.pacts)
    context = _context(request, stored, scene, seat, visit.since)
    context["muted_seats"] = seats_of(seating, muted_by(request.user))
    return unlisted(game, render(request, "table/page/recap/page.html", context))


def _context(
    request: HttpRequest, stored: StoredGame, scene: Scene, seat: int, left: int | None
) -> dict[str, Any]:
    context: dict[str, Any] = {"code": stored.code, "title": isolated(stored.title)}
    if left is None:
        return context
    context["grouped"] = recap.groups_since(stored.id, stored.number, scene, left)
    try:
        missed = recap.missed(stored, seat, left)
    except RulesError:
        # A game under older rules cannot be replayed, but its log lines can still be shown.
        return context
    place = min(whole_number(request.GET.get("step", "")) or 0, len(missed.steps))
    context |= {
        "place": place,
        "last": len(missed.steps),
        "left_out": missed.left_out,
        "lines": missed.steps[place - 1].lines if place else (),
        "board": board_context.board_context(scene.view.board, html=missed.map_at(place)),
        "steps": recap.script_data(missed),
    }
    return context
