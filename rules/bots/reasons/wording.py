"""A sentence for every kind of reason, in the words of the game."""

from rules.bots.reasons.kinds import Reason, ReasonKind
from rules.sentences import Words
from rules.sentences.words import armies, percent

SENTENCES: dict[ReasonKind, str] = {
    ReasonKind.STORM: "To take {seat’s} {stronghold} on {target}{from}{odds}.",
    ReasonKind.SWEEP: "To win by taking all the headquarters still missing{odds}.",
    ReasonKind.TAKE_HEADQUARTERS: "To take {seat’s} headquarters on {target}{from}{odds}.",
    ReasonKind.ELIMINATE: "To eliminate {seat}{odds}.",
    ReasonKind.COMPLETE: "To hold all of {region}{odds}.",
    ReasonKind.BREAK: "To break {seat’s} hold on {region} at {target}{odds}.",
    ReasonKind.EARN_CARD: "To earn a territory card with {target}{odds}.",
    ReasonKind.TAKE: "To take {target}{from}{odds}.",
    ReasonKind.STAY: "No attack is better than waiting{worth}.",
    ReasonKind.CAUTION: "Recruits attack rarely, and only where they should win.",
    ReasonKind.GUARD: "To guard {target}{garrison}.",
    ReasonKind.FRONT: "To strengthen {target}, which faces other players.",
    ReasonKind.RESERVE: "To gather armies on {target} for later.",
    ReasonKind.NEUTRAL: "To put the neutral army in the way of others.",
    ReasonKind.ADVANCE: "To have the armies where they can go on.",
    ReasonKind.HOLD_BACK: "To keep the other armies on {source}, where they are worth more.",
    ReasonKind.MARCH: "To bring armies from {source} closer to the enemy.",
    ReasonKind.SETTLE: "{target} is hard to reach for others.",
    ReasonKind.CLAIM: "To work towards all of {region}.",
    ReasonKind.HIDE: "Armies on {target} will help to attack or to defend.",
    ReasonKind.CAMP: "{target} is strong and not in much danger.",
    ReasonKind.HIRE: "The armies are worth more now than the cards are later.",
    ReasonKind.FORCE_TRUCE: "Most danger to the {stronghold} comes from {seat}.",
    ReasonKind.REVEAL: "The armies hidden on {target} make an attack worthwhile.",
    ReasonKind.LOOK: "To know what {seat} can play.",
    ReasonKind.DISARM: "To rid {seat} of {card}.",
    ReasonKind.END_TRUCE: "To be free to attack {seat}.",
    ReasonKind.BREACH: "Without the {Fortification} the attack is much more likely to succeed.",
    ReasonKind.TRADE_SET: "The armies are worth more now than the cards are later.",
    ReasonKind.ROLL: "More dice lose fewer armies.",
    ReasonKind.FORTIFY: "{target} is worth a {Fortification}.",
    ReasonKind.REVEAL_DEFENCE: "{target} is worth revealing the armies hidden there.",
    ReasonKind.BLOCK_HERO: "{target} is worth more than {an Assassin}.",
    ReasonKind.COUNTER: "To save the card.",
    ReasonKind.BLOCK_EVENT: "The event would cost more than the {Fortification}.",
    ReasonKind.DRAGON: "To weaken {seat} on {target}.",
    ReasonKind.OCCUPY: "{target} costs only one army that is not needed on {source}.",
    ReasonKind.FILL: "The most valuable territories come first.",
    ReasonKind.SPARE: "Doing nothing is worth more.",
    ReasonKind.AGREE: "A pact that ends by itself makes the border safe.",
    ReasonKind.REFUSE: "The offer is not worth it.",
    ReasonKind.TRADE: "The cards received are worth at least those given.",
    ReasonKind.END_PACT: "There is more to gain without the pact.",
    ReasonKind.ORDERS: "A stand-in only defends, as the player’s standing orders say.",
    ReasonKind.RANDOM: "It plays random moves.",
}
"""The sentence of each kind. A bot is “it”, and a player is no subject: they may be “you”.

{from}, {odds}, {worth} and {garrison} are empty if a reason lacks them.
"""

_FROM = " from {source}"
_ODDS = ": {chance}"
_MORE_THAN_STAYING = ", and better than waiting"
_SHARES = " (expected share of all strength {value}, otherwise {staying})"
_WORTH = " (expected share of all strength: {staying})"
_GARRISON = ": it needs {armies}"


def describe_reason(reason: Reason, words: Words) -> str:
    """Return the sentence for a reason."""
    sentence = SENTENCES[reason.kind]
    parts = {
        **words.people(seat=reason.seat),
        "target": words.territory(reason.target),
        "source": words.territory(reason.source),
        "region": _region(reason, words),
        "card": words.a_card(reason.card) if reason.card else "a card",
        "from": _FROM.format(source=words.territory(reason.source)) if reason.source else "",
        "odds": _odds(reason),
        "worth": _WORTH.format(staying=percent(reason.staying))
        if reason.staying is not None
        else "",
        "garrison": _GARRISON.format(armies=armies(reason.armies)) if reason.armies else "",
    }
    text = words.say(sentence, **parts)
    return text[0].upper() + text[1:]


def _region(reason: Reason, words: Words) -> str:
    """Return the name of a region; the independents are one without a name."""
    groups = words.ruleset.board.groups
    return words.group(reason.region) if reason.region in groups else "the independent territories"


def _odds(reason: Reason) -> str:
    """Return the chance of a plan, and its worth against staying."""
    odds = _ODDS.format(chance=percent(reason.chance)) if reason.chance is not None else ""
    if reason.value is None or reason.staying is None or reason.value <= reason.staying:
        return odds
    value, staying = percent(reason.value), percent(reason.staying)
    shares = _SHARES.format(value=value, staying=staying) if value != staying else ""
    return odds + _MORE_THAN_STAYING + shares
