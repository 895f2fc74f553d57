"""A sentence for every kind of reason, in the words of the game."""

from collections.abc import Sequence
from string import Formatter

from rules.bots.reasons.kinds import Reason, ReasonKind
from rules.cards import BattleCard
from rules.sentences import Words
from rules.sentences.words import INDEPENDENT_TERRITORIES, armies, paragraph, percent

SENTENCES: dict[ReasonKind, tuple[str, ...]] = {
    ReasonKind.STORM: (
        "With {hero}, and {armies} from other territories following up the attack from {source}, "
        "the chance of taking {seat’s} {stronghold} in {target} is {chance}.",
        "With {hero}, the chance of taking {seat’s} {stronghold} in {target} from {source} is "
        "{chance}.",
        "With {armies} from other territories following up the attack from {source}, the chance of "
        "taking {seat’s} {stronghold} in {target} is {chance}.",
        "The chance of taking {seat’s} {stronghold} in {target} from {source} is {chance}.",
        "The chance of taking {seat’s} {stronghold} in {target} is {chance}.",
        "To take {seat’s} {stronghold} in {target}.",
    ),
    ReasonKind.SWEEP: (
        "The chance of winning now, by taking all the headquarters still needed, is {chance}.",
        "To win by taking all the headquarters still needed.",
    ),
    ReasonKind.TAKE_HEADQUARTERS: (
        "The chance of taking {seat’s} headquarters in {target} from {source} is {chance}.",
        "The chance of taking {seat’s} headquarters in {target} is {chance}.",
        "To take {seat’s} headquarters in {target}.",
    ),
    ReasonKind.ELIMINATE: (
        "The chance of eliminating {seat} is {chance}.",
        "To eliminate {seat}.",
    ),
    ReasonKind.COMPLETE: (
        "Holding all of {region} earns more armies: the chance of taking the rest is {chance}.",
        "To earn more armies by holding all of {region}.",
    ),
    ReasonKind.BREAK: (
        "Taking {target} ends {seat’s} hold on {region}: the chance is {chance}.",
        "To end {seat’s} hold on {region} by taking {target}.",
    ),
    ReasonKind.EARN_CARD: (
        "Taking {target} earns a territory card: the chance is {chance}.",
        "To earn a territory card by taking {target}.",
    ),
    ReasonKind.SHIELD: (
        "Taking {target} removes a threat to the {site}: the chance is {chance}.",
        "To remove a threat to the {site} by taking {target}.",
    ),
    ReasonKind.APPROACH: (
        "Taking {target} ({chance} chance) is a step towards holding all of {region}.",
        "Taking {target} is a step towards holding all of {region}.",
    ),
    ReasonKind.TAKE: (
        "To gain {target} and weaken {seat} ({chance} chance).",
        "To gain {target} ({chance} chance).",
        "To gain {target}.",
    ),
    ReasonKind.STAY: (
        "No attack would improve the estimated {staying} chance of winning the game.",
        "No attack is worth the risk.",
    ),
    ReasonKind.CAUTION: ("Recruits rarely attack, and only when the odds are good.",),
    ReasonKind.GUARD: (
        "A general would keep {armies} in {target} until {seat’s} next turn.",
        "To guard {target}.",
    ),
    ReasonKind.FRONT: ("To strengthen {target}, which borders other players.",),
    ReasonKind.SHARE: ("{source} borders other players too.",),
    ReasonKind.EXPOSED: ("{target} faces more armies than {source}.",),
    ReasonKind.CONCEDE: ("{source} would probably be lost in any case.",),
    ReasonKind.RESERVE: ("To build up armies on {target} for later.",),
    ReasonKind.GATHER: ("To gather armies against {seat’s} {stronghold} in {target}.",),
    ReasonKind.NEUTRAL: ("To put the neutral army in the way of others.",),
    ReasonKind.ADVANCE: ("To have the armies where they can attack next.",),
    ReasonKind.HOLD_BACK: (
        "A general would keep {armies} in {source} until {seat’s} next turn.",
        "The other armies are needed more in {source}.",
    ),
    ReasonKind.INLAND: ("No enemy borders {source}.",),
    ReasonKind.MARCH: ("To move armies from {source} closer to the enemy.",),
    ReasonKind.SETTLE: ("{target} is hard for others to reach.",),
    ReasonKind.CLAIM: ("To work towards holding all of {region}.",),
    ReasonKind.HIDE: ("Hidden armies in {target} will help in attack or defence.",),
    ReasonKind.CAMP: ("{target} is well defended and in little danger.",),
    ReasonKind.HIRE: ("Armies now are worth more than keeping the cards.",),
    ReasonKind.FORCE_TRUCE: ("The greatest danger to the {stronghold} comes from {seat}.",),
    ReasonKind.REVEAL: ("With the armies hidden in {target}, an attack is worthwhile.",),
    ReasonKind.LOOK: ("To see {seat’s} cards.",),
    ReasonKind.DISARM: ("To remove {card} from {seat’s} hand.",),
    ReasonKind.END_TRUCE: ("To be free to attack {seat}.",),
    ReasonKind.BREACH: ("Without the {Fortification}, the attack is much more likely to succeed.",),
    ReasonKind.TRADE_SET: ("Armies now are worth more than keeping the cards.",),
    ReasonKind.ROLL: (
        "{target} has only {armies}, so only 1 die is possible.",
        "Rolling more dice loses fewer armies.",
    ),
    ReasonKind.FORTIFY: ("Holding {target} is worth a {Fortification}.",),
    ReasonKind.KEEP_FORTIFICATION: ("Holding {target} is not worth a {Fortification}.",),
    ReasonKind.REVEAL_DEFENCE: ("Holding {target} is worth revealing the armies hidden there.",),
    ReasonKind.BLOCK_HERO: ("Holding {target} is worth {an Assassin}.",),
    ReasonKind.COUNTER: ("To save the card.",),
    ReasonKind.BLOCK_EVENT: ("The event would cost more than the {Fortification} is worth.",),
    ReasonKind.DRAGON: ("To weaken {seat} in {target}.",),
    ReasonKind.OCCUPY: ("{target} costs only one army, which is not needed in {source}.",),
    ReasonKind.FILL: ("The most valuable territories come first.",),
    ReasonKind.SPARE: ("There is nothing to gain this time.",),
    ReasonKind.AGREE: ("The pact makes the border safe and expires on its own.",),
    ReasonKind.REFUSE: ("The offer is not good enough.",),
    ReasonKind.TRADE: ("The cards gained are worth at least as much as those given.",),
    ReasonKind.END_PACT: ("There is more to gain without the pact.",),
    ReasonKind.TRUCE: ("A truce leaves more armies to face {seat}, the strongest player.",),
    ReasonKind.NOBODY_LEFT: ("The pact would leave nobody to attack.",),
    ReasonKind.BROKEN_BEFORE: ("An earlier pact was broken.",),
    ReasonKind.TOO_LONG: ("The pact would last too long.",),
    ReasonKind.LAND_OF_OTHERS: ("The pact would protect territories that neither side holds.",),
    ReasonKind.TOO_STRONG: ("A pact would help {seat} win.",),
    ReasonKind.TOO_WEAK: ("So few of {seat’s} armies are left that a truce is worth little.",),
    ReasonKind.WANT_CARD: ("In return, {card} would be welcome.",),
    ReasonKind.NO_ANSWER: ("Nobody answered for a whole round.",),
    ReasonKind.ORDERS: ("A stand-in only defends, following the player’s standing orders.",),
    ReasonKind.RANDOM: ("This bot plays at random.",),
}
"""The sentences of each kind; the first whose arguments are all given is used, or else the last.

No sentence has a player as its subject: the player may be “you”.
"""

