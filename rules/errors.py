"""Errors of the rules engine; every message can be shown to a player."""

from collections.abc import Mapping
from typing import TypeVar

from rules.terms import TERMS

T = TypeVar("T")


class RulesError(Exception):
    """Base class of all errors of the rules engine.

    `RulesError("The file is larger than {size} MB.", size=50)`: the arguments replace their names
    in braces.
    """

    def __init__(self, template: str, **arguments: object) -> None:
        super().__init__(template.format_map(arguments) if arguments else template)

    @property
    def message(self) -> str:
        """The message without the rule id."""
        return str(self.args[-1])

    def __str__(self) -> str:
        return self.message


class InvalidMove(RulesError):
    """A malformed move: `InvalidMove(message)`."""


class IllegalMove(RulesError):
    """A well-formed move that a rule forbids in this position.

    `IllegalMove("ATT-1", "You don’t hold {name}.", name="Ratik")`: names in braces are replaced by
    the arguments, and by the terms of the game in `words` (see `rules.terms`).
    """

    words: Mapping[str, str] = TERMS

    def __init__(self, rule: str, template: str, **arguments: object) -> None:
        Exception.__init__(self, rule, template)
        self.arguments = arguments

    @property
    def message(self) -> str:
        """The message in the terms of the game, without the rule id."""
        return str(self.args[1]).format_map({**self.words, **self.arguments})

    @property
    def rule(self) -> str:
        """The id of the rule in the rulebook, such as "ATT-2"."""
        return str(self.args[0])

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"


class BoardError(RulesError):
    """An invalid or unknown board document: `BoardError(message)`."""


class RecordError(RulesError):
    """A damaged or inconsistent game record or stored position: `RecordError(message)`."""


def required(part: T | None, name: str) -> T:
    """Return a part of a position; raise LookupError if it is None."""
    if part is None:
        raise LookupError(f"This position has no {name}.")
    return part
