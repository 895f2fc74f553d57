"""Why an event card had no effect."""

from rules.cards import EVENT_CARDS, EventCard
from rules.events.cards import EventIdle
from rules.sentences.words import Words


def why_idle(event: EventIdle, words: Words) -> str:
    """Return the clause that says why an event card had no effect."""
    row = EVENT_CARDS[EventCard(event.card)]
    return row.idle.format_map(
        {
            **words.people(drawer=event.seat),
            "where": words.territories(row.places),
            "ruler": words.region(row.empire) if row.empire else "",
        }
    )


_IDLE = "{card} had no effect: {reason}."


def describe_event_idle(event: EventIdle, words: Words) -> str:
    """Describe an event card without effect, and why it had none."""
    return _IDLE.format(card=words.card(event.card), reason=why_idle(event, words))
