"""Views of invitations by name: the host invites and withdraws, the invited look and decline."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.community.lobby.access import GameNotVisible, visible_game
from games.community.lobby.invitations import invited_people
from games.community.lobby.joining import NotAllowed
from games.community.trust.requests import UserRequest
from games.exceptions import LimitReached, NoSuchGame, Refused, Stale
from games.models import Game, User
from games.models.display_names import look_alike_key
from games.web.views.lobby.waiting_room import Typed, waiting_room
from rules.sentences.words import listed

_INVITED = "You have invited {names}."
_NOBODY_NEW = "They are here or invited already."
_WITHDRAWN = "The invitation is withdrawn."
_DECLINED = "You have declined the invitation."
_NOT_OPEN = "This invitation is no longer open."

MOST_CHECKED = 20


@require_safe
@login_required
def invited(request: UserRequest, code: str) -> HttpResponse:
    """Lead to the table of an invitation, the link in its notice.

    Visitors who may not see the game read the same sentence as for a game that does not exist.
    """
    try:
        return redirect("table", code=visible_game(request, code).code)
    except GameNotVisible:
        return _refused(request, _NOT_OPEN, 410)


@login_required
@require_POST
def invite_people(request: UserRequest, code: str) -> HttpResponse:
    """Invite the people with the checked names, and the person with the typed name."""
    game = visible_game(request, code)
    checked, name = request.POST.getlist("person")[:MOST_CHECKED], request.POST.get("name", "")
    names = [*checked, name] if name.strip() or not checked else checked
    try:
        people = [invited_people.person_named(each) for each in names]
        new = invited_people.invite_people(code, request.user, people)
    except Refused as refusal:
        return _again(request, game, refusal, Typed(name=name, checked=frozenset(checked)))
    text = _INVITED.format(names=listed([str(user) for user in new])) if new else _NOBODY_NEW
    messages.success(request, text)
    return redirect("table", code=code)


@login_required
@require_POST
def withdraw(request: UserRequest, code: str) -> HttpResponse:
    """Withdraw the invitation of the person with the posted name."""
    game = visible_game(request, code)
    key = look_alike_key(request.POST.get("person", ""))
    # Only invited people are found, so the answer says nothing about other names.
    user = User.objects.filter(name_key=key, invitations__game=game).first()
    try:
        # Anybody but the host is refused, whether the person is invited or not.
        invited_people.withdraw(code, request.user, user)
    except Refused as refusal:
        return _refused(request, str(refusal), _status(refusal))
    if user is None:
        raise Http404("Nobody of this name is invited.")
    messages.success(request, _WITHDRAWN)
    return redirect("table", code=code)


@login_required
@require_POST
def decline(request: UserRequest, code: str) -> HttpResponse:
    """Decline an invitation, with the posted word for the host."""
    word = request.POST.get("word", "")
    try:
        invited_people.decline(code, request.user, word)
    except (NoSuchGame, Stale):
        return _refused(request, _NOT_OPEN, 409)
    except Refused as refusal:
        return _again(request, visible_game(request, code), refusal, Typed(word=word))
    messages.success(request, _DECLINED)
    return redirect("my_games")


def _again(request: UserRequest, game: Game, refusal: Refused, typed: Typed) -> HttpResponse:
    """Show the waiting room again with what was typed, or a page if the table is not open."""
    if game.status != Game.Status.OPEN:
        return _refused(request, str(refusal), _status(refusal))
    typed = typed.refused(str(refusal))
    response = waiting_room(request, game, typed)
    response.status_code = _status(refusal)
    return response


def _refused(request: UserRequest, sentence: str, status: int) -> HttpResponse:
    context = {"sentence": sentence}
    return render(request, "community/lobby/refused.html", context, status=status)


def _status(refusal: Refused) -> int:
    match refusal:
        case NotAllowed():
            return 403
        case LimitReached():
            return 429
        case Stale():
            return 409
    return 422
