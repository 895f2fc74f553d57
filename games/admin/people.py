"""People in the admin: search by name, measures on record, and actions."""

import json
from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.admin.action_pages import ActionPage, check, choice, line, nothing, words
from games.admin.plain import ReadOnlyAdmin
from games.community.moderation import appeals, on_people, on_tables
from games.community.moderation.actions import ActionRequest
from games.community.privacy import personal_data
from games.community.trust import linked_accounts
from games.community.trust.requests import UserRequest
from games.community.trust.restrictions import on_record
from games.community.trust.roles import Role, role_of
from games.models import Measure, User

TOLD = "The person reads this text exactly as written, and it is recorded."


def _person(user: User) -> dict[str, Any]:
    return {"person": user}


def _lengths(_: User) -> dict[str, Any]:
    lengths = [(name, title) for name, (title, _) in on_people.LENGTHS.items()]
    return {"length": choice("How long", lengths, is_long=True)}


def _lengths_of_suspension(_: User) -> dict[str, Any]:
    lengths = [(name, title) for name, (title, time) in on_people.LENGTHS.items() if time]
    return {"length": choice("How long", lengths, is_long=True)}


def _with_hosted(fields: Callable[[User], dict[str, Any]]) -> Callable[[User], dict[str, Any]]:
    """Add form fields for the tables that the person hosts to those of a measure."""
    return lambda user: {**fields(user), **_hosted(user)}


def _hosted(user: User) -> dict[str, Any]:
    found = {}
    for name, label, games in (
        ("closes", _CLOSE, on_tables.open_tables_of(user)),
        ("untitles", _UNTITLE, on_tables.titled_games_of(user)),
    ):
        titles = list(games.order_by("-pk").values_list("title", flat=True))
        if titles:
            listed = [_QUOTED.format(title=title) for title in titles[:MOST_TITLES] if title]
            found[name] = check(label.format(count=len(titles)), ", ".join(listed))
    return found


_CLOSE = "Also cancel the games they host that haven’t started ({count})"
_UNTITLE = "Also remove the titles of games they host ({count})"
_QUOTED = "“{title}”"
MOST_TITLES = 20
"""How many titles the page of a measure lists, the newest first."""


def _take(action: ActionRequest, chosen: dict[str, Any], _: User) -> Any:
    return on_people.take_measure(
        action,
        chosen.get("length", "lasting"),
        closes=chosen.get("closes", False),
        untitles=chosen.get("untitles", False),
    )


def _measure(title: str, explains: str, *, fields: Any = _lengths, tone: str = "default") -> Any:
    return ActionPage(title, explains, _take, _person, fields, reason_help=TOLD, tone=tone)


def _measures(user: User) -> dict[str, Any]:
    found = Measure.objects.in_force().filter(user=user).order_by("-pk")
    rows = [(str(one.pk), f"{one.get_kind_display()}: {one.reason}") for one in found]
    return {"measure": choice("Which penalty", rows)}


def _lift(action: ActionRequest, chosen: dict[str, Any], _: User) -> Any:
    return on_people.lift(action, Measure(pk=int(chosen.get("measure") or 0)))


def _role(_: User) -> dict[str, Any]:
    return {"role": choice("Role", [(role.title, role.title.capitalize()) for role in Role])}


def _set_role(action: ActionRequest, chosen: dict[str, Any], _: User) -> Any:
    return on_people.set_role(action, Role[chosen.get("role", "nobody").upper()])


