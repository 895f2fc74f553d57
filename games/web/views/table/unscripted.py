"""Support for pages without scripts: redirects to the result of a move, and reloading."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse

from games.playing.forms import LAY_AND_ACCEPT, SAID
from games.table.panel.waiting import TEMPLATE as WAITING
from rules import moves

PANEL = "panel"
TOLD_ELSEWHERE = {
    **dict.fromkeys((moves.SetOrders.name, moves.SetWishes.name), "tab-orders"),
    **dict.fromkeys((moves.OfferPact.name, moves.AnswerPact.name, moves.EndPact.name), "ledger"),
    **dict.fromkeys((moves.LayCards.name, LAY_AND_ACCEPT, moves.AcceptTrade.name), "ledger"),
    moves.WithdrawTrade.name: "ledger",
}
"""The id of the element that shows the result, by the name of a move made outside the panel."""

LOOK_AGAIN = "again"
"""The query parameter that asks the page to reload itself while its viewer waits."""
SECONDS = 15


def redirect_to_result(code: str, post: QueryDict) -> HttpResponse:
    """Redirect to the table, to the element that shows the result of the posted move."""
    fields = QueryDict(post.get(SAID, ""))
    name = fields.get("move") or post.get("move", "")
    return redirect_to_table(code, TOLD_ELSEWHERE.get(name, PANEL))


def redirect_to_table(code: str, place: str) -> HttpResponse:
    """Redirect to a table, to the element with the id `place`."""
    return redirect(f"{reverse('table', args=(code,))}#{place}")


def seconds_to_next_look(request: HttpRequest, panel: dict[str, Any]) -> int | None:
    """Return the seconds until a page reloads itself, or None if it does not.

    It reloads if the visitor asked for it, until there is something to answer.
    """
    shown = panel["shown"]
    is_waiting = shown is not None and shown.template == WAITING
    return SECONDS if is_waiting and LOOK_AGAIN in request.GET else None
