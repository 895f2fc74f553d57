"""Lobby views: the lists of tables, opening a table, and what players do at one."""

from collections.abc import Callable
from functools import wraps

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.community.lobby import fill_deadlines, host, joining, rematch, tables
from games.community.lobby import lists as lobby_lists
from games.community.lobby.access import invite, visible_game
from games.community.lobby.forms import COMPANIES, NewGameForm
from games.community.lobby.public_values import clean_public_value
from games.community.lobby.quick_play import begin_now, is_opened_now
from games.community.people.accounts import make_guest
from games.community.trust.requests import UserRequest
from games.drawing.display.options import PLAYABLE
from games.exceptions import LimitReached, NoSuchGame, NotSeated, Refused
from games.models import Game
from games.playing.forms import seat_number
from games.playing.skip import skip_to_result
from games.web.views.lobby.waiting_room import UNCHANGED, is_invited_to
from games.web.views.people.accounts import BACKEND
from rules import InvalidMove

View = Callable[..., HttpResponse]

_TOO_MANY_GUESTS = "Too many guest sessions from your network. Log in, or try again later."
_TOO_MANY_INVITED = "Too many guests have followed this invitation. Log in, or try again later."


# The lobby


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show the tables at which the visitor plays, and those that they can join or watch.

    With `gone` in the query, say that the game the visitor had open is gone.
    """
    lists = lobby_lists.lists_for(request.user, request.GET)
    return render(
        request, "community/lobby/lobby.html", {"lists": lists, "is_gone": "gone" in request.GET}
    )


@require_safe
def lists(request: HttpRequest) -> HttpResponse:
    """Render the lists again; 204 if the page is up to date."""
    lists = lobby_lists.lists_for(request.user, request.GET)
    if request.GET.get("have") == lists.version:
        return HttpResponse(status=UNCHANGED)
    return render(request, "community/lobby/_lists.html", {"lists": lists})


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
    return render(request, "community/lobby/refused.html", context, status=_status(refusal))


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
    """Show the form for a new table, or open the table; hosting needs an account."""
    if not request.user.is_authenticated:
        return render(request, "community/lobby/needs_account.html", status=403)
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
    return render(request, "community/lobby/new_game.html", context, status=status)


def _public_value(request: HttpRequest) -> str:
    return clean_public_value(request.POST.get("public_value", ""))


# Actions


def _seat_number(request: HttpRequest) -> int | None:
    text = request.POST.get("seat", "")
    return seat_number(text) if text else None


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
    is_invited, public_value = is_invited_to(request, game), _public_value(request)
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
    """Raise LimitReached beyond the limit of new guests: per address, or per game if invited.

    Friends in one house share an address, so invited guests do not count against it.
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
    """Extend a table's deadline for filling by a week; only its host may do so."""
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
    """Give a seat to a bot of the posted level, or free it."""
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
    """Let the bots play at once for an eliminated player, if no person is still playing."""
    skip_to_result(code, request.user)
    return redirect("table", code=code)


@_at_table
def again(request: UserRequest, code: str) -> HttpResponse:
    """Join the rematch of a finished game; open it if nobody has yet."""
    following = rematch.play_again(
        code, request.user, _public_value(request), request.POST.get("seal", "")
    )
    # Players may watch the rematch even if no seat was left for them.
    invite(request, Game.objects.only("code").get(code=following))
    return redirect("table", code=following)
