"""EVT-30 and CLA-3: moving armies between a player's adjacent territories."""

from collections.abc import Iterator

from rules.errors import IllegalMove
from rules.moves import Fortify, MoveArmies
from rules.state import State


def possible_marches(state: State, seat: int) -> Iterator[tuple[str, str]]:
    """Yield (source, target) for every possible move of a player's armies, in board order."""
    territories, holdings = state.board.territories, state.holdings
    for source, holding in holdings.items():
        if holding.owner == seat and holding.armies > 1:
            for target in territories[source].neighbours:
                if holdings[target].owner == seat:
                    yield source, target


def verify_way(state: State, seat: int, move: Fortify | MoveArmies, rule: str) -> None:
    """Raise IllegalMove, citing `rule`, unless both territories are the player's and adjacent."""
    names = state.board.territories
    for name in (move.source, move.target):
        if state.holdings[name].owner != seat:
            raise IllegalMove(rule, "You do not hold {name}.", name=names[name].name)
    if not state.board.is_adjacent(move.source, move.target):
        raise IllegalMove(
            rule,
            "{target} is not adjacent to {source}.",
            target=names[move.target].name,
            source=names[move.source].name,
        )


def march(state: State, move: Fortify | MoveArmies) -> None:
    """Move the armies."""
    state.holdings[move.source].armies -= move.armies
    state.holdings[move.target].armies += move.armies


def armies_that_may(spare: int) -> str:
    """Return the beginning of a message about a limit, such as “1 to 3 armies”."""
    if spare > 1:
        return f"1 to {spare} armies"
    return "1 army" if spare else "None"
