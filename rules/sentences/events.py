"""The sentence, the rule and the phrase of an event; each chapter's module has its kinds of events.

Sentences are in the past tense, so that “you” works as a name; {seat} is a name, {seat’s} its
possessive. Private sentences say “you”: only their player reads them.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache
from string import Formatter
from typing import Any

from rules.cards import EVENT_CARDS
from rules.events.base import Event
from rules.events.cards import ArmiesLost, AssassinUsed, CardLost, CardPlayed, CardReturned
from rules.events.seats import SEAT_FIELDS
from rules.sentences import agreements, attack, cards, classic, setup, turn
from rules.sentences.wording import Brief, Choice, Wordings
from rules.sentences.words import Words, armies, listed, typeset

WORDINGS: Wordings = {
    **setup.WORDINGS,
    **turn.WORDINGS,
    **attack.WORDINGS,
    **cards.WORDINGS,
    **agreements.WORDINGS,
    **classic.WORDINGS,
}
"""What is said about each kind of event."""


def describe(event: Event, words: Words) -> str:
    """Return the sentence for an event."""
    row = WORDINGS[type(event)]
    if row.describe is None:
        text = filled(_chosen(row.sentence, event), event, words)
    else:
        text = row.describe(event, words)
    return text[0].upper() + text[1:]


def rule_of(event: Event) -> str:
    """Return the id of the rule that explains an event; "" if it needs no explanation."""
    own: str = getattr(event, "rule", "")
    return own or _chosen(WORDINGS[type(event)].rule, event)


def _chosen(choice: Choice, event: Event) -> str:
    return choice if isinstance(choice, str) else choice(event)


def brief_of(event: Event, words: Words) -> Brief | None:
    """Return the phrase for an event; None if it has none."""
    row = WORDINGS[type(event)].brief
    says = _chosen(row.says, event) if row else ""
    if row is None or not says:
        return None
    return Brief(
        seat=getattr(event, row.seat),
        text=filled(says, event, words),
        at=getattr(event, row.at) if row.at else "",
        of=getattr(event, row.of) if row.of else None,
        armies=event.armies if isinstance(event, ArmiesLost) else 0,
    )


def filled(sentence: str, event: Event, words: Words, **more: str) -> str:
    """Fill a sentence with the event's fields that it names, this game's terms, and `more`."""
    named = _placeholders(sentence)
    values = {name: getattr(event, name) for name in _fields_of(type(event))}  # type: ignore[arg-type]
    parts = {
        name: _SPOKEN.get(name, _plain)(words, value)
        for name, value in values.items()
        if name in named
    }
    people = words.people(**{name: values[name] for name in SEAT_FIELDS if name in values})
    return words.say(sentence, **{**parts, **people, **_a_card(event, words), **more})


@cache
def _placeholders(sentence: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)


@cache
def _fields_of(kind: type[Event]) -> tuple[str, ...]:
    return tuple(item.name for item in fields(kind))


def _a_card(event: Event, words: Words) -> dict[str, str]:
    """Return the value of “a card” if the event is about one battle card; otherwise nothing."""
    match event:
        case CardPlayed() | CardReturned() | CardLost():
            return {"a card": words.a_card(event.card)}
        case AssassinUsed():
            return {"a card": words.a_card(event.card) if event.card else "a card"}
    return {}


def _plain(words: Words, value: Any) -> str:
    return str(value).replace("_", " ")


def _card_or_cards(words: Words, value: Any) -> str:
    return str(value) if isinstance(value, int) else words.cards(value)


def _turn_order(words: Words, seats: tuple[int, ...]) -> str:
    """Return the players in turn order, beginning with the reader."""
    first = seats.index(words.reader) if words.reader in seats else 0
    return words.players(seats[first:] + seats[:first])


def _rolls(words: Words, rolls: Sequence[Sequence[tuple[int, int]]]) -> str:
    return "; tie-break: ".join(
        ", ".join(_ROLL.format(seat=words.player(seat), die=die) for seat, die in roll)
        for roll in rolls
    )


def _sources(words: Words, items: Sequence[tuple[str, int]]) -> str:
    """Return the sources of armies and their numbers (TRN-6, CLA-3)."""
    told = [_SOURCE.format(source=_source(words, what), armies=typeset(n)) for what, n in items]
    return ", ".join(told) or "none"


def _source(words: Words, what: str) -> str:
    if what.startswith("banner:"):
        return _BANNER.format(empire=words.region(what.removeprefix("banner:")))
    if what == "independents":
        return "holding every independent territory"
    if what == "territories":
        return what
    return words.card(what) if what in EVENT_CARDS else words.region(what)


_ROLL = "{seat} {die}"
_SOURCE = "{armies} for {source}"
_BANNER = "{empire} banner"
_SEA = "the {sea}"

_SPOKEN: dict[str, Callable[[Words, Any], str]] = {
    **dict.fromkeys(("territory", "source", "target"), Words.territory),
    "territories": Words.territories,
    "empire": Words.group,
    "card": Words.card,
    "cards": _card_or_cards,
    **dict.fromkeys(("armies", "aboard"), lambda words, value: armies(value)),
    "route": lambda words, zones: listed([_SEA.format(sea=words.sea(zone)) for zone in zones]),
    "rolls": _rolls,
    "items": _sources,
    "numbers": lambda words, values: " + ".join(map(str, values)),
    "purpose": lambda words, value: words.card(value) if value in EVENT_CARDS else value,
    "territory_card": Words.territory_card,
    **dict.fromkeys(("territory_cards", "set_cards"), Words.territory_cards),
    "winners": lambda words, seats: words.players(seats) if seats else "nobody",
    "order": lambda words, value: _turn_order(words, value) if isinstance(value, tuple) else value,
}
"""How to word the fields of an event, by field name; other fields are inserted as text."""
