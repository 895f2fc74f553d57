"""The winning chances of a finished game as a chart, and the turns that decided it as sentences."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.community.sharing.jobs import analysis_of, progress_of
from games.drawing.display.seating import Seating
from games.drawing.display.words import capitalised
from games.models import Job
from games.table.sidebar.lines import MARGIN, lines_context, rows_of
from rules import View
from rules.events.json import from_json
from rules.sentences import Words, describe
from rules.sentences.words import percent

NUMBER = 11
"""The width of the number of a turning point in the chart, in drawing units."""

MOST_TURNS = 150
"""The maximum number of turns in the chart; of a longer game it shows some at equal intervals."""


class Turn(NamedTuple):
    """The end of a turn: its step of the replay, its round, whose it was, and all chances."""

    step: int
    round: int
    seat: int | None
    chances: Sequence[float]


def chances_shown(
    view: View, seating: Seating, places: Sequence[dict[str, Any]], address: str
) -> dict[str, Any] | None:
    """Return the context of a game's analysis, with links into the replay at this address.

    If there is no analysis, it is the progress of one, or None if nobody has asked for one.
    `places` has the rows of the players.
    """
    found = analysis_of(seating.code)
    if found is None:
        return progress_of(seating.code, Job.Kind.ANALYSIS)
    turns = [Turn(*turn) for turn in found["turns"]]
    words = Words(seating.names, view.ruleset, view.headquarters, view.seat)
    points = [_point_text(point, words) for point in found["turning_points"]]
    chart = _chart(turns, {row["seat"]: row for row in places})
    if chart is not None:
        _set_marks(points, turns, chart["right"] - MARGIN)
    return {"chart": chart, "points": points, "address": address}


def _set_marks(points: Sequence[dict[str, Any]], turns: Sequence[Turn], width: float) -> None:
    """Give turning points the place of their mark in the chart, and that of its number."""
    least = 0.0
    for point in points:
        place = next(number for number, turn in enumerate(turns) if turn.step >= point["step"])
        point["x"] = round(MARGIN + width * place / (len(turns) - 1), 1)
        point["number_x"] = max(point["x"], least)
        least = point["number_x"] + NUMBER


def _chart(turns: Sequence[Turn], players: dict[int, dict[str, Any]]) -> dict[str, Any] | None:
    last = len(turns) - 1
    most = min(last, MOST_TURNS) or 1
    shown = [turns[last * place // most] for place in range(most + 1)] if turns else []
    rounds = list({turn.round: turn for turn in turns}.values())
    return lines_context(
        [[100 * chance for chance in turn.chances] for turn in shown],
        players,
        last=rounds[-1].round if rounds else 0,
        rows=[
            {
                "round": rounds[number].round,
                "held": [percent(rounds[number].chances[seat]) for seat in sorted(players)],
            }
            for number in rows_of(len(rounds))
        ],
    )


def _point_text(point: dict[str, Any], words: Words) -> dict[str, Any]:
    """Return a turning point for the page: what happened, and how a player's chances changed."""
    event, player = point["event"], words.whose(point["player"])
    happened = describe(from_json(event), words) if event else _TURN.format(whose=player)
    change = _CHANGE.format(
        whose=words.whose(point["seat"]),
        before=percent(point["before"]),
        after=percent(point["after"]),
    )
    return {
        "step": point["step"],
        "round": point["round"],
        "happened": capitalised(happened),
        "change": capitalised(change),
    }


_TURN = "{whose} turn ended."
_CHANGE = "{whose} chance of winning went from {before} to {after}."
