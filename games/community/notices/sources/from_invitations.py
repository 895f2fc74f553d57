"""Notices about invitations by name: to the invited people, and to the host if one declines."""

from collections.abc import Iterable

from games.community.notices.notices import Draft, withhold, write
from games.community.trust.blocking import blockers_of
from games.drawing.display.titles import name_in_sentence
from games.models import Game, Notice, User
from rules.sentences.words import isolated

Kind = Notice.Kind

DECLINED = "{name} declines your invitation to {table}."
DECLINED_WITH_WORD = "{name} declines your invitation to {table}: “{word}”"


def notify_invited(game: Game, by: User, users: Iterable[int], text: str) -> None:
    """Notify users that `by` has invited them to a game; at most once for each game."""
    write([Draft(user, Kind.INVITED, game.pk, f"by {by.pk}", text) for user in users])


def notify_declined(game: Game, host: int | None, user: User, word: str) -> None:
    """Notify a table's host that a user has declined, unless the host has blocked the user."""
    if host is None or blockers_of(user, [host]):
        return
    text = DECLINED_WITH_WORD if word else DECLINED
    parts = {"name": isolated(user.name), "table": name_in_sentence(game), "word": isolated(word)}
    write([Draft(host, Kind.INVITED, game.pk, _declined_by(user), text.format(**parts))])


def withhold_invitation(game: Game, user: int) -> None:
    """Withhold a user's notices of an invitation that is no longer open."""
    withhold(Notice.objects.filter(user=user, kind=Kind.INVITED, game=game))


def delete_answers(user: User) -> None:
    """Delete the notices that say that a user has declined, as they quote the user."""
    Notice.objects.filter(kind=Kind.INVITED, cause=_declined_by(user)).delete()


def _declined_by(user: User) -> str:
    return f"declined {user.pk}"
