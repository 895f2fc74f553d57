"""Notices to players who are mentioned (@name) in table talk."""

import re

from games.community.notices.notices import Draft, write
from games.community.trust.blocking import blockers_of
from games.drawing.display.titles import name_in_sentence
from games.models import Game, Message, Notice, User

NAMED = re.compile(r"(?<!\w)@(?=\w)")
"""Matches an @ that may begin a mention."""

MENTIONED = "{author} mentioned you in {table}."


def notify_named(game: Game, message: Message) -> list[int]:
    """Notify the players whom a message mentions, except those who have blocked its author.

    Mentions by spectators are ignored, as players cannot read spectators' messages. Returns the
    mentioned users.
    """
    author = message.author
    if author is None or message.room != Message.Room.PLAYERS or not NAMED.search(message.text):
        return []
    at_table = User.objects.filter(
        seats__game=game, seats__own=True, seats__eliminated=0, is_active=True
    ).exclude(pk=author.pk)
    named = [user for user in at_table if _is_named(user.name, message.text)]
    if not named:
        return []
    blockers = blockers_of(author, [user.pk for user in named])
    text = MENTIONED.format(author=author, table=name_in_sentence(game))
    cause = f"message {message.pk}"
    write(
        [
            Draft(user.pk, Notice.Kind.MENTIONED, game.pk, cause, text)
            for user in named
            if user.pk not in blockers
        ]
    )
    return [user.pk for user in named]


def _is_named(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w)@{re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None
