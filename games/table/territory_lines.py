"""The chart of an outcome: each player's territories over the rounds, as lines and as a table."""

from collections.abc import Mapping, Sequence
from typing import Any

WIDE, HIGH, MARGIN = 640, 200, 12
"""The size of the chart and the space around its lines, in drawing units."""

LABEL = 22
"""The height of a label at the end of a line."""

MOST_ROWS = 16
"""The maximum number of rows; for a longer game the table shows rounds at equal intervals."""

_FEWEST = 2


def lines_context(
    rounds: Sequence[Sequence[int]], players: Mapping[int, Mapping[str, Any]]
) -> dict[str, Any] | None:
    """Return the chart of a game: its size, a line for each player, and the rows of its table.

    `rounds` are the territories by seat at the end of each round, the set-up first; `players` have
    the `name`, `livery` and `place` of each seat. None if there is no line to draw.
    """
    if len(rounds) < _FEWEST:
        return None
    top = max(max(round_) for round_ in rounds)
    lines = [
        {**player, **_line([round_[seat] for round_ in rounds], top)}
        for seat, player in sorted(players.items(), key=lambda item: -item[1]["place"])
    ]
    _spread(lines)
    return {
        "wide": WIDE,
        "high": HIGH,
        "bottom": HIGH - MARGIN,
        "top": top,
        "last": len(rounds) - 1,
        "lines": lines,
        "names": [players[seat]["name"] for seat in sorted(players)],
        "rows": [
            {"round": number, "held": [rounds[number][seat] for seat in sorted(players)]}
            for number in _rows(len(rounds))
        ],
    }


def _line(held: Sequence[int], top: int) -> dict[str, Any]:
    """Return the points of a player's line, which ends where the last territory is lost."""
    alive = max((number for number, count in enumerate(held) if count), default=0)
    shown = held[: alive + 2]
    step = (WIDE - 2 * MARGIN) / (len(held) - 1)
    points = [
        (round(MARGIN + number * step, 1), round(HIGH - MARGIN - count * _unit(top), 1))
        for number, count in enumerate(shown)
    ]
    x, y = points[-1]
    return {"points": " ".join(f"{a},{b}" for a, b in points), "x": x, "y": y}


def _spread(lines: Sequence[dict[str, Any]]) -> None:
    """Move the labels of lines with the same end apart, keeping their order from top to bottom."""
    for end in {line["x"] for line in lines}:
        beside = sorted(
            (line for line in lines if line["x"] == end),
            key=lambda line: (line["y"], line["place"]),
        )
        # From the bottom up, as most lines end there; then down from the upper edge.
        lowest = HIGH - MARGIN
        for line in reversed(beside):
            line["y"] = min(line["y"], lowest)
            lowest = line["y"] - LABEL
        highest = MARGIN
        for line in beside:
            line["y"] = max(line["y"], highest)
            highest = line["y"] + LABEL
    for line in lines:
        line["number_y"] = line["y"] + 4


def _unit(top: int) -> float:
    return (HIGH - 2 * MARGIN) / max(top, 1)


def _rows(rounds: int) -> list[int]:
    """Return the rounds of the table: all, or some at equal intervals, with the first and last."""
    step = max(1, -(-(rounds - 1) // (MOST_ROWS - 1)))
    return sorted({*range(0, rounds, step), rounds - 1})
