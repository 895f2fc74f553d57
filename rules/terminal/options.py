"""Command-line arguments, and the wording of errors about them."""

import argparse
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from rules.bots import BOTS
from rules.bots.general.characters import CHARACTERS
from rules.errors import RulesError
from rules.rulesets import RULESETS
from rules.rulesets.greyhawk import GREYHAWK
from rules.sentences.words import listed
from rules.state import Options
from rules.terminal.simulate import LAST_ROUND
from rules.turn.game_options import MOST_ROUNDS, verify_game_options

LARGEST_SEED = 2**63 - 1
LONGEST_NUMBER = 20
LONGEST_COMPLAINT = 200
Item = TypeVar("Item")
BOTS_TOLD = (
    "general plans whole turns, captain plays well, recruit is for beginners, random makes any "
    "legal move, steward only defends; "
    f"{listed(list(CHARACTERS))} are generals with other styles"
)
"""The bots, as help texts describe them."""

SEATS = (min(GREYHAWK.starting_armies), max(GREYHAWK.starting_armies))


class BadInput(RulesError):
    """The command line cannot be carried out: `BadInput(message)`."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one sentence."""

    def __init__(self, **settings: Any) -> None:
        layout = argparse.RawDescriptionHelpFormatter
        super().__init__(formatter_class=layout, allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """Raise BadInput with the error as a sentence."""
        sentence = message.removeprefix("argument ").removesuffix(".")
        words = " ".join(sentence.split())
        raise BadInput(f"{words[0].upper()}{words[1:LONGEST_COMPLAINT]}.")


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a parser for a whole number from `least` to `most`."""

    def read(text: str) -> int:
        if is_number(text) and least <= int(text) <= most:
            return int(text)
        wanted = f"a whole number from {least} to {most}"
        raise argparse.ArgumentTypeError(f"“{text[:LONGEST_NUMBER]}” is not {wanted}")

    return read


def integer(text: str) -> int:
    """Parse a whole number, possibly negative."""
    if is_number(text.removeprefix("-")):
        return int(text)
    raise argparse.ArgumentTypeError(f"“{text[:LONGEST_NUMBER]}” is not a whole number")


def is_number(text: str) -> bool:
    """Return whether a text is a whole number, 0 or more, of at most 20 digits."""
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER


def list_of(read: Callable[[str], Item]) -> Callable[[str], tuple[Item, ...]]:
    """Return a parser for a list separated by commas."""

    def read_all(text: str) -> tuple[Item, ...]:
        return tuple(read(part.strip()) for part in text.split(","))

    return read_all


def bots(text: str) -> tuple[str, ...]:
    """Parse names of bots, separated by commas."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in BOTS:
            raise argparse.ArgumentTypeError(
                f"there is no bot “{name[:LONGEST_NUMBER]}”; there are {', '.join(sorted(BOTS))}"
            )
    return names


def one_game(text: str) -> str:
    """Parse the name of a game."""
    if text not in RULESETS:
        raise argparse.ArgumentTypeError(
            f"there is no game “{text[:LONGEST_NUMBER]}”; there are {', '.join(sorted(RULESETS))}"
        )
    return text


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose the game."""
    parser.add_argument(
        "--game",
        type=one_game,
        default=GREYHAWK.name,
        metavar="GAME",
        help=f"the game: {', '.join(sorted(RULESETS))} (default: {GREYHAWK.name})",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"set an option of the game; its first value is the default: {_own_options_told()}",
    )


def _own_options_told() -> str:
    return "; ".join(
        f"{ruleset.name} {option.name}={'|'.join(_typed(value) for value, _, _ in option.choices)}"
        for ruleset in RULESETS.values()
        for option in ruleset.options
    )


def _typed(value: bool | int | str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def own_options(chosen: argparse.Namespace) -> dict[str, Any]:
    """Return the options from `--option`, which only some games have, as fields of `Options`.

    Raises BadInput for an option or value that the game does not have, IllegalMove for a value that
    this number of players cannot choose.
    """
    ruleset = RULESETS[chosen.game]
    own: dict[str, Any] = {}
    offered = {option.name: option for option in ruleset.options}
    for text in chosen.option:
        name, _, typed = text[:LONGEST_COMPLAINT].partition("=")
        if name not in offered:
            raise BadInput(f"{ruleset.title} has no option “{name}”.")
        values = {_typed(value): value for value, _, _ in offered[name].choices}
        if typed not in values:
            raise BadInput(f"“{typed}” is not a value of “{name}”; choose {', '.join(values)}.")
        own[name] = values[typed]
    verify_game_options(ruleset, Options(**own), chosen.players)
    return own


def add_bots(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the game, its bots and its length."""
    add_game(parser)
    parser.add_argument(
        "--players",
        type=whole(*SEATS),
        default=4,
        metavar="N",
        help="number of players, 2 to 6 (default: 4)",
    )
    parser.add_argument(
        "--bots",
        type=bots,
        default=("captain",),
        metavar="NAME,…",
        help=f"the bots, repeated until all seats are filled (default: captain); {BOTS_TOLD}",
    )
    parser.add_argument(
        "--rounds",
        type=whole(1, MOST_ROUNDS),
        default=LAST_ROUND,
        metavar="N",
        help=f"end the game after N rounds (TRN-9; default: {LAST_ROUND})",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the argument for JSON output."""
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
