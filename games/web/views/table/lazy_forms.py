"""Lazy forms of a table: fragments for htmx, or whole pages."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.community.lobby.access import unlisted, visible_game
from games.community.trust.requests import Request
from games.table.page import viewer
from games.table.page.lazy_forms import LAZY_FORMS, lazy_form_context


@require_safe
def show(request: Request, code: str, name: str) -> HttpResponse:
    """Render a form with its current content for the viewer."""
    game = visible_game(request, code)
    if name not in LAZY_FORMS:
        raise Http404
    if not game.has_begun:
        return redirect("table", code)
    seen = viewer.look(code, request.user.pk)
    context = {"seen": seen, **lazy_form_context(name, seen.scene)}
    template = "table/page/_lazy_form.html" if request.htmx else "table/page/lazy_form.html"
    return unlisted(game, render(request, template, context))
