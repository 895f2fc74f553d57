"""Which measures are in force on a user, and the sentences by which they are told."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from games.clocks.durations import time_told
from games.exceptions import Refused
from games.models import Action, Measure, User
from rules import Move
from rules.moves import OfferPact

Kind = Measure.Kind

SENTENCES = {
    Kind.WARN: "You have been warned",
    Kind.MUTE: "You may not talk at tables",
    Kind.NAME: "You may not change your name",
    Kind.LIMIT: "You may not begin or join games",
    Kind.SUSPEND: "This account is suspended",
    Kind.BAN: "This account is banned",
}
"""What a measure says to whom it is on."""


KEEPING_OUT = (Kind.SUSPEND, Kind.BAN)
"""Measures that keep somebody from logging in."""


class Barred(Refused):
    """A measure of the moderators forbids it; the text says which, until when, and why."""


def sentence_of(kind: str, until: datetime | None, reason: str) -> str:
    """Return what the person is told: the measure, until when, and the reason as it is stored."""
    end = f" until {time_told(until)}" if until else ""
    return f"{SENTENCES[Kind(kind)]}{end}. The reason: {reason}"


def in_force(user: User, *kinds: str) -> Measure | None:
    """Return the measure of one of these kinds that lasts longest; None where there is none."""
    found = list(Measure.objects.in_force().filter(user=user, kind__in=kinds))
    lasting = [measure for measure in found if measure.until is None]
    return lasting[0] if lasting else max(found, key=lambda one: one.until, default=None)


def verify_may(user: User, kind: str) -> None:
    """Raise Barred where a measure of this kind is in force."""
    measure = in_force(user, kind)
    if measure is not None:
        raise Barred(sentence_of(measure.kind, measure.until, measure.reason))


def verify_may_say(user: User, moves: Iterable[Move]) -> None:
    """Raise Barred where one who may not talk would say free words with a pact (DIP-1)."""
    if any(isinstance(move, OfferPact) and move.words for move in moves):
        verify_may(user, Kind.MUTE)


def why_kept_out(user: User) -> str | None:
    """Return why a user may not log in, in a sentence; None where they may."""
    measure = in_force(user, *KEEPING_OUT)
    return measure and sentence_of(measure.kind, measure.until, measure.reason)


def on_record(user: User) -> list[dict[str, str | bool | int]]:
    """Return all measures ever taken on a user as they are shown to them, the newest first."""
    now = timezone.now()
    return [
        {
            "number": measure.pk,
            "at": time_told(measure.taken_at),
            "sentence": sentence_of(measure.kind, measure.until, measure.reason),
            "appeal": measure.appeal,
            "appeal_answer": measure.appeal_answer,
            "is_over": measure.lifted_at is not None
            or (measure.until is not None and measure.until <= now),
        }
        for measure in Measure.objects.filter(user=user).order_by("-taken_at", "-pk")
    ]


DONE = {
    "rename": "Your name was changed.",
    "log_out": "You were logged out everywhere.",
    "lift": "A measure was lifted.",
    "role": "Your role for the house was changed.",
}
"""What moderators do to a person besides measures, as it is told to them."""


def done_to(user: User) -> list[dict[str, str]]:
    """Return what else moderators have done to a user, the newest first."""
    actions = Action.objects.filter(person=user.pk, name__in=DONE, refusal="")
    return [
        {"at": time_told(action.done_at), "sentence": DONE[action.name], "reason": action.reason}
        for action in actions.order_by("-done_at", "-pk")
    ]
