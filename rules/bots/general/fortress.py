"""Headquarters: the garrison for a seat's headquarters, and the sweeps that win the game."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import permutations

from rules.bots.weights import WorldWeights
from rules.model import NOBODY, Model

SETS = {3: 0.4, 4: 0.8}
"""The chance that a player with this many cards has a set; five or more always contain one."""
SET = 4
"""The armies a set is worth in a game with headquarters."""
MOST_SWEPT = 3


def garrison(model: Model, seat: int, weights: WorldWeights) -> int:
    """Return how many armies should guard a seat's headquarters until its next turn."""
    place = model.headquarters[seat]
    if place < 0:
        return 1
    beside, behind = forces_near(model, place, seat, weights.passing)
    most = 0.0
    for rival in model.alive:
        if rival != seat:
            more = reinforcements(model, rival, SET)
            force = max(0.0, beside[rival]) + behind[rival]
            if beside[rival] >= 0:
                most = max(most, force + more)
            elif behind[rival] + more > 0:
                most = max(most, weights.depth * (force + more))
    return max(1, round(weights.wall * most))


def reinforcements(model: Model, seat: int, value: float) -> float:
    """Return the armies a seat is expected to place on its turn; a set is worth `value` armies."""
    cards = model.cards[seat]
    return model.income(seat) + value * (SETS.get(cards, 0.0) if cards < 5 else 1.0)


def forces_near(
    model: Model, place: int, seat: int, passing: float
) -> tuple[list[float], list[float]]:
    """Return the armies with which each seat could attack a territory: (adjacent, farther away).

    One army stays behind on each territory. The adjacent force is negative for a seat without
    adjacent territories. The other force is what the seat's strongest distant stack would have left
    on arrival; it is negative if the stack would not arrive, unless the seat has adjacent
    territories: then it is 0.
    """
    near, owner, armies = model.layout.near, model.owner, model.armies
    beside, behind = [-1.0] * len(model.totals), [-99.0] * len(model.totals)
    waiting = [(0.0, other) for other in near[place]]
    seen = {place}
    while waiting:
        toll, here = heappop(waiting)
        if here in seen:
            continue
        seen.add(here)
        rival = owner[here]
        if rival not in (seat, NOBODY):
            if toll:
                behind[rival] = max(behind[rival], armies[here] - 1 - toll)
            else:
                beside[rival] = max(0.0, beside[rival]) + armies[here] - 1
        toll += passing * armies[here] + 1
        for other in near[here]:
            if other not in seen:
                heappush(waiting, (toll, other))
    return beside, [max(0.0, force) if beside[r] >= 0 else force for r, force in enumerate(behind)]


def sweeps(model: Model, seat: int, needed: int) -> Iterator[Sequence[int]]:
    """Yield every order in which a seat could capture the headquarters it still needs to win."""
    own = model.headquarters[seat]
    places = [place for place in model.headquarters if place >= 0]
    missing = [place for place in places if model.owner[place] != seat]
    number = needed - (len(places) - len(missing))
    missing.sort(key=lambda place: (place != own, model.armies[place], place))
    number = max(number, int(model.owner[own] != seat)) if own >= 0 else 0
    if 0 < number <= min(MOST_SWEPT, len(missing)):
        yield from permutations(missing[:number])
