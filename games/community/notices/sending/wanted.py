"""Which deliveries are still worth sending when they are due."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from games.models import Delivery, Game, LastVisit, Notice
from games.storage.processes import presence

Kind, Channel = Notice.Kind, Delivery.Channel

WAS_LOOKING = "You were looking at the game."
HAD_READ = "You had already read it here."
IS_OVER = "The game no longer waits for you."
IS_COVERED = "You haven’t opened the game since our last email, which asks for the same."

ASKS_FOR_MOVE = frozenset({Kind.TURN, Kind.ASKED})

COVERED_BY_ANY = frozenset({Kind.OFFERED, Kind.REQUESTED, Kind.SEAT, Kind.MENTIONED})
"""Kinds that need no email while one that asks for a move is unopened; the next one tells them."""

ASKS = ASKS_FOR_MOVE | {Kind.OFFERED}

DECISION, PACT = "decision {number}", "pact {number}"
"""The causes of notices that ask for a decision, or for the answer to a pact."""

NUMBERED = ("decision", "pact")
"""The first words of these causes."""


def why_not(taken: Sequence[Delivery]) -> dict[UUID, str]:
    """Map the deliveries that are not worth sending any more to the reason for the user."""
    reasons = {each.pk: why for each in taken if (why := _was_seen(each.notice))}
    letter = [each for each in taken if each.pk not in reasons and _is_of_letter(each)]
    if letter:
        reasons |= dict.fromkeys(_over(letter), IS_OVER)
        letter = [each for each in letter if each.pk not in reasons]
        if _is_covered(letter):
            reasons |= {each.pk: IS_COVERED for each in letter}
    return reasons


def _was_seen(notice: Notice) -> str:
    if notice.kind == Kind.TRIAL:
        return ""
    visits = LastVisit.objects.filter(user=notice.user_id, game=notice.game_id)
    if _is_looking(notice) or visits.filter(seen_at__gte=notice.made_at).exists():
        return WAS_LOOKING
    was_read = notice.read_at is not None and notice.read_at > notice.made_at
    return HAD_READ if was_read else ""


def _is_looking(notice: Notice) -> bool:
    if notice.game is None:
        return False
    return notice.game.code in presence.looking_now([notice.user_id]).get(notice.user_id, ())


def _is_of_letter(delivery: Delivery) -> bool:
    is_mail = delivery.channel == Channel.MAIL and not delivery.in_digest
    return is_mail and delivery.notice.game_id is not None


def _over(letter: Sequence[Delivery]) -> list[UUID]:
    """Return the deliveries that ask for a decision, or the answer to a pact, no longer open."""
    asking = [each for each in letter if each.notice.kind in ASKS]
    if not asking:
        return []
    stored = Game.objects.values("decisions", "position").get(notices=asking[0].notice)
    open_ones = {DECISION.format(number=each["number"]) for each in stored["decisions"]}
    pacts = (stored["position"] or {}).get("pacts", ())
    open_ones |= {PACT.format(number=each["number"]) for each in pacts if _is_offered(each)}
    causes = {each.pk: each.notice.cause.partition(" of ")[0] for each in asking}
    return [
        pk
        for pk, cause in causes.items()
        if cause.split(" ")[0] in NUMBERED and cause not in open_ones
    ]


def _is_offered(pact: Mapping[str, Any]) -> bool:
    return bool(pact.get("status", "offered") == "offered")


def _is_covered(letter: Sequence[Delivery]) -> bool:
    """Return whether an email about the game that the user has not acted on asks for the same."""
    kinds = {each.notice.kind for each in letter}
    if not kinds or not kinds <= ASKS_FOR_MOVE | COVERED_BY_ANY:
        return False
    asked = _unopened(letter[0].notice)
    covered = asked | (COVERED_BY_ANY if asked & ASKS_FOR_MOVE else frozenset())
    return kinds <= covered


def _unopened(notice: Notice) -> frozenset[str]:
    """Return the kinds in the emails about a game that were sent since the user last looked."""
    sent = Delivery.objects.filter(
        channel=Channel.MAIL,
        state=Delivery.State.SENT,
        notice__user=notice.user_id,
        notice__game=notice.game_id,
    )
    visit = LastVisit.objects.filter(user=notice.user_id, game=notice.game_id).first()
    if visit is not None:
        sent = sent.filter(done_at__gt=visit.seen_at)
    return frozenset(sent.values_list("notice__kind", flat=True))
