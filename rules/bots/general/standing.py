"""The standing of the players, from public facts: armies, the leader, and shared borders."""

from collections import Counter
from functools import cached_property

from rules.bots.diplomacy import strengths
from rules.view import View

BEATEN = 0.5
"""A player with fewer armies than this share of the mean is beaten."""


class Standing:
    """The strength and borders of the players, as everybody sees them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.strength = strengths(view)

    @cached_property
    def mean(self) -> float:
        """The mean number of armies of a player."""
        return sum(self.strength.values()) / max(1, len(self.strength))

    @cached_property
    def facing(self) -> Counter[tuple[int, int]]:
        """Maps (seat, neighbour) to the seat's armies on territories that border the neighbour."""
        view, found = self.view, Counter[tuple[int, int]]()
        for name, territory in view.board.territories.items():
            owner = view.owner(name)
            if owner is None:
                continue
            others = {view.owner(near) for near in territory.neighbours} - {owner, None}
            for other in others:
                if other is not None:
                    found[owner, other] += view.armies(name)
        return found

    def is_beaten(self, seat: int) -> bool:
        """Return whether a player has too few armies to matter."""
        return self.strength[seat] < BEATEN * self.mean

    def leader(self, alarm: float) -> int | None:
        """Return the player with at least `alarm` times the others' mean armies, or None."""
        if not alarm or len(self.strength) < 2:
            return None
        most = max(self.strength, key=lambda seat: self.strength[seat])
        others = [armies for seat, armies in self.strength.items() if seat != most]
        return most if self.strength[most] >= alarm * sum(others) / len(others) else None
