"""Notices to the host of an open table: who has sat down, and what was written.

Until the host looks at the table, a new notice replaces the text of the last one on the same
subject, so a table that fills sends one email for its seats and one for its chat.
"""

from django.db.models import CharField, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils.text import Truncator

from games.community.notices.notices import Draft, write
from games.community.trust.blocking import blockers_of
from games.drawing.display.titles import name_in_sentence
from games.models import Game, Message, Notice, Player, User
from games.models.sending.notices import LONGEST_TEXT
from games.storage.processes import presence
from games.storage.store.database_time import moment_now
from rules.sentences.words import isolated

Kind = Notice.Kind

LONGEST_QUOTE = 120
"""The maximum length of a quoted message, as the text is also the subject of an email."""

HERE = "{here} of {seats} are here for {table}."
WRITTEN = "{name} wrote in {table}: “{text}”"


def notify_sat_down(game: Game, user: User) -> None:
    """Notify a table's host that `user` sat down, with the number of people here.

    The game must be locked.
    """
    seats = Player.objects.filter(game=game, bot="")
    parts = {"here": seats.filter(user__isnull=False).count(), "seats": seats.count()}
    text = HERE.format(table=name_in_sentence(game), **parts)
    _tell_host(game, user, Kind.SEAT, "here", f"{user.pk} {moment_now().isoformat()}", text)


def notify_written(game: Game, author: User, message: Message) -> None:
    """Notify a table's host of a message, unless they have blocked its author.

    The game must be locked.
    """
    if not blockers_of(author, [game.host_id]):
        shown = Truncator(message.text).chars(LONGEST_QUOTE)
        parts = {"name": isolated(author.name), "text": isolated(shown)}
        text = WRITTEN.format(table=name_in_sentence(game), **parts)
        _tell_host(game, author, Kind.MENTIONED, _WRITTEN, str(message.pk), text)


def _tell_host(game: Game, by: User, kind: Kind, subject: str, cause: str, text: str) -> None:
    host = game.host_id
    if host is None or host == by.pk or host in presence.looking(game.code):
        return
    cause = f"{subject} {cause}"
    unread = Notice.objects.filter(user=host, game=game, kind=kind, read_at=None)
    last = unread.filter(cause__startswith=f"{subject} ")
    if not last.update(cause=cause, text=text[:LONGEST_TEXT], made_at=moment_now()):
        write([Draft(host, kind, game.pk, cause, text)])


def delete_quotes(messages: QuerySet[Message]) -> None:
    """Delete the notices that quote these messages, which are about to be removed."""
    causes = messages.annotate(cause=Concat(Value(f"{_WRITTEN} "), Cast("pk", CharField())))
    games = messages.values("game")
    notices = Notice.objects.filter(game__in=games, kind=Kind.MENTIONED)
    notices.filter(cause__in=causes.values("cause")).delete()


_WRITTEN = "written"
"""How the causes of notices that quote a message begin; the message's primary key follows."""
