"""Sentences for chapters 6 and 7 and the event cards: Assassins, hidden armies, events drawn."""

from rules.cards import EventCard
from rules.events.cards import (
    AssassinRolled,
    AssassinUsed,
    CardLost,
    EventDrawn,
    HiddenRevealed,
)
from rules.sentences.event_effects import event_effect, with_end
from rules.sentences.event_texts import event_texts
from rules.sentences.words import Words, armies
from rules.state.under_way import AssassinUse

_USES = {
    AssassinUse.SPY: "{seat} sent {an Assassin} to spy on {opponent}.",
    AssassinUse.HAND: "{seat} sent {an Assassin} against {card} in {opponent’s} hand.",
    AssassinUse.AMBASSADOR: "{seat} sent {an Assassin} against {opponent’s} {Ambassador}.",
    AssassinUse.FORTIFICATION: "{seat} sent {an Assassin} against {opponent’s} {Fortification}.",
    AssassinUse.BLOCK: "{seat} sent {an Assassin} against {opponent’s} {Hero}.",
    AssassinUse.TRADE: "{seat} sent {an Assassin} against {card} that {opponent} offered in trade.",
}


def describe_assassin_used(event: AssassinUsed, words: Words) -> str:
    """Describe the target of an Assassin."""
    return words.say(
        _USES[AssassinUse(event.use)],
        **words.people(seat=event.seat, opponent=event.opponent),
        card=words.a_card(event.card) if event.card else "a card",
    )


_STRUCK = "{seat} rolled {die} + {bonus} against {opponent’s} {against}: the {Assassin} succeeded."
_FAILED = "{seat} rolled {die} + {bonus} against {opponent’s} {against}: the {Assassin} failed."


def describe_assassin_rolled(event: AssassinRolled, words: Words) -> str:
    """Describe an Assassin’s roll item by item (ASN-2, ASN-4)."""
    return words.say(
        _STRUCK if event.success else _FAILED,
        **words.people(seat=event.seat, opponent=event.opponent),
        die=str(event.die),
        bonus=str(event.bonus),
        against=str(event.against),
    )


_LOST = "{seat} lost {a card}."
_SPENT = "{seat’s} {card} was discarded, as the truce is over."


def describe_card_lost(event: CardLost, words: Words) -> str:
    """Describe a discarded card; the Ambassador of a truce that has ended is not a loss (AMB-2)."""
    sentence = _SPENT if event.rule == "AMB-2" else _LOST
    return words.say(
        sentence,
        **words.people(seat=event.seat),
        **{"card": words.card(event.card), "a card": words.a_card(event.card)},
    )


_REVEALED = "{seat} revealed {armies} hidden in {territory}."
_REVEALED_OF_OTHER = "{seat} revealed {armies} that {maker} had hidden in {territory}."


def describe_hidden_revealed(event: HiddenRevealed, words: Words) -> str:
    """Describe which hidden armies were revealed (HID-1)."""
    sentence = _REVEALED if event.maker == event.seat else _REVEALED_OF_OTHER
    return sentence.format(
        seat=words.player(event.seat),
        maker=words.player(event.maker),
        armies=armies(event.armies),
        territory=words.territory(event.territory),
    )


_THEY = {"drawer": "they", "drawer’s": "their"}
"""The pronouns for the drawer of an event card, once the sentence has named them."""

_DRAWN = "{seat} drew “{title}”: {effect}."


def describe_event_drawn(event: EventDrawn, words: Words) -> str:
    """Describe an event card and its effect, with the names of players and empires."""
    drawer = words.people(drawer=event.seat)
    effect = event_effect(words, event.card, drawer if event.seat == words.reader else _THEY)
    return _DRAWN.format(
        seat=words.player(event.seat),
        title=event_texts()[EventCard(event.card)].title,
        effect=with_end(words, event.card, event.seat, effect),
    )
