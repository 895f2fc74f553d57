"""CLA-6: headquarters, marked in secret, revealed together and captured to win."""

from collections.abc import Iterator

from rules.chance import Chance
from rules.errors import IllegalMove
from rules.events.base import Emit
from rules.events.classic import HeadquartersMarked, HeadquartersShown
from rules.moves import MarkHeadquarters
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.state import State


def enter_headquarters(state: State, chance: Chance, emit: Emit) -> bool:
    """Ask all players to mark headquarters in secret. Returns True once all are shown."""
    state.turn = None
    marked = state.unseen_headquarters
    if len(marked) < len(state.players):
        for seat in state.order:
            if seat not in marked:
                state.ask(seat, DecisionKind.HEADQUARTERS)
        return False
    for seat in state.order:
        state.headquarters[seat] = marked[seat]
        emit(HeadquartersShown(seat, marked[seat]))
    marked.clear()
    return True


def headquarters_options(state: State, seat: int) -> Iterator[Option]:
    """Offer each of the player's territories."""
    yield Option(MarkHeadquarters, {"territory": tuple(state.held_by(seat))})


def verify_headquarters(state: State, seat: int, move: MarkHeadquarters) -> None:
    """Raise IllegalMove if the player does not own the territory."""
    if state.holdings[move.territory].owner != seat:
        name = state.board.territories[move.territory].name
        raise IllegalMove("CLA-6", "You don’t hold {name}.", name=name)


def mark_headquarters(
    state: State, seat: int, move: MarkHeadquarters, chance: Chance, emit: Emit
) -> None:
    """Mark a territory in secret."""
    state.unseen_headquarters[seat] = move.territory
    emit(HeadquartersMarked(seat, move.territory))


def winning_number(state: State) -> int:
    """Return how many headquarters a player needs to win.

    The options may set the number; the default is the ruleset's, or the number of players if lower.
    """
    return state.options.headquarters or min(state.ruleset.headquarters, len(state.players))


def holds_enough(state: State, seat: int) -> bool:
    """Return whether a player holds their own headquarters and enough in total to win."""
    held = [owner for owner, name in state.headquarters.items() if _is_held(state, name, seat)]
    return seat in held and len(held) >= winning_number(state)


def _is_held(state: State, name: str, seat: int) -> bool:
    return state.holdings[name].owner == seat
