"""The pages on which people connect a game or a circle to the channels of their chat services."""

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.community.circles.circles import no_such_circle, visible_circle
from games.community.lobby.access import unlisted, visible_game
from games.community.lobby.tables import announce_change
from games.community.notices.shared import hooks
from games.community.notices.shared.page import hooks_context
from games.community.notices.shared.places import Place, has_hooks_page
from games.community.trust.requests import UserRequest
from games.exceptions import Refused, TooFast, sentence_of
from games.models import Game
from games.numbers import whole_number
from games.web.views.circles.refusals import refusing

REFUSED_STATUS = 422


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: UserRequest, code: str) -> HttpResponse:
    """Show a game's webhooks to one of its players, or do what the pressed button says."""
    game = visible_game(request, code)
    if not has_hooks_page(game, request.user):
        raise Http404("Only players in this game can see its webhooks.")
    return unlisted(game, _answer(request, game, "table_hooks"))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def circle_webhooks(request: UserRequest, code: str) -> HttpResponse:
    """Show a circle's webhooks to one of its members, or do what the pressed button says."""
    circle, is_member = visible_circle(code, request.user)
    if not is_member:
        no_such_circle()
    return _answer(request, circle, "circle_hooks")


def _answer(request: UserRequest, place: Place, name: str) -> HttpResponse:
    """Answer a request; `name` is that of the route and of the template."""
    if request.method != "POST":
        return _page(request, place, name)
    try:
        messages.success(request, _done(request, place))
        return redirect(name, place.code)
    except ValidationError as invalid:
        messages.error(request, invalid.message)
    except Refused as refusal:
        messages.error(request, sentence_of(refusal))
    if request.POST.get("act") == "add":
        # What was typed is not lost.
        return _page(request, place, name, is_refused=True)
    return redirect(name, place.code)


def _page(
    request: UserRequest, place: Place, name: str, *, is_refused: bool = False
) -> HttpResponse:
    post = request.POST
    typed = {
        "url": post.get("url", ""),
        "format": post.get("format", ""),
        "kinds": post.getlist("kinds"),
    }
    context = hooks_context(place, request.user, typed if is_refused else None)
    status = REFUSED_STATUS if is_refused else 200
    return render(request, f"community/notices/{name}.html", context, status=status)


def _done(request: UserRequest, place: Place) -> str:
    """Carry out the posted act; return the message about it."""
    if not ratelimit.consume(request, action="webhook", user=request.user):
        raise TooFast("You’re changing webhooks very fast. Wait a few minutes.")
    post, user, act = request.POST, request.user, request.POST.get("act", "")
    wanted, kinds = post.get("format", ""), post.getlist("kinds")
    if act == "add":
        hook = hooks.add_hook(place, user, post.get("url", "").strip(), wanted, kinds)
        hooks.try_hook(place, user, hook.pk)
        _announce(place)
        return "Webhook added. A test message is on its way to the channel."
    number = whole_number(post.get("hook", ""))
    if number is None:
        raise Http404("There is no such webhook.")
    if act == "change":
        hooks.change_hook(place, user, number, wanted, kinds)
        return "Webhook saved."
    if act == "trial":
        hooks.try_hook(place, user, number)
        return "Test message sent. If it doesn’t arrive, look here for the reason in a minute."
    if act == "remove":
        hooks.remove_hook(place, user, number)
        _announce(place)
        return "Webhook removed."
    raise Http404("There is no such act.")


def _announce(place: Place) -> None:
    """Notify open pages of a game that its chat has changed."""
    if isinstance(place, Game):
        announce_change(place)
