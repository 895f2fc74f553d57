"""Reports and appeals that wait: notices to the moderators who may handle them, and reminders."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.timesince import timesince

from games.community.moderation.actions import Forbidden, verify_target
from games.community.notices.notices import Draft, write
from games.community.trust.roles import Role, role_of
from games.models import Measure, Notice, Report, User
from games.storage.store.database_time import moment_now, time_text

Kind, Status = Notice.Kind, Report.Status

MOST_HOURLY = 10
"""The most notices about new reports that a moderator gets in an hour; reminders have no limit."""

DAY = timedelta(days=1)

REPORT = "Report: {what}."
APPEAL = "Appeal against the decision on a report: {what}."
MEASURE_APPEAL = "Appeal against a penalty: {what}."
_NEW = "{text} Received on {when}."
_ONE_WAITS = "{text} It has waited for {age}."
_SEVERAL_WAIT = "{count} reports and appeals wait, the oldest for {age}."

UNDECIDED = (Status.OPEN, Status.CLAIMED, Status.APPEALED)


@dataclass(frozen=True, slots=True)
class Case:
    """A report or an appeal: a sentence about it, and the time since when it has waited.

    Only `claimed_by` may decide a claimed report; `decided_by` may not decide the appeal.
    """

    text: str
    since: datetime
    report: Report | None = None
    person: User | None = None
    claimed_by: int | None = None
    decided_by: int | None = None

    def is_for(self, moderator: User) -> bool:
        """Return whether a moderator may handle the case."""
        if self.claimed_by is not None:
            return moderator.pk == self.claimed_by
        try:
            verify_target(moderator, self.person, report=self.report)
        except Forbidden:
            return False
        return moderator.pk != self.decided_by


def case_of_report(report: Report) -> Case:
    """Return an undecided report, or the appeal against its decision, as a case."""
    what = report.get_category_display()
    if report.status == Status.APPEALED:
        text = APPEAL.format(what=what)
        return Case(text, report.waits_since, report, decided_by=report.handler_id)
    claimed_by = report.handler_id if report.status == Status.CLAIMED else None
    return Case(REPORT.format(what=what), report.waits_since, report, claimed_by=claimed_by)


def case_of_measure(measure: Measure) -> Case:
    """Return an undecided appeal against a measure as a case."""
    text = MEASURE_APPEAL.format(what=measure.get_kind_display())
    since = measure.appealed_at or measure.taken_at
    return Case(text, since, person=measure.user, decided_by=measure.by_id)


def cases() -> Iterator[Case]:
    """Yield everything that waits for a moderator."""
    reports = Report.objects.filter(status__in=UNDECIDED).select_related("game")
    yield from map(case_of_report, reports.order_by("pk"))
    appealed = Measure.objects.appealed().select_related("user")
    yield from map(case_of_measure, appealed.order_by("pk"))


def moderators() -> Iterator[User]:
    """Yield the users with a role."""
    for user in User.objects.filter(is_staff=True, is_active=True).order_by("pk"):
        if role_of(user) > Role.NOBODY:
            yield user


# Notices


def announce(case: Case, cause: str) -> None:
    """Notify the moderators who may handle a new case, in the transaction that files it."""
    text = _NEW.format(text=case.text, when=time_text(case.since))
    lately = Notice.objects.filter(kind=Kind.REPORT, made_at__gt=moment_now() - DAY / 24)
    write(
        [
            Draft(one.pk, Kind.REPORT, None, cause, text)
            for one in moderators()
            if case.is_for(one) and lately.filter(user=one).count() < MOST_HOURLY
        ]
    )


def remind() -> int:
    """Remind moderators of their cases if one has waited for a day; return how many were reminded.

    A moderator is reminded at most once a day.
    """
    now = moment_now()
    waiting = sorted(cases(), key=lambda case: case.since)
    if not waiting or waiting[0].since > now - DAY:
        return 0
    lately = Notice.objects.filter(kind=Kind.REPORT, cause__startswith="reminder")
    lately = lately.filter(made_at__gt=now - DAY)
    reminded = set(lately.values_list("user", flat=True))
    drafts = []
    for moderator in moderators():
        own = [case for case in waiting if case.is_for(moderator)]
        if moderator.pk not in reminded and own and own[0].since <= now - DAY:
            cause = f"reminder {now:%Y-%m-%d %H:%M}"
            drafts.append(Draft(moderator.pk, Kind.REPORT, None, cause, _reminder(own, now)))
    write(drafts)
    return len(drafts)


def _reminder(own: list[Case], now: datetime) -> str:
    """Return the reminder of a moderator's cases, which are sorted with the oldest first."""
    age = timesince(own[0].since, now)
    if len(own) == 1:
        return _ONE_WAITS.format(text=own[0].text, age=age)
    return _SEVERAL_WAIT.format(count=len(own), age=age)
