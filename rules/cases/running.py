"""Case files: running the cases (tests/cases/README.md)."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from rules import turn
from rules.cases.chance import CaseChance
from rules.cases.checks import CheckContext, describe_decisions
from rules.cases.checks import check as check_other
from rules.cases.files import (
    Case,
    CaseError,
    Failure,
    Line,
    counted,
    items,
    number,
    one_of,
    read_file,
)
from rules.cases.moves import read_moves
from rules.cases.position import (
    GAME,
    PositionDraft,
    at_line,
    begin_draft,
    build,
    check,
    put,
)
from rules.cases.verifying import verify_position, verify_sentences
from rules.errors import IllegalMove, InvalidMove, required
from rules.events.base import Event
from rules.moves import Kind, Move
from rules.rulesets import RULESETS
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.ruleset import Phase
from rules.state import Options, State, to_json
from rules.turn.order_of_play import proceed

MOVE = re.compile(
    r"(?P<move>.*?)(?:\s*\|\s*(?P<script>.*?))?"
    r"(?:\s*\b(?P<verdict>refused|invalid)\b(?:\s+(?P<rule>[A-Z]{3,4}-\d+))?"
    r"(?:\s+\"(?P<sentence>.*)\")?)?\s*"
)
SOURCES = ("clock", "moderator", "bot")


def run_paths(paths: Iterable[str], out: TextIO) -> int:
    """Run case files and folders, print failures and a summary; return 1 if any case fails."""
    passed = failed = 0
    for path in paths:
        try:
            files = _files(path)
        except CaseError as error:
            print(error.message, file=out)
            failed += 1
            continue
        for file in files:
            cases, failures = read_file(file)
            found = [[failure] for failure in failures] + [run_case(case) for case in cases]
            passed += found.count([])
            failed += len(found) - found.count([])
            for failure in (item for failures in found for item in failures):
                print(failure, file=out)
    print(f"{passed} passed, {failed} failed", file=out)
    return 1 if failed else 0


def _files(path: str) -> list[Path]:
    place = Path(path)
    files = sorted(place.rglob("*.txt")) if place.is_dir() else [place]
    if not place.exists():
        raise CaseError(f"There is no file or folder {path}.")
    if not files:
        raise CaseError(f"There is no case file (*.txt) in {path}.")
    return files


def run_case(case: Case) -> list[Failure]:
    """Return the failures of a case; nothing is checked after a move that fails."""
    run = Run()
    failures = []
    for line in (*case.lines, None):
        try:
            run.finish() if line is None else run.take(line)
        except CaseError as error:
            message, place = error.message, error.line
        except Exception as error:
            # An exception in one case must not keep the others from running.
            message, place = f"The rules break down here: {error!r}.", None
        else:
            continue
        place = place or (line.number if line else case.number)
        failures.append(Failure(case.path, place, message))
        if run.is_stuck:
            break
    return failures


@dataclass(slots=True)
class Run:
    """A running case: first the position is stated, then moves are played and checked.

    `is_refused`: a new game was refused as expected, so only lines with new games can follow.
    """

    ruleset: str = GREYHAWK.name
    draft: PositionDraft | None = None
    facts: list[Line] = field(default_factory=list)
    chance: CaseChance = field(default_factory=lambda: CaseChance(()))
    context: CheckContext | None = None
    is_refused: bool = False
    is_stuck: bool = False

    @property
    def _stated(self) -> PositionDraft:
        return required(self.draft, "named players")

    @property
    def _played(self) -> CheckContext:
        return required(self.context, "move played")

    def take(self, line: Line) -> None:
        """Process the next line; raise CaseError if it is malformed or its check fails."""
        self.is_stuck = True
        key, text = line.split()
        if self.is_refused and key not in ("ruleset", "new game"):
            raise CaseError("Only another new game can follow one that was refused.")
        if key == "ruleset":
            self.ruleset = text
        elif key == "new game":
            self._new_game(text)
        elif key == "players":
            if self.draft is not None:
                raise CaseError("The players are named already.")
            self.draft = begin_draft(self.ruleset, text)
            self.chance = CaseChance(self.draft.names)
        elif self.draft is None:
            raise CaseError("A case begins with its players: “players: …”.")
        elif key in COMING:
            COMING[key](self.chance, text)
        elif self.context is None and self.draft.is_fact(key):
            self.facts.append(line)
        elif key == "begin":
            self._begin(text)
        else:
            if self.context is None:
                self._begin("")
            self._play_or_check(key, text)
        self.is_stuck = False

    def finish(self) -> None:
        """Raise CaseError if no move was played or checked, or if scripted cards are left over."""
        if self.context is None and not self.is_refused:
            raise CaseError("This case has a position, but nothing happens in it.")
        if self.chance.left_over():
            raise CaseError(f"These did not come: {self.chance.left_over()}.")

    # How a case begins

    def _begin(self, text: str) -> None:
        """Advance from the stated position to the next decision: “begin: | draws”."""
        if self.context is not None:
            raise CaseError("The case has begun already.")
        draft = self._stated
        state = build(draft, self.facts)
        self.chance.script(text.strip(" |"))
        self.chance.begin(state.epoch, state.draws)
        events: list[Event] = []
        proceed(state, self.chance, events.append)
        state.draws = self.chance.number
        self.context = CheckContext(state, draft.names)
        self._settle(self.context, events)
        self._verify_turn(self.context)

    def _verify_turn(self, context: CheckContext) -> None:
        # During set-up, the armies on the board determine whose turn it is.
        for line in self.facts:
            key, text = line.split()
            if key == "turn" and text.endswith((Phase.STRONGHOLDS, Phase.CLAIM, Phase.DEPLOY)):
                with at_line(line):
                    check(context.state, context.names, key, text)

    def _new_game(self, text: str) -> None:
        """Start a game as usual, “new game: | draws”, or check that it is refused.

        Without a line “players:”, this line gives the number of players, as in “7 players refused
        SET-1”.
        """
        ruleset = RULESETS[one_of(self.ruleset, RULESETS, "ruleset")]
        parts = _parts(text)
        options, names = Options(), []
        if self.draft is not None:
            self._state_options(self.draft)
            persons = [player.person for player in self.draft.state.players]
            options, names = self.draft.state.options, self.draft.names
        elif parts["verdict"]:
            persons = [True] * number(parts["move"].removesuffix("players"))
        else:
            raise CaseError("A case begins with its players: “players: …”.")
        self.chance.script(parts["script"] or "")
        if parts["verdict"]:
            with _refusal(parts):
                turn.new_game(ruleset, persons, options, GAME, self.chance)
            self.is_refused = True
            return
        state, events = turn.new_game(ruleset, persons, options, GAME, self.chance)
        self.context = CheckContext(state, names)
        self._settle(self.context, events)

    def _state_options(self, draft: PositionDraft) -> None:
        for line in self.facts:
            key, text = line.split()
            if key != "options" and not key.endswith(" seat"):
                with at_line(line):
                    raise CaseError("Before “new game:” stand only options and seats.")
            put(draft, key, text)

    # Moves and expectations

    def _play_or_check(self, key: str, text: str) -> None:
        names, context = self._stated.names, self._played
        source, _, name = key.rpartition(" for ")
        if name in names and source in ("", *SOURCES):
            self._move(names.index(name), source or "player", text)
            return
        self.is_stuck = False
        if self._stated.is_fact(key):
            check(context.state, names, key, text)
        elif not check_other(context, key, text):
            raise CaseError(f"There is no line “{key}:”, nor a player of that name.")

    def _move(self, seat: int, source: str, text: str) -> None:
        context = self._played
        state, names = context.state, context.names
        parts = _parts(text)
        self.chance.script(parts["script"] or "")
        if parts["verdict"]:
            before = to_json(state)
            with _refusal(parts):
                moves = read_moves(state, names, seat, parts["move"])
                _verify_offered(state, seat, moves[-1], False)
                turn.play(state, seat, moves[-1], self.chance, source)
            if to_json(state) != before:
                raise CaseError("The refused move changed the position.")
            return
        events: list[Event] = []
        try:
            for move in read_moves(state, names, seat, parts["move"]):
                _verify_offered(state, seat, move, True)
                events += turn.play(state, seat, move, self.chance, source)
        except (InvalidMove, IllegalMove) as refusal:
            raise CaseError(f"Refused: {refusal}") from None
        self._settle(context, events)

    def _settle(self, context: CheckContext, events: Iterable[Event]) -> None:
        context.events = tuple(events)
        if self.chance.unused():
            asked = describe_decisions(context)
            raise CaseError(f"Left unused: {self.chance.unused()}; asked is {asked}.")
        state = context.state
        verify_position(state)
        verify_sentences(context.events, len(state.players), state.ruleset)


def _parts(text: str) -> re.Match[str]:
    return required(MOVE.fullmatch(text), "line of this form")


def _verify_offered(state: State, seat: int, move: Move, wanted: bool) -> None:
    """Raise CaseError if a legal answer is not offered, or if an illegal answer is offered."""
    if move.kind is not Kind.ANSWER:
        return
    offered = any(move in option for option in turn.offer(state, seat))
    if offered and not wanted:
        raise CaseError("The move is offered, so it should not be refused.")
    try:
        turn.verify(state, seat, move)
    except (InvalidMove, IllegalMove):
        return
    if not offered:
        raise CaseError("The move is not offered, but would be played.")


@contextmanager
def _refusal(parts: re.Match[str]) -> Iterator[None]:
    """Raise CaseError unless the body raises the refusal that the move’s line expects."""
    try:
        yield
    except InvalidMove as refusal:
        _compare(parts, "invalid", None, refusal.message)
    except IllegalMove as refusal:
        _compare(parts, "refused", refusal.rule, refusal.message)
    else:
        raise CaseError("The move was played, not refused.")


def _compare(parts: re.Match[str], verdict: str, rule: str | None, sentence: str) -> None:
    outcome = f"{verdict} {rule or ''}".strip()
    if (parts["verdict"], parts["rule"]) != (verdict, rule):
        raise CaseError(f"The move is {outcome}: “{sentence}”")
    if parts["sentence"] and parts["sentence"] not in sentence:
        raise CaseError(f"The move is {outcome}, but with the sentence “{sentence}”")


COMING = {
    "next cards": lambda chance, text: chance.come_next("next cards", _names(text)),
    "next events": lambda chance, text: chance.come_next("next events", _names(text)),
    "next territory cards": lambda chance, text: chance.come_next(
        "next territory cards", _names(text)
    ),
    "shuffle": lambda chance, text: chance.order(items(text)),
}
"""The lines that script chance; they may appear anywhere in a case."""


def _names(text: str) -> list[str]:
    return [name for name, count in counted(text) for _ in range(count)]
