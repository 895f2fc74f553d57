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
            raise IllegalMove(rule, "You don’t hold {name}.", name=names[name].name)
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


def verify_leaving(state: State, source: str, armies: int, rule: str) -> None:
    """Raise IllegalMove, citing `rule`, unless 1 or more armies leave and at least 1 stays."""
    spare = state.holdings[source].armies - 1
    if 1 <= armies <= spare:
        return
    name = state.board.territories[source].name
    if not spare:
        raise IllegalMove(rule, "{name} has only 1 army, which must stay.", name=name)
    if spare == 1:
        raise IllegalMove(rule, "Only 1 army can leave {name}; the other must stay.", name=name)
    raise IllegalMove(
        rule, "1 to {spare} armies can leave {name}; 1 must stay.", spare=spare, name=name
    )
