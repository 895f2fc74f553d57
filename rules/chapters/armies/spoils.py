"""TRN-5 and TRN-6: spoils, and placing armies for any purpose."""

from collections.abc import Iterator

from rules.cards import EventCard
from rules.chance import Chance
from rules.chapters.armies.territory_cards import CARDS_OF_A_SET, cards_in_play
from rules.chapters.orders.standing_orders import emit_order_answer
from rules.errors import IllegalMove
from rules.events.agreements import OrderDisarmed
from rules.events.base import Emit
from rules.events.setup import Placed
from rules.events.turn import SpoilsCounted
from rules.moves import Place
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.state import State
from rules.state.under_way import Placing, PlacingPurpose

PLACING_RULES = {
    PlacingPurpose.DEPLOY: "SET-5",
    PlacingPurpose.MERCENARIES: "MRC-1",
    PlacingPurpose.SPOILS: "TRN-6",
    PlacingPurpose.MUSTER_TROOPS: "EVT-23",
    PlacingPurpose.ARMY_DESERTERS: "EVT-26",
    PlacingPurpose.NEUTRAL: "CLA-2",
    PlacingPurpose.REINFORCEMENTS: "CLA-3",
    PlacingPurpose.SETS: "CLA-4",
}
"""The rule cited when a placement is refused, by the purpose of the placing."""


def spoils_of(state: State, seat: int) -> list[tuple[str, int]]:
    """Return (source, armies) for every source of a player's spoils (TRN-6)."""
    for_empire, for_independents, for_banner = state.ruleset.spoils
    held = set(state.held_by(seat))
    items = [
        (empire.id, for_empire)
        for empire in state.board.empires.values()
        if held.issuperset(empire.territories)
    ]
    items += _regions(state, held)
    if state.options.regions != "instead" and held.issuperset(state.board.independents):
        items.append(("independents", for_independents))
    items += [(f"banner:{empire}", for_banner) for empire in state.players[seat].banners]
    return items


