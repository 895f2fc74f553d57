"""Opening what is secret in a running game, for a report: on record, and told when it is over."""

from typing import Any

from games.models import Action, Game, Report
from games.moderation import Deed, Facts, Forbidden, carry_out, lock_running
from games.refusals import Stale
from games.reports import why_not_decide
from games.seating import seating_of, time_told
from games.store import load

OPENED = "open_secrets"


def open_secrets(deed: Deed) -> Action:
    """Note that a moderator opens the hands of a game, for the report on it they have claimed."""

    def work() -> tuple[Facts, Facts]:
        report = Report.objects.get(pk=deed.report.pk)
        if report.game_id != deed.game.pk:
            raise Forbidden("This report is about another game.")
        why_not = why_not_decide(report, deed.by)
        if why_not:
            raise Forbidden(f"{why_not} Claim a report about this game first.")
        game = lock_running(deed.game)
        return {}, {"entry": game.number, "round": game.round}

    return carry_out(deed, work)


def secrets_of(action: Action, game: Game) -> list[dict[str, Any]]:
    """Return by seat the hands and hidden armies that were opened.

    Stale where the game has moved on since: whoever looks again opens it again.
    """
    stored = load(game.code)
    if stored.number != action.after["entry"]:
        raise Stale("The game has moved on since: open it again.")
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
    """Return what a table is told, when its game is over, of who opened its secrets, and why."""
    actions = Action.objects.filter(game__code=code, name=OPENED, refusal="").order_by("pk")
    return [
        f"On {time_told(action.done_at)} the moderator {action.by_name} opened the hands and "
        f"hidden armies for a report. The reason: {action.reason}"
        for action in actions
    ]
