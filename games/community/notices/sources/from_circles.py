"""Notices about circles: an invitation, a new game, a new owner, a removed member."""

from collections.abc import Iterable

from games.community.notices.notices import Draft, write
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
    """Notify the members of a circle that one of them opened a game for it.

    Nobody is notified who has blocked the opener or whom the opener has blocked.
    """
    users = set(members)
    users -= {opener.pk, *blocked_by(opener), *blockers_of(opener, users)}
    text = TEXTS["opened"].format(
        name=opener,
        ruleset=RULESETS[game.ruleset].title,
        circle=circle,
        table=name_in_sentence(game),
    )
    write([Draft(user, KIND, game.pk, "opened", text) for user in sorted(users)])


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
