"""Time controls: the presets offered for a new table, and the limits of custom ones."""

from dataclasses import dataclass, fields

from games.clocks.durations import spoken
from games.models import Game
from games.store.stored_game import StoredGame

MINUTE, HOUR, DAY = 60, 3600, 86400

OWN = "own"
"""The form value for a custom time control."""

TURNS = (
    *(MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE),
    *(HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY),
)
REACTIONS = (
    *(10, 15, 20, 40, MINUTE, 2 * MINUTE, 5 * MINUTE, 30 * MINUTE),
    *(HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY),
)
BANKS = (
    *(0, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR),
    *(12 * HOUR, DAY, 3 * DAY, 7 * DAY),
)
REFILLS = (
    *(0, 5, 15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE),
    *(30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY),
)
EXCUSES = (0, MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY)
"""The values in seconds offered for each part of a custom time control."""

SLOW_FROM = 12 * HOUR
"""A game with turns of at least this many seconds is slow and may honour rest times."""

FILL_DAYS, USUAL_FILL_DAYS = (3, 7, 14, 28), 14
"""How many days a slow table may take to fill: the choices, and the default."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A table's time control in seconds, and whether it honours rest times."""

    turn_seconds: int
    reaction_seconds: int
    bank_seconds: int = 0
    refill_seconds: int = 0
    excuse_seconds: int = 0
    keeps_rest: bool = False

    @property
    def is_slow(self) -> bool:
        """Return whether a game takes days."""
        return self.turn_seconds >= SLOW_FROM


UNTIMED = TimeControl(turn_seconds=0, reaction_seconds=0)
"""No clock: for a table of one person and bots, where nobody else waits."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named time control offered to players, with a title and a description."""

    name: str
    title: str
    words: str
    clock: TimeControl


PRESETS = (
    Preset(
        "usual",
        "Standard",
        "Relaxed enough for one evening.",
        TimeControl(5 * MINUTE, 20, 5 * MINUTE, 30, 0),
    ),
    Preset(
        "live",
        "Fast",
        "For when everyone is online.",
        TimeControl(2 * MINUTE, 15, 2 * MINUTE, 15, 0),
    ),
    Preset(
        "evening",
        "Evening",
        "Time to think and talk.",
        TimeControl(10 * MINUTE, MINUTE, 10 * MINUTE, MINUTE, 5 * MINUTE),
    ),
    Preset(
        "daily",
        "Daily",
        "About a turn a day.",
        TimeControl(DAY, 8 * HOUR, DAY, 2 * HOUR, 12 * HOUR, keeps_rest=True),
    ),
    Preset(
        "relaxed",
        "Relaxed",
        "Days per turn, no hurry.",
        TimeControl(3 * DAY, DAY, 3 * DAY, 6 * HOUR, DAY, keeps_rest=True),
    ),
)
"""The time controls on offer; the first is the default."""


def time_control_of(game: Game | StoredGame) -> TimeControl:
    """Return a table's time control."""
    return TimeControl(**{each.name: getattr(game, each.name) for each in fields(TimeControl)})


def control_for(persons: int, chosen: TimeControl) -> TimeControl:
    """Return the time control of a game that begins with this number of people.

    One person alone with bots has no clock, unless the game is slow; several people always have
    one, also in the rematch of a game without.
    """
    if persons == 1 and not chosen.is_slow:
        return UNTIMED
    return PRESETS[0].clock if chosen == UNTIMED else chosen


def summary(clock: TimeControl) -> str:
    """Summarise a time control in one short sentence."""
    if clock == UNTIMED:
        return "No clock."
    parts = [
        f"{spoken(clock.turn_seconds)} per turn",
        f"{spoken(clock.reaction_seconds)} to respond",
    ]
    if clock.bank_seconds:
        parts.append(f"{spoken(clock.bank_seconds)} time bank")
    if clock.refill_seconds:
        parts.append(f"+{spoken(clock.refill_seconds)} each turn")
    if clock.excuse_seconds:
        parts.append(f"{spoken(clock.excuse_seconds)} extra once per game")
    if clock.keeps_rest:
        parts.append("pauses for vacations and quiet hours")
    return f"{', '.join(parts).capitalize()}."


def sentences(clock: TimeControl) -> list[str]:
    """Describe a time control in sentences."""
    if clock == UNTIMED:
        return ["This game has no clock. Take all the time you like."]
    parts = [
        f"{spoken(clock.turn_seconds)} per turn, {spoken(clock.reaction_seconds)} to respond.",
    ]
    if clock.bank_seconds:
        parts.append(f"When that runs out, you use your time bank of {spoken(clock.bank_seconds)}.")
    if clock.bank_seconds and clock.refill_seconds:
        parts.append(f"Each turn adds {spoken(clock.refill_seconds)} to the bank until it’s full.")
    if clock.excuse_seconds:
        parts.append(f"Once per game, you get {spoken(clock.excuse_seconds)} extra for a turn.")
    if clock.keeps_rest:
        parts.append("Clocks pause during vacations, quiet hours and weekends off.")
    return parts
