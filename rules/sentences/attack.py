"""Sentences for chapters 4 and 5: attacks, battles and eliminations."""

from collections.abc import Sequence

from rules.events.attack import (
    AttackDeclared,
    AttackEnded,
    BattleFought,
    Captured,
    Eliminated,
    HandTaken,
    HandTakenSeen,
)
from rules.events.base import Modifier
from rules.sentences.words import Words, armies, counted, listed, signed


def describe_attack_declared(event: AttackDeclared, words: Words) -> str:
    """Describe an attack by land, or by fleet with its route (ATT-1, FLT-1)."""
    start, goal = words.territory(event.source), words.territory(event.target)
    who, whom = words.player(event.attacker), words.player(event.defender)
    if not event.route:
        return f"{who} attacked {goal}, held by {whom}, from {start}."
    seas = listed([f"the {words.sea(zone)}" for zone in event.route])
    aboard = armies(event.aboard)
    return (
        f"{who} sailed from {start} with {aboard} by way of {seas} against {goal}, held by {whom}."
    )


def describe_battle_fought(event: BattleFought, words: Words) -> str:
    """Describe one battle item by item, with the highest dice first (ATT-5, ATT-8)."""
    attack, defence = (
        sorted(dice, reverse=True) for dice in (event.attack_dice, event.defence_dice)
    )
    attacker = f"{words.player(event.attacker)} ({words.territory(event.source)})"
    defender = f"{words.player(event.defender)} ({words.territory(event.target)})"
    pairs = [f"Top dice {event.attack_total} to {event.defence_total} for the {event.pairs[0]}"]
    if len(event.pairs) > 1:
        pairs.append(f"second dice {attack[1]} to {defence[1]} for the {event.pairs[1]}")
    return (
        f"{attacker} rolled {_rolled(attack, event.attack_modifiers, words)} against {defender} "
        f"{_rolled(defence, event.defence_modifiers, words)}. {', '.join(pairs)}. "
        f"Lost {event.attack_losses} and {event.defence_losses}, "
        f"left {event.attackers_left} and {event.defenders_left}."
    )


def _rolled(dice: Sequence[int], modifiers: Sequence[Modifier], words: Words) -> str:
    causes = [
        f" {signed(item.value)} ({words.card(item.cause)}, {item.rule})" for item in modifiers
    ]
    return " ".join(str(die) for die in dice) + "".join(causes)


def describe_captured(event: Captured, words: Words) -> str:
    """Describe a capture, including that of headquarters (ATT-9, CLA-6)."""
    camps = [seat for seat, camp in words.headquarters.items() if camp == event.territory]
    sentence = f"{words.player(event.seat)} captured {words.territory(event.territory)}"
    if event.loser in camps:
        return f"{sentence}, the headquarters of {words.player(event.loser)}."
    camp = f", the headquarters of {words.players(camps)}," if camps else ""
    return f"{sentence}{camp} from {words.player(event.loser)}."


_ATTACK_ENDS = {
    "captured": "The attack ended with a capture.",
    "stopped": "{attacker} stopped the attack on {target} from {source}.",
    "spent": "The attack on {target} from {source} ended: no army of {attacker} could fight on.",
}


def describe_attack_ended(event: AttackEnded, words: Words) -> str:
    """Describe how an attack ended (ATT-6)."""
    return _ATTACK_ENDS[event.reason].format(
        attacker=words.player(event.attacker),
        source=words.territory(event.source),
        target=words.territory(event.target),
    )


# Elimination


def describe_eliminated(event: Eliminated, words: Words) -> str:
    """Describe who was eliminated, and the banners taken (ELM-1, CLA-5)."""
    if not words.ruleset.strongholds:
        return (
            f"{words.player(event.captor)} took {words.territory(event.territory)}, the last "
            f"territory of {words.player(event.player)}: out of the game."
        )
    banners = listed([words.group(empire) for empire in event.banners])
    return (
        f"{words.player(event.captor)} took {words.territory(event.territory)}, "
        f"{words.say('the {stronghold} of')} {words.player(event.player)}: out of the game. "
        f"Banners taken: {banners}."
    )


def describe_hand_taken(event: HandTaken, words: Words) -> str:
    """Describe how many cards the captor took (ELM-2)."""
    cards = counted(event.cards, "battle card", "battle cards")
    hidden = counted(event.hidden, "choice of hidden armies", "choices of hidden armies")
    found = ((event.cards, cards), (event.hidden, hidden))
    taken = " and ".join(what for number, what in found if number) or "no cards"
    return f"{words.player(event.captor)} took {taken} from {words.player(event.player)}."


def describe_hand_taken_seen(event: HandTakenSeen, words: Words) -> str:
    """Describe to the captor which cards were taken (ELM-2)."""
    found = [words.cards(event.cards)] if event.cards else []
    if event.hidden:
        found.append(f"hidden armies: {words.territories(event.hidden)}")
    return f"Taken: {'; '.join(found) or 'nothing'}."
