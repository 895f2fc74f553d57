"""Lobby views: the lists of tables, opening a table, and the waiting room."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.clocks import time_controls
from games.display.bot_levels import LEVELS
from games.display.options import PLAYABLE
from games.display.seals import LONGEST_VALUE, sealed
from games.exceptions import LimitReached, NoSuchGame, NotSeated, Refused
from games.fairness import fairness
from games.lobby import (
    fill_deadlines,
    host,
    joining,
    previews,
    rematch,
    table_summaries,
    tables,
)
from games.lobby import lists as lobby_lists
from games.lobby.access import INVITED, invite, unlisted, visible_game
from games.lobby.forms import COMPANIES, NewGameForm
from games.lobby.public_values import clean_public_value
from games.lobby.quick_play import begin_now, is_opened_now, quick_game_of
from games.lobby.waiting_room import Room, room_for
from games.models import Game, Player
from games.notices.channels.common import link
from games.people.accounts import make_guest
from games.play.skip import skip_to_result
from games.play.start import DEFAULT_BOT
from games.trust.requests import Request, UserRequest
from games.views.accounts import BACKEND
from games.worker.hourly import looked_at
from rules import InvalidMove

View = Callable[..., HttpResponse]

UNCHANGED = 204
"""On 204, htmx leaves the page as it is."""

_TOO_MANY_GUESTS = "Too many guest sessions from your network. Log in, or try again later."
_TOO_MANY_INVITED = "Too many guests have followed this invitation. Log in, or try again later."


# The lobby


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show the tables the visitor plays at, can join and can watch."""
    lists = lobby_lists.lists_for(request.user, request.GET)
    return render(request, "lobby/lobby.html", {"lists": lists})


@require_safe
def lists(request: HttpRequest) -> HttpResponse:
    """Render the lists again; 204 if the page is up to date."""
    lists = lobby_lists.lists_for(request.user, request.GET)
    if request.GET.get("have") == lists.version:
        return HttpResponse(status=UNCHANGED)
    return render(request, "lobby/_lists.html", {"lists": lists})


# A new table


def _refusing(view: View) -> View:
    """Wrap a view so that a refused request gets a page with the reason."""

    @wraps(view)
    def answer(request: HttpRequest, **named: str) -> HttpResponse:
        try:
            return view(request, **named)
        except (InvalidMove, Refused) as refusal:
            return _refused(request, refusal, named.get("code"))

    return answer


def _refused(request: HttpRequest, refusal: Exception, code: str | None) -> HttpResponse:
    context = {
        "sentence": str(refusal),
        "code": code,
        "needs_account": isinstance(refusal, joining.NeedsAccount),
    }
    return render(request, "lobby/refused.html", context, status=_status(refusal))


def _status(refusal: Exception) -> int:
    match refusal:
        case InvalidMove():
            return 400
        case NoSuchGame():
            return 404
        case NotSeated() | joining.NotAllowed():
            return 403
        case LimitReached():
            return 429
    return 409


@require_http_methods(["GET", "HEAD", "POST"])
@_refusing
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new table, or open the table."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("new_game"))
    if request.method == "POST":
        form = NewGameForm(request.POST)
        if form.is_valid():
            game = tables.open_table(request.user, form.terms())
            return redirect("table", code=game.code)
        return _form(request, form, "", 422)
    company = request.GET.get("with", "anybody")
    form = NewGameForm(initial={**COMPANIES.get(company, {}), **_game_asked(request)})
    return _form(request, form, company, 200)


def _game_asked(request: HttpRequest) -> dict[str, str]:
    """Return the initial value for the game named in the query, if it is playable."""
    named = request.GET.get("game", "")
    return {"ruleset": named} if any(each.name == named for each in PLAYABLE) else {}


def _form(request: HttpRequest, form: NewGameForm, company: str, status: int) -> HttpResponse:
    named = _game_asked(request).get("ruleset")
    context = {"form": form, "company": company, "asked_game": f"&game={named}" if named else ""}
    return render(request, "lobby/new_game.html", context, status=status)


