"""Why an event card had no effect: a clause for each card that can have none (EVT-1 to EVT-30)."""

from rules.cards import NAMED, EventCard
from rules.events.cards import EventIdle
from rules.sentences.event_effects import RULERS
from rules.sentences.words import Words

_GUARDED = "{where} had nothing to lose, as strongholds and last armies are safe"
_ONE_ARMY = "{where} had only 1 army, and a territory’s last army is safe"
_RAIDED = "none of the territories that the card names had more than 1 army"
_FALLEN = "{ruler} is not in play or already holds {where}"
_NO_RULER = "{ruler} is not in play"
_NO_CARDS = "{drawer} had no battle cards"

WHY_IDLE: dict[EventCard, str] = {
    EventCard.AMBASSADOR_BLUNDERS: _NO_CARDS,
    EventCard.PLAGUE_FROM_THE_GNATMARSH: _GUARDED,
    EventCard.SAVAGES_ATTACK: _ONE_ARMY,
    EventCard.MINIONS_OF_WASTRI: _GUARDED,
    EventCard.GIANTS_ATTACK_FLINTY_HILLS: _GUARDED,
    EventCard.RAIDERS_FROM_THE_BONEWOOD: _GUARDED,
    EventCard.FROST_BARBARIAN_RAIDERS: _ONE_ARMY,
    EventCard.MAD_OVERKING: _NO_RULER,
    EventCard.FALL_OF_THE_LORDSHIP: _FALLEN,
    EventCard.OSSONS_RAIDERS: _RAIDED,
    EventCard.AID_FOR_THE_IRON_LEAGUE: _RAIDED,
    EventCard.GIANTS_FROM_THE_RAKERS: _RAIDED,
    EventCard.FALL_OF_MEDEGIA: _FALLEN,
    EventCard.DEMONS_UNLEASHED: _NO_RULER,
    EventCard.DRAGON_UNLEASHED: "no enemy territory had more than 1 army",
    EventCard.ARMY_DESERTERS: (
        "no enemy territory in or next to {drawer’s} home empire had more than 1 army"
    ),
    EventCard.PIRATES_ATTACK: "{drawer’s} coastal territories had no more than 1 army each",
    EventCard.SPY_REVEALED: _NO_CARDS,
    EventCard.MOVE_BY_NIGHT: "{drawer} had no armies that could move",
}
"""The reason for each card that can have no effect."""


def why_idle(event: EventIdle, words: Words) -> str:
    """Return the clause that says why an event card had no effect."""
    card = EventCard(event.card)
    return WHY_IDLE[card].format_map(
        {
            **words.people(drawer=event.seat),
            "where": words.territories(NAMED.get(card, ())),
            "ruler": words.region(RULERS[card]) if card in RULERS else "",
        }
    )


_IDLE = "{card} had no effect: {reason}."


def describe_event_idle(event: EventIdle, words: Words) -> str:
    """Describe an event card without effect, and why it had none."""
    return _IDLE.format(card=words.card(event.card), reason=why_idle(event, words))
