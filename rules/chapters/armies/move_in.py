"""Chapter 4: moving into a captured territory (ATT-9)."""

from collections.abc import Iterator

from rules.chance import Chance
from rules.errors import IllegalMove
from rules.events.attack import MovedIn
from rules.events.base import Emit
from rules.moves import MoveIn
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.state import State
from rules.state.under_way import CapturedTerritory


def ask_move_in(state: State, landing: CapturedTerritory, chance: Chance, emit: Emit) -> None:
    """Ask how many armies move in, if there is a choice (ATT-9)."""
    most = state.holdings[landing.source].armies - 1
    if landing.least >= most:
        _move_in(state, landing, most, emit)
    else:
        state.ask(landing.seat, DecisionKind.MOVE_IN)


def move_in_fewest(state: State, emit: Emit) -> None:
    """Move in the fewest armies allowed, if the game ends before the captor can choose (ATT-9)."""
    landing = state.open_landing
    _move_in(state, landing, landing.least, emit)


def _move_in(state: State, landing: CapturedTerritory, armies: int, emit: Emit) -> None:
    state.holdings[landing.source].armies -= armies
    state.holdings[landing.target].armies += armies
    state.landing = None
    emit(MovedIn(landing.seat, landing.source, landing.target, armies))


def move_in_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every number of armies from the dice rolled to all but one (ATT-9)."""
    landing = state.open_landing
    armies = state.holdings[landing.source].armies
    yield Option(MoveIn, {"armies": range(landing.least, armies)})


def verify_move_in(state: State, seat: int, move: MoveIn) -> None:
    """Raise IllegalMove for fewer armies than dice rolled, or if none stays behind (ATT-9)."""
    landing = state.open_landing
    most = state.holdings[landing.source].armies - 1
    if not landing.least <= move.armies <= most:
        raise IllegalMove(
            "ATT-9", "Move in {least} to {most} armies.", least=landing.least, most=most
        )


def move_in(state: State, seat: int, move: MoveIn, chance: Chance, emit: Emit) -> None:
    """Move armies into the captured territory."""
    _move_in(state, state.open_landing, move.armies, emit)
