"""How much time a table gives: what is offered when one is opened, and its limits."""

from dataclasses import dataclass, fields
from typing import Protocol

from games.clocks.durations import spoken

MINUTE, HOUR, DAY = 60, 3600, 86400

OWN = "own"
"""Chosen where none of those offered fits."""

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
"""The seconds that one may choose for oneself, for each of the times of a table."""

SLOW_FROM = 12 * HOUR
"""From so long a turn on a game is slow: vacations and quiet hours may count in it."""

FILL_DAYS, USUAL_FILL_DAYS = (3, 7, 14, 28), 14
"""How many days a slow table may take to fill: what is offered, and what is proposed."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The times of a table in seconds, and whether it honours rest."""

    turn_seconds: int
    reaction_seconds: int
    bank_seconds: int = 0
    refill_seconds: int = 0
    excuse_seconds: int = 0
    keeps_rest: bool = False

    @property
    def is_slow(self) -> bool:
        """Say whether a game goes on over days."""
        return self.turn_seconds >= SLOW_FROM


@dataclass(frozen=True, slots=True)
class Preset:
    """Times that go well together, with a name and what they are for."""

    name: str
    title: str
    words: str
    clock: Clock


PRESETS = (
    Preset(
        "usual",
        "Usual",
        "An evening at one table, at ease.",
        Clock(5 * MINUTE, 20, 5 * MINUTE, 30, 0),
    ),
    Preset("live", "Live", "Brisk: all look on.", Clock(2 * MINUTE, 15, 2 * MINUTE, 15, 0)),
    Preset(
        "evening",
        "Evening",
        "With time to talk.",
        Clock(10 * MINUTE, MINUTE, 10 * MINUTE, MINUTE, 5 * MINUTE),
    ),
    Preset(
        "daily",
        "Daily",
        "A turn a day, on a phone.",
        Clock(DAY, 8 * HOUR, DAY, 2 * HOUR, 12 * HOUR, keeps_rest=True),
    ),
    Preset(
        "relaxed",
        "Relaxed",
        "Days for a turn; nobody hurries.",
        Clock(3 * DAY, DAY, 3 * DAY, 6 * HOUR, DAY, keeps_rest=True),
    ),
)
"""What is offered; the first is the usual one."""


class Timed(Protocol):
    """What has the times of a table under their names: a game as it is stored, or its row."""

    turn_seconds: int
    reaction_seconds: int
    bank_seconds: int
    refill_seconds: int
    excuse_seconds: int
    keeps_rest: bool


def clock_of(game: Timed) -> Clock:
    """Return the times of a table."""
    return Clock(**{each.name: getattr(game, each.name) for each in fields(Clock)})


def summary(clock: Clock) -> str:
    """Return what a table's times come to, in few words."""
    told = [f"{spoken(clock.turn_seconds)} a turn", f"{spoken(clock.reaction_seconds)} to react"]
    if clock.bank_seconds:
        told.append(f"a bank of {spoken(clock.bank_seconds)}")
    if clock.refill_seconds:
        told.append(f"{spoken(clock.refill_seconds)} back into it a turn")
    if clock.excuse_seconds:
        told.append(f"once {spoken(clock.excuse_seconds)} more")
    if clock.keeps_rest:
        told.append("vacations and quiet hours count")
    return f"{', '.join(told).capitalize()}."


def sentences(clock: Clock) -> list[str]:
    """Return what a table's times come to, in sentences."""
    told = [
        f"{spoken(clock.turn_seconds)} for a turn, {spoken(clock.reaction_seconds)} to react.",
    ]
    if clock.bank_seconds:
        refill = f"; every turn puts {spoken(clock.refill_seconds)} back until it is full"
        told.append(
            f"For what takes longer everybody has a bank of {spoken(clock.bank_seconds)}"
            f"{refill if clock.refill_seconds else ''}."
        )
    if clock.excuse_seconds:
        told.append(
            f"Once a game everybody is excused: {spoken(clock.excuse_seconds)} more for a turn."
        )
    if clock.keeps_rest:
        told.append("Vacations, quiet hours and weekends off count: no time runs out in them.")
    return told
