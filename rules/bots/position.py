"""A position as a captain reads it from its view: owners, threats and garrisons."""

from collections.abc import Iterator
from functools import cached_property
from heapq import heapify, heappop, heappush
from math import ceil

from rules.chapters.diplomacy.pacts import SPARE, parties
from rules.errors import required
from rules.state.treaties import Pact
from rules.view import View

COST_OF_STORMING = 1.57
"""Armies lost per army killed, two dice against two: 1.22 to 0.78 in a battle."""
COST_OF_PASSING = 0.9
"""The same ratio for territories on the way: three dice against mostly small garrisons."""
LEAST_GARRISON = 3
FLEET_FEAR = 0.5
"""The share of a fleet's armies counted as a threat: few hands contain a Fleet."""
HIRE_FEAR = 0.4
"""The share of the armies of the next Mercenaries counted as a threat from each opponent."""


class Position:
    """A position as one seat sees it, read from its view once."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.own_seat
        self.territories = view.board.territories
        self.owner = {name: view.owner(name) for name in self.territories}
        self.armies = {name: view.armies(name) for name in self.territories}
        self.players = {player.seat: player for player in view.players if not player.eliminated}
        self.strongholds = {
            player.stronghold: seat for seat, player in self.players.items() if player.stronghold
        }
        self.own = self.players[self.seat].stronghold
        self.home = self.players[self.seat].empire

    @property
    def stronghold(self) -> str:
        """The territory of the captain's stronghold, in games with strongholds."""
        return required(self.own, "stronghold of this player")

    @cached_property
    def mine(self) -> list[str]:
        """The captain's territories, in board order."""
        return [name for name, owner in self.owner.items() if owner == self.seat]

    def is_front(self, name: str) -> bool:
        """Return whether a territory of the captain borders territories of others."""
        return any(self.owner[near] != self.seat for near in self._beside(name))

    @cached_property
    def steps_to_front(self) -> dict[str, int]:
        """The number of moves to the nearest front from each of the captain's territories."""
        steps = {name: 0 for name in self.mine if self.is_front(name)}
        reached = list(steps)
        for name in reached:
            for near in self._beside(name):
                if self.owner[near] == self.seat and near not in steps:
                    steps[near] = steps[name] + 1
                    reached.append(near)
        return steps

    def _beside(self, name: str) -> tuple[str, ...]:
        return self.territories[name].neighbours

    # Empires

    @cached_property
    def regions(self) -> dict[str, tuple[str, ...]]:
        """The regions that earn spoils when held completely: the empires, and "independents"."""
        board = self.view.board
        regions = {key: empire.territories for key, empire in board.empires.items()}
        return regions | ({"independents": board.independents} if board.independents else {})

    def region(self, name: str) -> str:
        """Return the empire a territory belongs to, or "independents"."""
        empire = self.territories[name].empire
        return empire if empire in self.regions else "independents"

    def is_whole(self, region: str, seat: int) -> bool:
        """Return whether a player holds all of an empire, or all independents."""
        return all(self.owner[name] == seat for name in self.regions[region])

    # Possible targets

    @cached_property
    def spared(self) -> frozenset[int]:
        """Seats not to be attacked: under a forced truce, or partners of a pact in force."""
        sides = [(truce.seat, truce.other) for truce in self.view.truces]
        bound = {one for one, other in sides if other == self.seat}
        bound |= {other for one, other in sides if one == self.seat}
        return self.partners | bound

    @cached_property
    def partners(self) -> frozenset[int]:
        """All players with whom a pact is in force, whatever its terms."""
        return frozenset(seat for pact in self._pacts for seat in parties(pact)) - {self.seat}

    @cached_property
    def _pacts(self) -> list[Pact]:
        return [
            pact
            for pact in self.view.pacts
            if pact.status == "in_force" and self.seat in parties(pact)
        ]

    @cached_property
    def _spared_places(self) -> frozenset[str]:
        terms = [term for pact in self._pacts for term in pact.terms]
        return frozenset(term.removeprefix(SPARE) for term in terms if term.startswith(SPARE))

    @cached_property
    def has_events(self) -> bool:
        """Whether any event card is in force."""
        return bool(self.view.in_force)

    def is_target(self, source: str, target: str) -> bool:
        """Return whether a captain may attack `target` from `source` if it is within reach."""
        owner = self.owner[target]
        if owner == self.seat or owner in self.spared:
            return False
        if owner is None and not self.armies[target]:
            # A territory without an owner is vacant, or the neutral army's if it has armies.
            return False
        if self._spared_places and not self._spared_places.isdisjoint(
            (target, self.territories[target].empire)
        ):
            return False
        return not (self.has_events and self.view.is_closed(source, target))

    def targets(self, source: str) -> Iterator[str]:
        """Yield the territories a captain may attack by land from one of its own."""
        for target in self._beside(source):
            if self.is_target(source, target):
                yield target

    # Dangers

    @cached_property
    def threats(self) -> dict[int, float]:
        """The armies with which each opponent could attack the captain's stronghold next turn.

        Players on whom the captain has forced a truce are left out.
        """
        held_off = [truce.other for truce in self.view.truces if truce.seat == self.seat]
        rivals = [seat for seat in self.players if seat != self.seat and seat not in held_off]
        beside, behind, at_sea = (dict.fromkeys(rivals, 0.0) for _ in range(3))
        for name, toll in self.ways(self.stronghold).items():
            owner, force = self.owner[name], self.armies[name] - 1 - toll
            if owner in beside and toll:
                behind[owner] = max(behind[owner], force)
            elif owner in beside:
                beside[owner] += force
        for name in self.view.voyages(self.stronghold):
            owner = self.owner[name]
            if owner in at_sea and self.players[owner].cards:
                at_sea[owner] = max(at_sea[owner], FLEET_FEAR * (self.armies[name] - 1))
        return {
            seat: max(beside[seat] + behind[seat], at_sea[seat]) + self._hired(seat)
            for seat in rivals
        }

    def _hired(self, seat: int) -> float:
        """Return the armies an opponent may hire at the start of a turn."""
        track = self.view.ruleset.track
        if not self.players[seat].cards or self.view.track >= len(track):
            return 0.0
        return HIRE_FEAR * track[self.view.track]

    def ways(self, name: str, marching: int | None = None) -> dict[str, float]:
        """Return the territories from which `name` can be reached by land, each with its toll.

        The toll is the cost in armies of fighting through all territories between, 0 for
        neighbours. The seat `marching`, if any, cannot cross its own territories, because armies
        only move by capturing.
        """
        ways: dict[str, float] = {}
        waiting = [(0.0, self.territories[near].number, near) for near in self._beside(name)]
        heapify(waiting)
        far = max(self.armies.values())
        while waiting:
            toll, _, here = heappop(waiting)
            if here in ways or here == name:
                continue
            ways[here] = toll
            if marching is not None and self.owner[here] == marching:
                continue
            toll += COST_OF_PASSING * self.armies[here] + 1
            if toll < far:
                for near in self._beside(here):
                    if near not in ways:
                        heappush(waiting, (toll, self.territories[near].number, near))
        return ways

    @cached_property
    def garrison(self) -> int:
        """The garrison that gives an attack on the captain's stronghold at most an even chance."""
        force = max(self.threats.values(), default=0.0)
        return max(LEAST_GARRISON, ceil(force / COST_OF_STORMING))

    def keep(self, name: str) -> int:
        """Return how many armies stay on one of the captain's territories when it attacks."""
        return self.garrison if name == self.own else 1

    def force(self, name: str) -> int:
        """Return how many armies one of the captain's territories can spend on attacks."""
        return max(0, self.armies[name] - self.keep(name))
