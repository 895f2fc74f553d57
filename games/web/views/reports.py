"""Report views: the house rules, reports and their answers, appeals, and measures on record."""

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.community.lobby.access import visible_game
from games.community.moderation import appeals, reports
from games.community.moderation.actions import Forbidden
from games.community.moderation.forms import ReportForm, things_of_game
from games.community.trust import restrictions
from games.community.trust.requests import UserRequest
from games.community.trust.roles import Role, role_of
from games.exceptions import Refused
from games.models import Game, Measure, Report, User
from games.models.display_names import look_alike_key
from games.numbers import whole_number

_NAME = "The name “{name}”"


def _refused(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    return render(request, "community/people/refused.html", {"sentence": sentence}, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: UserRequest) -> HttpResponse:
    """Report something in a game (`?game=`, `&seat=`, `&message=`) or a name (`?person=`)."""
    asked = request.GET
    game, person, what = None, None, []
    if "game" in asked:
        game = visible_game(request, asked["game"])
        if game.status != Game.Status.CANCELLED:
            what = things_of_game(game, request.user, whole_number(asked.get("message", "")))
        if not what:
            return _refused(
                request, "This game hasn’t started. Leave it instead of reporting it.", 409
            )
    else:
        person = get_object_or_404(User, name_key=look_alike_key(asked.get("person", "")))
        what = [("name", _NAME.format(name=person))]
    form = ReportForm(what, request.POST or None, initial=_chosen(asked))
    if form.is_valid():
        return _made(request, form, game, person)
    context = {"form": form, "game": game, "person": person}
    return render(
        request, "community/moderation/new.html", context, status=422 if form.is_bound else 200
    )


def _chosen(asked: dict[str, str]) -> dict[str, str]:
    for about in (Report.About.MESSAGE, Report.About.SEAT):
        if whole_number(asked.get(about, "")) is not None:
            return {"what": f"{about}:{asked[about]}"}
    return {}


def _made(
    request: UserRequest, form: ReportForm, game: Game | None, person: User | None
) -> HttpResponse:
    try:
        reports.make(
            request.user,
            category=form.cleaned_data["category"],
            words=form.cleaned_data["words"],
            key=form.cleaned_data["key"],
            game=game,
            person=person,
            **form.target(),
        )
    except reports.TooManyReports as refusal:
        return _refused(request, str(refusal), 429)
    except Refused as refusal:
        return _refused(request, str(refusal), 409)
    messages.success(request, "Report sent to the moderators.")
    return redirect("reports")


@login_required
@never_cache
@require_safe
def mine(request: UserRequest) -> HttpResponse:
    """List the reports that the visitor filed, with the moderators' answers."""
    return render(
        request,
        "community/moderation/mine.html",
        {"reports": _shown(reports.made_by(request.user))},
    )


def _shown(found: list[Report]) -> list[dict[str, object]]:
    return [{"report": report, "may_appeal": reports.may_appeal(report)} for report in found]


@login_required
@never_cache
@require_safe
def about_me(request: UserRequest) -> HttpResponse:
    """Show the measures, actions and reports on record about the visitor."""
    context = {
        "measures": [
            {**one, "page": appeals.path_of(Measure(pk=one["number"]))}
            for one in restrictions.on_record(request.user)
        ],
        "actions": restrictions.done_to(request.user),
        "reports": _shown(reports.answered_reports_about(request.user)),
    }
    return render(request, "community/people/record.html", context)


@require_safe
def house_rules(request: HttpRequest) -> HttpResponse:
    """Show what is not allowed, what moderators do about it, and how to appeal."""
    days = {"measure_days": appeals.APPEAL_DAYS, "report_days": reports.APPEAL_DAYS}
    return render(request, "community/moderation/house_rules.html", days)


@login_required
@never_cache
@require_safe
def moderating(request: UserRequest) -> HttpResponse:
    """Show moderators a step-by-step guide for each kind of case."""
    if role_of(request.user) is Role.NOBODY:
        raise Http404("There is no such page.")
    return render(request, "community/moderation/moderating.html")


@login_required
@require_POST
def appeal(request: UserRequest, number: int) -> HttpResponse:
    """Appeal against the decision of a report, as its reporter or its subject."""
    if not ratelimit.consume(request, action="appeal", user=request.user):
        return _refused(request, "You’ve appealed too often today. Try again tomorrow.", 429)
    report = get_object_or_404(Report, pk=number)
    try:
        reports.appeal(report, request.user, request.POST.get("words", ""))
    except Forbidden:
        # Nobody else may learn whether this report exists.
        raise Http404 from None
    except Refused as refusal:
        return _refused(request, str(refusal), 409)
    messages.success(request, "Another moderator will review it.")
    return redirect("reports" if report.reporter_id == request.user.pk else "record_about_me")
