"""ELM-7 and TRN-9: resigning, stewards, bots, substitutes and agreed results."""

from dataclasses import replace

from rules.chance import Chance
from rules.chapters.diplomacy.trades import withdraw_all_of
from rules.chapters.ending import end_if_agreed, finish, persons_at_table
from rules.errors import IllegalMove
from rules.events.base import Emit
from rules.events.turn import Resigned, ResultAgreed, SeatTaken
from rules.moves import (
    AgreeResult,
    AskOnlyPlayable,
    ClaimWin,
    Control,
    EndGame,
    Resign,
    TakeSeat,
)
from rules.reasons import GameEnd, TradeEnd
from rules.state import State


def verify_resign(state: State, seat: int, move: Resign) -> None:
    """Raise IllegalMove if the player has already left the seat (ELM-7)."""
    if not state.players[seat].own:
        raise IllegalMove("ELM-7", "You have already left this game.")


def resign(state: State, seat: int, move: Resign, chance: Chance, emit: Emit) -> None:
    """Leave the seat to a bot or a steward, as the game's options say (ELM-7)."""
    emit(Resigned(seat))
    withdraw_all_of(state, seat, TradeEnd.RESIGNED, emit)
    _seat(state, seat, Control(state.options.on_resign), False, emit)


def verify_take_seat(state: State, seat: int, move: TakeSeat) -> None:
    """Raise IllegalMove if the player has been eliminated (ELM-7)."""
    if state.players[seat].eliminated:
        raise IllegalMove("ELM-7", "That player has been eliminated.")


def take_seat(state: State, seat: int, move: TakeSeat, chance: Chance, emit: Emit) -> None:
    """Put a steward, a bot, a substitute or the player in control of the seat."""
    if move.control is Control.PLAYER:
        state.players[seat].person = True
        if sum(player.person for player in state.players) > 1:
            # With a second person in the game, being asked would reveal a hand (ORD-2).
            state.options = replace(state.options, only_playable=False)
    _seat(state, seat, move.control, move.own, emit)


def _seat(state: State, seat: int, control: Control, own: bool, emit: Emit) -> None:
    player = state.players[seat]
    was_at_table = player in persons_at_table(state)
    player.control, player.own = control, own
    emit(SeatTaken(seat, control.value))
    # Only the departure of a person can empty the table or make the remaining players unanimous.
    if was_at_table and not own:
        state.agreed.pop(seat, None)
        if not persons_at_table(state):
            finish(state, (), GameEnd.ABANDONED, emit)
        else:
            end_if_agreed(state, emit)


def verify_agree(state: State, seat: int, move: AgreeResult) -> None:
    """Check that the player may vote, and that winners are living players named once (TRN-9)."""
    at_table = persons_at_table(state)
    if state.players[seat] not in at_table:
        raise IllegalMove(
            "TRN-9", "Only players who are still in their own seats can agree on a result."
        )
    if len(at_table) < 2:
        raise IllegalMove("TRN-9", "There is nobody left to agree with.")
    if move.winners is not None:
        if not move.winners or len(set(move.winners)) < len(move.winners):
            raise IllegalMove("TRN-9", "Choose the winners, each only once.")
        if any(state.players[winner].eliminated for winner in move.winners):
            raise IllegalMove("TRN-9", "Winners must still be in the game.")


def agree(state: State, seat: int, move: AgreeResult, chance: Chance, emit: Emit) -> None:
    """Record a player's vote for a result; the game ends once all votes match."""
    state.agreed.pop(seat, None)
    if move.winners is not None:
        state.agreed[seat] = tuple(sorted(move.winners))
    emit(ResultAgreed(seat, move.winners))
    end_if_agreed(state, emit)


def verify_claim_win(state: State, seat: int, move: ClaimWin) -> None:
    """Raise IllegalMove while anyone else still plays in their own seat (TRN-9)."""
    others = [player for player in state.players if player.own and not player.eliminated]
    if [player.seat for player in others] != [seat]:
        raise IllegalMove(
            "TRN-9", "You can’t claim the win while other players are still in their seats."
        )


def claim_win(state: State, seat: int, move: ClaimWin, chance: Chance, emit: Emit) -> None:
    """Win the game as the last player in their own seat."""
    finish(state, (seat,), GameEnd.CLAIMED, emit)


def verify_end_game(state: State, seat: int, move: EndGame) -> None:
    """Raise IllegalMove for winners who are eliminated or named twice (TRN-9)."""
    if len(set(move.winners)) < len(move.winners):
        raise IllegalMove("TRN-9", "Choose the winners, each only once.")
    if any(state.players[winner].eliminated for winner in move.winners):
        raise IllegalMove("TRN-9", "Winners must still be in the game.")


def end_game(state: State, seat: int, move: EndGame, chance: Chance, emit: Emit) -> None:
    """End the game for a moderator: with winners, or cancelled without a result."""
    reason = GameEnd.MODERATOR if move.winners else GameEnd.CANCELLED
    finish(state, move.winners, reason, emit)


def verify_only_playable(state: State, seat: int, move: AskOnlyPlayable) -> None:
    """Raise IllegalMove if several people play: being asked would reveal their hands (ORD-2)."""
    if move.only_playable and sum(player.person for player in state.players) > 1:
        raise IllegalMove("ORD-2", "There is more than one human player in this game.")


def ask_only_playable(
    state: State, seat: int, move: AskOnlyPlayable, chance: Chance, emit: Emit
) -> None:
    """Choose whether players are asked only when they have something to play."""
    state.options = replace(state.options, only_playable=move.only_playable)
