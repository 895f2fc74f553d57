"""Moderators' actions on people: warn, mute, limit, suspend, ban, rename, log out, set a role."""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils import timezone

from games.community.moderation import appeals, on_tables
from games.community.moderation.actions import ActionRequest, Facts, carry_out
from games.community.people.accounts import change_name
from games.community.people.erase_names import named_on_record
from games.community.trust.roles import Role, give_role, role_of
from games.exceptions import Refused, Stale
from games.models import Action, Measure, Report, User

LENGTHS = {
    "hour": ("An hour", timedelta(hours=1)),
    "day": ("A day", timedelta(days=1)),
    "week": ("A week", timedelta(weeks=1)),
    "month": ("30 days", timedelta(days=30)),
    "lasting": ("Until lifted", None),
}
"""How long a measure lasts: its label and duration, by key."""

KEPT_OUT = frozenset({Measure.Kind.SUSPEND, Measure.Kind.BAN})
"""Measures that end a person's sessions and bar them from logging in."""


def until_after(length: str) -> datetime | None:
    """Return when a measure taken now ends; None if never. Raises Refused for an unknown length."""
    if length not in LENGTHS:
        raise Refused("Choose how long the penalty lasts.")
    time = LENGTHS[length][1]
    return None if time is None else timezone.now() + time


def take_measure(
    action: ActionRequest,
    length: str,
    report: Report | None = None,
    *,
    closes: bool = False,
    untitles: bool = False,
) -> Action:
    """Take the measure that the action names; its reason is shown to the person.

    `closes` also closes the open tables that the person hosts, `untitles` also removes the titles
    of their games.
    """

    def work() -> tuple[Facts, Facts]:
        kind = Measure.Kind(action.name)
        if kind is Measure.Kind.SUSPEND and length == "lasting":
            raise Refused("A suspension needs an end. To exclude someone permanently, use a ban.")
        until = None if kind in (Measure.Kind.WARN, Measure.Kind.BAN) else until_after(length)
        before = _in_force(action.required_person)
        taken = Measure.objects.create(
            user=action.required_person,
            kind=kind,
            until=until,
            reason=action.reason.strip(),
            report=report,
            by=action.by,
        )
        appeals.tell_decision(taken)
        if kind in KEPT_OUT:
            _end_logins(action.required_person)
        cleared = on_tables.clear_hosted(action, closes=closes, untitles=untitles)
        return before, {**_in_force(action.required_person), **cleared}

    return carry_out(action, work)


def _in_force(person: User) -> Facts:
    measures = Measure.objects.in_force().filter(user=person).order_by("pk")
    return {
        "measures": [
            [kind, until.isoformat(timespec="seconds") if until else None]
            for kind, until in measures.values_list("kind", "until")
        ]
    }


def _end_logins(person: User) -> None:
    User.objects.filter(pk=person.pk).update(logins_ended=F("logins_ended") + 1)


def lift(action: ActionRequest, measure: Measure) -> Action:
    """Lift a measure; raise Stale if it has ended."""

    def work() -> tuple[Facts, Facts]:
        before = _in_force(action.required_person)
        found = Measure.objects.in_force().filter(pk=measure.pk, user=action.required_person)
        if not found.update(lifted_at=timezone.now()):
            raise Stale("This penalty has already ended.")
        return before, _in_force(action.required_person)

    return carry_out(action, work)


def rename(action: ActionRequest, name: str) -> Action:
    """Rename a person; raise Refused for a name they cannot take."""

    def work() -> tuple[Facts, Facts]:
        User.objects.lock(action.required_person.pk)
        person = User.objects.get(pk=action.required_person.pk)
        before = named_on_record(person)
        try:
            change_name(person, name)
        except ValidationError as error:
            raise Refused(" ".join(error.messages)) from None
        return before, named_on_record(person)

    return carry_out(action, work)


def log_out_everywhere(action: ActionRequest) -> Action:
    """End all sessions of a person and close their sockets; they may log in again."""

    def work() -> tuple[Facts, Facts]:
        _end_logins(action.required_person)
        return {}, {"logged_out": True}

    return carry_out(action, work)


def set_role(action: ActionRequest, role: Role) -> Action:
    """Set a person's role, effective at once."""

    def work() -> tuple[Facts, Facts]:
        User.objects.lock(action.required_person.pk)
        person = User.objects.get(pk=action.required_person.pk)
        if person.is_guest:
            raise Refused("A guest can’t have a role: they need an account.")
        before = {"role": role_of(person).title}
        give_role(person, role)
        _end_logins(person)
        return before, {"role": role.title}

    return carry_out(action, work)
