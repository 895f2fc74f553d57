"""Views of circles: the list, a circle's page, its invitation, and a new game."""

from typing import Any

from allauth.core import ratelimit
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.community.circles import circles, members, new_game
from games.community.circles.forms import CircleForm
from games.community.circles.invitations import (
    forget_invitation,
    invitations_of,
    invited_circle,
    remember_invitation,
)
from games.community.circles.page import circles_of, page_of
from games.community.lobby.forms import NewGameForm
from games.community.notices.links import link
from games.community.trust.requests import UserRequest
from games.community.trust.restrictions import Barred
from games.exceptions import LimitReached, Refused
from games.models import Circle
from games.web.views.circles.refusals import refusing, status_of

_TOO_MANY = "You’ve created too many circles today. Try again tomorrow."


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def mine(request: UserRequest) -> HttpResponse:
    """Show the visitor's circles and invitations, or found a circle."""
    form = CircleForm(request.POST if request.method == "POST" else None)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            if not ratelimit.consume(request, action="circle", user=request.user):
                raise LimitReached(_TOO_MANY)
            circle = circles.found(request.user, form.cleaned_data["name"])
            return redirect("circle", code=circle.code)
        except (Barred, LimitReached) as refusal:
            form.add_error("name", str(refusal))
            status = status_of(refusal)
    context = {
        "form": form,
        "circles": circles_of(request.user),
        "invitations": invitations_of(request.user),
    }
    return render(request, "community/circles/list.html", context, status=status)


@never_cache
@require_safe
@refusing
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Show a circle; `of` names the member whose results against each other are shown."""
    return circle_page(request, *circles.visible_circle(code, request.user))


def circle_page(
    request: HttpRequest, circle: Circle, is_member: bool, *, status: int = 200, **more: Any
) -> HttpResponse:
    """Render the page of a circle; the caller has checked access."""
    page = page_of(
        circle,
        request.user,
        is_member=is_member,
        against=request.GET.get("of", ""),
        number=request.GET.get("page", ""),
    )
    path = reverse("circle_invitation", args=[circle.code, page.token]) if is_member else ""
    context = {"page": page, "link": link(path) if path else "", **more}
    response = render(request, "community/circles/circle.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response


# The invitation link


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def invitation(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Show a circle to a visitor who follows its invitation link, or let them join it.

    Sign-up and log-in lead back to this page.
    """
    circle = invited_circle(code, token)
    user = request.user
    if request.method == "POST" and user.is_authenticated:
        members.join(code, user, token)
        forget_invitation(request)
        return redirect("circle", code=code)
    people = [member.user for member in circle.members.select_related("user")]
    if user in people:
        return redirect("circle", code=code)
    if not user.is_authenticated or user.is_guest:
        remember_invitation(request, circle)
    else:
        forget_invitation(request)
    context = {"circle": circle, "people": people, "path": request.path}
    response = render(request, "community/circles/invitation.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


# A new game


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def new(request: UserRequest, code: str) -> HttpResponse:
    """Show the form for a game of a circle, open the game, or keep it as the usual one."""
    circle, is_member = circles.visible_circle(code, request.user)
    if not is_member:
        circles.no_such_circle()
    if request.method != "POST":
        values = new_game.usual_values(circle, circle.members.count())
        return _form(request, circle, NewGameForm(initial=values), 200)
    form = NewGameForm(request.POST)
    if not form.is_valid():
        return _form(request, circle, form, 422)
    try:
        if "keep" in request.POST:
            new_game.keep_usual(code, request.user, form)
            return redirect("circle", code=code)
        game = new_game.open_game(code, request.user, form.terms())
    except circles.NoSuchCircle:
        raise
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return _form(request, circle, form, status_of(refusal))
    return redirect("table", code=game.code)


def _form(request: UserRequest, circle: Circle, form: NewGameForm, status: int) -> HttpResponse:
    is_owner = circle.owner_id == request.user.pk
    context = {"form": form, "circle": circle, "is_owner": is_owner}
    return render(request, "community/circles/new_game.html", context, status=status)
