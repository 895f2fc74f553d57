"""Case files: parsing into cases, lines, lists and names (tests/cases/README.md)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from rules.board import Board
from rules.cards import WILD
from rules.errors import RulesError
from rules.rulesets import RULESETS

Name = TypeVar("Name", bound=StrEnum)

HEADER = re.compile(r"==\s*((?:[A-Z]{3,4}-\d+[\s,]*)+):\s*(\S.*?)[\s=]*")
COMMENT = re.compile(r"(?:^|\s)#.*")
NOTHING = ("", "nothing", "nobody", "none")


class CaseError(RulesError):
    """A malformed line or a failed check: `CaseError(message)`.

    `line` is the number of the faulty line if it is not the one being read.
    """

    line: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a case; `number` counts the lines of its file from 1."""

    number: int
    text: str

    def split(self) -> tuple[str, str]:
        """Return the key and the text of a line “key: text”."""
        key, colon, text = self.text.partition(":")
        if not colon:
            raise CaseError("A line reads “what: …”; this one has no colon.")
        return " ".join(key.split()), text.strip()


@dataclass(frozen=True, slots=True)
class Case:
    """A position, moves and expected results, with the ids of the rules that they demonstrate."""

    path: str
    number: int
    rules: tuple[str, ...]
    title: str
    lines: tuple[Line, ...]

    def __str__(self) -> str:
        return f"{self.path}:{self.number}: {self.title}"


@dataclass(frozen=True, slots=True)
class Failure:
    """A message about one faulty line of a file; `number` counts lines from 1."""

    path: str
    number: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.number}: {self.message}"


def read_file(path: Path) -> tuple[list[Case], list[Failure]]:
    """Return the cases of a file, and a failure for each part that is malformed."""
    try:
        return read_text(path.read_text(encoding="utf-8"), str(path))
    except UnicodeDecodeError:
        return [], [Failure(str(path), 1, "This file is not plain text (UTF-8).")]


def read_text(text: str, path: str) -> tuple[list[Case], list[Failure]]:
    """Return the cases of a text and the malformed parts; `path` only appears in failures."""
    cases: list[Case] = []
    failures = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = COMMENT.sub("", raw).strip()
        if line.startswith("=="):
            header = HEADER.fullmatch(line)
            if header is None:
                message = "A header reads “== RULE-1 RULE-2: title”."
                failures.append(Failure(path, number, message))
            names = tuple(re.split(r"[\s,]+", header[1].strip(" ,"))) if header else ()
            cases.append(Case(path, number, names, header[2] if header else "", ()))
        elif line and not cases:
            failures.append(Failure(path, number, "A case begins with its header: “== RULE: …”."))
        elif line:
            last = cases[-1]
            lines = (*last.lines, Line(number, line))
            cases[-1] = Case(path, last.number, last.rules, last.title, lines)
    if not cases and not failures:
        failures.append(Failure(path, 1, "There is no case in this file."))
    return [case for case in cases if case.rules], failures


# Lists and names


def items(text: str) -> list[str]:
    """Return the items of a list, separated by commas; “nothing” is an empty list."""
    if text.strip().lower() in NOTHING:
        return []
    return [item.strip() for item in text.split(",") if item.strip()]


def identifier(text: str) -> str:
    """Return a name as an identifier: lower case, “_” for spaces."""
    return re.sub(r"[\s_]+", "_", text.strip().lower())


def number(text: str) -> int:
    """Return a whole number; raise CaseError for anything else."""
    if not text.strip().isdecimal():
        raise CaseError(f"“{text.strip()}” is not a number.")
    return int(text)


def matched(pattern: str, text: str) -> re.Match[str]:
    """Return the match of a whole text; raise CaseError if there is none."""
    found = re.fullmatch(pattern, text)
    if found is None:
        raise CaseError(f"“{text}” cannot be read.")
    return found


def counted(text: str) -> list[tuple[str, int]]:
    """Return (name, count) for every “name count” of a list; the count defaults to 1."""
    found = []
    for item in items(text):
        parts = matched(r"(.+?)(?:\s+(\d+))?", item)
        found.append((identifier(parts[1]), int(parts[2] or 1)))
    return found


def one_of(name: str, known: Iterable[str], what: str) -> str:
    """Return a name as an identifier; raise CaseError if it is not in `known`."""
    wanted = identifier(name)
    if wanted not in known:
        raise CaseError(f"There is no {what} “{name.strip()}”.")
    return wanted


def cards(text: str, kind: type[Name]) -> list[Name]:
    """Return the cards of a list, sorted; “hero 2” is two Heroes."""
    known = [card.value for card in kind]
    return sorted(
        kind(one_of(card_called(name), known, "card"))
        for name, count in counted(text)
        for _ in range(count)
    )


CALLED = {
    identifier(text.title): card.value
    for ruleset in RULESETS.values()
    for card, text in ruleset.card_texts.items()
}
"""The battle cards by each of their names: Castle's Spy is Greyhawk's Assassin."""


def card_called(name: str) -> str:
    """Return the id of the battle card with this name in any game; else the name as an id."""
    return CALLED.get(identifier(name), identifier(name))


def territory_cards(text: str, board: Board) -> list[str]:
    """Return the territory cards of a list, sorted; “wild 2” is two wild cards."""
    known = (*board.territories, WILD)
    return sorted(
        one_of(name, known, "territory card") for name, count in counted(text) for _ in range(count)
    )


def seat_of(name: str, names: Sequence[str]) -> int:
    """Return the seat of a player named in the case."""
    return list(names).index(one_of(name, names, "player"))


def seats_of(text: str, names: Sequence[str]) -> tuple[int, ...]:
    """Return the seats of a list of players."""
    return tuple(seat_of(item, names) for item in items(text))
