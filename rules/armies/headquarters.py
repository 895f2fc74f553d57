"""CLA-6: headquarters, marked in secret and shown together; who holds enough of them wins."""

from collections.abc import Iterator

from rules.chance import Chance
from rules.errors import IllegalMove
from rules.events.base import Tell
from rules.events.classic import HeadquartersMarked, HeadquartersShown
from rules.moves import MarkHeadquarters
from rules.moves.options import Option
from rules.state import State
from rules.state.players import DecisionKind


def enter_headquarters(state: State, chance: Chance, tell: Tell) -> bool:
    """Let all mark their headquarters unseen; show all when all have."""
    state.turn = None
    marked = state.unseen_headquarters
    if len(marked) < len(state.players):
        for seat in state.order:
            if seat not in marked:
                state.ask(seat, DecisionKind.HEADQUARTERS)
        return False
    for seat in state.order:
        state.headquarters[seat] = marked[seat]
        tell(HeadquartersShown(seat, marked[seat]))
    marked.clear()
    return True


def headquarters_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every territory of one's own."""
    yield Option(MarkHeadquarters, {"territory": tuple(state.held_by(seat))})


def verify_headquarters(state: State, seat: int, move: MarkHeadquarters) -> None:
    """Refuse a territory of another."""
    if state.holdings[move.territory].owner != seat:
        name = state.board.territories[move.territory].name
        raise IllegalMove("CLA-6", f"You do not hold {name}.")


def mark_headquarters(
    state: State, seat: int, move: MarkHeadquarters, chance: Chance, tell: Tell
) -> None:
    """Mark a territory unseen by the others."""
    state.unseen_headquarters[seat] = move.territory
    tell(HeadquartersMarked(seat, move.territory))


def winning_number(state: State) -> int:
    """Return how many headquarters win: as was chosen, else four, or all where there are fewer."""
    return state.options.headquarters or min(state.ruleset.headquarters, len(state.players))


def holds_enough(state: State, seat: int) -> bool:
    """Say whether a player holds the own headquarters, and with it as many as win."""
    held = [owner for owner, name in state.headquarters.items() if _is_held(state, name, seat)]
    return seat in held and len(held) >= winning_number(state)


def _is_held(state: State, name: str, seat: int) -> bool:
    return state.holdings[name].owner == seat
