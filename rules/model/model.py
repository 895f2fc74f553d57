"""A position as numbers, with the moves of a turn."""

from rules.model.layout import Layout

NOBODY = -1


class Model:
    """A position as numbers.

    `owner` is NOBODY for neutral and vacant territories. `stronghold` and `headquarters` are
    territories by seat, NOBODY if there is none. A fallen stronghold becomes NOBODY; captured
    headquarters stay in the list. `banners` and `cards` are counts by seat, `alive` the seats not
    eliminated. `totals`, `held` (by seat) and `shares` (by region, then seat) are derived from
    `armies` and `owner`. `has_captured`: the player on turn has captured a territory this turn.
    """

    __slots__ = (
        "alive",
        "armies",
        "banners",
        "cards",
        "has_captured",
        "headquarters",
        "held",
        "layout",
        "owner",
        "shares",
        "stronghold",
        "totals",
    )

    layout: Layout
    owner: list[int]
    armies: list[float]
    totals: list[float]
    held: list[int]
    shares: list[int]
    stronghold: list[int]
    headquarters: tuple[int, ...]
    banners: list[int]
    cards: list[int]
    alive: tuple[int, ...]
    has_captured: bool

    def copy(self) -> "Model":
        """Return an independent copy."""
        copy = Model.__new__(Model)
        copy.layout, copy.headquarters = self.layout, self.headquarters
        copy.owner, copy.armies = self.owner[:], self.armies[:]
        copy.totals, copy.held, copy.shares = self.totals[:], self.held[:], self.shares[:]
        copy.stronghold, copy.banners, copy.cards = (
            self.stronghold[:],
            self.banners[:],
            self.cards[:],
        )
        copy.alive, copy.has_captured = self.alive, self.has_captured
        return copy

    # The moves of a turn

    def place(self, territory: int, armies: float) -> None:
        """Add armies to a territory, or remove them if negative."""
        self.armies[territory] += armies
        if self.owner[territory] >= 0:
            self.totals[self.owner[territory]] += armies

    def march(self, source: int, target: int, armies: float) -> None:
        """Move armies between two territories, regardless of their owners."""
        self.place(source, -armies)
        self.place(target, armies)

    def take(self, territory: int, seat: int) -> None:
        """Give a territory with its armies to another owner."""
        before, armies = self.owner[territory], self.armies[territory]
        region = self.layout.region[territory] * len(self.totals)
        if before >= 0:
            self.totals[before] -= armies
            self.held[before] -= 1
            self.shares[region + before] -= 1
        if seat >= 0:
            self.totals[seat] += armies
            self.held[seat] += 1
            self.shares[region + seat] += 1
        self.owner[territory] = seat

    def capture(self, source: int, target: int, armies: float) -> None:
        """Capture a territory without defenders, move armies in, and carry out any elimination."""
        captor, loser = self.owner[source], self.owner[target]
        self.take(target, captor)
        self.has_captured = True
        self.march(source, target, armies)
        if loser < 0:
            return
        has_fallen = self.stronghold[loser] == target
        if has_fallen or (not self.layout.has_strongholds and not self.held[loser]):
            self._eliminate(loser, captor)

    def _eliminate(self, loser: int, captor: int) -> None:
        """Take a player's banners and cards, and vacate their territories (ELM-1, ELM-2)."""
        self.alive = tuple([seat for seat in self.alive if seat != loser])
        self.banners[captor] += self.banners[loser]
        self.banners[loser] = 0
        self.stronghold[loser] = NOBODY
        if len(self.alive) == 1:
            return
        self.cards[captor] += self.cards[loser]
        self.cards[loser] = 0
        for territory, owner in enumerate(self.owner):
            if owner == loser:
                self.place(territory, -self.armies[territory])
                self.take(territory, NOBODY)

    # Queries

    def income(self, seat: int) -> int:
        """Return the spoils or reinforcements of a seat (TRN-6, CLA-3)."""
        layout, seats = self.layout, len(self.totals)
        armies = layout.banner * self.banners[seat]
        if layout.territories_for_army:
            armies += max(layout.least, self.held[seat] // layout.territories_for_army)
        shares = self.shares
        for region, size, bonus in layout.bonuses:
            if shares[region * seats + seat] == size:
                armies += bonus
        for regions, size, bonus in layout.joint_bonuses:
            if sum([shares[region * seats + seat] for region in regions]) == size:
                armies += bonus
        return armies

    def is_whole(self, region: int, seat: int) -> bool:
        """Return whether a seat holds a whole region."""
        held = self.shares[region * len(self.totals) + seat]
        return held == len(self.layout.members[region])

    def is_front(self, territory: int) -> bool:
        """Return whether a territory borders one with another owner."""
        owner = self.owner
        return any(owner[near] != owner[territory] for near in self.layout.near[territory])