PLACEMENTS: dict[ReasonKind, tuple[str, ...]] = {
    ReasonKind.STORM: (
        "{number} on {place} to take {seat’s} {stronghold} in {target}, with {armies} from "
        "elsewhere and {hero} ({chance} chance).",
        "{number} on {place} to take {seat’s} {stronghold} in {target} with {hero} "
        "({chance} chance).",
        "{number} on {place} to take {seat’s} {stronghold} in {target}, with {armies} from "
        "elsewhere ({chance} chance).",
        "{number} on {place} to take {seat’s} {stronghold} in {target} ({chance} chance).",
        "{number} on {place} to take {seat’s} {stronghold} in {target}.",
    ),
    ReasonKind.SWEEP: (
        "{number} on {place} to win by taking all the headquarters still needed ({chance} chance).",
        "{number} on {place} to win by taking all the headquarters still needed.",
    ),
    ReasonKind.TAKE_HEADQUARTERS: (
        "{number} on {place} to take {seat’s} headquarters in {target} ({chance} chance).",
        "{number} on {place} to take {seat’s} headquarters in {target}.",
    ),
    ReasonKind.ELIMINATE: (
        "{number} on {place} to eliminate {seat} ({chance} chance).",
        "{number} on {place} to eliminate {seat}.",
    ),
    ReasonKind.COMPLETE: (
        "{number} on {place} to take the rest of {region} ({chance} chance).",
        "{number} on {place} to take the rest of {region}.",
    ),
    ReasonKind.BREAK: (
        "{number} on {place} to take {target}, which ends {seat’s} hold on {region} "
        "({chance} chance).",
        "{number} on {place} to take {target}, which ends {seat’s} hold on {region}.",
    ),
    ReasonKind.EARN_CARD: (
        "{number} on {place} to take {target} and earn a territory card ({chance} chance).",
        "{number} on {place} to take {target} and earn a territory card.",
    ),
    ReasonKind.SHIELD: (
        "{number} on {place} to take {target}, which threatens your {site} ({chance} chance).",
        "{number} on {place} to take {target}, which threatens your {site}.",
    ),
    ReasonKind.APPROACH: (
        "{number} on {place} to take {target}, a step towards all of {region} ({chance} chance).",
        "{number} on {place} to take {target}, a step towards all of {region}.",
    ),
    ReasonKind.TAKE: (
        "{number} on {place} to take {target} ({chance} chance).",
        "{number} on {place} to take {target}.",
    ),
    ReasonKind.GUARD: (
        "{number} on {place}, where a general would keep {armies} until your next turn.",
        "{number} on {place} to guard it.",
    ),
    ReasonKind.FRONT: ("{number} on {place}, which borders other players.",),
    ReasonKind.RESERVE: ("{number} on {place} for later.",),
    ReasonKind.GATHER: (
        "{number} on {place} to gather armies against {seat’s} {stronghold} in {target}.",
    ),
    ReasonKind.NEUTRAL: ("{number} on {place}, in the way of others.",),
}
"""The sentences for armies that a suggestion places somewhere, chosen as in `SENTENCES`."""

