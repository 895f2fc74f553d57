"""Delete accounts. Members, guests, operators and workers all do so through this module.

Games stay playable and verifiable: they keep the seat and its moves, under `GONE` instead of the
name. The moderation record stays too; it names nobody (see `erase_names`).
"""

import logging
import re
import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction

from games.community.circles import members
from games.community.lobby import joining
from games.community.notices.sending import outbox
from games.community.notices.sources.from_invitations import delete_answers
from games.community.notices.sources.from_waiting_rooms import delete_quotes
from games.community.people.erase_names import MENTION_GONE, forget_names, mentions_of, names_of
from games.community.sharing.jobs import forget_mistakes
from games.drawing.display.seating import GONE
from games.exceptions import NotSeated, Stale
from games.models import (
    LONGEST_REASON,
    LONGEST_WORDS,
    Game,
    Message,
    Report,
    RestingAddress,
    User,
)
from games.playing.play import play_move
from games.storage.store import locks
from rules import IllegalMove
from rules.moves import Resign

logger = logging.getLogger(__name__)

Evidence = dict[str, Any]


class _CameBack(Exception):
    """The user being deleted has a seat in a game that is not locked, or a circle again."""


def delete_account(user: User) -> None:
    """Delete a user: resign their running games, leave their open tables, keep finished games.

    Nobody can resign a stopped game; there, the seat becomes vacant after missed turns. The user's
    moves stay in the games. Their name, address, settings, messages, reports and appeals are
    deleted, also from titles, mentions and the evidence of reports.
    """
    while True:
        try:
            return _delete(user.pk)
        except _CameBack:
            logger.info("The user took a seat or a circle during the deletion; trying again.")


@transaction.atomic
def _delete(key: int) -> None:
    games = locks.lock_person(key)
    leaver = User.objects.get(pk=key)
    joining.leave_all(leaver)
    running = leaver.seats.filter(game__status=Game.Status.RUNNING)
    for code in running.order_by("game").values_list("game__code", flat=True):
        _resign(code, leaver)
    _forget_reports(leaver, games)
    forget_mistakes(leaver, games)
    forget_names(leaver, games)
    said = Message.objects.filter(author=leaver)
    delete_quotes(said)
    delete_answers(leaver)
    said.update(text="", removed_at=leaver.seen_at)
    _forget_addresses(leaver)
    members.leave_all(leaver)
    # From now on, a transaction that seats the user waits for this lock, then finds no user.
    User.objects.select_for_update().get(pk=key)
    if leaver.seats.exclude(game__in=games).exists() or leaver.circles_owned.exists():
        raise _CameBack
    leaver.delete()


def _resign(code: str, user: User) -> None:
    try:
        play_move(code, user, Resign(), key=secrets.token_urlsafe(12), decision=None)
    except (IllegalMove, NotSeated, Stale):
        # The user has left the game already, or the game is stopped: no resignation (TRN-9).
        logger.info("Game %s needed no resignation, or does not allow one.", code)


def _forget_addresses(user: User) -> None:
    own = EmailAddress.objects.filter(user=user)
    outbox.forget_recipients({user.email, *own.values_list("email", flat=True)})
    confirmed = own.filter(verified=True).values("email")
    RestingAddress.objects.filter(address__in=confirmed).delete()


# Reports


def _forget_reports(user: User, games: list[int]) -> None:
    """Delete what a user wrote in reports and appeals, and their names in all others."""
    names, mentions = names_of(user), mentions_of(user)
    for report in locks.reports_naming(user.pk, games):
        texts = {column: names.sub(GONE, getattr(report, column))[:most] for column, most in _TEXTS}
        if report.reporter_id == user.pk:
            texts["words"] = ""
        if report.appellant_id == user.pk:
            texts["appeal"] = ""
        kept = _without(report.evidence, user.pk, names, mentions)
        if report.reported_id == user.pk:
            kept.pop("name", None)
        Report.objects.filter(pk=report.pk).update(evidence=kept, **texts)


_WORDS = ("words", "answer", "answer_to_reported", "appeal", "appeal_answer")
_TEXTS = (*((column, LONGEST_WORDS) for column in _WORDS), ("reason", LONGEST_REASON))
"""The columns of a report that hold free text, with their maximum lengths."""


def _without(
    evidence: Evidence, user: int, names: re.Pattern[str], mentions: re.Pattern[str]
) -> Evidence:
    """Return a report's evidence without a person's messages and names."""

    def plain(message: Evidence) -> Evidence:
        # The site's own messages have no user; names in them are never ordinary words.
        is_own = message["user"] is None
        pattern, gone = (names, GONE) if is_own else (mentions, MENTION_GONE)
        return {**message, "text": pattern.sub(gone, message["text"])}

    kept = dict(evidence)
    message = kept.pop("message", None)
    if message is not None and message["user"] != user:
        kept["message"] = plain(message)
    if "game" in kept:
        kept["game"] = {**kept["game"], "title": names.sub(GONE, kept["game"]["title"])}
    if "seats" in kept:
        kept["seats"] = [
            {**seat, "name": GONE, "user": None} if seat["user"] == user else seat
            for seat in kept["seats"]
        ]
    if "messages" in kept:
        kept["messages"] = [plain(one) for one in kept["messages"] if one["user"] != user]
    return kept
