"""The list of the visitor's games, their deadlines as a calendar, rest times and vacations."""

import hashlib
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.community.absence import vacations
from games.community.absence.forms import RestTimesForm, VacationForm
from games.community.lobby.access import visible_game
from games.community.lobby.rematch_answers import announce_refusal
from games.community.own_games.deadline_feed import feed_of, owner_of
from games.community.own_games.my_games import my_games
from games.community.own_games.requests import LONGEST_REQUEST, RequestKind
from games.community.trust.requests import UserRequest
from games.models import RestTimes, User
from games.numbers import whole_number
from games.playing.clocks.rest_times import VACATION_DAYS
from games.storage.processes import last_seen
from games.storage.store.database_time import moment_now


@login_required
@never_cache
@require_safe
def mine(request: UserRequest) -> HttpResponse:
    """Show the visitor's games, and the decisions and requests that wait for them."""
    context = {
        "games": my_games(request.user, request.GET.get("page")),
        "now": moment_now().isoformat(),
    }
    return render(request, "community/absence/my_games.html", context)


FRESH_SECONDS = 300
"""How long a calendar program may keep the deadlines without asking."""


@require_safe
def deadlines(request: HttpRequest, token: str) -> HttpResponse:
    """Send a person's deadlines to their calendar program, which has no session."""
    owner = owner_of(token)
    if owner is None:
        raise Http404("There is no such calendar.")
    text = feed_of(owner)
    tag = quote_etag(hashlib.sha256(text.encode()).hexdigest()[:32])
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["ETag"] = tag
    response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, private=True, max_age=FRESH_SECONDS)
    return response


@login_required
@require_POST
def dismiss(request: UserRequest, code: str) -> HttpResponse:
    """Hide a request at a table from the visitor's list."""
    game = visible_game(request, code)
    name = request.POST.get("request", "")
    is_name = name.isascii() and name.isprintable()
    if is_name and game.has_begun and name.partition(" ")[0] in set(RequestKind):
        last_seen.dismiss(game, request.user, name[:LONGEST_REQUEST])
        announce_refusal(game, request.user, name)
    return redirect("my_games")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rest(request: UserRequest) -> HttpResponse:
    """Show and save the visitor's rest times and vacations."""
    user, what = request.user, request.POST.get("what", "")
    times = RestTimesForm(request.POST if what == "times" else None, initial=_times_of(user))
    vacation = VacationForm(request.POST if what == "vacation" else None)
    if what == "end":
        key = whole_number(request.POST.get("vacation", ""))
        if key is not None:
            vacations.end_vacation(user, key)
        return redirect("rest")
    if (times.is_bound or vacation.is_bound) and _is_kept(user, times, vacation):
        messages.success(request, "Saved.")
        return redirect("rest")
    today = vacations.today_of(user)
    context = {
        "times": times,
        "vacation": vacation,
        "vacations": user.vacations.filter(last__gte=today),
        "left": vacations.days_left(user, today.year),
        "most": VACATION_DAYS,
        "year": today.year,
    }
    is_refused = times.is_bound or vacation.is_bound
    return render(
        request, "community/absence/rest.html", context, status=422 if is_refused else 200
    )


def _times_of(user: User) -> dict[str, Any]:
    kept = RestTimes.objects.filter(user=user)
    times = kept.values("quiet_from", "quiet_until", "weekends").first()
    return {**times} if times else {}


def _is_kept(user: User, times: RestTimesForm, vacation: VacationForm) -> bool:
    """Save the submitted form if it is valid; return whether it was saved."""
    form: forms.Form = times if times.is_bound else vacation
    if not form.is_valid():
        return False
    try:
        if times.is_bound:
            vacations.set_rest_times(user, times.quiet(), times.cleaned_data["weekends"])
        else:
            days = vacation.cleaned_data
            vacations.book_vacation(user, days["first"], days["last"])
    except ValidationError as error:
        form.add_error(None, error)
        return False
    return True
