"""The queue of reports in the admin: evidence, claiming, decisions, answers and appeals."""

from typing import Any

from django.contrib import admin
from django.db.models import (
    Case,
    Count,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince

from games.admin.action_pages import ActionPage, choice, words
from games.admin.plain import ReadOnlyAdmin
from games.community.moderation import open_secrets, reports
from games.community.moderation.actions import ActionRequest
from games.community.own_games.ended_games import seats_of
from games.community.trust import linked_accounts
from games.community.trust.requests import UserRequest
from games.community.trust.roles import Role, role_of
from games.models import Game, Report, User
from rules import RULESETS
from rules.events.json import from_json
from rules.sentences import Words, describe
from rules.sentences.words import isolated

ON_RECORD = "For the record only; neither side sees the reason."


def _report(report: Report) -> dict[str, Any]:
    return {"report": report}


def _with_game(report: Report) -> dict[str, Any]:
    return {"report": report, "game": report.game}


def _decision(report: Report) -> dict[str, Any]:
    return {
        "decision": choice("Decision", list(Report.Decision.choices)),
        "answer": words(
            "Answer to the reporter", "The reporter reads your answer exactly as written."
        ),
        "answer_to_reported": words(
            "Answer to the reported person",
            "The person reads your answer exactly as written, and can appeal.",
            required=report.reported_id is not None,
        ),
    }


def _decide(action: ActionRequest, chosen: dict[str, Any], _: Report) -> Any:
    answers = (chosen.get("answer", ""), chosen.get("answer_to_reported", ""))
    return reports.decide(action, chosen.get("decision", ""), *answers)


def _appeal(_: Report) -> dict[str, Any]:
    return {
        "decision": choice("Decision", list(Report.Appeal.choices)),
        "answer": words("Answer", "Both sides read your answer exactly as written."),
    }


def _decide_appeal(action: ActionRequest, chosen: dict[str, Any], _: Report) -> Any:
    return reports.decide_appeal(action, chosen.get("decision", ""), chosen.get("answer", ""))


def _why_not_let_go(report: Report, user: User) -> str:
    # Seniors can return any report to the queue: the moderator who claimed it may have left.
    return "" if role_of(user) >= Role.SENIOR else reports.why_not_decide(report, user)


def _may_be_opened(report: Report) -> bool:
    is_running = report.game is not None and report.game.status == Game.Status.RUNNING
    return is_running and report.status == Report.Status.CLAIMED


ACTIONS = {
    "claim": ActionPage(
        "Claim",
        "The report is assigned to you. Nobody else can decide it until you release it.",
        lambda action, chosen, _: reports.claim(action),
        _report,
        fits=lambda report: report.status == Report.Status.OPEN,
        reason_help=ON_RECORD,
    ),
    "let_go": ActionPage(
        "Release",
        "The report goes back to the queue.",
        lambda action, chosen, _: reports.let_go(action),
        _report,
        fits=lambda report: report.status == Report.Status.CLAIMED,
        why_not=_why_not_let_go,
        reason_help=ON_RECORD,
    ),
    "decide": ActionPage(
        "Decide",
        "Both sides can read their answer immediately, and can appeal within two weeks.",
        _decide,
        _report,
        _decision,
        fits=lambda report: report.status == Report.Status.CLAIMED,
        why_not=reports.why_not_decide,
        reason_help=ON_RECORD,
    ),
    "decide_appeal": ActionPage(
        "Decide on the appeal",
        "This is final. The moderator who made the decision cannot decide the appeal.",
        _decide_appeal,
        _report,
        _appeal,
        fits=lambda report: report.status == Report.Status.APPEALED,
        why_not=reports.why_not_decide_appeal,
        reason_help=ON_RECORD,
    ),
    "open_secrets": ActionPage(
        "View hands and hidden armies",
        "You see all hands and hidden armies of the running game. This is recorded, and everyone "
        "in the game sees your name and reason when the game is over. Looking is no step of the "
        "game’s signed chain: its record shows neither that you looked nor what you saw.",
        lambda action, chosen, _: open_secrets.open_secrets(action),
        _with_game,
        fits=_may_be_opened,
        why_not=open_secrets.why_not_open,
        shows=lambda action, report: open_secrets.secrets_of(action, report.game),
        reason_help="Everyone in the game sees it when the game is over.",
        tone="danger",
    ),
}
"""The actions on a report."""


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """Reports: first those claimed by the visitor, then open ones; within each, oldest first."""

    action_pages = ACTIONS
    list_display = ("what", "status", "reporter", "reported", "table", "age", "handler", "harmful")
    list_filter = ("status", "category", "decision")
    list_select_related = ("reporter", "reported", "game", "handler")
    list_columns = (
        "category", "status", "made_at", "claimed_at", "appealed_at",
        "reporter__name", "reported__name", "game__code", "handler__name",
    )  # fmt: skip
    finds_keys_first = True
    search_fields = ("reporter__name", "reported__name", "game__code")
    ALWAYS = ("what", "about", "status", "words", "reporter", "harmful", "reported", "table")
    LATER = (
        "handler", "decision", "reason", "answer", "answer_to_reported",
        "appellant", "appeal", "appeal_decision", "appeal_answer",
    )  # fmt: skip
    readonly_fields = (*ALWAYS, "evidence_shown", "links", "made_at", *LATER)

    def get_fields(self, request: UserRequest, obj: Report | None = None) -> tuple[str, ...]:
        """Leave out the fields that are still empty."""
        later = tuple(name for name in self.LATER if obj is not None and getattr(obj, name))
        return (*self.ALWAYS, "made_at", "evidence_shown", *later, "links")

    def get_ordering(self, request: UserRequest) -> tuple[Any, ...]:
        """Sort by status, with the visitor's claimed reports first, then oldest first."""
        return (_order_of_status(request.user), "made_at")

    def get_queryset(self, request: UserRequest) -> QuerySet[Report]:
        """Leave out reports by or about the visitor, or on games in which they ever had a seat."""
        user = request.user
        own = Q(reporter=user) | Q(reported=user) | Q(game__in=seats_of(user).values("game"))
        barred = Report.objects.filter(own).values("pk")
        harmful = (
            Report.objects.filter(reporter=OuterRef("reporter"), decision=Report.Decision.ABUSIVE)
            .order_by()
            .values("reporter")
            .annotate(count=Count("pk"))
            .values("count")
        )
        found: QuerySet[Report] = super().get_queryset(request).exclude(pk__in=barred)
        return found.annotate(harm=Coalesce(Subquery(harmful), 0))

    @admin.display(description="Category", ordering="category")
    def what(self, report: Report) -> str:
        """Return the category of the report."""
        return report.get_category_display()

    @admin.display(description="Game")
    def table(self, report: Report) -> str:
        """Return the game's code with a link to its page in the admin."""
        if report.game is None:
            return "–"
        address = reverse("admin:games_game_change", args=[report.game_id])
        return format_html('<a class="admin-link" href="{}">{}</a>', address, report.game.code)

    @admin.display(description="Age", ordering="made_at")
    def age(self, report: Report) -> str:
        """Return how long the report has been in its state."""
        return timesince(report.waits_since, depth=1)

    @admin.display(description="Malicious reports")
    def harmful(self, report: Report) -> int:
        """Return how many reports by the same reporter were judged abusive."""
        return int(getattr(report, "harm", 0))

    @admin.display(description="Evidence")
    def evidence_shown(self, report: Report) -> SafeString:
        """Return the report's copy of public data as HTML."""
        kept = report.evidence
        entries = [] if "game" not in kept else list(_sentences(kept))
        context = {"kept": kept, "entries": entries}
        return render_to_string("admin/games/evidence.html", context)

    @admin.display(description="Linked accounts")
    def links(self, report: Report) -> SafeString:
        """Return other accounts that may belong to the reported person: hints, not proof."""
        linked = linked_accounts.linked_to(report.reported) if report.reported else []
        return render_to_string("admin/games/linked.html", {"linked": linked})


def _order_of_status(user: User) -> Any:
    first = (Report.Status.OPEN, Report.Status.APPEALED, Report.Status.CLAIMED)
    cases = [When(status=status, then=Value(place)) for place, status in enumerate(first)]
    # The subqueries use indexes, so that sorting reads no wide rows.
    claimed = Report.objects.filter(status=Report.Status.CLAIMED, handler=user).values("pk")
    cases.insert(0, When(pk__in=claimed, then=Value(-1)))
    return Case(*cases, default=Value(len(first)), output_field=IntegerField())


def _sentences(kept: dict[str, Any]) -> Any:
    names = [isolated(seat["name"]) for seat in kept["seats"]]
    words = Words(names, RULESETS[kept["game"]["ruleset"]])
    for entry in kept["entries"]:
        for event in entry["events"]:
            yield {"at": entry["at"], "text": describe(from_json(event), words)}
