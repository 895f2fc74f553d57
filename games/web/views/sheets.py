"""Sheets of a table: fragments for htmx, or whole pages."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.community.lobby.access import unlisted, visible_game
from games.community.trust.requests import Request
from games.table.page import viewer
from games.table.page.lazy_forms import SHEETS, sheet_context


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
    template = "table/page/_sheet.html" if request.htmx else "table/page/sheet.html"
    return unlisted(game, render(request, template, context))
