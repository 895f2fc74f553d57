"""Sheets of a table: fragments for htmx, or whole pages."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.lobby.access import unlisted, visible_game
from games.page import viewer
from games.page.lazy_forms import SHEETS, sheet_context
from games.trust.requests import Request


@require_safe
def show(request: Request, code: str, name: str) -> HttpResponse:
    """Render a sheet with its current content for the viewer."""
    game = visible_game(request, code)
    if name not in SHEETS:
        raise Http404
    if not game.has_begun:
        return redirect("table", code)
    seen = viewer.look(code, request.user.pk)
    context = {"seen": seen, **sheet_context(name, seen.scene)}
    template = "page/_sheet.html" if request.htmx else "page/sheet.html"
    return unlisted(game, render(request, template, context))
