"""Sentences for chapters 6 and 7 and the event cards: Assassins, hidden armies, events drawn."""

from rules.cards import EventCard
from rules.events.cards import AssassinRolled, AssassinUsed, EventDrawn, HiddenRevealed
from rules.sentences.event_texts import event_texts
from rules.sentences.words import Words, armies, signed

_USES = {
    "spy": "to look at the hand of {opponent} (ASN-1)",
    "hand": "against {card} in the hand of {opponent} (ASN-2)",
    "ambassador": "against the Ambassador in play of {opponent} (ASN-2)",
    "fortification": "against the Fortification in play of {opponent} (ASN-5)",
    "block": "against the Hero in play of {opponent} (ASN-4)",
    "trade": "against {card} in the trade of {opponent} (DIP-4)",
}


def describe_assassin_used(event: AssassinUsed, words: Words) -> str:
    """Describe the target of an Assassin."""
    card = words.card(event.card) if event.card else "a card"
    use = _USES[event.use].format(opponent=words.player(event.opponent), card=card)
    return f"{words.player(event.seat)} sent an Assassin {use}."


def describe_assassin_rolled(event: AssassinRolled, words: Words) -> str:
    """Describe an Assassin’s roll item by item (ASN-2, ASN-4)."""
    total = event.die + event.bonus
    return (
        f"{words.player(event.seat)} rolled {event.die} {signed(event.bonus)}, {total} to the "
        f"{event.against} of {words.player(event.opponent)}: the Assassin "
        f"{'struck' if event.success else 'failed'}."
    )


def describe_hidden_revealed(event: HiddenRevealed, words: Words) -> str:
    """Describe which hidden armies were revealed, and the salt of the commitment (HID-1, HID-3)."""
    maker = "" if event.maker == event.seat else f", chosen by {words.player(event.maker)}"
    return (
        f"{words.player(event.seat)} revealed hidden armies in {words.territory(event.territory)}"
        f"{maker}: {armies(event.armies)} (HID-1). Salt {event.salt} opens the seal "
        f"{event.commitment}."
    )


def describe_event_drawn(event: EventDrawn, words: Words) -> str:
    """Describe an event card and its effect."""
    text = event_texts()[EventCard(event.card)]
    return f"{words.player(event.seat)} drew “{text.title}” ({event.rule}): {text.effect}."
