"""Chapter 2: a game's players and options, before the first roll."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from rules.chapters.armies.territory_cards import new_territory_cards
from rules.chapters.orders.standing_orders import FIRST_ORDERS, first_orders
from rules.errors import IllegalMove, InvalidMove
from rules.moves import Control
from rules.rulesets import OWN_OPTIONS
from rules.rulesets.ruleset import Ruleset
from rules.state import Options, State
from rules.state.players import Holding, Player
from rules.tutorials.position import verify_seats

MOST_ROUNDS = 1000
ROUNDS_OF_BOTS = 500
"""Default limit for games with bots only, which must end after some number of rounds (TRN-9)."""


def new_state(ruleset: Ruleset, persons: Sequence[bool], options: Options, game: str) -> State:
    """Return a game before its first roll.

    `persons` has one flag per seat: True for a person, False for a bot. Raises IllegalMove if the
    ruleset does not support the number of seats (SET-1) or the rules forbid an option, and
    InvalidMove for a malformed or unknown option value.
    """
    if len(persons) not in ruleset.starting_armies:
        raise IllegalMove("SET-1", "{title} is for 2 to 6 players.", title=ruleset.title)
    verify_options(persons, options)
    verify_game_options(ruleset, options, len(persons))
    if not any(persons) and not options.rounds:
        options = replace(options, rounds=ROUNDS_OF_BOTS)
    return State(
        ruleset=ruleset,
        board=ruleset.board,
        game=game,
        options=options,
        players=_players(ruleset, persons, options),
        holdings={name: Holding() for name in ruleset.board.territories},
        deck=sorted(Counter(ruleset.battle_cards).elements()),
        event_deck=sorted(Counter(ruleset.event_cards).elements()),
        undrawn_empires=list(ruleset.board.empires),
        territory_cards=new_territory_cards(ruleset, len(persons)),
    )


def _players(ruleset: Ruleset, persons: Sequence[bool], options: Options) -> list[Player]:
    return [
        Player(
            seat=seat,
            person=person,
            control=Control.PLAYER if person else Control.BOT,
            orders=first_orders(options.pace),
            unplaced=ruleset.starting_armies[len(persons)],
        )
        for seat, person in enumerate(persons)
    ]


def verify_options(persons: Sequence[bool], options: Options) -> None:
    """Raise InvalidMove for a malformed general option, IllegalMove for one that is not allowed."""
    if not all(type(person) is bool for person in persons):
        raise InvalidMove("Whether a person plays a seat must be true or false.")
    if type(options.rounds) is not int:
        raise InvalidMove("The number of rounds must be a whole number.")
    if options.pace not in FIRST_ORDERS:
        raise InvalidMove("There is no pace “{pace}”.", pace=options.pace)
    if options.on_resign not in (Control.BOT, Control.STEWARD):
        raise InvalidMove(
            "“{control}” cannot take over the seat of a player who resigned.",
            control=options.on_resign,
        )
    if not 0 <= options.rounds <= MOST_ROUNDS:
        raise IllegalMove(
            "TRN-9",
            "A game lasts 1 to {rounds} rounds, or until one player is left.",
            rounds=MOST_ROUNDS,
        )
    if not _is_seat(options.first_seat, len(persons)):
        raise InvalidMove("The seat that goes first must be a seat in the game.")
    if type(options.tutorial) is not bool:
        raise InvalidMove("Whether a game is a tutorial must be true or false.")
    if options.tutorial:
        verify_seats(tuple(persons))
    if options.only_playable and sum(persons) > 1:
        raise IllegalMove("ORD-2", "There is more than one human player in this game.")


def _is_seat(seat: Any, seats: int) -> bool:
    """Return whether a value is a seat number or None."""
    return seat is None or (type(seat) is int and 0 <= seat < seats)


def verify_game_options(ruleset: Ruleset, options: Options, players: int) -> None:
    """Check the ruleset's own options for a number of players.

    Raises InvalidMove for a value that the ruleset does not offer, and IllegalMove for one that
    it does not allow with this number of players.
    """
    offered = {option.name: option for option in ruleset.options}
    for name in OWN_OPTIONS:
        value, option = getattr(options, name), offered.get(name)
        choices = [choice[0] for choice in option.choices] if option else [getattr(Options(), name)]
        if not _is_one_of(value, choices):
            raise InvalidMove(
                "“{value}” is not a choice for “{name}” in {game}.",
                value=value,
                name=name,
                game=ruleset.title,
            )
        if option and not _is_one_of(value, option.choices_of(players)):
            raise IllegalMove(
                option.rule,
                "“{title}” can’t be {value} with {players} players.",
                title=option.title,
                value=value,
                players=players,
            )


def _is_one_of(value: Any, choices: Iterable[Any]) -> bool:
    """Return whether a value is among the choices and has the same type: True is not 1."""
    return any(value == one and type(value) is type(one) for one in choices)
