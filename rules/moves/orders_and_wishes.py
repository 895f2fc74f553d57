"""Chapter 8 as data: the described forms of standing orders and wish lists."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules.json import LATER


@dataclass(frozen=True, slots=True)
class Limit:
    """What a standing order holds for (ORD-9); what is empty, None or 0 limits nothing.

    In defence of these `territories`, `against` the player of one seat, until it would leave only
    so many cards as it is to `keep`, and to the end of the round `until`.
    """

    territories: tuple[str, ...] = ()
    against: int | None = None
    keep: int = 0
    until: int = 0


@dataclass(frozen=True, slots=True)
class Orders:
    """Standing orders (ORD-1); `fallbacks` answer where an "ask" gets no answer.

    `limits` are by order; those that are over are `off`, each with the reason (ORD-9).
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
"""What each standing order may say (ORD-1); "ask" is no fall-back."""

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
"""The fall-back of one who named none (ORD-6: no card is spent, no army revealed)."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """A wish list (SET-10).

    `claims`: territories in order. `strongholds`: empire to territory. `placements`: how many
    armies go where, in order.
    """

    claims: tuple[str, ...] = ()
    strongholds: Mapping[str, str] = field(default_factory=dict)
    placements: tuple[tuple[str, int], ...] = ()

    def with_claims(self, claims: tuple[str, ...]) -> "Wishes":
        """Return the same wishes with other claims."""
        return replace(self, claims=claims)

    def with_placements(self, placements: tuple[tuple[str, int], ...]) -> "Wishes":
        """Return the same wishes with other placements."""
        return replace(self, placements=placements)
