"""Use cases of reports: file one, claim it, decide it, appeal, and decide the appeal.

The reporter and the reported person read the moderator's answers unchanged.
"""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.community.moderation.actions import TOO_LONG, ActionRequest, Facts, Forbidden, carry_out
from games.community.moderation.evidence import evidence_of
from games.community.moderation.waiting import announce, case_of_report
from games.community.notices.notices import notify
from games.community.trust.restrictions import DONE
from games.community.trust.roles import Role, role_of
from games.exceptions import Refused, Stale
from games.models import LONGEST_WORDS, Action, Game, Measure, Message, Notice, Report, User

MOST, WITHIN = 6, timedelta(hours=1)
MOST_DAILY = 20
"""The maximum number of reports per person in an hour (MOST) and in a day (MOST_DAILY)."""

APPEAL_DAYS = 14

About, Status = Report.About, Report.Status


class TooManyReports(Refused):
    """The reporter has reached the rate limit."""


# Filing


@transaction.atomic
def make(
    reporter: User,
    about: str,
    category: str,
    words: str,
    *,
    key: str,
    game: Game | None = None,
    seat: int | None = None,
    message: int | None = None,
    person: User | None = None,
) -> Report:
    """Report a seat, a message, a whole game, or a person's name.

    `game` must be visible to the reporter. Reusing a key returns the first report. Raises
    TooManyReports, or Refused for something that cannot be reported.
    """
    # Serialise by reporter, so that concurrent requests with one key create one report.
    User.objects.lock(reporter.pk)
    known = Report.objects.filter(key=key, reporter=reporter).first()
    if known is not None:
        return known
    if about not in About.values or category not in Report.Category.values:
        raise Refused("Choose what you’re reporting, and why.")
    _verify_words(words)
    _verify_not_too_many(reporter)
    found = _message(reporter, game, message) if about == About.MESSAGE else None
    reported = found.author if found else _reported(about, game, seat, person)
    if reported is not None and reported.pk == reporter.pk:
        raise Refused("You can’t report yourself.")
    report = Report.objects.create(
        about=about,
        category=category,
        words=words.strip(),
        key=key,
        game=game,
        seat=found.seat if found else seat,
        message=found.pk if found else None,
        reporter=reporter,
        reported=reported,
        evidence=evidence_of(game, found, reported),
    )
    announce(case_of_report(report), f"report {report.pk}")
    return report


def _verify_words(words: str) -> None:
    if len(words) > LONGEST_WORDS:
        raise Refused(TOO_LONG, most=LONGEST_WORDS)


def _verify_not_too_many(reporter: User) -> None:
    made = Report.objects.filter(reporter=reporter)
    now = timezone.now()
    for most, within in ((MOST, WITHIN), (MOST_DAILY, timedelta(days=1))):
        if made.filter(made_at__gt=now - within).count() >= most:
            raise TooManyReports(
                "You’ve sent a lot of reports recently. We read all of them. Try again later."
            )


def _message(reporter: User, game: Game | None, number: int | None) -> Message:
    """Return a message that the reporter may have read, even a removed one; else raise Refused."""
    if game is not None and number is not None:
        found = Message.objects.filter(game=game, pk=number, is_system=False)
        message = found.select_related("author").first()
        if message is not None and _may_read(reporter, game, message):
            return message
    raise Refused("This message no longer exists. Report the player or the game instead.")


def _may_read(reporter: User, game: Game, message: Message) -> bool:
    if message.room == Message.Room.PLAYERS or game.status == Game.Status.OVER:
        return True
    return not game.players.filter(user=reporter, own=True, eliminated=0).exists()


def _reported(about: str, game: Game | None, seat: int | None, person: User | None) -> User | None:
    if about == About.NAME:
        if person is None:
            raise Refused("That user doesn’t exist.")
        return person
    if game is None:
        raise Refused("That game doesn’t exist.")
    if about == About.GAME:
        return None
    at_seat = game.players.filter(seat=seat) if seat is not None else game.players.none()
    player = at_seat.select_related("user").first()
    if player is None:
        raise Refused("That seat doesn’t exist.")
    if player.user is None:
        raise Refused("A bot plays that seat. Report the game instead.")
    return player.user


# Handling


def claim(action: ActionRequest) -> Action:
    """Claim a report for this moderator; raise Stale unless it is open."""

    def work() -> tuple[Facts, Facts]:
        report = _locked(action, Status.OPEN)
        now = timezone.now()
        _save(report, status=Status.CLAIMED, handler=action.by, claimed_at=now)
        return {"status": "open"}, {"status": "claimed"}

    return carry_out(action, work)


def let_go(action: ActionRequest) -> Action:
    """Return a claimed report to the queue; a senior moderator may release another's claim."""

    def work() -> tuple[Facts, Facts]:
        report = _locked(action, Status.CLAIMED)
        if role_of(action.by) < Role.SENIOR:
            _own(action, report)
        _save(report, status=Status.OPEN, handler=None, claimed_at=None)
        return {"status": "claimed"}, {"status": "open"}

    return carry_out(action, work)