_WORTH = "This raises the estimated chance of winning the game from {staying} to {value}."

_NOBODY = {"seat": "", "seat’s": ""}
"""The arguments of a reason that concerns no player."""


def describe_reason(reason: Reason, words: Words) -> str:
    """Return the sentence for a reason, followed by the estimated value of its plan, if any."""
    text = _filled(SENTENCES[reason.kind], _arguments(reason, words), words)
    return paragraph(text[0].upper() + text[1:], _worth(reason))


def describe_placement(reason: Reason, number: int, place: str, words: Words) -> str:
    """Return the sentence for placing a number of armies on a territory for a reason."""
    arguments = {"number": str(number), "place": words.territory(place)}
    return _filled(PLACEMENTS[reason.kind], _arguments(reason, words) | arguments, words)


def _arguments(reason: Reason, words: Words) -> dict[str, str]:
    """Return the arguments of a reason's sentences; missing ones are empty."""
    return {
        **(words.people(seat=reason.seat) if reason.seat is not None else _NOBODY),
        "target": words.territory(reason.target),
        "source": words.territory(reason.source) if reason.source else "",
        "region": _region(reason, words),
        "site": words.say("{stronghold}") if words.ruleset.strongholds else "headquarters",
        "card": words.a_card(reason.card) if reason.card else "a card",
        "hero": words.say("{a Hero}") if reason.card == BattleCard.HERO else "",
        "chance": _chance(reason.chance),
        "staying": _chance(reason.staying),
        "armies": armies(reason.armies) if reason.armies else "",
    }


def _filled(templates: Sequence[str], arguments: dict[str, str], words: Words) -> str:
    """Fill in the first template whose arguments are all given, otherwise the last template."""
    for template in templates:
        fields = (field for _, field, _, _ in Formatter().parse(template) if field)
        if all(arguments.get(field, field) for field in fields):
            return words.say(template, **arguments)
    return words.say(templates[-1], **arguments)


def _region(reason: Reason, words: Words) -> str:
    """Return the name of a region; the independent territories are not a group of the board."""
    if reason.region in words.ruleset.board.groups:
        return words.region(reason.region)
    return INDEPENDENT_TERRITORIES


def _chance(chance: float | None) -> str:
    return "" if chance is None else percent(chance)


def _worth(reason: Reason) -> str:
    """Return a sentence that compares a plan with waiting; "" if the plan is hardly better."""
    if reason.value is None or reason.staying is None or reason.value <= reason.staying:
        return ""
    value, staying = percent(reason.value), percent(reason.staying)
    return _WORTH.format(value=value, staying=staying) if value != staying else ""
