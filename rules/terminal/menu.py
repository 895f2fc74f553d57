"""Menus and questions at the terminal, from which a person composes a move step by step."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar

from rules.cards import WILD
from rules.chapters.armies.territory_cards import CARDS_OF_A_SET
from rules.moves import Move, Scope, TradeSet
from rules.moves.options import Option, Ranking
from rules.sentences.words import Words, listed
from rules.terminal.board import in_columns, territory_cell, wrapped
from rules.terminal.options import is_number
from rules.terminal.wording import FIELD_WORDS, PRESS, label, move_words
from rules.view import View

Item = TypeVar("Item")

SEATS = ("opponent", "partner")
NAMED = ("territory", "source", "target", "card", *SEATS)
MOST_WONDERED = 100
YES_OR_NO = {"1": True, "y": True, "yes": True, "2": False, "n": False, "no": False}


class Quit(Exception):
    """The person wants to leave, or the input has ended."""


class Back(Exception):
    """The person wants to start the current choice again."""


class Menu:
    """Asks at the terminal; `commands` can be typed at any prompt."""

    def __init__(self, commands: Mapping[str, Callable[[], None]]) -> None:
        self._commands = commands

    def ask(self, question: str, menu: str = "") -> str:
        """Return the line typed, unless it is a command; raise Quit or Back.

        The lines of a `menu` are shown again after a command.
        """
        while True:
            try:
                text = input(f"{question} ").strip()
            except EOFError:
                print()
                raise Quit from None
            if text.lower() == "quit":
                raise Quit
            if text.lower() == "back":
                raise Back
            command = self._commands.get(text.lower())
            if command is None:
                return text
            command()
            print(menu)

    def choose(
        self,
        question: str,
        items: Sequence[tuple[str, Item]],
        default: int | None = 1,
        shown: bool = True,
    ) -> Item:
        """Ask for a (label, value) by number or by the beginning of its label; return the value.

        An empty line chooses the item with number `default`. If the menu is not `shown`, only
        labels are accepted.
        """
        names = [text for text, _ in items]
        menu = _numbered(names) if shown else ""
        print(menu)
        while True:
            typed = self.ask(question if default is None else f"{question} [{default}]", menu)
            found = _found(typed or str(default or ""), names, shown)
            if len(found) == 1:
                return items[found[0]][1]
            several = "more than one of these" if found else "none of these"
            wrong = f"“{typed}” matches {several}. " if typed else ""
            print(f"{wrong}Type {'a number, or ' * shown}the beginning of a name.")

    def number(self, question: str, numbers: Sequence[int], default: int) -> int:
        """Ask for one of `numbers`; return it, or `default` for an empty line."""
        while True:
            span = f"{min(numbers)} to {max(numbers)}"
            typed = self.ask(f"{question} ({span}) [{default}]") or str(default)
            if is_number(typed) and int(typed) in numbers:
                return int(typed)
            print(f"“{typed}” is not a number from {span}.")

    def yes(self, question: str, default: bool = False) -> bool:
        """Return the answer to a yes-or-no question."""
        while True:
            typed = self.ask(f"{question} (1 yes, 2 no) [{1 if default else 2}]").lower()
            if typed in YES_OR_NO:
                return YES_OR_NO[typed]
            if not typed:
                return default
            print("Type 1 for yes or 2 for no.")

    def several(
        self, question: str, items: Sequence[tuple[str, str]], count: int | None = None
    ) -> tuple[str, ...]:
        """Ask for `count` (label, value) items, or any number of them if `count` is None.

        Returns their values in the order typed.
        """
        menu = _numbered([text for text, _ in items])
        print(menu)
        asked = f"{question} {'Numbers in order [none]' if count is None else f'{count} numbers'}"
        wanted = "different numbers" if count is None else f"{count} different numbers"
        while True:
            typed = self.ask(asked, menu).replace(",", " ").split()
            chosen = [int(word) for word in typed if is_number(word)]
            is_distinct = len(set(chosen)) == len(typed) == (len(typed) if count is None else count)
            if is_distinct and all(1 <= n <= len(items) for n in chosen):
                return tuple(items[number - 1][1] for number in chosen)
            print(f"Type {wanted} from 1 to {len(items)}, with spaces between them.")

    def dice(self, question: str, numbers: Sequence[int], default: int) -> int | None:
        """Return the dice for one battle; None means press on, battle after battle (ATT-11)."""
        most = max(numbers)
        while True:
            hint = f"(1 to {most}, or {PRESS} to keep attacking)"
            typed = self.ask(f"{question} {hint} [{default}]").lower() or str(default)
            if typed == PRESS:
                return None
            if is_number(typed) and int(typed) in numbers:
                return int(typed)
            print(f"“{typed}” is neither a number from 1 to {most} nor {PRESS}.")


def _numbered(names: Sequence[str]) -> str:
    return "\n".join(in_columns([f"{n:2}  {name}" for n, name in enumerate(names, start=1)]))


def _found(typed: str, names: Sequence[str], numbered: bool) -> list[int]:
    """Return the indices that match the input: a number from 1, or the beginning of a word."""
    if numbered and is_number(typed):
        return [int(typed) - 1] if 1 <= int(typed) <= len(names) else []
    wanted = typed.lower()
    exact = [place for place, name in enumerate(names) if name.lower() == wanted]
    begun = [
        place
        for place, name in enumerate(names)
        if typed and (name.lower().startswith(wanted) or f" {wanted}" in name.lower())
    ]
    return exact or begun


def compose(menu: Menu, options: Sequence[Option], view: View, words: Words) -> Move:
    """Return the move that a person composes from an offer; ask only for fields with a choice."""
    offered = {option.move for option in options}
    kinds = [(text, kind) for kind, text in move_words(view.ruleset).items() if kind in offered]
    kind = kinds[0][1] if len(kinds) == 1 else menu.choose("What do you want to do?", kinds, None)
    fitting = [option for option in options if option.move is kind]
    chosen: dict[str, Any] = {}
    for name in _in_order([item.name for item in fields(kind)]):
        choices = _merged(option.choices[name] for option in fitting)
        chosen[name] = value = _choose(menu, name, choices, view, words)
        fitting = [option for option in fitting if value in option.choices[name]]
    return kind(**chosen)


def _in_order(names: list[str]) -> list[str]:
    """Return the fields of a move in the order to ask for them: reveals come before dice."""
    return sorted(names, key=lambda name: name == "dice" and "reveal" in names)


def _merged(choices: Iterable[Any]) -> list[Any] | Ranking:
    """Return the distinct choices of a field in the order offered, or its Ranking."""
    merged: dict[Any, None] = {}
    for choice in choices:
        if isinstance(choice, Ranking):
            return choice
        merged.update(dict.fromkeys(choice))
    return list(merged)


def _choose(menu: Menu, name: str, choices: Any, view: View, words: Words) -> Any:
    question = words.say(FIELD_WORDS[name])
    if isinstance(choices, Ranking):
        return menu.several(question, _labelled(name, choices.names, view, words))
    if len(choices) == 1:
        if name in NAMED and choices[0] is not None:
            print(f"{question} {label(name, choices[0], view, words).lstrip()}: the only choice.")
        return choices[0]
    if isinstance(choices[0], bool):
        return menu.yes(question)
    numbers = [choice for choice in choices if type(choice) is int]
    if name == "dice" and None in choices:
        return menu.dice(question, numbers, max(numbers))
    if numbers and name not in SEATS:
        default = min(numbers) if name in ("press", "reveal") else max(numbers)
        return menu.number(question, numbers, default)
    default = 1 + choices.index(Scope.ATTACK) if name == "scope" else 1
    return menu.choose(question, _labelled(name, choices, view, words), default)


def _labelled(name: str, choices: Iterable[Any], view: View, words: Words) -> list[tuple[str, Any]]:
    return [(label(name, each, view, words), each) for each in choices]


def explain(menu: Menu, view: View, words: Words) -> None:
    """Ask for any move, offered or not, and print the rule that forbids it now, if any."""
    print("Ask about any move, whether or not it is offered.")
    kinds = [(text, kind) for kind, text in move_words(view.ruleset).items()]
    kind = menu.choose("Which move?", kinds, None)
    wondered: dict[str, Any] = {}
    for item in fields(kind):
        wondered[item.name] = _wonder(menu, kind, item, wondered, view, words)
    refusal = view.why_not(kind(**wondered))
    print(wrapped(str(refusal) if refusal else "Nothing forbids it: it is offered now."))


def look_around(menu: Menu, view: View, words: Words) -> None:
    """Ask for a territory and print its neighbours, its group and its sea zones."""
    name = _any_territory(menu, "Which territory’s neighbours do you want to see?", view)
    space = view.board.territories[name]
    print("\n".join(in_columns([territory_cell(view, other) for other in space.neighbours])))
    seas = listed([words.sea(zone) for zone in space.seas])
    by_sea = f"; on the sea: {seas}" if view.board.sea_zones else ""
    print(wrapped(f"{space.name} belongs to {words.group(space.empire)}{by_sea}."))


def _any_territory(menu: Menu, question: str, view: View) -> str:
    places = [(space.name, key) for key, space in view.board.territories.items()]
    return menu.choose(question, places, None, shown=False)


def _wonder(
    menu: Menu,
    kind: type[Move],
    item: Field[Any],
    wondered: Mapping[str, Any],
    view: View,
    words: Words,
) -> Any:
    """Ask for one field of a move; the value is valid, but need not be legal."""
    name = item.name
    question = words.say(FIELD_WORDS[name])
    if name in ("prefer", "sources") or name in _lacking_fields(view):
        return item.default
    if name == "set_cards":
        return _wonder_set(menu, question, view, words)
    choices = _wondered_choices(kind, item, wondered, view)
    if len(choices) == 1:
        return choices[0]
    if choices:
        return menu.choose(question, _labelled(name, choices, view, words))
    if name in ("territory", "source", "target"):
        return _any_territory(menu, question, view)
    if name in ("hero", "fortification", "stronghold"):
        return menu.yes(question)
    if name == "dice" and hasattr(kind, "press"):
        return menu.dice(question, range(1, MOST_WONDERED), 1)
    if name == "press" and wondered["dice"] is not None:
        return None
    return menu.number(question, range(MOST_WONDERED), 1)


def _lacking_fields(view: View) -> tuple[str, ...]:
    """Return the fields of attacks and defences that are about cards this game does not have."""
    return () if view.ruleset.battle_cards else ("hero", "fortification", "reveal")


def _wondered_choices(
    kind: type[Move], item: Field[Any], wondered: Mapping[str, Any], view: View
) -> Sequence[Any]:
    """Return the possible values of a field if there are few; otherwise nothing."""
    unchosen = () if item.default is MISSING else (item.default,)
    match item.name:
        case "card":
            return (*unchosen, *view.ruleset.battle_cards)
        case "scope":
            return tuple(Scope)
        case "opponent" | "partner":
            return view.order
        case "territory" if kind is TradeSet:
            shown = (card for card in wondered["set_cards"] if card != WILD)
            return (*unchosen, *dict.fromkeys(shown))
        case _:
            return ()


def _wonder_set(menu: Menu, question: str, view: View, words: Words) -> tuple[str, ...]:
    held = view.territory_cards
    if len(held) < CARDS_OF_A_SET:
        print(f"A set has {CARDS_OF_A_SET} cards; you have {len(held)}.")
        return tuple(sorted(held))
    labelled = [(words.territory_card(card), card) for card in held]
    return tuple(sorted(menu.several(question, labelled, CARDS_OF_A_SET)))
