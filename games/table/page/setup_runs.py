"""Runs of claims and placements in the set-up, which the page folds into one line each.

The browser folds them (`static/table/log/setup-runs.js`), so that a run that grows on an open page
looks the same as on a freshly loaded one.
"""

from collections.abc import Sequence
from dataclasses import replace

from games.drawing.display.log import LogLine
from rules import Event
from rules.events.agreements import Answered
from rules.events.setup import Claimed, Placed
from rules.state.under_way import PlacingPurpose

CLAIMS, PLACEMENTS, ANSWERS = "claims", "placements", "answers"

PURPOSES = frozenset((PlacingPurpose.DEPLOY, PlacingPurpose.MUSTER, PlacingPurpose.NEUTRAL))
"""The purposes of placements in the set-up."""


def marked(line: LogLine, event: Event) -> LogLine:
    """Return a line with its kind of run, and the territories or armies it adds to the run."""
    match event:
        case Claimed():
            return replace(line, run=CLAIMS, amount=1)
        case Placed(purpose=purpose, armies=armies) if purpose in PURPOSES:
            return replace(line, run=PLACEMENTS, amount=armies)
        case Answered(by="order"):
            return replace(line, run=ANSWERS)
    return line


def starts(lines: Sequence[LogLine]) -> list[int]:
    """Return the indices of the lines that begin a run or belong to none."""
    found, run = [], ("", False)
    for at, line in enumerate(lines):
        here = (line.run, line.is_undone)
        # A wish list answers with a private line after each claim or placement.
        if run[0] and here in (run, (ANSWERS, run[1])):
            continue
        found.append(at)
        run = here if line.run != ANSWERS else ("", False)
    return found
