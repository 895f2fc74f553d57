"""CLA-2: the neutral army in a game of two; its territories have no owner."""

from collections.abc import Iterator

from rules.chance import Chance
from rules.chapters.setup.claims import claim_for
from rules.chapters.setup.setup import in_order, unclaimed
from rules.errors import IllegalMove
from rules.events.base import Emit
from rules.events.classic import NeutralClaimed
from rules.moves import Place
from rules.moves.options import Option
from rules.state import State
from rules.state.players import Holding
from rules.state.under_way import Placing, PlacingPurpose

OWN_EACH_TURN, NEUTRAL_EACH_TURN = 2, 1


def neutral_territories(state: State) -> tuple[str, ...]:
    """Return the neutral army's territories, in board order."""
    return tuple(
        name for name, holding in state.holdings.items() if holding.owner is None and holding.armies
    )


def enter_neutral_dealt(state: State, chance: Chance, emit: Emit) -> bool:
    """Deal the territories into three piles, one of them for the neutral army."""
    piles = [*in_order(state), None]
    neutral = []
    for index, territory in enumerate(chance.shuffle(unclaimed(state), "dealt territories")):
        seat = piles[index % len(piles)]
        if seat is None:
            state.holdings[territory] = Holding(None, 1)
            neutral.append(territory)
        else:
            claim_for(state, seat, territory, emit)
    emit(NeutralClaimed(tuple(neutral)))
    return True


def enter_deploy_neutral(state: State, chance: Chance, emit: Emit) -> bool:
    """Queue two armies and a neutral army for the next player. Returns True once all are placed."""
    seats = in_order(state)
    after = seats.index(state.turn) + 1 if state.turn is not None else 0
    for seat in seats[after:] + seats[:after]:
        left = state.players[seat].unplaced
        if left:
            state.turn = seat
            own = Placing(seat, min(OWN_EACH_TURN, left), PlacingPurpose.DEPLOY)
            allowed = neutral_territories(state)
            state.placings += [
                own,
                Placing(seat, NEUTRAL_EACH_TURN, PlacingPurpose.NEUTRAL, allowed),
            ]
            return False
    return True


# The quick set-up (SET-9)


def neutral_to_muster(state: State) -> int:
    """Return how many neutral armies each player places in the quick set-up."""
    if not state.has_neutral_army:
        return 0
    left = state.ruleset.neutral_armies - len(neutral_territories(state))
    return left // len(state.players)


def neutral_muster_options(state: State, seat: int) -> Iterator[Option]:
    """Offer to place the player's remaining neutral armies on neutral territories."""
    left = state.players[seat].open_muster.neutral
    if left:
        yield Option(Place, {"territory": neutral_territories(state), "armies": range(1, left + 1)})


def verify_neutral_muster(state: State, seat: int, move: Place) -> None:
    """Raise IllegalMove for more neutral armies than the player has left."""
    left = state.players[seat].open_muster.neutral
    if not 1 <= move.armies <= left:
        raise IllegalMove(
            "CLA-2",
            "You have 1 neutral army left to place."
            if left == 1
            else "You have {left} neutral armies left to place.",
            left=left,
        )


def weakest_neutral(state: State) -> str:
    """Return the neutral territory with the fewest armies; the first in board order on a tie."""
    return min(neutral_territories(state), key=lambda name: state.holdings[name].armies)
