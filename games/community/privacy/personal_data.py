"""Export and deletion of a person's data, also by an operator on their behalf."""

from typing import Any

from allauth.account.models import EmailAddress

from games.community.moderation.actions import ActionRequest, Facts, carry_out
from games.community.people.deletion import delete_account
from games.community.people.preferences import preferences_of
from games.community.privacy import export
from games.community.privacy.export import time_of
from games.community.trust import restrictions
from games.models import Action, Message, Report, Trace, User

Rows = list[dict[str, Any]]


def exported(user: User) -> dict[str, Any]:
    """Return all stored data about a person, ready for JSON.

    The only data about others are the names of those whom the person has blocked, the moderators'
    messages to the person, and the texts of the person's notices. Hands and hidden armies belong to
    the seat, so they are left out.
    """
    found = EmailAddress.objects.filter(user=user)
    addresses = list(found.values_list("email", flat=True)) or [user.email]
    return {
        "name": user.name,
        "addresses": addresses,
        "is_guest": user.is_guest,
        "joined": time_of(user.date_joined),
        "last_seen": time_of(user.seen_at),
        "time_zone": user.time_zone,
        "preferences": {**user.preferences, **preferences_of(user)},
        "blocked": list(user.blocked.order_by("name").values_list("name", flat=True)),
        "seats": _seats(user),
        "plans": _plans(user),
        "messages": _messages(user),
        "measures": restrictions.on_record(user),
        "else_on_record": restrictions.done_to(user),
        "reports": _reports(user),
        "reports_about": export.reports_about(user),
        "traces": _traces(user),
        **export.about_account(user, addresses),
        **export.about_notices(user),
        **export.about_rest(user),
        **export.about_tables(user),
        **export.about_circles(user),
        **export.about_sharing(user),
    }


def _seats(user: User) -> Rows:
    rows = user.seats.order_by("pk").values_list(
        "game__code", "seat", "public_value", "game__status", "game__created_at"
    )
    return [
        {"game": code, "seat": seat, "public_value": value, "status": status, "opened": time_of(at)}
        for code, seat, value, status, at in rows
    ]


def _plans(user: User) -> Rows:
    rows = user.plans.order_by("pk").values_list("game__code", "status", "steps", "reason")
    return [
        {"game": code, "status": status, "steps": steps, "reason": reason}
        for code, status, steps, reason in rows
    ]


def _messages(user: User) -> Rows:
    found = Message.objects.filter(author=user).order_by("pk")
    rows = found.values_list("game__code", "room", "text", "said_at", "removed_at")
    return [
        {
            "game": code,
            "room": room,
            "text": text,
            "at": time_of(at),
            "removed": removed is not None,
        }
        for code, room, text, at, removed in rows
    ]


def _reports(user: User) -> Rows:
    return [
        {
            "at": time_of(report.made_at),
            "category": report.category,
            "words": report.words,
            "decision": report.decision,
            "answer": report.answer,
            "appeal": report.appeal if report.appellant_id == user.pk else "",
        }
        for report in Report.objects.filter(reporter=user).order_by("pk")
    ]


def _traces(user: User) -> Rows:
    rows = Trace.objects.filter(user=user).order_by("day")
    return [
        {"day": day.isoformat(), "network": network, "device": device}
        for day, network, device in rows.values_list("day", "network", "device")
    ]


def export_for(action: ActionRequest) -> Action:
    """Record that an operator exports a person's data on that person's behalf."""

    def work() -> tuple[Facts, Facts]:
        return {}, {"exported": True}

    return carry_out(action, work)


def delete_for(action: ActionRequest) -> Action:
    """Delete a person's account and data at their request; their games stay, without the name."""

    def work() -> tuple[Facts, Facts]:
        delete_account(action.required_person)
        return {}, {"deleted": True}

    return carry_out(action, work)
