"""FAIR-8: the step of a tutorial that a decision belongs to, and the moves that fit it."""

from collections.abc import Iterator
from dataclasses import replace

from rules.errors import IllegalMove
from rules.moves import (
    Battle,
    DeclareAttack,
    Defend,
    Kind,
    Move,
    Place,
    Resign,
    SailFleet,
)
from rules.moves.options import Option
from rules.sentences.words import armies
from rules.state import State
from rules.tutorials import tutorial_of
from rules.tutorials.steps import Step

PLACES = ("source", "target", "territory")
"""The fields that the offer limits to the step's value; it does not limit other fields."""


def step_of(state: State, seat: int) -> Step | None:
    """Return the step that a player's open decision belongs to; None outside tutorials.

    Every step answers one decision, so the number of decisions opened so far gives the step.
    """
    if not state.options.tutorial or state.decision_of(seat) is None:
        return None
    steps = tutorial_of(state.ruleset).steps
    number = sum(player.asked for player in state.players) - 1
    if number < len(steps) and steps[number].seat == seat:
        return steps[number]
    return None


def verify_step(state: State, seat: int, move: Move) -> None:
    """In a tutorial, refuse answers that do not fit the step, and declarations except resigning."""
    if move.kind is Kind.ANSWER:
        step = step_of(state, seat)
        if step is not None and not step.fits(move):
            raise _refusal(step, move)
    elif move.kind is not Kind.HOUSE and type(move) is not Resign:
        raise IllegalMove("FAIR-8", "There are no orders, pacts or trades in a tutorial.")


def _refusal(step: Step, move: Move) -> IllegalMove:
    """Return the refusal of a move, which says how it differs from the step's."""
    wanted = step.move
    if type(wanted) is not type(move):
        return IllegalMove("FAIR-8", "Not yet. Do what the tutorial says first.")
    match wanted:
        case Defend(fortification=True) if not getattr(move, "fortification", True):
            return IllegalMove("FAIR-8", "Not yet. Choose to play your {Fortification} first.")
        case DeclareAttack(press=None) | Battle(press=None) if getattr(move, "press", None):
            return IllegalMove("FAIR-8", "Not yet. Choose to roll once first.")
        case DeclareAttack(press=int(keep)) | Battle(press=int(keep)):
            return IllegalMove(
                "FAIR-8", "Not yet. Attack until it falls, and keep {keep}.", keep=armies(keep)
            )
        case SailFleet(armies=number) | Place(armies=number):
            return IllegalMove("FAIR-8", "Not yet. Choose {armies} first.", armies=armies(number))
    return IllegalMove("FAIR-8", "Not yet. Do what the tutorial says first.")


def options_of_step(step: Step, offered: Iterator[Option]) -> Iterator[Option]:
    """Yield the options of the step's kind of move, for its territories only."""
    for option in offered:
        if option.move is type(step.move):
            wanted = {
                name: (getattr(step.move, name),) for name in PLACES if name in option.choices
            }
            if all(value in option.choices[name] for name, (value,) in wanted.items()):
                yield replace(option, choices={**option.choices, **wanted})
