"""The page of a link in a mail that answers one request, without a log-in."""

from dataclasses import replace

from allauth.core import ratelimit
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.community.absence.forms import AwayForm
from games.community.notices.answer_links import LinkedAnswer, read_token
from games.community.own_games.answers_by_link import (
    AskedByLink,
    RequestOver,
    answer_away,
    answer_request,
    asked_by,
)
from games.exceptions import NoSuchGame, Refused, sentence_of
from games.models import User
from games.playing.clocks.rest_times import zone_named
from rules import RulesError

TEMPLATE = "community/people/answer.html"
OVER, REFUSED, INVALID = 410, 409, 422


# The secret token proves who answers: there is no session that a page of another site could use.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, token: str) -> HttpResponse:
    """Show what a link answers; give the answer on POST, as the link's user.

    The visitor's own session, if they have one, does not matter, and is not shown. Programs that
    scan mail follow links, so a GET changes nothing.
    """
    found = read_token(token)
    try:
        response = _invalid(request) if found is None else _page(request, *found)
    except NoSuchGame:
        response = _invalid(request)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response


def _invalid(request: HttpRequest) -> HttpResponse:
    return render(request, TEMPLATE, {"asked": None}, status=404)


def _page(request: HttpRequest, user: User, linked: LinkedAnswer) -> HttpResponse:
    is_answer = request.method == "POST"
    if is_answer and not ratelimit.consume(request, action="answer_by_link"):
        return render(request, "429.html", status=429)
    with timezone.override(zone_named(user.time_zone)):
        asked = asked_by(user, linked)
        if asked.refusal:
            return _shown(request, asked, OVER)
        if asked.wants_day:
            return _away(request, user, linked, asked)
        if not is_answer:
            return _shown(request, asked)
        try:
            return _shown(request, asked, done=answer_request(user, linked))
        except RequestOver as over:
            return _shown(request, replace(asked, refusal=str(over)), OVER)
        except (Refused, RulesError) as refusal:
            return _shown(request, asked, REFUSED, error=sentence_of(refusal))


def _away(
    request: HttpRequest, user: User, linked: LinkedAnswer, asked: AskedByLink
) -> HttpResponse:
    form = AwayForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            done = answer_away(user, linked, form.cleaned_data["last"])
        except RequestOver as over:
            return _shown(request, replace(asked, refusal=str(over)), OVER)
        except ValidationError as refusal:
            form.add_error("last", refusal)
        else:
            return _shown(request, asked, done=done)
    return _shown(request, asked, INVALID if form.is_bound else 200, form=form)


def _shown(
    request: HttpRequest, asked: AskedByLink, status: int = 200, **more: object
) -> HttpResponse:
    return render(request, TEMPLATE, {"asked": asked, **more}, status=status)
