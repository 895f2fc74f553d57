"""Opening the secrets of a running game for a report: recorded, and shown to the table later."""

from typing import Any

from django.db.models import Q

from games.community.moderation.actions import (
    ActionRequest,
    Facts,
    Forbidden,
    carry_out,
    lock_running,
    share_running_game,
)
from games.community.moderation.reports import why_not_decide
from games.drawing.display.seating import seating_of
from games.exceptions import Stale
from games.models import Action, Game, Player, Report, User
from games.storage.store.database_time import time_text
from games.storage.store.stored_game import load
from rules.sentences.words import paragraph

OPENED = "open_secrets"


def open_secrets(action: ActionRequest) -> Action:
    """Record that a moderator opens a game's hands because of a report they have claimed."""

    def work() -> tuple[Facts, Facts]:
        report = Report.objects.get(pk=action.required_report.pk)
        if report.game_id != action.required_game.pk:
            raise Forbidden("This report is about another game.")
        if why_not := why_not_decide(report, action.by):
            raise Forbidden(paragraph(why_not, "Claim a report about this game first."))
        if why_not := why_not_open(report, action.by):
            raise Forbidden(why_not)
        game = lock_running(action.required_game)
        return {}, {"entry": game.number, "round": game.round}

    return carry_out(action, work)


def why_not_open(report: Report, user: User) -> str:
    """Return why this moderator may not open the hands in a report's game; "" if they may.

    Moderators may not see the secrets of a person they play against in another running game.
    """
    if why_not := why_not_decide(report, user):
        return why_not
    seated = Player.objects.filter(game=report.game_id, user__isnull=False).values("user")
    concerned = User.objects.filter(Q(pk=report.reported_id) | Q(pk__in=seated))
    if any(share_running_game(user, person) for person in concerned.exclude(pk=user.pk)):
        return (
            "You are or were in a running game with one of these players. Another moderator must "
            "do this."
        )
    return ""


def secrets_of(action: Action, game: Game) -> list[dict[str, Any]]:
    """Return each player's name, hand and unrevealed hidden armies, by seat.

    Raises Stale if the game has a newer entry; the moderator must then open the hands again.
    """
    stored = load(game.code)
    if stored.number != action.after["entry"]:
        raise Stale("The game has changed in the meantime. Open the hands again.")
    state, seating = stored.state(), seating_of(stored)
    return [
        {
            "name": seating.names[player.seat],
            "hand": [card.value for card in player.hand],
            "hidden": [
                state.board.territories[choice.territory].name
                for choice in state.hidden
                if choice.holder == player.seat and not choice.revealed
            ],
        }
        for player in state.players
    ]


def openings(code: str) -> list[str]:
    """Return sentences about moderators who opened a game's secrets, shown after the game."""
    actions = Action.objects.filter(game__code=code, name=OPENED, refusal="").order_by("pk")
    return [
        _OPENING.format(
            time=time_text(action.done_at), moderator=action.by_name, reason=action.reason
        )
        for action in actions
    ]


_OPENING = (
    "On {time}, moderator {moderator} viewed all hands and hidden armies while handling a report. "
    "Reason: {reason}"
)
