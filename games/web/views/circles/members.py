"""Views of what members do: invite, answer, leave; and the owner's settings and members."""

from collections.abc import Callable

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.community.circles import circles, invitations, members, monthly
from games.community.circles.forms import CircleSettingsForm
from games.community.trust.requests import UserRequest
from games.exceptions import LimitReached, Refused
from games.models import Circle
from games.web.views.circles.pages import circle_page
from games.web.views.circles.refusals import refusing, status_of
from rules.sentences.words import isolated

_INVITED = "You invited {name}."
_LEFT = "You left the circle {circle}."
_TOO_MANY = "You’ve invited many people today. Send the link, or wait a day."


@login_required
@require_POST
@refusing
def invite(request: UserRequest, code: str) -> HttpResponse:
    """Invite a person by name; a refusal is shown on the circle's page with what was typed."""
    circle = _own(request, code)
    name = request.POST.get("name", "").strip()
    try:
        if not name:
            raise Refused("Type the name of the person.")
        if not ratelimit.consume(request, action="circle_invitation", user=request.user):
            raise LimitReached(_TOO_MANY)
        invited = invitations.invite(code, request.user, name)
    except circles.NoSuchCircle:
        raise
    except Refused as refusal:
        refused = {"name": name, "sentence": str(refusal)}
        return circle_page(request, circle, True, status=status_of(refusal), refused=refused)
    messages.success(request, _INVITED.format(name=invited))
    return redirect(reverse("circle", args=[code]) + "#invite")


def _own(request: UserRequest, code: str) -> Circle:
    circle, is_member = circles.visible_circle(code, request.user)
    return circle if is_member else circles.no_such_circle()


@login_required
@require_POST
@refusing
def answer(request: UserRequest, code: str) -> HttpResponse:
    """Join a circle to which the visitor was invited by name, or decline."""
    if request.POST.get("answer") == "no":
        invitations.decline(code, request.user)
        messages.success(request, "You declined the invitation.")
        return redirect("circles")
    members.join(code, request.user)
    return redirect("circle", code=code)


# Leaving, and what the owner does


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def leave(request: UserRequest, code: str) -> HttpResponse:
    """Ask whether the visitor wants to leave a circle, or leave it."""
    circle = _own(request, code)
    if request.method == "POST":
        members.leave(code, request.user)
        messages.success(request, _LEFT.format(circle=circle))
        return redirect("circles")
    is_last = circle.members.count() == 1
    context = {"circle": circle, "is_last": is_last, "is_owner": circle.owner == request.user}
    return render(request, "community/circles/leave.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def remove(request: UserRequest, code: str, name: str) -> HttpResponse:
    """Ask the owner whether to remove a member, or remove them."""
    return _change(request, code, name, "remove", members.remove)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def hand_over(request: UserRequest, code: str, name: str) -> HttpResponse:
    """Ask the owner whether to hand the circle over to a member, or do so."""
    return _change(request, code, name, "hand_over", members.hand_over)


def _change(
    request: UserRequest, code: str, name: str, act: str, do: Callable[..., None]
) -> HttpResponse:
    circle = _owned(request, code)
    if request.method == "POST":
        do(code, request.user, name)
        messages.success(request, _DONE[act].format(name=isolated(name)))
        return redirect("circle", code=code)
    members.verify_other_member(circle, request.user, name)
    context = {"circle": circle, "member": isolated(name)}
    return render(request, f"community/circles/{act}.html", context)


_DONE = {
    "remove": "You removed {name}. The invite link has changed, because they know the old one.",
    "hand_over": "{name} is now the owner of the circle.",
}


def _owned(request: UserRequest, code: str) -> Circle:
    circle = _own(request, code)
    circles.verify_owner(circle, request.user)
    return circle


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def settings(request: UserRequest, code: str) -> HttpResponse:
    """Show and save the owner's settings, or replace the invite link."""
    circle = _owned(request, code)
    if "renew" in request.POST:
        circles.renew_link(code, request.user)
        messages.success(request, "The old invite link no longer works.")
        return redirect(reverse("circle", args=[code]) + "#invite")
    initial = {
        "name": circle.name,
        "is_open": circle.is_open,
        "is_monthly": circle.next_on is not None,
    }
    form = CircleSettingsForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        data = form.cleaned_data
        circles.change(code, request.user, name=data["name"], is_open=data["is_open"])
        monthly.set_monthly(code, request.user, is_on=data["is_monthly"])
        messages.success(request, "Saved.")
        return redirect("circle", code=code)
    context = {"circle": circle, "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "community/circles/settings.html", context, status=status)
