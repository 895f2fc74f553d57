"""TRN-8 and TRN-9: how a game ends, and the places."""

from rules.events import GameOver
from rules.state import Outcome, State
from rules.telling import Tell


def finish(state: State, winners: tuple[int, ...], reason: str, tell: Tell) -> None:
    """End the game at once; nothing stays to be decided."""
    outcome = Outcome(winners, reason, places(state, winners))
    state.outcome = outcome
    state.decisions = state.suspended = ()
    state.placings.clear()
    state.attack = state.assassination = state.landing = state.fall = None
    state.event = state.bound = None
    tell(GameOver(winners, reason, outcome.places))


def places(state: State, winners: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the seats by place, best first, those level together (TRN-8, TRN-9).

    Winners come first, then seats never left before those left; among these who is still in
    the game by their standing, then by order of elimination, last out best.
    """
    ranked: dict[tuple, list[int]] = {}
    for player in state.players:
        if player.seat in winners:
            key: tuple = (0,)
        elif player.eliminated:
            key = (1, not player.own, 1, -player.eliminated)
        else:
            key = (1, not player.own, 0, *(-item for item in standing(state, player.seat)))
        ranked.setdefault(key, []).append(player.seat)
    return tuple(tuple(ranked[key]) for key in sorted(ranked))


def standing(state: State, seat: int) -> tuple[int, int, int]:
    """Return banners, territories and armies, by which a game of fixed length is won (TRN-9)."""
    held = state.held_by(seat)
    armies = sum(state.holdings[name].armies for name in held)
    return len(state.players[seat].banners), len(held), armies


def end_by_rounds(state: State, tell: Tell) -> None:
    """End the game after the rounds fixed when it was made: the best standing wins (TRN-9)."""
    best = max(standing(state, seat) for seat in state.living())
    winners = tuple(seat for seat in state.living() if standing(state, seat) == best)
    finish(state, winners, "rounds", tell)
