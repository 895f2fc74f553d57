"""TRN-8 and TRN-9: ending a game and ranking its players."""

from rules.cards import BattleCard
from rules.chapters.armies.move_in import move_in_fewest
from rules.chapters.battle_cards.hands import return_card
from rules.events.base import Emit
from rules.events.turn import GameOver
from rules.reasons import GameEnd
from rules.state import Outcome, State
from rules.state.players import Player


def finish(state: State, winners: tuple[int, ...], reason: GameEnd, emit: Emit) -> None:
    """End the game at once and clear every open decision and unfinished action."""
    _settle_unfinished_actions(state, emit)
    outcome = Outcome(winners, reason, places(state, winners))
    state.outcome = outcome
    state.decisions = state.suspended = ()
    state.placings.clear()
    state.trades.clear()
    state.attack = state.assassination = state.landing = state.fall = None
    state.event = state.bound = state.spying = None
    if state.territory_cards is not None:
        state.territory_cards.trading = False
    emit(GameOver(winners, reason, outcome.places))


def _settle_unfinished_actions(state: State, emit: Emit) -> None:
    """Settle unfinished actions so that every card and army is accounted for."""
    if state.landing is not None:
        move_in_fewest(state, emit)
    attack = state.attack
    if attack is not None and attack.fleet:
        state.holdings[attack.source].armies += attack.aboard
        return_card(state, attack.attacker, BattleCard.FLEET, "TRN-9", emit)
    if attack is not None and attack.fortification:
        return_card(state, attack.defending_seat, BattleCard.FORTIFICATION, "TRN-9", emit)
    for used in (state.assassination, state.bound and state.bound.assassination):
        if used:
            return_card(state, used.seat, BattleCard.ASSASSIN, "TRN-9", emit)
    if state.spying is not None and not state.spying.looked:
        return_card(state, state.spying.seat, BattleCard.ASSASSIN, "TRN-9", emit)
    if state.event is not None:
        state.event_discard.append(state.event.card)


def persons_at_table(state: State) -> list[Player]:
    """Return the people still in the game and in their own seats (TRN-9)."""
    return [
        player for player in state.players if player.person and player.own and not player.eliminated
    ]


def end_if_agreed(state: State, emit: Emit) -> None:
    """End the game once all people at the table, at least two, agree on the winners (TRN-9)."""
    words = {state.agreed.get(player.seat) for player in persons_at_table(state)}
    if len(words) == 1 and len(persons_at_table(state)) > 1:
        winners = words.pop()
        if winners is not None:
            finish(state, winners, GameEnd.AGREED, emit)


def drop_votes_for(state: State, seat: int) -> None:
    """Drop a departed player's vote for a result, and every vote that names them (TRN-9)."""
    state.agreed = {
        speaker: winners
        for speaker, winners in state.agreed.items()
        if speaker != seat and seat not in winners
    }


def places(state: State, winners: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the seats by place, best first; tied seats share a tuple (TRN-8, TRN-9).

    Winners come first, then seats still played by their own player, then abandoned seats. In the
    last two groups surviving seats rank by `standing`; eliminated seats follow, the last one
    eliminated first.
    """
    ranked: dict[tuple[int, ...], list[int]] = {}
    for player in state.players:
        if player.seat in winners:
            key: tuple[int, ...] = (0,)
        elif player.eliminated:
            key = (1, not player.own, 1, -player.eliminated)
        else:
            key = (1, not player.own, 0, *(-item for item in standing(state, player.seat)))
        ranked.setdefault(key, []).append(player.seat)
    return tuple(tuple(ranked[key]) for key in sorted(ranked))


def standing(state: State, seat: int) -> tuple[int, int, int]:
    """Return (banners, territories, armies), compared in this order at the round limit (TRN-9)."""
    held = state.held_by(seat)
    armies = sum(state.holdings[name].armies for name in held)
    return len(state.players[seat].banners), len(held), armies


def end_by_rounds(state: State, emit: Emit) -> None:
    """End the game at its round limit: the best standing wins (TRN-9).

    Abandoned seats can win only if no other seat is still in the game.
    """
    living = state.living()
    playing = [seat for seat in living if state.players[seat].own] or living
    best = max(standing(state, seat) for seat in playing)
    winners = tuple(seat for seat in playing if standing(state, seat) == best)
    finish(state, winners, GameEnd.ROUNDS, emit)
