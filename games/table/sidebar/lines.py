"""The charts of an outcome: a number of each player over the game, as lines and as a table."""

from collections.abc import Mapping, Sequence
from typing import Any

WIDE, HIGH, MARGIN = 480, 220, 12
"""The size of the chart and the space around its lines, in drawing units."""

NAMES = 125
"""The width of the space for labels at the right."""

LABEL = 22
"""The height of a label at the end of a line, and its distance from the last point."""

LETTER, LONGEST = 6.8, 15
"""The width of a letter of a name, and the length to which longer names are cut."""

APART = 4
"""The distance between lines at the same height."""

MOST_ROWS = 16
"""The maximum number of rows; for a longer game the table shows rounds at equal intervals."""

_FEWEST = 2


def lines_context(
    rounds: Sequence[Sequence[float]],
    players: Mapping[int, Mapping[str, Any]],
    last: int | None = None,
    rows: Sequence[Mapping[str, Any]] | None = None,
) -> dict[str, Any] | None:
    """Return the chart of a game: its size, a line for each player, and the rows of its table.

    `rounds` has the number by seat at the end of each round, the set-up first; `players` has the
    `name`, `livery` and `place` of each seat. None if there is no line to draw. With numbers of
    other times than the ends of rounds come the `last` round and the `rows` of the table.
    """
    if len(rounds) < _FEWEST:
        return None
    top = max(max(round_) for round_ in rounds)
    order = sorted(players, key=lambda seat: int(players[seat]["place"]))
    heights = [_heights(held, order, top) for held in rounds]
    lines = [
        {
            **players[seat],
            **_line([held[seat] for held in rounds], [height[seat] for height in heights]),
        }
        for seat in reversed(order)
    ]
    _spread(lines)
    for line in lines:
        line["points"] += f" {line['x']},{line['y']}"
        line["text_y"] = line["y"] + 4
        line["label"] = _label(line, lines)
    return {
        "wide": WIDE,
        "high": HIGH,
        "bottom": HIGH - MARGIN,
        "right": WIDE - NAMES - LABEL - MARGIN,
        "top": top,
        "last": len(rounds) - 1 if last is None else last,
        "lines": lines,
        "names": [players[seat]["name"] for seat in sorted(players)],
        "rows": rows
        or [
            {"round": number, "held": [rounds[number][seat] for seat in sorted(players)]}
            for number in rows_of(len(rounds))
        ],
    }


def _heights(held: Sequence[float], order: Sequence[int], top: float) -> dict[int, float]:
    """Return the height of each seat's line at a round; equal lines are drawn side by side."""
    heights = {}
    for seat in order:
        equal = [other for other in order if held[other] == held[seat]]
        aside = APART * (equal.index(seat) - (len(equal) - 1) / 2)
        heights[seat] = round(HIGH - MARGIN - held[seat] * _unit(top) + aside, 1)
    return heights


def _line(held: Sequence[float], heights: Sequence[float]) -> dict[str, Any]:
    """Return the points of a player's line, which ends where it falls to 0 for good."""
    alive = max((number for number, count in enumerate(held) if count), default=0)
    step = (WIDE - NAMES - LABEL - 2 * MARGIN) / (len(held) - 1)
    points = [
        (round(MARGIN + number * step, 1), y) for number, y in enumerate(heights[: alive + 2])
    ]
    x, y = points[-1]
    return {
        "points": " ".join(f"{a},{b}" for a, b in points),
        "x": round(x + LABEL, 1),
        "y": y,
    }


def _label(line: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> str:
    """Return the name to write beside the end of a line, cut if long; "" if there is no room."""
    name = str(line["name"])
    text = name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"
    end = line["x"] + LABEL + LETTER * len(text)
    is_crossed = any(
        line["x"] < other["x"] < end and abs(other["y"] - line["y"]) < LABEL for other in lines
    )
    return "" if is_crossed or end > WIDE + LABEL else text


def _spread(lines: Sequence[dict[str, Any]]) -> None:
    """Move apart the labels of lines that end at the same round, keeping their vertical order."""
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


def _unit(top: float) -> float:
    return (HIGH - 2 * MARGIN) / max(top, 1)


def rows_of(rounds: int) -> list[int]:
    """Return the rounds of the table: all, or some at equal intervals, with the first and last."""
    step = max(1, -(-(rounds - 1) // (MOST_ROWS - 1)))
    return sorted({*range(0, rounds, step), rounds - 1})