def _public_value(request: HttpRequest) -> str:
    return clean_public_value(request.POST.get("public_value", ""))


# The waiting room


def waiting_room(request: HttpRequest, game: Game) -> HttpResponse:
    """Show a table that has not begun; the caller has checked access."""
    if is_opened_now(game, request.user.pk):
        context = {
            "code": game.code,
            "seed": sealed(game.seed_commitment),
            "longest": LONGEST_VALUE,
            "quick": quick_game_of(game),
        }
        return unlisted(game, render(request, "lobby/play_now.html", context))
    room = _room(request, game)
    _note_looked(game, room)
    context = {"link": _link(room), **_room_context(request, game, room)}
    context["about"] = previews.about(room.table)
    context["time_terms"] = time_controls.sentences(time_controls.time_control_of(game))
    return unlisted(game, render(request, "lobby/room.html", context))


@require_safe
def room(request: Request, code: str) -> HttpResponse:
    """Render the waiting room again; 204 if unchanged; redirect to the table once it begins."""
    try:
        game = visible_game(request, code)
    except Http404:
        # The table was closed, or the visitor may no longer see it.
        if request.htmx:
            return HttpResponseClientRedirect(reverse("lobby"))
        raise
    if game.status != Game.Status.OPEN:
        return HttpResponseClientRedirect(reverse("table", args=[game.code]))
    room = _room(request, game)
    _note_looked(game, room)
    if request.GET.get("have") == room.version:
        return HttpResponse(status=UNCHANGED)
    context = _room_context(request, game, room)
    return unlisted(game, render(request, "lobby/_room_anew.html", context))


def _room_context(request: HttpRequest, game: Game, room: Room) -> dict[str, Any]:
    levels = {"levels": LEVELS.values(), "default_level": DEFAULT_BOT}
    return {"room": room, "fairness": _values(request, game), **levels}


def _values(request: HttpRequest, game: Game) -> dict[str, Any]:
    players = Player.objects.public().filter(game=game).select_related("user").order_by("seat")
    return fairness.values_shown(game, players, request.user.pk)


def _room(request: HttpRequest, game: Game) -> Room:
    return room_for(game, request.user, _is_invited(request, game))


def _note_looked(game: Game, room: Room) -> None:
    # Only players keep a table open by looking at it, spectators do not.
    if room.table.is_mine:
        looked_at(game)


def _is_invited(request: HttpRequest, game: Game) -> bool:
    return game.code in request.session.get(INVITED, ())


def _link(room: Room) -> str:
    """Return the link that a player sends to others; "" for everybody else."""
    code = room.table.code
    if not room.table.is_mine:
        return ""
    token = Game.objects.values_list("invitation", flat=True).get(code=code)
    return link(reverse("invitation", args=[code, token]))


