"""Time controls: the presets offered for a new table, and the limits of custom ones."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields

from games.models import Game
from games.playing.clocks.durations import spoken
from games.storage.store.stored_game import StoredGame

MINUTE, HOUR, DAY = 60, 3600, 86400

OWN = "own"
"""The form value for a custom time control."""

TURNS = (
    MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE,
    HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY,
)  # fmt: skip
REACTIONS = (
    10, 15, 20, 40, MINUTE, 2 * MINUTE, 5 * MINUTE, 30 * MINUTE,
    HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY,
)  # fmt: skip
BANKS = (
    0, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR,
    12 * HOUR, DAY, 3 * DAY, 7 * DAY,
)  # fmt: skip
REFILLS = (
    0, 5, 15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE,
    30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY,
)  # fmt: skip
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
        "For a game in one evening.",
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
        "Unhurried",
        "For a long evening, with time to think and talk.",
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
        "Several days per turn, no hurry.",
        TimeControl(3 * DAY, DAY, 3 * DAY, 6 * HOUR, DAY, keeps_rest=True),
    ),
)
"""The time controls on offer; the first is the default."""


def time_control_of(game: Game | StoredGame) -> TimeControl:
    """Return a table's time control."""
    return TimeControl(**{each.name: getattr(game, each.name) for each in fields(TimeControl)})


def control_for(persons: int, chosen: TimeControl) -> TimeControl:
    """Return the time control of a game that begins with this number of people.

    One person alone with bots has no clock, unless the game is slow. Several people always have
    one, even in a rematch of an untimed game.
    """
    if persons == 1 and not chosen.is_slow:
        return UNTIMED
    return PRESETS[0].clock if chosen == UNTIMED else chosen


_TERMS = {
    "turn_seconds": "{turn_seconds} per turn",
    "reaction_seconds": "{reaction_seconds} to respond",
    "bank_seconds": "time bank of {bank_seconds}",
    "refill_seconds": "+{refill_seconds} each turn",
    "excuse_seconds": "{excuse_seconds} extra once per game",
    "keeps_rest": "pauses during vacations and quiet hours",
}
"""The terms of a time control in a few words, by field."""

_NO_CLOCK = "No clock."
_SUMMARY = "{terms}."


def summary(clock: TimeControl) -> str:
    """Summarise a time control as a list of terms."""
    if clock == UNTIMED:
        return _NO_CLOCK
    return _SUMMARY.format(terms=", ".join(_filled(clock, _TERMS)).capitalize())


_SENTENCES = {
    "turn_seconds": "You get {turn_seconds} per turn, and {reaction_seconds} to respond.",
    "bank_seconds": "When the time for a turn runs out, you use your time bank of {bank_seconds}.",
    "refill_seconds": "Each turn adds {refill_seconds} to the bank until it’s full.",
    "excuse_seconds": "Once per game, you get {excuse_seconds} extra for a turn.",
    "keeps_rest": "Clocks pause during vacations, quiet hours and free weekends.",
}
"""The terms of a time control in sentences, by field."""

_UNTIMED = "This game has no clock. Take all the time you like."


def sentences(clock: TimeControl) -> list[str]:
    """Describe a time control in sentences."""
    return [_UNTIMED] if clock == UNTIMED else list(_filled(clock, _SENTENCES))


def _filled(clock: TimeControl, texts: Mapping[str, str]) -> Iterator[str]:
    """Yield the texts of the fields that are set."""
    times = {name: spoken(value) for name, value in asdict(clock).items()}
    for name, text in texts.items():
        # Without a bank there is nothing to add time to.
        if getattr(clock, name) and (name != "refill_seconds" or clock.bank_seconds):
            yield text.format_map(times)