def decide(action: ActionRequest, decision: str, answer: str, answer_to_reported: str) -> Action:
    """Decide a report that this moderator has claimed, with the answers to both sides."""

    def work() -> tuple[Facts, Facts]:
        report = _own(action, _locked(action, Status.CLAIMED))
        if decision not in Report.Decision.values:
            raise Refused("Choose a decision.")
        if not answer.strip():
            raise Refused("Write an answer to the reporter.")
        _verify_words(answer)
        _verify_words(answer_to_reported)
        if report.reported_id is not None and not answer_to_reported.strip():
            raise Refused("Write an answer to the reported person too.")
        decided = {
            "status": Status.DECIDED,
            "decision": decision,
            "reason": action.reason.strip(),
            "answer": answer.strip(),
            "answer_to_reported": answer_to_reported.strip(),
        }
        _save(report, decided_at=timezone.now(), **decided)
        _notify(report.reporter, report, "Your report was answered.")
        if decided["answer_to_reported"]:
            _notify(report.reported, report, "A report about you was decided.")
        # The texts are in the report alone, as the record can never be changed.
        return {"status": "claimed"}, {"status": "decided", "decision": decision}

    return carry_out(action, work)


def _locked(action: ActionRequest, *wanted: str) -> Report:
    report = Report.objects.select_for_update(no_key=True).get(pk=action.required_report.pk)
    if report.status not in wanted:
        raise Stale("This report is now {status}. Reload the page.", status=report.status)
    return report


def _own(action: ActionRequest, report: Report) -> Report:
    _allow(why_not_decide(report, action.by))
    return report


def _allow(why_not: str) -> None:
    if why_not:
        raise Forbidden(why_not)


def why_not_decide(report: Report, user: User) -> str:
    """Return why this moderator may not decide a claimed report; "" if they may."""
    # The sentence names nobody, because refusals are recorded.
    return "" if report.handler_id == user.pk else "Another moderator has claimed this report."


def why_not_decide_appeal(report: Report, user: User) -> str:
    """Return why this moderator may not decide an appeal; "" if they may."""
    is_own = report.handler_id == user.pk
    return "You made the decision. Another moderator must decide the appeal." if is_own else ""


def _notify(user: User | None, report: Report, text: str) -> None:
    """Notify the reporter or the reported person of an answer."""
    if user is not None:
        notify(Notice.Kind.MODERATION, user, None, f"report {report.pk} {text}", text)


def _save(report: Report, **columns: Any) -> None:
    Report.objects.filter(pk=report.pk).update(**columns)


# Appeals


@transaction.atomic
def appeal(report: Report, user: User, words: str) -> None:
    """Appeal against a decision, once, within two weeks; another moderator decides."""
    found = Report.objects.select_for_update(no_key=True).get(pk=report.pk)
    if user.pk not in (found.reporter_id, found.reported_id):
        raise Forbidden("You didn’t make this report, and it isn’t about you.")
    if user.pk == found.reported_id and not found.answer_to_reported:
        raise Forbidden("You didn’t make this report, and it isn’t about you.")
    if found.status != Status.DECIDED or found.decided_at is None:
        raise Stale("There is no decision to appeal, or it has already been appealed.")
    if timezone.now() > found.decided_at + timedelta(days=APPEAL_DAYS):
        raise Stale("You can only appeal within {days} days of the decision.", days=APPEAL_DAYS)
    if not words.strip():
        raise Refused("Say why the decision is wrong.")
    _verify_words(words)
    now = timezone.now()
    _save(found, status=Status.APPEALED, appellant=user, appeal=words.strip(), appealed_at=now)
    found.refresh_from_db()
    announce(case_of_report(found), f"appeal {found.pk}")


def decide_appeal(action: ActionRequest, decision: str, answer: str) -> Action:
    """Decide an appeal; raise Forbidden for the moderator who made the first decision."""

    def work() -> tuple[Facts, Facts]:
        report = _locked(action, Status.APPEALED)
        _allow(why_not_decide_appeal(report, action.by))
        if decision not in Report.Appeal.values or not answer.strip():
            raise Refused("Choose a decision, and write an answer to the appeal.")
        _verify_words(answer)
        decided = {"appeal_decision": decision, "appeal_answer": answer.strip()}
        now = timezone.now()
        _save(
            report,
            status=Status.CLOSED,
            appeal_handler=action.by,
            appeal_decided_at=now,
            **decided,
        )
        _notify(report.appellant, report, "Your appeal was answered.")
        return {"status": "appealed"}, {"status": "closed", "appeal_decision": decision}

    return carry_out(action, work)


# Queries


def made_by(user: User) -> list[Report]:
    """Return the 100 newest reports by a user, newest first."""
    found = Report.objects.filter(reporter=user).select_related("game", "reported")
    return list(found.order_by("-made_at", "-pk")[:100])


def answered_reports_about(user: User) -> list[Report]:
    """Return the 100 newest reports about a user to which the user got an answer, newest first."""
    found = Report.objects.filter(reported=user).exclude(answer_to_reported="")
    return list(found.select_related("game").order_by("-decided_at", "-pk")[:100])


def has_record(user: User) -> bool:
    """Return whether there are measures, actions or answered reports about a user."""
    return (
        Measure.objects.filter(user=user).exists()
        or Action.objects.filter(person=user.pk, name__in=DONE, refusal="").exists()
        or Report.objects.filter(reported=user).exclude(answer_to_reported="").exists()
    )


def may_appeal(report: Report) -> bool:
    """Return whether a decision can still be appealed."""
    return (
        report.status == Status.DECIDED
        and report.decided_at is not None
        and timezone.now() <= report.decided_at + timedelta(days=APPEAL_DAYS)
    )
