"""Moderators' actions on open tables and titles: close a table, change a title."""

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet

from games.community.lobby import tables
from games.community.lobby.forms import clean_title
from games.community.lobby.host import notify_seated
from games.community.moderation.actions import (
    ActionRequest,
    Facts,
    carry_out,
    is_seated,
    post_to_table,
)
from games.drawing.display.titles import heading_of
from games.exceptions import Refused, Stale
from games.models import Action, Game, User
from rules.sentences.words import paragraph

CLOSED = "A moderator cancelled {table} before it started."
RETITLED = "A moderator changed the title of this game."
_REASON = "Reason: {reason}"


def close(action: ActionRequest) -> Action:
    """Close a table that has not begun; raise Stale if it has begun or is closed."""

    def work() -> tuple[Facts, Facts]:
        table = tables.lock_table(action.required_game.code)
        _verify_not_closed(table.game)
        if table.game.status != Game.Status.OPEN:
            raise Stale("This game has already started.")
        _close(table, action.reason)
        return {"status": "open"}, {"status": "cancelled"}

    return carry_out(action, work)


def _verify_not_closed(game: Game) -> None:
    if game.status == Game.Status.CANCELLED:
        raise Stale("This game has been cancelled.")


def _close(table: tables.LockedTable, reason: str = "") -> None:
    # The title may be the reason for closing the table, so it is not repeated.
    host = table.game.host
    closed = CLOSED.format(table=heading_of("", host.name if host else None))
    text = paragraph(closed, _REASON.format(reason=reason) if reason else "")
    notify_seated(table, "closed", text, to_host=text)
    tables.close(table.game)
    tables.announce_change(table.game)


def retitle(action: ActionRequest, title: str) -> Action:
    """Change or remove the title of a game; raise Refused for an invalid title.

    The record leaves titles out: they may contain names, and a record can never be changed.
    """

    def work() -> tuple[Facts, Facts]:
        try:
            wanted = clean_title(title)
        except ValidationError as error:
            raise Refused(" ".join(error.messages)) from None
        game = tables.lock_table(action.required_game.code).game
        _verify_not_closed(game)
        if game.title == wanted:
            raise Stale("The game already has this title.")
        _retitle(game, wanted, action.reason)
        return {"has_title": bool(game.title)}, {"has_title": bool(wanted)}

    return carry_out(action, work)


def _retitle(game: Game, title: str, reason: str = "") -> None:
    Game.objects.filter(pk=game.pk).update(title=title)
    post_to_table(game, paragraph(RETITLED, _REASON.format(reason=reason) if reason else ""))


# The tables of a host who is blocked


def open_tables_of(host: User) -> QuerySet[Game]:
    """Return the open tables that a person hosts."""
    return Game.objects.filter(host=host, status=Game.Status.OPEN)


def titled_games_of(host: User) -> QuerySet[Game]:
    """Return the games with a title that a person hosts, except closed tables and tutorials."""
    hosted = Game.objects.filter(host=host, is_tutorial=False).exclude(title="")
    return hosted.exclude(status=Game.Status.CANCELLED)


def clear_hosted(action: ActionRequest, *, closes: bool, untitles: bool) -> Facts:
    """Close a person's open tables, or remove the titles of their games; return the codes.

    Games in which the moderator has or had a seat are skipped. The other players are not told the
    reason, which concerns only the person. Must be called within an action.
    """
    host, done = action.required_person, Facts(closed=[], titles_removed=[])
    found = Game.objects.filter(
        Q(pk__in=open_tables_of(host).values("pk")) | Q(pk__in=titled_games_of(host).values("pk"))
    )
    for code in list(found.order_by("pk").values_list("code", flat=True)):
        table = tables.lock_table(code)
        game = table.game
        if is_seated(action.by, game):
            continue
        if closes and game.status == Game.Status.OPEN:
            _close(table)
            done["closed"].append(code)
        elif untitles and game.title and game.status != Game.Status.CANCELLED:
            _retitle(game, "")
            done["titles_removed"].append(code)
    return {name: codes for name, codes in done.items() if codes}
