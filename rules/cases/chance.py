"""Case files: the dice, picks, draws and shuffles scripted in a case."""

from collections import deque
from collections.abc import Sequence
from typing import TypeVar

from rules.cases.files import CaseError, card_called, identifier
from rules.chance.recorded import AS_THEY_ARE, ScriptedChance

T = TypeVar("T")

DECKS = {
    "battle card": "next cards",
    "event card": "next events",
    "territory card": "next territory cards",
}
"""The line that scripts the draws from a deck, by the purpose of the draws."""


class CaseChance(ScriptedChance):
    """Chance scripted by the text after a move's bar, “|”, and by lines such as “next cards:”.

    Each roll takes the next scripted group, which must have the same number of dice. A draw that
    the case does not script raises CaseError; a shuffle without a script keeps the order.
    """

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(shuffles=AS_THEY_ARE)
        self._names = names
        self._rolls: deque[tuple[int, ...]] = deque()
        self._wanted: deque[str] = deque()
        self._orders: deque[list[str]] = deque()
        self._next: dict[str, deque[str]] = {line: deque() for line in DECKS.values()}

    def script(self, text: str) -> None:
        """Read the text after a move's bar: groups of dice, and names, separated by “/”."""
        self._rolls.clear()
        self._wanted.clear()
        for group in filter(None, (part.strip() for part in text.split("/"))):
            parts = group.split()
            if not parts[0].isdecimal():
                self._wanted.append(card_called(group))
            elif all(part in ("1", "2", "3", "4", "5", "6") for part in parts):
                self._rolls.append(tuple(map(int, parts)))
            else:
                raise CaseError(f"“{group}” is not a roll of dice from 1 to 6.")

    def come_next(self, line: str, names: Sequence[str]) -> None:
        """Add cards to be drawn after those already scripted; `line` is a value of DECKS."""
        self._next[line].extend(map(card_called, names))

    def order(self, names: Sequence[str]) -> None:
        """Script a shuffle that puts these items first and keeps the order of the others."""
        self._orders.append([identifier(name) for name in names])

    def roll(self, dice: int, purpose: str) -> tuple[int, ...]:
        if not self._rolls:
            raise CaseError(f"The case has no dice for “{purpose}” ({dice} to roll).")
        values = self._rolls.popleft()
        if len(values) != dice:
            raise CaseError(
                f"The game rolls {dice} dice for “{purpose}”, "
                f"the case has {self._dice_text(values)}."
            )
        self._keep(purpose, "roll", 6, values)
        return values

    def pick(self, items: Sequence[T], purpose: str) -> int:
        waiting = self._next.get(DECKS.get(purpose, ""))
        wanted = waiting or self._wanted
        if not wanted:
            where = "behind the move’s bar"
            if purpose in DECKS:
                where += f", or in a line “{DECKS[purpose]}:”"
            raise CaseError(f"The case does not say which {purpose} comes: name it {where}.")
        name = wanted.popleft()
        for index, item in enumerate(items):
            if self._name(item) == name:
                self._keep(purpose, "pick", len(items), (index,))
                return index
        raise CaseError(f"The case wants “{name}” for “{purpose}”, which is not there.")

    def shuffle(self, items: Sequence[T], purpose: str) -> list[T]:
        first = self._orders.popleft() if self._orders else []
        names = [self._name(item) for item in items]
        for name in first:
            if name not in names:
                raise CaseError(f"The case wants “{name}” for “{purpose}”, which is not there.")
        places = [names.index(name) for name in first]
        places += [place for place in range(len(items)) if place not in places]
        self._keep(purpose, "shuffle", len(items), tuple(places))
        return [items[place] for place in places]

    def unused(self) -> str:
        """Return the text after a move's bar that was not used; "" if all was used."""
        return " / ".join([*map(self._dice_text, self._rolls), *self._wanted])

    def left_over(self) -> str:
        """Return the scripted draws that did not happen; "" if all did."""
        left = [f"{line}: {', '.join(names)}" for line, names in self._next.items() if names]
        left += [f"shuffle: {', '.join(order)}" for order in self._orders]
        return "; ".join(left)

    def _name(self, item: object) -> str:
        return self._names[item] if isinstance(item, int) else str(item)

    def _dice_text(self, dice: tuple[int, ...]) -> str:
        return " ".join(map(str, dice))
