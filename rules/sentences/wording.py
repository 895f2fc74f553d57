"""What is said about a kind of event: its sentence, the rule it cites, its phrase in a list."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.events.base import Event
from rules.sentences.words import Words


@dataclass(frozen=True, slots=True)
class Brief:
    """A phrase for something that a seat did, for the game page's list of a player's turn.

    `at` is the territory where it happened; `of` is the seat that defended or lost the territory,
    lost armies there, or lost a card; `armies` is the number of armies lost there to an event. The
    text of a battle or capture is only the territory's name: the page counts captures.
    """

    seat: int
    text: str
    at: str = ""
    of: int | None = None
    armies: int = 0


Choice = str | Callable[[Any], str]
"""A text, or a function that returns the text for an event."""


@dataclass(frozen=True, slots=True)
class BriefType:
    """The phrase for a kind of event, and which of its fields become the `Brief`'s other fields.

    An event for which `says` is "" has no phrase.
    """

    says: Choice
    seat: str = "seat"
    at: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """What is said about a kind of event.

    `sentence` is a template with the event's fields; if that is not enough, `describe` returns the
    sentence. `rule` is the id of the rule that explains the event, "" if it names its rule itself
    or needs no explanation. `brief` is its phrase in the list of turns; None leaves it out.
    """

    sentence: Choice = ""
    describe: Callable[[Any, Words], str] | None = None
    rule: Choice = ""
    brief: BriefType | None = None


Wordings = dict[type[Event], Wording]
