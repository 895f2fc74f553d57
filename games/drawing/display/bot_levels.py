"""The bots that people choose as opponents: levels, and generals with a character."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BotLevel:
    """A bot: its name in the rules, its title at the table, its strength and an introduction."""

    name: str
    title: str
    strength: str
    introduction: str

    @property
    def label(self) -> str:
        """Return the text of the choice in a form."""
        return f"{self.title} – {self.strength}"

    @property
    def plural(self) -> str:
        """Return the plural of the title, for use in a sentence."""
        return f"{self.title.lower()}s"


def _by_name(levels: Iterable[BotLevel]) -> dict[str, BotLevel]:
    return {level.name: level for level in levels}


LEVELS = _by_name(
    (
        BotLevel(
            "recruit",
            "Recruit",
            "gentle",
            "Attacks rarely, and leaves people alone in the first rounds.",
        ),
        BotLevel("captain", "Captain", "steady", "Attacks sensibly, one step at a time."),
        BotLevel("general", "General", "strong", "Plans its whole turn."),
    )
)
"""The levels, the weakest first."""

CHARACTERS = _by_name(
    BotLevel(name, title, LEVELS["general"].strength, introduction)
    for name, title, introduction in (
        ("aggressor", "Aggressor", "Attacks often, and leaves few armies at home."),
        ("turtle", "Turtle", "Guards its home well, and attacks only when there’s a lot to gain."),
        ("diplomat", "Diplomat", "Agrees to long pacts, spares the weak and attacks the leader."),
        ("raider", "Raider", "Attacks the weakest, and breaks pacts with weak partners."),
    )
)
"""Generals with a character; each is as strong as the plain general."""

BOT_CHOICES = LEVELS | CHARACTERS
"""The bots to choose for a seat."""

TREES = ("Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel")
"""The bots' surnames, by seat."""


def bot_name(level: BotLevel, seat: int) -> str:
    """Return the name of a seat's bot."""
    return f"{level.title} {TREES[seat]}"


def all_bot_names() -> list[str]:
    """Return the names of all bots that people may meet."""
    return [bot_name(level, seat) for level in BOT_CHOICES.values() for seat in range(len(TREES))]
