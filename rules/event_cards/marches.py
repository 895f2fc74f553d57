"""EVT-30 and CLA-3: moving armies between adjacent territories of one's own."""

from collections.abc import Iterator

from rules.errors import IllegalMove
from rules.moves import Fortify, MoveArmies
from rules.state import State


def ways(state: State, seat: int) -> Iterator[tuple[str, str]]:
    """Yield from where to where armies of a player could be moved, in board order."""
    territories, holdings = state.board.territories, state.holdings
    for source, holding in holdings.items():
        if holding.owner == seat and holding.armies > 1:
            for target in territories[source].neighbours:
                if holdings[target].owner == seat:
                    yield source, target


def verify_way(state: State, seat: int, move: Fortify | MoveArmies, rule: str) -> None:
    """Refuse territories that are not one's own, or not adjacent, under a rule."""
    names = state.board.territories
    for name in (move.source, move.target):
        if state.holdings[name].owner != seat:
            raise IllegalMove(rule, f"You do not hold {names[name].name}.")
    if not state.board.is_adjacent(move.source, move.target):
        raise IllegalMove(
            rule, f"{names[move.target].name} is not adjacent to {names[move.source].name}."
        )


def march(state: State, move: Fortify | MoveArmies) -> None:
    """Move the armies."""
    state.holdings[move.source].armies -= move.armies
    state.holdings[move.target].armies += move.armies


def who_may(spare: int) -> str:
    """Say how many of the armies may go, where so many are to spare: “1 to 3 armies may”."""
    if spare > 1:
        return f"1 to {spare} armies may"
    return "1 army may" if spare else "None may"
