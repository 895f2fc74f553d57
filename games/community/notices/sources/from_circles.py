"""Notices about circles: an invitation, a new game, a new owner, a removed member.

What concerns all members is also posted to the webhooks of the circle.
"""

from collections.abc import Collection, Iterable

from django.utils.formats import date_format

from games.community.notices.notices import Draft, withhold, write
from games.community.notices.shared.kinds import TableKind
from games.community.notices.shared.messages import (
    TableNews,
    active_hooks,
    hooks_of_circle,
    write_messages,
)
from games.community.trust.blocking import blocked_by, blockers_of
from games.drawing.display.titles import name_in_sentence
from games.models import Circle, Game, Notice, User
from games.storage.store.database_time import moment_now
from rules import RULESETS
from rules.sentences.words import paragraph

KIND = Notice.Kind.CIRCLE

TEXTS = {
    "invited": "{name} invites you to the circle {circle}. Answer on the page of your circles.",
    "declined": "{name} declined your invitation to the circle {circle}.",
    "owner": "You’re now the owner of the circle {circle}.",
    "removed": "The owner of the circle {circle} removed you from it.",
    "opened": "{name} opened a game of {ruleset} for the circle {circle}: {table}. Take a seat.",
    "stopped": (
        "No game opens every month for {circle} any more, because {why} "
        "You can switch it on again on the page of the circle."
    ),
    "renamed": "A moderator changed the name of your circle to {circle}.",
    "closed": "A moderator closed the circle {circle}.",
    "skipped": "This month’s game for {circle} didn’t open. {why}",
}
"""The texts by what happened."""

WHY_STOPPED = {
    "nobody": "nobody joined the last one.",
    "alone": "you’re its only member.",
}
"""Why a worker no longer opens a game every month."""

IN_PUBLIC = {
    "opened": "{name} opened a game of {ruleset}: {table}. Members of the circle can take a seat.",
    "next": "The circle’s next game opens on {date}.",
    "none": "No game of the circle opens every month any more.",
}
"""The texts for the webhooks of a circle."""


def notify_invited(circle: Circle, invited: User, host: User) -> None:
    """Notify a person whom a member invites by name, once for each host and circle."""
    _write([invited.pk], circle, f"invited {circle.pk} {host.pk}", "invited", name=host)


def notify_declined(circle: Circle, host: User, invited: User) -> None:
    """Notify the host that a person has declined."""
    _write([host.pk], circle, f"declined {circle.pk} {invited.pk}", "declined", name=invited)


def notify_owner(circle: Circle) -> None:
    """Notify the new owner of a circle."""
    _write([circle.owner_id], circle, f"owner {circle.pk} {moment_now().isoformat()}", "owner")


def notify_removed(circle: Circle, user: User) -> None:
    """Notify a removed member."""
    _write([user.pk], circle, f"removed {circle.pk} {moment_now().isoformat()}", "removed")


def notify_game(circle: Circle, game: Game, opener: User, members: Iterable[int]) -> None:
    """Notify the members of a circle that one of them opened a game for it, and its webhooks.

    Nobody is notified who has blocked the opener or whom the opener has blocked.
    """
    users = set(members)
    users -= {opener.pk, *blocked_by(opener), *blockers_of(opener, users)}
    ruleset, table = RULESETS[game.ruleset].title, name_in_sentence(game)
    parts = {"name": opener, "ruleset": ruleset, "circle": circle, "table": table}
    text = TEXTS["opened"].format(**parts)
    write([Draft(user, KIND, game.pk, "opened", text) for user in sorted(users)])
    _post(circle, game, IN_PUBLIC["opened"].format(**parts))


def post_next(circle: Circle, game: Game | None = None) -> None:
    """Post when the next game of a circle opens, or that none opens any more.

    `game` is the one that has just opened, if any: the line joins the message about it.
    """
    date = date_format(circle.next_on, "j F") if circle.next_on else ""
    _post(circle, game, IN_PUBLIC["next" if date else "none"].format(date=date))


def _post(circle: Circle, game: Game | None, text: str) -> None:
    number = None if game is None else game.pk
    hooks = hooks_of_circle(circle) if number is None else active_hooks([number]).get(number, [])
    write_messages(TableNews(number, ((TableKind.NEXT, text),)), hooks)


def withhold_games(circle: Circle, users: Collection[int]) -> None:
    """Withhold the notices of a circle's games from people who are no longer its members.

    A letter would show them a private game that has begun since.
    """
    withhold(Notice.objects.filter(user__in=users, kind=KIND, game__circle=circle))


def notify_stopped(circle: Circle, why: str) -> None:
    """Notify the owner that no game opens every month any more; `why` is in WHY_STOPPED."""
    cause = f"stopped {circle.pk} {moment_now():%Y-%m-%d}"
    _write([circle.owner_id], circle, cause, "stopped", why=WHY_STOPPED[why])


def notify_skipped(circle: Circle, why: str) -> None:
    """Notify the owner that this month's game was refused; `why` is a sentence."""
    cause = f"skipped {circle.pk} {moment_now():%Y-%m-%d}"
    _write([circle.owner_id], circle, cause, "skipped", why=why)


def notify_moderated(circle: Circle, what: str, users: list[int], reason: str) -> None:
    """Notify people that a moderator "renamed" or "closed" a circle."""
    sentence = paragraph(TEXTS[what].format(circle=circle), f"Reason: {reason}")
    cause = f"{what} {circle.pk} {moment_now().isoformat()}"
    write([Draft(user, Notice.Kind.MODERATION, None, cause, sentence) for user in users])


def _write(users: list[int], circle: Circle, cause: str, text: str, **parts: object) -> None:
    sentence = TEXTS[text].format(circle=circle, **parts)
    write([Draft(user, KIND, None, cause, sentence) for user in users])