@require_safe
def invitation(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Admit a visitor who follows the invitation link of a table.

    Programs that fetch link previews keep no cookies and could not open the table after a redirect.
    Anonymous visitors therefore get a page with preview data that leads on to the table.
    """
    game = Game.objects.select_related("host").filter(code=code).first()
    if game is None or not constant_time_compare(game.invitation, token):
        raise Http404("That invitation doesn’t exist.")
    invite(request, game)
    if request.user.is_authenticated:
        response: HttpResponse = redirect("table", code=game.code)
    else:
        table = table_summaries.table_for(game, request.user)
        context = {"table": table, "about": previews.about(table)}
        response = render(request, "lobby/invitation.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


# Actions


def _seat_number(request: HttpRequest) -> int | None:
    text = request.POST.get("seat", "")
    if not text:
        return None
    if len(text) == 1 and text in "012345":
        return int(text)
    raise InvalidMove("That seat does not exist.")


def _at_table(view: View) -> View:
    """Require POST, a logged-in user, and a table visible to them."""

    @require_POST
    @wraps(view)
    @_refusing
    def answer(request: HttpRequest, code: str) -> HttpResponse:
        game = visible_game(request, code)
        if not request.user.is_authenticated:
            return redirect_to_login(reverse("table", args=[game.code]))
        return view(request, code=code)

    return answer


@require_POST
@_refusing
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Join a table; an anonymous visitor joins as a guest if the table admits guests."""
    game = visible_game(request, code)
    is_invited, public_value = _is_invited(request, game), _public_value(request)
    if request.user.is_authenticated:
        seat = _seat_number(request)
        joining.join(
            code, request.user, seat=seat, is_invited=is_invited, public_value=public_value
        )
    elif not game.takes_guests:
        return redirect_to_login(reverse("table", args=[code]))
    else:
        _limit_guests(request, code, is_invited)
        guest = joining.join_as(code, make_guest, is_invited=is_invited, public_value=public_value)
        login(request, guest, backend=BACKEND)
    return redirect("table", code=code)


def _limit_guests(request: HttpRequest, code: str, is_invited: bool) -> None:
    """Raise LimitReached beyond the limit of new guests per address, or per invitation.

    Friends in one house share an address, so a guest with the invitation counts against the game.
    """
    limit = {"action": "invited", "key": code} if is_invited else {"action": "play_now"}
    if not ratelimit.consume(request, **limit):
        raise LimitReached(_TOO_MANY_INVITED if is_invited else _TOO_MANY_GUESTS)


@_at_table
def leave(request: UserRequest, code: str) -> HttpResponse:
    """Leave a table that has not begun."""
    joining.leave(code, request.user)
    messages.success(request, "You left the game.")
    return redirect("lobby")


@_at_table
def cancel(request: UserRequest, code: str) -> HttpResponse:
    """Close a table that has not begun."""
    host.cancel(code, request.user)
    messages.success(request, "The game is cancelled.")
    return redirect("lobby")


@_at_table
def keep_open(request: UserRequest, code: str) -> HttpResponse:
    """Extend the time a table has to fill by a week; only its host may do so."""
    fill_deadlines.keep_open(code, request.user)
    messages.success(request, "The game stays open for another week.")
    return redirect("table", code=code)


@_at_table
def start(request: UserRequest, code: str) -> HttpResponse:
    """Start the game."""
    host.start(code, request.user, fill_with=request.POST.get("fill_with", ""))
    return redirect("table", code=code)


@_at_table
def begin(request: UserRequest, code: str) -> HttpResponse:
    """Start a game opened by Play now, with the public value of the visitor's browser."""
    game = visible_game(request, code)
    # After a double click the game may have begun already.
    if not game.has_begun:
        if not is_opened_now(game, request.user.pk):
            raise joining.NotAllowed("This game is waiting for players.")
        begin_now(code, request.user, _public_value(request))
    return redirect("table", code=code)


@_at_table
def change_seat(request: UserRequest, code: str) -> HttpResponse:
    """Give a seat to a bot of a level, or free it."""
    to, seat = request.POST.get("to", ""), _seat_number(request)
    if seat is None:
        raise InvalidMove("Choose a seat.")
    if to == "free":
        host.free_seat(code, request.user, seat)
    else:
        host.give_to_bot(code, request.user, seat, to)
    return redirect("table", code=code)


@_at_table
def skip(request: UserRequest, code: str) -> HttpResponse:
    """Let the bots play on at once for an eliminated player, when nobody else plays."""
    skip_to_result(code, request.user)
    return redirect("table", code=code)


@_at_table
def again(request: UserRequest, code: str) -> HttpResponse:
    """Go on to the rematch of a finished game."""
    following = rematch.play_again(
        code, request.user, _public_value(request), request.POST.get("seal", "")
    )
    # Players may watch the rematch even if no seat was left for them.
    invite(request, Game.objects.only("code").get(code=following))
    return redirect("table", code=following)
