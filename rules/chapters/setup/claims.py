"""SET-4 and SET-9: territories are claimed one at a time, or dealt."""

from collections.abc import Iterator

from rules.chance import Chance
from rules.chapters.orders.standing_orders import emit_order_answer
from rules.chapters.setup.setup import in_order, put_first_army, unclaimed
from rules.errors import IllegalMove
from rules.events.agreements import OrderDisarmed
from rules.events.base import Emit
from rules.events.setup import Claimed
from rules.moves import Claim
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.state import State


def enter_claim(state: State, chance: Chance, emit: Emit) -> bool:
    """Let the next player claim a territory. Returns True when all are claimed (SET-4)."""
    free = unclaimed(state)
    if not free:
        state.turn = None
        return True
    # Either every player has placed a stronghold or none has, so the count still gives the turn.
    state.turn = in_order(state)[(len(state.holdings) - len(free)) % len(state.players)]
    wish = _claim_wish(state, state.turn, emit)
    if wish:
        claim_for(state, state.turn, wish, emit)
        emit_order_answer(state.turn, DecisionKind.CLAIM, wish, emit)
    elif len(free) == 1:
        claim_for(state, state.turn, free[0], emit)
    else:
        state.ask(state.turn, DecisionKind.CLAIM)
    return False


def _claim_wish(state: State, seat: int, emit: Emit) -> str | None:
    player = state.players[seat]
    while player.wishes.claims:
        wish, *rest = player.wishes.claims
        player.wishes = player.wishes.with_claims(tuple(rest))
        if state.holdings[wish].owner is None:
            return wish
        name = state.board.territories[wish].name
        # Stored games contain this text, so they would fail their audit after a new wording.
        emit(OrderDisarmed(seat, "claims", f"{name} is held already."))
    return None


def claim_for(state: State, seat: int, territory: str, emit: Emit) -> None:
    """Claim a territory for a player, with one army."""
    put_first_army(state, seat, territory)
    emit(Claimed(seat, territory))


def claim_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every unclaimed territory (SET-4)."""
    yield Option(Claim, {"territory": unclaimed(state)})


def verify_claim(state: State, seat: int, move: Claim) -> None:
    """Raise IllegalMove for a territory that has an owner (SET-4)."""
    if state.holdings[move.territory].owner is not None:
        name = state.board.territories[move.territory].name
        raise IllegalMove("SET-4", "{name} is already taken.", name=name)


def claim(state: State, seat: int, move: Claim, chance: Chance, emit: Emit) -> None:
    """Claim a territory with one army."""
    claim_for(state, seat, move.territory, emit)


def enter_dealt(state: State, chance: Chance, emit: Emit) -> bool:
    """Deal the unclaimed territories (SET-9)."""
    seats = in_order(state)
    for index, territory in enumerate(chance.shuffle(unclaimed(state), "dealt territories")):
        claim_for(state, seats[index % len(seats)], territory, emit)
    return True
