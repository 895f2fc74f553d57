"""CLA-3: reinforcements at the start of a turn, and the territory that gets them by default."""

from collections.abc import Callable, Iterable

from rules.board import Board
from rules.chance import Chance
from rules.chapters.armies.territory_cards import begin_trading
from rules.events.base import Emit
from rules.events.classic import ReinforcementsCounted
from rules.events.turn import TurnBegan
from rules.state import State
from rules.state.under_way import Placing, PlacingPurpose


def reinforcements_of(state: State, seat: int) -> list[tuple[str, int]]:
    """Return (source, armies) for a player's territories and each of their continents."""
    rules = state.ruleset
    held = set(state.held_by(seat))
    share = len(held) // rules.territories_for_army
    items = [("territories", max(rules.least_reinforcements, share))]
    items += [
        (group.id, group.bonus)
        for group in state.board.continents
        if held.issuperset(group.territories)
    ]
    return items


def enter_reinforce(state: State, chance: Chance, emit: Emit) -> bool:
    """Start a turn and count its reinforcements.

    Returns True once they are placed, after any compulsory trades.
    """
    if state.this_turn.collected:
        return True
    state.this_turn.collected = True
    seat = state.on_turn
    emit(TurnBegan(seat, state.round))
    items = reinforcements_of(state, seat)
    armies = sum([number for _, number in items])
    emit(ReinforcementsCounted(seat, tuple(items), armies))
    state.placings.append(Placing(seat, armies, PlacingPurpose.REINFORCEMENTS))
    begin_trading(state, seat)
    return False


def most_threatened(
    board: Board,
    seat: int,
    places: Iterable[str],
    owner: Callable[[str], int | None],
    armies: Callable[[str], int],
) -> str:
    """Return the place with the most enemy armies adjacent; the first on a tie (ORD-6).

    The neutral army does not count as an enemy: it never attacks.
    """

    def pressure(name: str) -> int:
        return sum(
            armies(near)
            for near in board.territories[name].neighbours
            if owner(near) not in (seat, None)
        )

    return max(places, key=pressure)


def default_territory(state: State, seat: int, places: tuple[str, ...]) -> str:
    """Return the headquarters if it is one of the places, otherwise the most threatened place."""
    own = state.headquarters.get(seat)
    if own in places:
        return own
    holdings = state.holdings
    return most_threatened(
        state.board,
        seat,
        places,
        lambda name: holdings[name].owner,
        lambda name: holdings[name].armies,
    )
