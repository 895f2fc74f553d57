"""The effect of each event card in one clause, naming its drawer and the player it affects.

Shorter than the rulebook's text in `event_texts`, for the log and the game's page.
"""

from collections.abc import Mapping

from rules.cards import EVENT_CARDS, EventCard
from rules.sentences.words import Words

UNTIL = (
    "until the end of {player’s} turn",
    "until the end of {player’s} next turn",
)
"""When something in force ends: with the current turn of a player, or with the next one."""
_LASTING = "{effect} {until}"
_HOME = "{drawer’s} home empire"


def event_effect(
    words: Words,
    name: str,
    drawer: Mapping[str, str],
    *,
    ruler: str | None = None,
    home: str | None = None,
) -> str:
    """Return the effect of an event card, without its duration.

    `drawer` has the words for “drawer” and “drawer’s”. `ruler` and `home` replace the names of the
    affected empire and of the drawer's home empire.
    """
    row = EVENT_CARDS[EventCard(name)]
    if ruler is None and row.empire:
        ruler = words.region(row.empire)
    return row.effect.format(
        **drawer,
        where=words.territories(row.places),
        ruler=ruler or "",
        home=home or _HOME.format_map(drawer),
    )


def with_end(words: Words, name: str, drawer: int, effect: str) -> str:
    """Return the effect of a card just drawn, with its duration if it is a lasting card."""
    turn_ends = EVENT_CARDS[EventCard(name)].turn_ends
    if not turn_ends:
        return effect
    until = UNTIL[turn_ends - 1].format_map(words.people(player=drawer))
    return _LASTING.format(effect=effect, until=until)
