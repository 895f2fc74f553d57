"""SET-6, SET-9 and SET-10: hidden armies, the secret quick set-up and wish lists."""

from collections.abc import Iterator

from rules.chance import Chance
from rules.chapters.armies.neutral import (
    neutral_muster_options,
    neutral_to_muster,
    verify_neutral_muster,
)
from rules.chapters.armies.spoils import next_placement
from rules.chapters.battle_cards.hidden_armies import hide, hide_options, verify_hide
from rules.chapters.orders.standing_orders import emit_order_answer
from rules.chapters.setup.setup import in_order
from rules.chapters.setup.strongholds import place_wished_stronghold
from rules.errors import IllegalMove
from rules.events.agreements import WishesSet
from rules.events.base import Emit
from rules.events.setup import Mustered, Placed
from rules.moves import Hide, Place, SetWishes
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.rulesets.ruleset import Phase
from rules.state import State
from rules.state.players import Muster
from rules.state.under_way import PlacingPurpose


def enter_hide(state: State, chance: Chance, emit: Emit) -> bool:
    """Ask every player to choose hidden armies. Returns True once all have chosen (SET-6)."""
    state.turn = None
    chosen = {item.maker for item in state.hidden}
    for seat in in_order(state):
        if seat not in chosen:
            state.ask(seat, DecisionKind.HIDE)
    return not state.decisions


def choose_hidden(state: State, seat: int, move: Hide, chance: Chance, emit: Emit) -> None:
    """Hide armies in a territory, as part of a muster or as a separate decision."""
    hide(state, seat, move.territory, chance, emit)
    muster = state.players[seat].muster
    if muster is not None:
        muster.hidden = move.territory
        _go_on_mustering(state, seat, emit)


def enter_muster(state: State, chance: Chance, emit: Emit) -> bool:
    """Ask all players to place and hide armies in secret. Returns True once all have (SET-9)."""
    state.turn = None
    seats = in_order(state)
    for seat in seats:
        player = state.players[seat]
        if player.muster is None:
            player.muster = Muster(player.unplaced, neutral=neutral_to_muster(state))
            _go_on_mustering(state, seat, emit)
    if state.decisions:
        return False
    for seat in seats:
        player = state.players[seat]
        for territory, armies in player.open_muster.placed.items():
            holding = state.holdings[territory]
            holding.armies += armies
            purpose = PlacingPurpose.NEUTRAL if holding.owner is None else PlacingPurpose.MUSTER
            emit(Placed(seat, territory, armies, purpose))
        player.unplaced, player.muster = 0, None
    return True


def _go_on_mustering(state: State, seat: int, emit: Emit) -> None:
    muster = state.players[seat].open_muster
    while muster.left:
        territory, armies = next_placement(state, seat, muster.left, emit)
        if territory is None:
            break
        _muster(state, seat, territory, armies, emit)
        emit_order_answer(seat, DecisionKind.MUSTER, f"{territory} {armies}", emit)
    if muster.left or muster.neutral or _is_to_hide(state, muster):
        state.ask(seat, DecisionKind.MUSTER)


def _is_to_hide(state: State, muster: Muster) -> bool:
    return muster.hidden is None and state.ruleset.hidden_armies


def _muster(state: State, seat: int, territory: str, armies: int, emit: Emit) -> None:
    muster = state.players[seat].open_muster
    muster.placed[territory] = muster.placed.get(territory, 0) + armies
    if state.holdings[territory].owner is None:
        muster.neutral -= armies
    else:
        muster.left -= armies
    emit(Mustered(seat, territory, armies))


def muster_options(state: State, seat: int) -> Iterator[Option]:
    """Offer the placements a player has left, and hiding armies if not yet done (SET-9)."""
    muster = state.players[seat].open_muster
    if muster.left:
        places = tuple(state.held_by(seat))
        yield Option(Place, {"territory": places, "armies": range(1, muster.left + 1)})
    yield from neutral_muster_options(state, seat)
    if _is_to_hide(state, muster):
        yield from hide_options(state, seat)


def verify_muster(state: State, seat: int, move: Place) -> None:
    """Check that the player has the armies and owns the territory (SET-9)."""
    muster = state.players[seat].open_muster
    if muster.neutral and state.holdings[move.territory].owner is None:
        verify_neutral_muster(state, seat, move)
        return
    if not 1 <= move.armies <= muster.left:
        raise IllegalMove(
            "SET-9",
            "You have 1 army left to place."
            if muster.left == 1
            else "You have {left} armies left to place.",
            left=muster.left,
        )
    if state.holdings[move.territory].owner != seat:
        name = state.board.territories[move.territory].name
        raise IllegalMove("SET-9", "You don’t hold {name}.", name=name)


def muster_armies(state: State, seat: int, move: Place, chance: Chance, emit: Emit) -> None:
    """Place armies in secret."""
    _muster(state, seat, move.territory, move.armies, emit)
    _go_on_mustering(state, seat, emit)


def verify_choose_hidden(state: State, seat: int, move: Hide) -> None:
    """Raise IllegalMove for a second choice, or a territory with a stronghold (SET-6, HID-4)."""
    if not state.ruleset.hidden_armies:
        raise IllegalMove("SET-6", "This game has no hidden armies.")
    muster = state.players[seat].muster
    if muster is not None and muster.hidden is not None:
        raise IllegalMove("SET-6", "You have already chosen where to hide your armies.")
    verify_hide(state, seat, move)


# Wish lists (SET-10)


def verify_wishes(state: State, seat: int, move: SetWishes) -> None:
    """Check that strongholds are in their empires and placements are not empty (SET-10)."""
    if any(armies < 1 for _, armies in move.wishes.placements):
        raise IllegalMove("SET-10", "Place at least one army in each row of your wish list.")
    for empire, territory in move.wishes.strongholds.items():
        if territory not in state.board.empires[empire].territories:
            name = state.board.territories[territory].name
            raise IllegalMove("SET-10", "{name} is not part of that empire.", name=name)


def set_wishes(state: State, seat: int, move: SetWishes, chance: Chance, emit: Emit) -> None:
    """Replace a player's wish list, and let it answer the player's open decision (SET-10)."""
    player = state.players[seat]
    player.wishes = move.wishes
    emit(WishesSet(seat))
    if player.muster is not None and player.muster.left:
        state.answered(seat)
        _go_on_mustering(state, seat, emit)
    elif state.decision_of(seat) and state.phase is Phase.STRONGHOLDS_UNSEEN:
        place_wished_stronghold(state, seat, emit)
    elif state.phase in (Phase.STRONGHOLDS, Phase.CLAIM, Phase.DEPLOY, Phase.DEPLOY_NEUTRAL):
        state.answered(seat)
