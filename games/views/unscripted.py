"""What a page without scripts needs from its doors: where an answer is read, and news in time."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse

from games.panel.waiting import TEMPLATE as WAITING
from games.play.forms import LAY_AND_ACCEPT, SAID
from rules import moves

PANEL = "panel"
TOLD_ELSEWHERE = {
    **dict.fromkeys((moves.SetOrders.name, moves.SetWishes.name), "tab-orders"),
    **dict.fromkeys((moves.OfferPact.name, moves.AnswerPact.name, moves.EndPact.name), "ledger"),
    **dict.fromkeys((moves.LayCards.name, LAY_AND_ACCEPT, moves.AcceptTrade.name), "ledger"),
    moves.WithdrawTrade.name: "ledger",
}
"""By the names of moves that are made beside the panel, the ids of what tells of them."""

LOOK_AGAIN = "again"
"""The field by which a page asks to be loaded again by itself while its viewer waits."""
SECONDS = 15


def to_what_is_told(code: str, post: QueryDict) -> HttpResponse:
    """Lead back to a table, to where what came of a posted move is told."""
    said = QueryDict(post.get(SAID, ""))
    name = said.get("move") or post.get("move", "")
    return to_table(code, TOLD_ELSEWHERE.get(name, PANEL))


def to_table(code: str, place: str) -> HttpResponse:
    """Lead back to a table, to the element with the id `place`."""
    return redirect(f"{reverse('table', args=(code,))}#{place}")


def seconds_to_next_look(request: HttpRequest, panel: dict[str, Any]) -> int | None:
    """Return after how many seconds a page loads itself again; None where it does not.

    It does for who asked for it, until something is to be answered.
    """
    shown = panel["shown"]
    is_waiting = shown is not None and shown.template == WAITING
    return SECONDS if is_waiting and LOOK_AGAIN in request.GET else None
