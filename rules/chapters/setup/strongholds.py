"""Chapter 2: drawing an empire and placing its stronghold, openly (SET-3) or secretly (SET-9)."""

from collections.abc import Iterator

from rules.chance import Chance
from rules.chapters.orders.standing_orders import emit_order_answer
from rules.chapters.setup.setup import in_order, put_first_army
from rules.errors import IllegalMove, required
from rules.events.base import Emit
from rules.events.setup import StrongholdChosen, StrongholdDrawn, StrongholdPlaced
from rules.moves import PlaceStronghold
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.state import State


def enter_strongholds(state: State, chance: Chance, emit: Emit) -> bool:
    """Let the next player draw and place a stronghold. Returns True when all have (SET-3)."""
    for seat in in_order(state):
        player = state.players[seat]
        if player.stronghold is None:
            state.turn = seat
            if player.empire is None:
                _draw_empire(state, seat, chance, emit)
            wish = _stronghold_wish(state, seat)
            if wish:
                _place_stronghold(state, seat, wish, emit)
                emit_order_answer(seat, DecisionKind.STRONGHOLD, wish, emit)
            else:
                state.ask(seat, DecisionKind.STRONGHOLD)
            return False
    return True


def enter_strongholds_unseen(state: State, chance: Chance, emit: Emit) -> bool:
    """Draw all empires at once and let the players place their strongholds in secret (SET-9).

    Reveals the strongholds and returns True once all are placed.
    """
    for seat in in_order(state):
        player = state.players[seat]
        if player.empire is None:
            _draw_empire(state, seat, chance, emit)
            state.ask(seat, DecisionKind.STRONGHOLD)
            place_wished_stronghold(state, seat, emit)
    if state.decisions:
        return False
    for seat in in_order(state):
        player = state.players[seat]
        territory = required(player.unseen_stronghold, "stronghold chosen in secret")
        _place_stronghold(state, seat, territory, emit)
        player.unseen_stronghold = None
    return True


def place_wished_stronghold(state: State, seat: int, emit: Emit) -> None:
    """Answer a secret stronghold decision from the player's wish list (SET-9, SET-10).

    Does nothing if the list has no wish for the empire drawn.
    """
    wish = _stronghold_wish(state, seat)
    if wish:
        state.answered(seat)
        _choose_unseen(state, seat, wish, emit)
        emit_order_answer(seat, DecisionKind.STRONGHOLD, wish, emit)


def _draw_empire(state: State, seat: int, chance: Chance, emit: Emit) -> None:
    index = chance.pick(state.undrawn_empires, "stronghold")
    empire = state.undrawn_empires.pop(index)
    state.players[seat].empire = empire
    emit(StrongholdDrawn(seat, empire))


def _stronghold_wish(state: State, seat: int) -> str | None:
    player = state.players[seat]
    wish = player.wishes.strongholds.get(player.drawn_empire)
    return wish if wish in state.board.empires[player.drawn_empire].territories else None


def stronghold_options(state: State, seat: int) -> Iterator[Option]:
    """Offer the territories of the player's empire (SET-3)."""
    empire = state.board.empires[state.players[seat].drawn_empire]
    yield Option(PlaceStronghold, {"territory": empire.territories})


def verify_stronghold(state: State, seat: int, move: PlaceStronghold) -> None:
    """Raise IllegalMove for a territory outside the player's empire (SET-3)."""
    empire = state.board.empires[state.players[seat].drawn_empire]
    if move.territory not in empire.territories:
        name = state.board.territories[move.territory].name
        raise IllegalMove(
            "SET-3",
            "{name} is not part of your empire, {empire}.",
            name=name,
            empire=empire.name,
        )


def place_stronghold(
    state: State, seat: int, move: PlaceStronghold, chance: Chance, emit: Emit
) -> None:
    """Place a stronghold with one army; in the quick set-up, in secret."""
    if state.options.quick:
        _choose_unseen(state, seat, move.territory, emit)
    else:
        _place_stronghold(state, seat, move.territory, emit)


def _choose_unseen(state: State, seat: int, territory: str, emit: Emit) -> None:
    state.players[seat].unseen_stronghold = territory
    emit(StrongholdChosen(seat, territory))


def _place_stronghold(state: State, seat: int, territory: str, emit: Emit) -> None:
    player = state.players[seat]
    player.stronghold = territory
    player.banners.append(player.drawn_empire)
    put_first_army(state, seat, territory)
    emit(StrongholdPlaced(seat, territory))
