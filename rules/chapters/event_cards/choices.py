"""Choices on event cards: the Dragon (EVT-24), moves by night (EVT-30), blocking (FOR-3)."""

from collections.abc import Iterator

from rules.cards import EVENT_CARDS, BattleCard, Change, EventCard
from rules.chance import Chance
from rules.chapters.battle_cards.hands import has_card, lose_card
from rules.chapters.event_cards.in_force import verify_open, why_closed
from rules.chapters.event_cards.marches import march, possible_marches, verify_leaving, verify_way
from rules.chapters.orders.standing_orders import emit_order_answer, is_asked, policy
from rules.errors import IllegalMove
from rules.events.base import Emit
from rules.events.cards import ArmiesLost, ArmiesMoved, EventBlocked
from rules.moves import BlockEvent, ChooseDragonTarget, MoveArmies, Pass
from rules.moves.options import Option
from rules.questions import DecisionKind
from rules.state import State
from rules.state.under_way import OpenEvent

DRAGON_LOSS = 3
PIRATES_LOSS = 2


def lose_armies(state: State, event: OpenEvent, territory: str, armies: int, emit: Emit) -> int:
    """Remove armies from a territory, but never the last; return how many were lost."""
    holding = state.holdings[territory]
    lost = min(armies, holding.armies - 1)
    if lost:
        holding.armies -= lost
        emit(ArmiesLost(holding.owning_seat, territory, lost, EVENT_CARDS[event.card].rule))
    return lost


def dragon_targets(state: State, seat: int) -> tuple[str, ...]:
    """Return the enemy territories with an army to lose, in board order (EVT-24)."""
    return tuple(
        name
        for name, holding in state.holdings.items()
        if holding.owner != seat and holding.armies > 1
    )


def dragon_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every enemy territory with an army to lose (EVT-24)."""
    yield Option(ChooseDragonTarget, {"territory": dragon_targets(state, seat)})


def verify_dragon(state: State, seat: int, move: ChooseDragonTarget) -> None:
    """Raise IllegalMove for the player's own territory or one with a single army (EVT-24)."""
    holding = state.holdings[move.territory]
    name = state.board.territories[move.territory].name
    if holding.owner == seat:
        raise IllegalMove("EVT-24", "You already hold {name}.", name=name)
    if holding.armies < 2:
        raise IllegalMove(
            "EVT-24", "{name} has only 1 army left, which can’t be removed.", name=name
        )


def dragon(state: State, seat: int, move: ChooseDragonTarget, chance: Chance, emit: Emit) -> None:
    """Remove armies from one enemy territory."""
    lose_armies(state, state.open_event, move.territory, DRAGON_LOSS, emit)


def night_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every move by night that no event in force closes (EVT-30)."""
    for source, target in possible_marches(state, seat):
        if not why_closed(state, source, target):
            armies = range(1, state.holdings[source].armies)
            yield Option(MoveArmies, {"source": (source,), "target": (target,), "armies": armies})


def move_by_night_options(state: State, seat: int) -> Iterator[Option]:
    """Offer passing, which ends the moves by night, and every open move (EVT-30)."""
    yield Option(Pass, {})
    yield from night_options(state, seat)


def verify_move_armies(state: State, seat: int, move: MoveArmies) -> None:
    """Check a move by night: own, adjacent and open territories, one army left behind (EVT-30)."""
    verify_way(state, seat, move, "EVT-30")
    verify_open(state, move.source, move.target)
    verify_leaving(state, move.source, move.armies, "EVT-30")


def move_armies(state: State, seat: int, move: MoveArmies, chance: Chance, emit: Emit) -> None:
    """Move armies between adjacent territories, using up one move by night."""
    march(state, move)
    state.open_event.moves -= 1
    emit(ArmiesMoved(seat, move.source, move.target, move.armies))


def stop_moving(state: State) -> None:
    """Give up the remaining moves by night."""
    state.open_event.moves = 0


# Blocking an event (FOR-3)


def losses_at_stake(state: State, card: EventCard, seat: int) -> dict[str, int]:
    """Return {territory: armies lost} for a player if the card is not blocked (EVT-3, 7, 27)."""
    if EVENT_CARDS[card].change is Change.PIRATES:
        return {
            name: min(PIRATES_LOSS, state.holdings[name].armies - 1)
            for name in state.held_by(seat)
            if state.board.territories[name].seas and state.holdings[name].armies > 1
        }
    return {name: state.holdings[name].armies // 2 for name in EVENT_CARDS[card].places}


def is_block_open(state: State, event: OpenEvent, seat: int, emit: Emit) -> bool:
    """Ask whether to block the event and return True, unless a standing order answers (FOR-3)."""
    if event.stage:
        return False
    if not state.players[seat].hand:
        return False
    armed = has_card(state, seat, BattleCard.FORTIFICATION)
    if is_asked(state, seat, "block_event", armed):
        state.ask(seat, DecisionKind.BLOCK_EVENT)
        return True
    if armed and policy(state, seat, "block_event") == "always":
        emit_order_answer(seat, DecisionKind.BLOCK_EVENT, "always", emit)
        _block(state, event, seat, emit)
    return False


def _block(state: State, event: OpenEvent, seat: int, emit: Emit) -> None:
    event.blocked = True
    emit(EventBlocked(seat, event.card.value))
    lose_card(state, seat, BattleCard.FORTIFICATION, "FOR-3", emit)


def block_options(state: State, seat: int) -> Iterator[Option]:
    """Offer passing and, with a Fortification in hand, blocking the event (FOR-3)."""
    yield Option(Pass, {})
    if has_card(state, seat, BattleCard.FORTIFICATION):
        yield Option(BlockEvent, {})


def verify_block_event(state: State, seat: int, move: BlockEvent) -> None:
    """Raise IllegalMove unless the player has a Fortification (FOR-3)."""
    if not has_card(state, seat, BattleCard.FORTIFICATION):
        raise IllegalMove("FOR-3", "You have no {Fortification}.")


def block_event(state: State, seat: int, move: BlockEvent, chance: Chance, emit: Emit) -> None:
    """Block the event; the Fortification and the event card are both discarded."""
    _block(state, state.open_event, seat, emit)
