"""A finite description of the legal moves of a decision, field by field."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from rules.immutable import immutable
from rules.json import to_plain
from rules.moves import Move


@dataclass(frozen=True, slots=True)
class Ranking:
    """All sequences of distinct names from `names`, including the empty one.

    Iteration yields only the empty sequence and those of length 1.
    """

    names: tuple[str, ...]

    def __contains__(self, value: Any) -> bool:
        return (
            isinstance(value, tuple)
            and len(set(value)) == len(value)
            and set(value) <= set(self.names)
        )

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        yield ()
        for name in self.names:
            yield (name,)


Choice = tuple[Any, ...] | range | Ranking


@immutable
class Option:
    """All moves of one class whose fields each take one of the listed choices."""

    move: type[Move]
    choices: Mapping[str, Choice]

    def __contains__(self, move: object) -> bool:
        return type(move) is self.move and all(
            getattr(move, name) in choice for name, choice in self.choices.items()
        )

    def values(self, name: str) -> Sequence[Any]:
        """Return the values of a field whose choice is not a Ranking."""
        choice = self.choices[name]
        if isinstance(choice, Ranking):
            raise TypeError(f"The values of {name} are not listed one by one.")
        return choice

    def ranked(self, name: str) -> tuple[str, ...]:
        """Return the names that may be ranked in a field whose choice is a Ranking."""
        choice = self.choices[name]
        if not isinstance(choice, Ranking):
            raise TypeError(f"The values of {name} are not ranked.")
        return choice.names

    def moves(self) -> Iterator[Move]:
        """Yield the moves; a Ranking contributes only those of length 0 and 1."""
        for values in product(*self.choices.values()):
            yield self.move(**dict(zip(self.choices, values, strict=True)))

    def to_json(self) -> dict[str, Any]:
        """Return {"move": name, field: …}; a field has "one_of", "from" and "to", or "any_of"."""
        return {
            "move": self.move.name,
            **{name: _described(choice) for name, choice in self.choices.items()},
        }


def _described(choice: Choice) -> dict[str, Any]:
    if isinstance(choice, range):
        return {"from": choice.start, "to": choice.stop - 1}
    if isinstance(choice, Ranking):
        return {"any_of": list(choice.names)}
    return {"one_of": to_plain(choice)}