def spoils_due(state: State, seat: int) -> list[tuple[str, int]]:
    """Return a player's spoils by source, less the half that Peasants Revolt takes (EVT-8)."""
    items = spoils_of(state, seat)
    if state.this_turn.halved and seat == state.on_turn:
        items.append((EventCard.PEASANTS_REVOLT.value, -(sum(number for _, number in items) // 2)))
    return items


def _regions(state: State, held: set[str]) -> list[tuple[str, int]]:
    """Return the complete independent regions among `held`, if the options count them (CAS-8)."""
    if state.options.regions == "none":
        return []
    return [
        (region.id, state.ruleset.region_spoils)
        for region in state.board.groups.values()
        if region.kind == "independent" and held.issuperset(region.territories)
    ]


def enter_spoils(state: State, chance: Chance, emit: Emit) -> bool:
    """Count the spoils and queue their placement. Returns True once they are placed (TRN-5)."""
    if state.this_turn.collected:
        return True
    state.this_turn.collected = True
    _collect(state, state.on_turn, emit)
    return False


def _collect(state: State, seat: int, emit: Emit) -> None:
    items = spoils_due(state, seat)
    armies = sum([number for _, number in items])
    emit(SpoilsCounted(seat, tuple(items), armies))
    if armies:
        state.placings.append(Placing(seat, armies, PlacingPurpose.SPOILS))


def ask_place(state: State, placing: Placing, chance: Chance, emit: Emit) -> None:
    """Place armies where a wish list or the only territory says; otherwise ask their player."""
    if placing.purpose is PlacingPurpose.DEPLOY and _place_by_wish(state, placing, emit):
        return
    if placing.purpose is PlacingPurpose.SPOILS and not placing.begun:
        state.ask(placing.seat, DecisionKind.SPOILS)
        return
    only = _only_place(state, placing)
    may_trade = placing.purpose is PlacingPurpose.REINFORCEMENTS and not placing.begun
    if only is not None and not (may_trade and _is_to_trade(state, placing.seat)):
        put_armies(state, placing, only, placing.left, emit)
    else:
        state.ask(placing.seat, DecisionKind.REINFORCE if may_trade else DecisionKind.PLACE)


def _is_to_trade(state: State, seat: int) -> bool:
    # Depends only on the number of cards, which is public, so asking reveals nothing (ORD-2).
    return len(cards_in_play(state).hands[seat]) >= CARDS_OF_A_SET


def _only_place(state: State, placing: Placing) -> str | None:
    """Return the only territory open to the waiting armies; None if there is a choice."""
    if placing.allowed is not None:
        return placing.allowed[0] if len(placing.allowed) == 1 else None
    only = None
    for name, holding in state.holdings.items():
        if holding.owner == placing.seat:
            if only is not None:
                return None
            only = name
    return only


def allowed_territories(state: State, placing: Placing) -> tuple[str, ...]:
    """Return the territories open to the waiting armies, in board order."""
    if placing.allowed is not None:
        return placing.allowed
    return tuple(state.held_by(placing.seat))


def put_armies(state: State, placing: Placing, territory: str, armies: int, emit: Emit) -> None:
    """Place some of the waiting armies in a territory."""
    state.holdings[territory].armies += armies
    placing.left -= armies
    placing.begun = True
    if placing.purpose is PlacingPurpose.DEPLOY:
        state.players[placing.seat].unplaced -= armies
    if not placing.left:
        state.placings.remove(placing)
    emit(Placed(placing.seat, territory, armies, placing.purpose))


def _place_by_wish(state: State, placing: Placing, emit: Emit) -> bool:
    territory, armies = next_placement(state, placing.seat, placing.left, emit)
    if territory is None:
        return False
    put_armies(state, placing, territory, armies, emit)
    emit_order_answer(placing.seat, DecisionKind.PLACE, f"{territory} {armies}", emit)
    return True


def next_placement(state: State, seat: int, left: int, emit: Emit) -> tuple[str | None, int]:
    """Remove the next possible placement from a player's wish list and return it (SET-10).

    Returns (None, 0) when the list has none.
    """
    player = state.players[seat]
    while player.wishes.placements:
        (territory, wanted), *rest = player.wishes.placements
        armies = min(wanted, left)
        possible = state.holdings[territory].owner == seat and armies
        later = [(territory, wanted - armies)] if possible and wanted > armies else []
        player.wishes = player.wishes.with_placements((*later, *rest))
        if possible:
            return territory, armies
        name = state.board.territories[territory].name
        # Stored games hold this text, so a new wording would fail their audit.
        emit(OrderDisarmed(seat, "placements", f"{name} is not yours to place armies on."))
    return None, 0


def place_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every number of the waiting armies in every territory open to them."""
    placing = state.placings[0]
    yield Option(
        Place,
        {"territory": allowed_territories(state, placing), "armies": range(1, placing.left + 1)},
    )


def verify_place(state: State, seat: int, move: Place) -> None:
    """Check the territory and the number of armies against the first placing."""
    placing = state.placings[0]
    rule = PLACING_RULES[placing.purpose]
    name = state.board.territories[move.territory].name
    if (
        state.holdings[move.territory].owner != seat
        and placing.purpose is not PlacingPurpose.NEUTRAL
    ):
        raise IllegalMove(rule, "You don’t hold {name}.", name=name)
    if placing.allowed is not None and move.territory not in placing.allowed:
        raise IllegalMove(rule, "You can’t place these armies on {name}.", name=name)
    if not 1 <= move.armies <= placing.left:
        raise IllegalMove(
            rule,
            "You can place 1 to {left} armies." if placing.left > 1 else "You can place 1 army.",
            left=placing.left,
        )


def place(state: State, seat: int, move: Place, chance: Chance, emit: Emit) -> None:
    """Place some of the waiting armies."""
    put_armies(state, state.placings[0], move.territory, move.armies, emit)
