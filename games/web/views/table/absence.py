"""The endpoint for agreements about time and seats: pauses, reminders, captains, substitutes."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.community.absence import votes
from games.community.lobby.access import INVITED, known, unlisted, visible_game
from games.community.trust.requests import Request
from games.exceptions import NotSeated, Refused, sentence_of
from games.models import Game, User
from games.playing.forms import seat_number
from games.table.page import viewer
from games.table.sidebar.absence import absence_actions
from games.web.views.table.unscripted import redirect_to_table
from rules import InvalidMove, RulesError

TAB = "tab-time"
"""The tab of the table with these forms, where their results are shown."""


@require_http_methods(["GET", "HEAD", "POST"])
def absence(request: Request, code: str) -> HttpResponse:
    """Render the visitor's options about time and seats, or carry out the posted act."""
    game = visible_game(request, code)
    if game.status != Game.Status.RUNNING:
        return redirect("table", code)
    if request.method != "POST":
        if not request.htmx:
            return redirect("table", code)
        seen, stored = viewer.look_closely(code, request.user.pk)
        context = {"seen": seen, "acts": absence_actions(stored, seen.scene, known(request))}
        return unlisted(game, render(request, "table/sidebar/_absence_acts.html", context))
    try:
        messages.success(request, _done(request, code))
    except (Refused, RulesError) as refusal:
        messages.error(request, sentence_of(refusal))
    # Redirect a substitute to the top of the table, so that they see all of it first.
    return (
        redirect("table", code)
        if request.POST.get("act") == "sit"
        else redirect_to_table(code, TAB)
    )


def _done(request: HttpRequest, code: str) -> str:
    """Carry out the posted act; return the message about it."""
    user = request.user
    if not user.is_authenticated:
        raise NotSeated("Log in first.")
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise InvalidMove("Unknown action.")
    return act(request, code, user)


def _pause(request: HttpRequest, code: str, user: User) -> str:
    if votes.want_pause(code, user):
        return "The game is paused."
    return "You voted to pause. The game pauses when everyone agrees."


def _no_pause(request: HttpRequest, code: str, user: User) -> str:
    votes.want_pause(code, user, wants=False)
    return "You withdrew your vote to pause."


def _resume(request: HttpRequest, code: str, user: User) -> str:
    votes.resume(code, user)
    return "The game has resumed."


def _nudge(request: HttpRequest, code: str, user: User) -> str:
    votes.nudge(code, user, seat_number(request.POST.get("seat", "")))
    return "Reminder sent."


def _captain(request: HttpRequest, code: str, user: User) -> str:
    if votes.want_captain(code, user, seat_number(request.POST.get("seat", ""))):
        return "A bot has that seat now."
    return "You voted for a bot. It takes the seat when more than half of you agree."


def _sit(request: HttpRequest, code: str, user: User) -> str:
    is_invited = code in request.session.get(INVITED, ())
    votes.substitute(code, user, seat_number(request.POST.get("seat", "")), is_invited=is_invited)
    return "You have taken this seat."


ACTS: dict[str, Callable[[HttpRequest, str, User], str]] = {
    "pause": _pause,
    "no-pause": _no_pause,
    "resume": _resume,
    "nudge": _nudge,
    "captain": _captain,
    "sit": _sit,
}
"""The functions behind the acts that may be posted, by name."""