ACTIONS = {
    "warn": _measure(
        "Warn", "The person sees the reason in their moderation record.", fields=nothing
    ),
    "mute": _measure("Mute", "The person can’t chat in any game. They can keep playing."),
    "name": _measure("Lock name", "The person can’t change their name."),
    "limit": _measure(
        "Block new games",
        "The person can’t start or join games. Games in progress continue.",
        fields=_with_hosted(_lengths),
    ),
    "suspend": _measure(
        "Suspend",
        "The person is logged out everywhere and can’t log in until the suspension ends. Their "
        "games continue. After two missed turns, a stand-in takes the seat.",
        fields=_with_hosted(_lengths_of_suspension),
        tone="danger",
    ),
    "ban": _measure(
        "Ban",
        "The person is logged out everywhere and can’t log in until a senior moderator "
        "lifts the ban.",
        fields=_with_hosted(nothing),
        tone="danger",
    ),
    "lift": ActionPage(
        "Lift a penalty",
        "The penalty ends now. It stays on record.",
        _lift,
        _person,
        _measures,
        fits=lambda user: Measure.objects.in_force().filter(user=user).exists(),
        reason_help=TOLD,
    ),
    "rename": ActionPage(
        "Rename",
        "The new name appears everywhere immediately.",
        lambda action, chosen, _: on_people.rename(action, chosen.get("name", "")),
        _person,
        lambda _: {"name": line("New name")},
        reason_help=TOLD,
    ),
    "log_out": ActionPage(
        "Log out everywhere",
        "Ends all of the person’s sessions and disconnects their open pages. The person can log in "
        "again.",
        lambda action, chosen, _: on_people.log_out_everywhere(action),
        _person,
        reason_help=TOLD,
    ),
    "role": ActionPage(
        "Give a role",
        "The role replaces any other the person has, and they must log in again. It only works "
        "with two-factor authentication.",
        _set_role,
        _person,
        _role,
        reason_help=TOLD,
    ),
    "export": ActionPage(
        "Export data",
        "You see all data stored about the person. Share it with nobody else.",
        lambda action, chosen, _: personal_data.export_for(action),
        _person,
        shows_text=lambda user: json.dumps(personal_data.exported(user), indent=2),
        reason_help=TOLD,
    ),
    "delete": ActionPage(
        "Delete the account",
        "The account, its addresses and the person’s messages, reports and appeals are deleted. "
        "They resign from all running games. Finished games stay, with “a former player” in place "
        "of the name. This can’t be undone.",
        lambda action, chosen, _: personal_data.delete_for(action),
        _person,
        reason_help="The reason is recorded. Do not name the person in it.",
        tone="danger",
    ),
}
"""The actions on a person."""


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    """People, searchable by name, with links to lists of their games and actions."""

    action_pages = ACTIONS
    list_display = ("name", "is_guest", "is_staff", "date_joined", "seen_at")
    list_columns = list_display
    list_filter = ("is_guest", "is_staff", "measures__kind")
    search_fields = ("name",)
    ordering = ("-pk",)
    readonly_fields = ("role", "on_record", "links")

    def get_fields(self, request: UserRequest, obj: Any = None) -> tuple[str, ...]:
        """Show addresses only to operators."""
        mail = ("email",) if role_of(request.user) >= Role.OPERATOR else ()
        return ("name", *mail, "is_guest", "role", "date_joined", "seen_at", "on_record", "links")

    @admin.display(description="Role")
    def role(self, user: User) -> str:
        """Return the title of the person's role."""
        return role_of(user).title

    @admin.display(description="Linked accounts")
    def links(self, user: User) -> SafeString:
        """Return other accounts that may belong to the same person: hints, not proof."""
        return render_to_string(
            "admin/games/linked.html", {"linked": linked_accounts.linked_to(user)}
        )

    @admin.display(description="Penalties")
    def on_record(self, user: User) -> SafeString:
        """Return the measures against the person as HTML."""
        return render_to_string("admin/games/measures.html", {"measures": on_record(user)})


def _appeal(_: Measure) -> dict[str, Any]:
    return {
        "decision": choice("Decision", list(Measure.Appeal.choices)),
        "answer": words("Answer", "The person reads your answer exactly as written."),
    }


def _decide_appeal(action: ActionRequest, chosen: dict[str, Any], measure: Measure) -> Any:
    return appeals.decide(action, measure, chosen.get("decision", ""), chosen.get("answer", ""))


class Appealed(admin.SimpleListFilter):
    """Filter for measures whose appeal is not decided yet."""

    title, parameter_name = "appeal", "appealed"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the choices."""
        return [("open", "Open")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        """Return the chosen rows."""
        return queryset.appealed() if self.value() == "open" else queryset


@admin.register(Measure)
class MeasureAdmin(ReadOnlyAdmin):
    """Measures: their subject, kind, end and reason; appeals against them."""

    action_pages = {  # noqa: RUF012 - constant
        "decide_measure_appeal": ActionPage(
            "Decide on the appeal",
            "This is final. Changing the decision lifts the penalty. The moderator who imposed it "
            "cannot decide the appeal.",
            _decide_appeal,
            lambda measure: {"person": measure.user},
            _appeal,
            fits=appeals.is_open,
            why_not=appeals.why_not_decide,
            reason_help="For the record only; the person doesn’t see the reason.",
        ),
    }
    list_display = ("user", "kind", "until", "reason", "by", "taken_at", "lifted_at")
    list_filter = ("kind", Appealed)
    list_select_related = ("user", "by")
    list_columns = (
        "user__name", "kind", "until", "reason", "by__name", "taken_at", "lifted_at",
    )  # fmt: skip
    search_fields = ("user__name",)
    ordering = ("-pk",)
    fields = (*list_display, "appeal", "appealed_at", "appeal_decision", "appeal_answer")
