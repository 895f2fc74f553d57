"""The terms of a table: its seats, options and time controls."""

from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from games.models import Game
from games.playing.clocks.time_controls import SLOW_FROM, USUAL_FILL_DAYS
from games.playing.start import DEFAULT_BOT
from rules import Options


class SeatKind(StrEnum):
    """The kind of player that a seat is reserved for when a table is opened."""

    ME = "me"
    OPEN = "open"
    LINK = "link"
    RECRUIT = "recruit"
    CAPTAIN = "captain"
    GENERAL = "general"
    AGGRESSOR = "aggressor"
    TURTLE = "turtle"
    DIPLOMAT = "diplomat"
    RAIDER = "raider"


@dataclass(frozen=True, slots=True)
class TableTerms:
    """The terms on which a table is opened; `seats` contains `ME` exactly once."""

    seats: tuple[SeatKind, ...]
    options: Options = field(default_factory=Options)
    ruleset: str = "greyhawk"
    title: str = ""
    is_listed: bool = True
    takes_guests: bool = True
    pace: str = Game.Pace.CALM.value
    turn_seconds: int = 300
    reaction_seconds: int = 20
    bank_seconds: int = 0
    refill_seconds: int = 0
    excuse_seconds: int = 0
    keeps_rest: bool = False
    takeover_bot: str = DEFAULT_BOT
    allows_advice: bool = False
    fill_days: int = USUAL_FILL_DAYS

    @property
    def fill_time(self) -> timedelta | None:
        """Return how long the table may take to fill; None for a live table."""
        return timedelta(days=self.fill_days) if self.turn_seconds >= SLOW_FROM else None
