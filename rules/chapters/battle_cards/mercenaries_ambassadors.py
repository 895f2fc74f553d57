"""Chapter 6, cards played before the first attack: Mercenaries and Ambassadors."""

from collections.abc import Iterator

from rules.cards import BattleCard
from rules.chance import Chance
from rules.chapters.battle_cards.hands import (
    are_ambassadors_out,
    discard_card,
    has_card,
    remove_from_hand,
)
from rules.errors import IllegalMove
from rules.events.base import Emit
from rules.events.cards import CardPlayed, TruceEnded, TruceForced
from rules.events.turn import MercenariesPlayed
from rules.moves import PlayAmbassador, PlayMercenaries
from rules.moves.options import Option
from rules.state import State
from rules.state.treaties import Truce
from rules.state.under_way import Placing, PlacingPurpose


def mercenaries_options(state: State, seat: int) -> Iterator[Option]:
    """Offer every number of Mercenaries up to the number in hand, before any attack (MRC-1)."""
    held = state.players[seat].hand.count(BattleCard.MERCENARIES)
    if held and not state.this_turn.attacked:
        yield Option(PlayMercenaries, {"count": range(1, held + 1)})


def verify_mercenaries(state: State, seat: int, move: PlayMercenaries) -> None:
    """Raise IllegalMove after the first attack, or for more cards than are in hand (MRC-1)."""
    if state.this_turn.attacked:
        raise IllegalMove("MRC-1", "Play {Mercenaries} before your first attack of the turn.")
    held = state.players[seat].hand.count(BattleCard.MERCENARIES)
    if not held:
        raise IllegalMove("MRC-1", "You have no {Mercenaries}.")
    if not 1 <= move.count <= held:
        raise IllegalMove(
            "MRC-1",
            "You have only one {Mercenaries} card."
            if held == 1
            else "You have only {held} {Mercenaries} cards.",
            held=held,
        )


def play_mercenaries(
    state: State, seat: int, move: PlayMercenaries, chance: Chance, emit: Emit
) -> None:
    """Cover the next numbers on the track, and queue as many armies as their sum (MRC-1)."""
    numbers = state.ruleset.track[state.track : state.track + move.count]
    for _ in range(move.count):
        remove_from_hand(state, seat, BattleCard.MERCENARIES, emit)
    state.track += move.count
    emit(MercenariesPlayed(seat, numbers, sum(numbers)))
    state.placings.append(Placing(seat, sum(numbers), PlacingPurpose.MERCENARIES))


def are_in_truce(state: State, one: int, other: int | None) -> bool:
    """Return whether a forced truce bars two players from attacking each other (AMB-2).

    `other` is None for the neutral army, which has no truces.
    """
    return {one, other} in [{truce.seat, truce.other} for truce in state.truces]


def _can_use_ambassador(state: State, seat: int) -> bool:
    return (
        not state.this_turn.attacked
        and has_card(state, seat, BattleCard.AMBASSADOR)
        and not are_ambassadors_out(state)
    )


def ambassador_options(state: State, seat: int) -> Iterator[Option]:
    """Offer, before the first attack, opponents on whom the player has forced no truce (AMB-1)."""
    if _can_use_ambassador(state, seat):
        free = tuple(other for other in state.after(seat) if not _has_played(state, seat, other))
        if free:
            yield Option(PlayAmbassador, {"opponent": free})


def _has_played(state: State, seat: int, other: int) -> bool:
    return any(truce.seat == seat and truce.other == other for truce in state.truces)


def verify_ambassador(state: State, seat: int, move: PlayAmbassador) -> None:
    """Check an Ambassador against AMB-1 and AMB-4."""
    if state.this_turn.attacked:
        raise IllegalMove("AMB-1", "Send {Ambassadors} before your first attack of the turn.")
    if are_ambassadors_out(state):
        raise IllegalMove("AMB-4", "There are no {Ambassadors} with only two players left.")
    if not has_card(state, seat, BattleCard.AMBASSADOR):
        raise IllegalMove("AMB-1", "You have no {Ambassador}.")
    if move.opponent == seat or state.players[move.opponent].eliminated:
        raise IllegalMove("AMB-1", "Choose an opponent who is still in the game.")
    if _has_played(state, seat, move.opponent):
        raise IllegalMove(
            "AMB-1", "You already have {an Ambassador} with that player. You can’t send another."
        )


def play_ambassador(
    state: State, seat: int, move: PlayAmbassador, chance: Chance, emit: Emit
) -> None:
    """Force a truce; the card stays face up while the truce lasts (AMB-2, AMB-3)."""
    remove_from_hand(state, seat, BattleCard.AMBASSADOR, emit)
    state.truces.append(Truce(seat, move.opponent))
    emit(CardPlayed(seat, BattleCard.AMBASSADOR.value, "AMB-1"))
    emit(TruceForced(seat, move.opponent))


def end_truces(state: State, over: list[Truce], emit: Emit, rule: str = "AMB-2") -> None:
    """End truces and discard their Ambassadors, citing `rule`."""
    for truce in over:
        state.truces.remove(truce)
        emit(TruceEnded(truce.seat, truce.other))
        discard_card(state, truce.seat, BattleCard.AMBASSADOR, rule, emit)
