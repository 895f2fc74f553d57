"""The levels of bots that people choose as opponents, the weakest first."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BotLevel:
    """A level: the name of its bot in the rules, its title at the table, and its strength."""

    name: str
    title: str
    strength: str

    @property
    def label(self) -> str:
        """Return the text of a choice."""
        return f"{self.title} – {self.strength}"

    @property
    def plural(self) -> str:
        """Return the title of several bots, in a sentence."""
        return f"{self.title.lower()}s"


LEVELS = {
    level.name: level
    for level in (
        BotLevel("recruit", "Recruit", "gentle"),
        BotLevel("captain", "Captain", "steady"),
        BotLevel("general", "General", "strong"),
    )
}

TREES = ("Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel")
"""The bots' surnames, by seat."""


def bot_name(level: BotLevel, seat: int) -> str:
    """Return the name of a seat's bot."""
    return f"{level.title} {TREES[seat]}"


def all_bot_names() -> list[str]:
    """Return the names of all bots that people may meet."""
    return [bot_name(level, seat) for level in LEVELS.values() for seat in range(len(TREES))]
