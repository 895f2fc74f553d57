"""Chapter 8 as data: standing orders and wish lists."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules.json import LATER


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits of a standing order (ORD-9); a field that is empty, None or 0 sets no limit.

    The order applies in defence of `territories`, `against` one seat, while the player has more
    than `keep` of the cards it spends, and until the end of round `until`.
    """

    territories: tuple[str, ...] = ()
    against: int | None = None
    keep: int = 0
    until: int = 0


@dataclass(frozen=True, slots=True)
class Orders:
    """Standing orders (ORD-1).

    `fallbacks` answer for orders that do not apply, or when an "ask" gets no answer. `limits` maps
    an order to its limits, `off` an expired order to the reason for its expiry (ORD-9).
    """

    dice: str = "most"
    fortification: str = "ask"
    hidden: str = "ask"
    block: str = "ask"
    strike: str = "ask"
    counter: str = "ask"
    block_event: str = "ask"
    ruin: str = "ask"
    fill: str = "ask"
    fallbacks: Mapping[str, str] = field(default_factory=dict)
    sets: str = field(default="ask", metadata=LATER)
    limits: Mapping[str, Limit] = field(default_factory=dict, metadata=LATER)
    off: Mapping[str, str] = field(default_factory=dict, metadata=LATER)


ORDER_CHOICES: dict[str, tuple[str, ...]] = {
    "dice": ("most", "ask"),
    "fortification": ("never", "stronghold", "home", "always", "ask"),
    "hidden": ("outnumbered", "always", "never", "ask"),
    "block": ("never", "stronghold", "always", "ask"),
    "strike": ("never", "always", "ask"),
    "counter": ("always", "never", "ask"),
    "block_event": ("never", "always", "ask"),
    "ruin": ("never", "ask"),
    "fill": ("auto", "ask"),
    "sets": ("best", "ask"),
}
"""The values of each standing order (ORD-1); "ask" cannot be a fall-back."""

FALLBACKS: dict[str, str] = {
    "dice": "most",
    "fortification": "never",
    "hidden": "never",
    "block": "never",
    "strike": "never",
    "counter": "never",
    "block_event": "never",
    "ruin": "never",
    "fill": "auto",
    "sets": "best",
}
"""The default fall-backs (ORD-6: spend no card, reveal no army)."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """A wish list (SET-10).

    `claims`: territories in order of preference. `strongholds`: empire to territory.
    `placements`: (territory, armies) in order.
    """

    claims: tuple[str, ...] = ()
    strongholds: Mapping[str, str] = field(default_factory=dict)
    placements: tuple[tuple[str, int], ...] = ()

    def with_claims(self, claims: tuple[str, ...]) -> "Wishes":
        """Return a copy with other claims."""
        return replace(self, claims=claims)

    def with_placements(self, placements: tuple[tuple[str, int], ...]) -> "Wishes":
        """Return a copy with other placements."""
        return replace(self, placements=placements)
