"""Appeals against measures: by a signed link, without logging in, once per measure."""

from datetime import timedelta

from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from games.community.moderation.actions import TOO_LONG, ActionRequest, Facts, Forbidden, carry_out
from games.community.moderation.waiting import announce, case_of_measure
from games.community.notices.links import link
from games.community.notices.notices import addresses_of, notify
from games.community.notices.sending import outbox
from games.community.trust.restrictions import KEEPING_OUT, in_force, sentence_of
from games.exceptions import Refused, Stale
from games.models import LONGEST_WORDS, Action, Measure, Notice, User
from games.numbers import whole_number

APPEAL_DAYS = 14
"""For how many days a measure can be appealed; as long as it is in force, it always can be."""

LINK_AGE = timedelta(days=180)
_SALT = "measure-appeal"


# Links


def path_of(measure: Measure) -> str:
    """Return the path of a measure's page; anybody with the link may read it and appeal."""
    token = signing.dumps(measure.pk, salt=_SALT)
    return reverse("measure_appeal", args=[token])


def measure_of(token: str) -> Measure | None:
    """Return the measure that a link's token stands for; None if the token is forged or expired."""
    try:
        key = signing.loads(token, salt=_SALT, max_age=LINK_AGE)
    except signing.BadSignature:
        return None
    return Measure.objects.select_related("user").filter(pk=key).first()


def path_for(user: User) -> str | None:
    """Return the path of the measure that bars a user from logging in; None if there is none."""
    measure = in_force(user, *KEEPING_OUT)
    return path_of(measure) if measure else None


def path_for_session(user: str, session_hash: str) -> str | None:
    """Return the path of the measure that ended a browser session; None if none did."""
    found = User.objects.filter(pk=whole_number(user) or 0).first()
    if found is None:
        return None
    # A measure ends sessions by changing the suffix of the session hash.
    whole, ends = found.get_session_auth_hash(), found.logins_ended
    own = whole.removesuffix(str(ends)) if ends else whole
    if not constant_time_compare(session_hash[: len(own)], own):
        return None
    return path_for(found)


# Mail


def tell_decision(measure: Measure) -> None:
    """Notify the person of a measure; an email also gives the reason and a link to appeal."""
    told = "A moderator has taken action on your account. See your moderation record."
    words = sentence_of(measure.kind, measure.until, measure.reason)
    _notify(measure, f"measure {measure.pk}", told)
    _mail(measure, "A moderator has taken action on your account", words)


def _notify(measure: Measure, cause: str, text: str) -> None:
    # The notice is not mailed, because `_mail` sends an email even to people who get no notices.
    notify(Notice.Kind.MODERATION, measure.user, None, cause, text, is_mailed=True)


def _mail(measure: Measure, subject: str, words: str) -> None:
    address = addresses_of([measure.user_id]).get(measure.user_id)
    if address is None:
        return
    context = {
        "name": str(measure.user),
        "words": words,
        "may_appeal": may_appeal(measure),
        "url": link(path_of(measure)),
    }
    body = render_to_string("community/moderation/measure_mail.txt", context)
    outbox.enqueue(EmailMessage(f"Castlerisk: {subject}", body, to=[address]))


# Filing and deciding appeals


def may_appeal(measure: Measure) -> bool:
    """Return whether a measure can still be appealed."""
    if measure.appealed_at is not None or measure.lifted_at is not None:
        return False
    lasts = measure.until is None or measure.until > timezone.now()
    is_over = measure.kind == Measure.Kind.WARN or not lasts
    return not is_over or timezone.now() <= measure.taken_at + timedelta(days=APPEAL_DAYS)


@transaction.atomic
def appeal(measure: Measure, words: str) -> None:
    """Appeal to another moderator; raise Stale if the measure can no longer be appealed."""
    found = Measure.objects.select_for_update(no_key=True).get(pk=measure.pk)
    if not may_appeal(found):
        raise Stale("An appeal has already been made, or the deadline has passed.")
    if not words.strip():
        raise Refused("Say why the decision is wrong.")
    if len(words) > LONGEST_WORDS:
        raise Refused(TOO_LONG, most=LONGEST_WORDS)
    found.appeal, found.appealed_at = words.strip(), timezone.now()
    found.save(update_fields=["appeal", "appealed_at"])
    announce(case_of_measure(found), f"measure {found.pk}")


def why_not_decide(measure: Measure, user: User) -> str:
    """Return why a moderator may not decide an appeal against a measure; "" if they may."""
    is_own = measure.by_id == user.pk
    return "You made the decision. Another moderator must decide the appeal." if is_own else ""


def is_open(measure: Measure) -> bool:
    """Return whether an appeal waits for a decision."""
    return measure.appealed_at is not None and not measure.appeal_decision


def decide(action: ActionRequest, measure: Measure, decision: str, answer: str) -> Action:
    """Decide an appeal; if it succeeds, the measure ends at once."""

    def work() -> tuple[Facts, Facts]:
        found = Measure.objects.select_for_update(no_key=True).get(
            pk=measure.pk, user=action.person
        )
        if why := why_not_decide(found, action.by):
            raise Forbidden(why)
        if not is_open(found):
            raise Stale("There is no open appeal: reload the page.")
        if decision not in Measure.Appeal.values or not answer.strip():
            raise Refused("Choose a decision, and write an answer to the appeal.")
        if len(answer) > LONGEST_WORDS:
            raise Refused(TOO_LONG, most=LONGEST_WORDS)
        _decide(found, action.by, decision, answer.strip())
        return {"measure": found.pk}, {"decision": decision}

    return carry_out(action, work)


def _decide(measure: Measure, by: User, decision: str, answer: str) -> None:
    now = timezone.now()
    measure.appeal_handler, measure.appeal_decided_at = by, now
    measure.appeal_decision, measure.appeal_answer = decision, answer
    if decision == Measure.Appeal.CHANGED and measure.lifted_at is None:
        measure.lifted_at = now
    measure.save()
    words = "Your appeal was answered."
    _notify(measure, f"appeal {measure.pk}", words)
    _mail(measure, words, f"{measure.get_appeal_decision_display()}. {answer}")


def shown(measure: Measure) -> dict[str, object]:
    """Return the template context of a measure's page."""
    return {
        "name": str(measure.user),
        "sentence": sentence_of(measure.kind, measure.until, measure.reason),
        "is_lifted": measure.lifted_at is not None,
        "appeal": measure.appeal,
        "decision": measure.get_appeal_decision_display(),
        "answer": measure.appeal_answer,
        "may_appeal": may_appeal(measure),
        "longest": LONGEST_WORDS,
    }
