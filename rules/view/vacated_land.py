"""Chapter 5: the public view of an eliminated player's territories while they are filled."""

from dataclasses import dataclass

from rules.chapters.attack.elimination import territories_with_spare
from rules.state import State
from rules.state.under_way import Elimination


@dataclass(frozen=True, slots=True)
class VacatedLand:
    """Territories that wait to be filled.

    `first` names the sources that the captor must use first, once per army; the captor's stronghold
    is never among them (ELM-4). `shares` gives, for each other seat, the fewest and the most
    territories that it will fill; the number depends on which players let their strongholds give
    armies.
    """

    territories: tuple[str, ...]
    first: tuple[str, ...]
    shares: dict[int, tuple[int, int]]


def vacated_land(state: State) -> VacatedLand | None:
    """Return the vacant territories after an elimination; None if there are none."""
    fall = state.fall
    if fall is None or not fall.vacated:
        return None
    guarded = territories_with_spare(state, fall.captor, stronghold=False)
    first = tuple(
        name
        for name in (fall.target, fall.source)
        if name in guarded
        for _ in range(state.holdings[name].armies - 1)
    )
    return VacatedLand(tuple(fall.vacated), first, _shares(state, fall))


def _shares(state: State, fall: Elimination) -> dict[int, tuple[int, int]]:
    seats, vacant = state.after(fall.captor), len(fall.vacated)
    most = {seat: _to_spare(state, seat, stronghold=True) for seat in seats}
    guarded = {seat: _to_spare(state, seat, stronghold=False) for seat in seats}
    return {
        seat: (
            _dealt(vacant, {**most, seat: guarded[seat]})[seat],
            _dealt(vacant, {**guarded, seat: most[seat]})[seat],
        )
        for seat in seats
    }


def _to_spare(state: State, seat: int, stronghold: bool) -> int:
    return sum(
        state.holdings[name].armies - 1 for name in territories_with_spare(state, seat, stronghold)
    )


def _dealt(vacant: int, armies: dict[int, int]) -> dict[int, int]:
    """Return how many vacant territories each seat fills if the seats take turns."""
    left, filled = vacant, dict.fromkeys(armies, 0)
    while left and any(filled[seat] < number for seat, number in armies.items()):
        for seat, number in armies.items():
            if left and filled[seat] < number:
                filled[seat] += 1
                left -= 1
    return filled
