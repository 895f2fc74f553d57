"""CLA-3: fortifying, the one movement of armies at the end of a turn."""

from collections.abc import Iterator

from rules.chance import Chance
from rules.chapters.event_cards.marches import march, possible_marches, verify_leaving, verify_way
from rules.events.base import Emit
from rules.events.classic import Fortified
from rules.moves import Fortify, Pass
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.state import State


def enter_fortify(state: State, chance: Chance, emit: Emit) -> bool:
    """Ask the player on turn to fortify. Returns True if no army can move."""
    if next(possible_marches(state, state.on_turn), None) is None:
        return True
    state.ask(state.on_turn, DecisionKind.FORTIFY)
    return False


def fortify_options(state: State, seat: int) -> Iterator[Option]:
    """Offer to pass, and every move of armies between two adjacent territories of the player."""
    yield Option(Pass, {})
    for source, target in possible_marches(state, seat):
        armies = range(1, state.holdings[source].armies)
        yield Option(Fortify, {"source": (source,), "target": (target,), "armies": armies})


def verify_fortify(state: State, seat: int, move: Fortify) -> None:
    """Check that both territories are the player's own and adjacent, and that one army stays."""
    verify_way(state, seat, move, "CLA-3")
    verify_leaving(state, move.source, move.armies, "CLA-3")


def fortify(state: State, seat: int, move: Fortify, chance: Chance, emit: Emit) -> None:
    """Move armies to an adjacent territory."""
    march(state, move)
    emit(Fortified(seat, move.source, move.target, move.armies))
