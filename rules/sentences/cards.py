"""Sentences for chapters 6, 7 and 10 and for event cards."""

from rules.cards import EVENT_CARDS, BattleCard, EventCard
from rules.events import cards
from rules.sentences.event_effects import event_effect, with_end
from rules.sentences.idle_events import describe_event_idle
from rules.sentences.wording import BriefType, Wording, Wordings
from rules.sentences.words import Words
from rules.state.under_way import AssassinUse

_USES = {
    AssassinUse.SPY: "{seat} sent {an Assassin} to spy on {opponent}.",
    AssassinUse.HAND: "{seat} sent {an Assassin} against {a card} in {opponent’s} hand.",
    AssassinUse.AMBASSADOR: "{seat} sent {an Assassin} against {opponent’s} {Ambassador}.",
    AssassinUse.FORTIFICATION: "{seat} sent {an Assassin} against {opponent’s} {Fortification}.",
    AssassinUse.BLOCK: "{seat} sent {an Assassin} against {opponent’s} {Hero}.",
    AssassinUse.TRADE: (
        "{seat} sent {an Assassin} against {a card} that {opponent} offered in trade."
    ),
}
_RULES_OF_USE = {
    AssassinUse.SPY: "ASN-1",
    AssassinUse.HAND: "ASN-2",
    AssassinUse.AMBASSADOR: "ASN-2",
    AssassinUse.FORTIFICATION: "ASN-5",
    AssassinUse.BLOCK: "ASN-4",
    AssassinUse.TRADE: "DIP-4",
}
_BRIEF_USES = {
    AssassinUse.SPY: "sent {an Assassin} to spy on {opponent}",
    AssassinUse.HAND: "sent {an Assassin} against {opponent’s} hand",
    AssassinUse.AMBASSADOR: "sent {an Assassin} against {opponent’s} {Ambassador}",
    AssassinUse.FORTIFICATION: "sent {an Assassin} against {opponent’s} {Fortification}",
    AssassinUse.BLOCK: "sent {an Assassin} against {opponent’s} {Hero}",
    AssassinUse.TRADE: "sent {an Assassin} against a card that {opponent} offered",
}
_BRIEF_USE_ON_CARD = "sent {an Assassin} against {opponent’s} {card}"
_COUNTERED = "which {seat} countered"


def _brief_use(event: cards.AssassinUsed) -> str:
    if event.use == AssassinUse.HAND and event.card is not None:
        return _BRIEF_USE_ON_CARD
    return _BRIEF_USES[AssassinUse(event.use)]


_STRUCK = "{seat} rolled {die} + {bonus} against {opponent’s} {against}: the {Assassin} succeeded."
_FAILED = "{seat} rolled {die} + {bonus} against {opponent’s} {against}: the {Assassin} failed."

_LOST = "{seat} lost {a card}."
_SPENT = "{seat’s} {card} was discarded, as the truce is over."
"""The sentence for the Ambassador of a truce that has ended, which is not a loss (AMB-2)."""

_KILLED = frozenset(("ASN-2", "ASN-4", "ASN-5", "DIP-4", "CAS-4"))
"""The rules for an Assassin or a Spy that destroys a card and is discarded."""


def _brief_loss(event: cards.CardLost) -> str:
    is_spent = event.card == BattleCard.ASSASSIN
    return "lost {a card} ({Assassin})" if event.rule in _KILLED and not is_spent else ""


_REVEALED = "{seat} revealed {armies} hidden in {territory}."
_REVEALED_OF_OTHER = "{seat} revealed {armies} that {maker} had hidden in {territory}."

_THEY = {"drawer": "they", "drawer’s": "their"}
"""The pronouns for the drawer of an event card, once the sentence has named them."""

_DRAWN = "{seat} drew “{title}”: {effect}."


def describe_event_drawn(event: cards.EventDrawn, words: Words) -> str:
    """Describe an event card and its effect, with the names of players and empires."""
    drawer = words.people(drawer=event.seat)
    effect = event_effect(words, event.card, drawer if event.seat == words.reader else _THEY)
    return _DRAWN.format(
        seat=words.player(event.seat),
        title=EVENT_CARDS[EventCard(event.card)].title,
        effect=with_end(words, event.card, event.seat, effect),
    )


WORDINGS: Wordings = {
    cards.CardPlayed: Wording("{seat} played {a card}.", brief=BriefType("played {a card}")),
    cards.CardReturned: Wording("{seat’s} {card} returned to hand."),
    cards.CardLost: Wording(
        lambda event: _SPENT if event.rule == "AMB-2" else _LOST,
        brief=BriefType(_brief_loss, of="seat"),
    ),
    cards.TruceForced: Wording(
        "{seat} sent {an Ambassador} to {other} and forced a truce.",
        rule="AMB-2",
        brief=BriefType("forced a truce on {other}"),
    ),
    cards.TruceEnded: Wording("{seat’s} truce with {other} ended."),
    cards.AssassinUsed: Wording(
        lambda event: _USES[AssassinUse(event.use)],
        rule=lambda event: _RULES_OF_USE[AssassinUse(event.use)],
        brief=BriefType(_brief_use),
    ),
    cards.AssassinCountered: Wording(
        "{seat} countered {opponent’s} {Assassin} with another.",
        rule="ASN-3",
        brief=BriefType(_COUNTERED, seat="opponent"),
    ),
    cards.AssassinRolled: Wording(
        lambda event: _STRUCK if event.success else _FAILED,
        brief=BriefType(lambda event: "which succeeded" if event.success else "which failed"),
    ),
    cards.Spied: Wording("{seat} looked at {opponent’s} hand.", rule="ASN-1"),
    cards.SpySent: Wording(
        "{seat} sent a Spy to look at {opponent’s} hand.",
        rule="CAS-4",
        brief=BriefType("sent a Spy to {opponent}"),
    ),
    cards.SpyCountered: Wording(
        "{seat} countered {opponent’s} Spy with another.",
        rule="CAS-4",
        brief=BriefType(_COUNTERED, seat="opponent"),
    ),
    cards.HandSeen: Wording("{opponent’s} hand: {cards}."),
    cards.HiddenRevealed: Wording(
        lambda event: _REVEALED if event.maker == event.seat else _REVEALED_OF_OTHER,
        rule="HID-1",
        brief=BriefType("revealed hidden armies in {territory}", at="territory"),
    ),
    cards.EventDrawn: Wording(describe=describe_event_drawn, brief=BriefType("drew {card}")),
    cards.EventBlocked: Wording("{seat} blocked {card} with a {Fortification}.", rule="FOR-3"),
    cards.EventIdle: Wording(describe=describe_event_idle),
    cards.EventEnded: Wording("{seat’s} {card} ended."),
    cards.ArmiesLost: Wording(
        "{seat} lost {armies} in {territory}.",
        brief=BriefType("lost {armies} in {territory} (event)", at="territory", of="seat"),
    ),
    cards.ArmiesGained: Wording("{seat} gained {armies} in {territory}."),
    cards.ArmiesConverted: Wording(
        "{territory} and its {armies} went over from {loser} to {seat}."
    ),
    cards.HandShown: Wording("{seat’s} hand was shown to everyone: {cards}."),
    cards.ArmiesMoved: Wording(
        "{seat} moved {armies} from {source} to {target} by night.", rule="EVT-30"
    ),
}
"""What is said about each kind of event of chapters 6, 7 and 10, and of event cards."""
