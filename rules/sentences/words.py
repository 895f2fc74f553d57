"""The names of seats, territories, cards and numbers in sentences."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from unicodedata import bidirectional

from rules.cards import BATTLE_CARDS, EVENT_CARDS, WILD, BattleCard, EventCard
from rules.rulesets.ruleset import Ruleset
from rules.rulesets.words import in_words_of

YOU = "you"
"""The word for the reader of a sentence."""

LETTERS = "ABCDEF"
"""The letters that stand for seats where names would not fit."""

CERTAIN = 0.995
"""Chances of at least this, but below 1, would be rounded to 100%."""

ISOLATES = "\u2068\u2069"
"""The Unicode characters FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE."""
_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))
"""The bidirectional classes of Hebrew, Arabic and similar letters and digits."""

MOST_ISOLATED = 4096

NO_HEADQUARTERS: Mapping[int, str] = MappingProxyType({})

INDEPENDENT_TERRITORIES = "the independent territories"
_EMPIRE = "the {group}"
_EMPIRE_NAMED_LIKE_TERRITORY = "the {group} empire"


@dataclass(frozen=True, slots=True)
class Words:
    """The data for sentences about a game: the players' names by seat, and the ruleset.

    `headquarters` maps seats to their publicly known headquarters (CLA-6). `reader` is the seat
    that sentences call “you”, whatever its name is; None if they address no player.
    """

    names: Sequence[str]
    ruleset: Ruleset
    headquarters: Mapping[int, str] = field(default_factory=dict)
    reader: int | None = None

    def say(self, sentence: str, **parts: str) -> str:
        """Return a sentence with this game's own terms and the given parts filled in."""
        return in_words_of(self.ruleset, sentence, **parts)

    def player(self, seat: int | None) -> str:
        """Return the name of a player, or “you” for the reader; None is the neutral side."""
        if seat is None:
            return "the neutral side"
        return YOU if seat == self.reader else self.names[seat]

    def whose(self, seat: int | None) -> str:
        """Return the possessive of a player’s name: “Anna’s”, or “your” for the reader."""
        is_reader = seat is not None and seat == self.reader
        return "your" if is_reader else f"{self.player(seat)}’s"

    def people(self, **seats: int | None) -> dict[str, str]:
        """Return values for placeholders: {part} is a player's name, {part’s} its possessive."""
        names = {part: self.player(seat) for part, seat in seats.items()}
        return names | {f"{part}’s": self.whose(seat) for part, seat in seats.items()}

    def players(self, seats: Iterable[int]) -> str:
        """Return the names of some players."""
        return listed([self.player(seat) for seat in seats])

    def territory(self, name: str | None) -> str:
        """Return the name of a territory; None is the stock."""
        return self.ruleset.board.territories[name].name if name else "the stock"

    def territories(self, names: Iterable[str]) -> str:
        """Return the names of some territories."""
        return listed([self.territory(name) for name in names])

    def group(self, name: str) -> str:
        """Return the name of an empire or another group of territories."""
        return self.ruleset.board.groups[name].name

    def region(self, name: str) -> str:
        """Return the name of a group in a sentence, such as “the Iron League” or “Asia”."""
        board, group = self.ruleset.board, self.ruleset.board.groups[name]
        if name in board.empires:
            is_ambiguous = any(each.name == group.name for each in board.territories.values())
            template = _EMPIRE_NAMED_LIKE_TERRITORY if is_ambiguous else _EMPIRE
            return template.format(group=group.name)
        is_everything_else = set(group.territories) == set(board.independents)
        return INDEPENDENT_TERRITORIES if is_everything_else else group.name

    def place(self, name: str) -> str:
        """Return the name of a territory or of a group of territories."""
        return self.region(name) if name in self.ruleset.board.groups else self.territory(name)

    def sea(self, name: str) -> str:
        """Return the name of a sea zone without its list of parts in parentheses.

        A name with such a list begins with a lower-case letter in the result.
        """
        called, parts, _ = self.ruleset.board.sea_zones[name].name.partition(" (")
        return called[0].lower() + called[1:] if parts else called

    def card(self, name: str) -> str:
        """Return the name of a battle card or the title of an event card."""
        if name in EVENT_CARDS:
            return f"“{EVENT_CARDS[EventCard(name)].title}”"
        return self.ruleset.card_texts[BattleCard(name)].title

    def a_card(self, name: str) -> str:
        """Return a battle card with its article, such as “a Hero”."""
        return self.say(BATTLE_CARDS[BattleCard(name)].a_card)

    def cards(self, names: Iterable[str]) -> str:
        """Return the names of some battle cards, grouped by kind."""
        kinds: dict[str, int] = {}
        for name in names:
            kinds[name] = kinds.get(name, 0) + 1
        return listed(
            [
                f"{count} × {self.card(name)}" if count > 1 else self.card(name)
                for name, count in kinds.items()
            ]
        )

    def territory_card(self, name: str) -> str:
        """Return the territory and the symbol of a territory card."""
        if name == WILD:
            return "a wild card"
        return f"{self.territory(name)} ({self.ruleset.board.territories[name].symbol})"

    def territory_cards(self, names: Iterable[str]) -> str:
        """Return the territories and symbols of some territory cards."""
        return listed([self.territory_card(name) for name in names])


@lru_cache(maxsize=MOST_ISOLATED)
def isolated(text: str) -> str:
    """Return a name or title in a form that cannot reorder the text around it.

    Text with letters written from right to left is enclosed in Unicode isolates: without them
    “שרה, 3 armies” is drawn as “3 ,שרה armies”. Other text is returned as it is.
    """
    if text.isascii() or _RIGHT_TO_LEFT.isdisjoint(map(bidirectional, text)):
        return text
    return text.join(ISOLATES)


def paragraph(*sentences: str) -> str:
    """Return sentences as one paragraph; empty ones are left out."""
    return " ".join(filter(None, sentences))


def nth(place: int) -> str:
    """Return an ordinal number, such as “2nd”."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10)
    return f"{place}{ending or 'th'}"


def listed(items: Sequence[str]) -> str:
    """Return items as a list in a sentence; “nothing” if there are none."""
    if not items:
        return "nothing"
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def either(items: Sequence[str]) -> str:
    """Return at least one item as a list of alternatives in a sentence."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} or {items[-1]}"


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun, singular or plural."""
    return f"{number} {one if number == 1 else many}"


def armies(number: int) -> str:
    """Return a number of armies in words."""
    return counted(number, "army", "armies")


def signed(number: int) -> str:
    """Return a number with its sign, as +1 or −1."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def typeset(number: int) -> str:
    """Return a number, with a minus sign instead of a hyphen if it is negative."""
    return signed(number) if number < 0 else str(number)


def percent(chance: float) -> str:
    """Return a probability as a percentage; “<1%” or “>99%” instead of rounding to 0% or 100%."""
    if 0 < chance < 0.01:
        return "<1%"
    if CERTAIN <= chance < 1:
        return ">99%"
    return f"{round(chance * 100)}%"
