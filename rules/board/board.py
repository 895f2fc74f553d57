"""A board: its territories, groups, sea zones and connections, and the routes of fleets."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

Voyage = tuple[str, int, frozenset[str]]
"""The cache key of `Board.voyages`: (source, maximum crossings, closed sea zones)."""


@dataclass(frozen=True, slots=True)
class Territory:
    """A territory; `number` is its index in board order, from 0.

    `empire` is the id of its group, which may also be an independent region or a continent.
    `symbol` is the symbol on its territory card in Classic.
    """

    id: str
    name: str
    empire: str
    seas: tuple[str, ...]
    neighbours: tuple[str, ...]
    wooded: bool
    rakers: bool
    symbol: str | None
    number: int


@dataclass(frozen=True, slots=True)
class Empire:
    """A group of territories: an "empire", an "independent" region or a "continent".

    `bonus` is the armies per turn for holding a whole continent, 0 for the other kinds.
    """

    id: str
    name: str
    kind: str
    color: str
    bonus: int
    territories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeaZone:
    """A sea zone and the neighbouring zones a fleet may cross into."""

    id: str
    name: str
    neighbours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection of two adjacent territories: a "land" border, a "sea" crossing or a "pass".

    `river` is the river along the border; `crosses` are the sea zones that a dotted line crosses.
    """

    a: str
    b: str
    kind: str
    river: str | None
    crosses: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """A map, shared by all games on it; `territories` are in board order.

    `groups` has the territory groups of every kind. `drawing` is the drawing from the document with
    two keys added: "territories" (id to its drawing) and "connections" (the path of each dotted
    line, None for land).
    """

    id: str
    name: str
    schema: int
    credits: str
    view_box: str
    territories: dict[str, Territory]
    groups: dict[str, Empire]
    sea_zones: dict[str, SeaZone]
    connections: tuple[Connection, ...]
    drawing: dict[str, Any]
    _voyages: dict[Voyage, Mapping[str, tuple[str, ...]]] = field(default_factory=dict, init=False)

    def __repr__(self) -> str:
        return f"Board({self.id!r})"

    @cached_property
    def empires(self) -> dict[str, Empire]:
        """The groups of kind "empire", which can have a stronghold."""
        return {key: group for key, group in self.groups.items() if group.kind == "empire"}

    @cached_property
    def continents(self) -> tuple[Empire, ...]:
        """The groups of kind "continent", in board order."""
        return tuple(group for group in self.groups.values() if group.kind == "continent")

    @cached_property
    def independents(self) -> tuple[str, ...]:
        """The territories of no empire, in board order."""
        free = {key for key, group in self.groups.items() if group.kind == "independent"}
        return tuple(key for key, space in self.territories.items() if space.empire in free)

    @cached_property
    def river_borders(self) -> dict[str, frozenset[frozenset[str]]]:
        """For each river, the pairs of territories with a border along it."""
        return {
            river: frozenset(
                frozenset((each.a, each.b)) for each in self.connections if each.river == river
            )
            for river in {each.river for each in self.connections if each.river}
        }

    @cached_property
    def _between(self) -> dict[tuple[str, str], Connection]:
        one_way = {(each.a, each.b): each for each in self.connections}
        return one_way | {(b, a): each for (a, b), each in one_way.items()}

    @cached_property
    def _coasts(self) -> dict[str, tuple[str, ...]]:
        return {
            zone: tuple(key for key, space in self.territories.items() if zone in space.seas)
            for zone in self.sea_zones
        }

    def is_adjacent(self, a: str, b: str) -> bool:
        """Return whether two territories share a border or a dotted line."""
        return (a, b) in self._between

    def connection(self, a: str, b: str) -> Connection:
        """Return the connection between two territories; raise KeyError if there is none."""
        return self._between[a, b]

    def crosses_river(self, a: str, b: str, river: str) -> bool:
        """Return whether the border of two territories runs along a river (EVT-19)."""
        return frozenset((a, b)) in self.river_borders.get(river, ())

    def on_sea(self, zone: str) -> tuple[str, ...]:
        """Return the territories that border a sea zone; raise KeyError for an unknown zone."""
        return self._coasts[zone]

    def coastal(self, territory: str) -> bool:
        """Return whether a territory borders any sea zone."""
        return bool(self.territories[territory].seas)

    def voyages(
        self, source: str, crossings: int, closed: frozenset[str] = frozenset()
    ) -> Mapping[str, tuple[str, ...]]:
        """Return the territories a fleet from `source` can reach, each with its route of zones.

        These are the other coastal territories within `crossings` borders between sea zones, in
        board order. Each route is the shortest that avoids the `closed` zones (FLT-2, FLT-6); a tie
        goes to the route whose zones come first in board order.
        """
        # No shortest route crosses more borders than there are zones: limit the number, so that
        # more keys are equal and the cache stays small.
        question = source, min(crossings, len(self.sea_zones)), closed
        if question not in self._voyages:
            self._voyages[question] = MappingProxyType(self._sail(*question))
        return self._voyages[question]

    def _sail(
        self, source: str, crossings: int, closed: frozenset[str]
    ) -> dict[str, tuple[str, ...]]:
        routes: dict[str, tuple[str, ...]] = {}
        for route in self._routes(source, crossings, closed):
            for territory in self._coasts[route[-1]]:
                routes.setdefault(territory, route)
        return {key: routes[key] for key in self.territories if key in routes and key != source}

    def _routes(
        self, source: str, crossings: int, closed: frozenset[str]
    ) -> Iterator[tuple[str, ...]]:
        # Breadth-first search: one route to each zone in range, by length, then by board order.
        open_zones = [zone for zone in self.sea_zones if zone not in closed]
        seas = self.territories[source].seas
        waiting: deque[tuple[str, ...]] = deque((zone,) for zone in open_zones if zone in seas)
        found = {zone for zone in open_zones if zone in seas}
        while waiting:
            route = waiting.popleft()
            yield route
            if len(route) > crossings:
                continue
            near = self.sea_zones[route[-1]].neighbours
            fresh = [zone for zone in open_zones if zone in near and zone not in found]
            found.update(fresh)
            waiting.extend((*route, zone) for zone in fresh)
