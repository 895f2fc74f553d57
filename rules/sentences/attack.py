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
    Occupied,
)
from rules.events.base import Modifier
from rules.reasons import AttackEnd
from rules.sentences.words import Words, armies, counted, listed, signed

_DECLARED = "{attacker} attacked {defender’s} {target} from {source}."
_SAILED = (
    "{attacker} sailed from {source} with {aboard} through {seas} to attack {defender’s} {target}."
)
_SEA = "the {sea}"


def describe_attack_declared(event: AttackDeclared, words: Words) -> str:
    """Describe an attack by land, or by fleet with its route (ATT-1, FLT-1)."""
    return (_SAILED if event.route else _DECLARED).format_map(
        {
            **words.people(attacker=event.attacker, defender=event.defender),
            "source": words.territory(event.source),
            "target": words.territory(event.target),
            "aboard": armies(event.aboard),
            "seas": listed([_SEA.format(sea=words.sea(zone)) for zone in event.route]),
        }
    )


_BATTLE = (
    "{source} against {target}: {attacker} rolled {attack}, {defender} rolled {defence}. {lost} "
    "Left: {attackers_left} against {defenders_left}."
)
_LOST = "{loser} lost {armies}."
_BOTH_LOST = "Each lost 1 army."


def describe_battle_fought(event: BattleFought, words: Words) -> str:
    """Describe one battle: dice, highest first, with their modifiers, and losses (ATT-5, ATT-8)."""
    attacker, defender = words.player(event.attacker), words.player(event.defender)
    lost = _BOTH_LOST
    if not (event.attack_losses and event.defence_losses):
        loser = attacker if event.attack_losses else defender
        number = armies(event.attack_losses or event.defence_losses)
        lost = _LOST.format(loser=loser[0].upper() + loser[1:], armies=number)
    return _BATTLE.format(
        source=words.territory(event.source),
        target=words.territory(event.target),
        attacker=attacker,
        attack=_rolled(event.attack_dice, event.attack_modifiers, words),
        defender=defender,
        defence=_rolled(event.defence_dice, event.defence_modifiers, words),
        lost=lost,
        attackers_left=event.attackers_left,
        defenders_left=event.defenders_left,
    )


def _rolled(dice: Sequence[int], modifiers: Sequence[Modifier], words: Words) -> str:
    causes = [f" {signed(item.value)} ({words.card(item.cause)})" for item in modifiers]
    return " ".join(str(die) for die in sorted(dice, reverse=True)) + "".join(causes)


_CAPTURED = "{seat} captured {territory} from {loser}."
_CAPTURED_OWN_CAMP = "{seat} captured {territory}, {loser’s} headquarters."
_CAPTURED_CAMP = "{seat} captured {territory}, {owner’s} headquarters, from {loser}."


def describe_captured(event: Captured, words: Words) -> str:
    """Describe a capture, including that of headquarters (ATT-9, CLA-6)."""
    owners = [seat for seat, camp in words.headquarters.items() if camp == event.territory]
    sentence = _CAPTURED_CAMP if owners else _CAPTURED
    if event.loser in owners:
        sentence = _CAPTURED_OWN_CAMP
    people = words.people(seat=event.seat, loser=event.loser, owner=next(iter(owners), None))
    return sentence.format_map({**people, "territory": words.territory(event.territory)})


_ATTACK_ENDS = {
    AttackEnd.CAPTURED: "{attacker’s} attack on {target} succeeded.",
    AttackEnd.STOPPED: "{attacker} stopped the attack on {target} from {source}.",
    AttackEnd.SPENT: (
        "{attacker’s} attack on {target} from {source} failed: no armies were left to attack with."
    ),
}


def describe_attack_ended(event: AttackEnded, words: Words) -> str:
    """Describe how an attack ended (ATT-6)."""
    return _ATTACK_ENDS[AttackEnd(event.reason)].format_map(
        {
            **words.people(attacker=event.attacker),
            "source": words.territory(event.source),
            "target": words.territory(event.target),
        }
    )


_ATTACK_TOOK = (
    "{attacker} took {target} from {defender} in {rolls}, losing {lost} and killing {killed}."
)
_ATTACK_HELD = (
    "{attacker} attacked {target} from {source} in {rolls}, losing {lost} and killing {killed}. "
    "That left {attackers_left} against {defenders_left}."
)


def summarize_battles(battles: Sequence[BattleFought], captured: bool, words: Words) -> str:
    """Sum up successive battles of one attack in a sentence."""
    last, lost = battles[-1], sum(battle.attack_losses for battle in battles)
    return (_ATTACK_TOOK if captured else _ATTACK_HELD).format_map(
        {
            **words.people(attacker=last.attacker, defender=last.defender),
            "source": words.territory(last.source),
            "target": words.territory(last.target),
            "rolls": counted(len(battles), "roll", "rolls"),
            "lost": armies(lost) if lost else "no armies",
            "killed": sum(battle.defence_losses for battle in battles) or "none",
            "attackers_left": armies(last.attackers_left),
            "defenders_left": last.defenders_left,
        }
    )


# Elimination


_ELIMINATED = (
    "{captor} took {territory}, {player’s} {stronghold}, and eliminated {player}. "
    "Banners captured: {banners}."
)
_ELIMINATED_LAST = "{captor} took {territory}, {player’s} last territory, and eliminated {player}."


def describe_eliminated(event: Eliminated, words: Words) -> str:
    """Describe who was eliminated, and the banners taken (ELM-1, CLA-5)."""
    return words.say(
        _ELIMINATED if words.ruleset.strongholds else _ELIMINATED_LAST,
        **words.people(captor=event.captor, player=event.player),
        territory=words.territory(event.territory),
        banners=listed([words.group(empire) for empire in event.banners]),
    )


_HAND_TAKEN = "{captor} took {found} from {player}."
_NO_HAND_TAKEN = "{captor} found no cards in {player’s} hand."


def describe_hand_taken(event: HandTaken, words: Words) -> str:
    """Describe how many cards the captor took (ELM-2)."""
    cards = counted(event.cards, "battle card", "battle cards")
    hidden = counted(event.hidden, "group of hidden armies", "groups of hidden armies")
    found = [what for number, what in ((event.cards, cards), (event.hidden, hidden)) if number]
    people = words.people(captor=event.captor, player=event.player)
    return (_HAND_TAKEN if found else _NO_HAND_TAKEN).format_map({**people, "found": listed(found)})


_TAKEN = "You took {found}."
_HIDDEN_IN = "the hidden armies in {territories}"


def describe_hand_taken_seen(event: HandTakenSeen, words: Words) -> str:
    """Describe to the captor which cards were taken (ELM-2)."""
    found = [words.cards(event.cards)] if event.cards else []
    if event.hidden:
        found.append(_HIDDEN_IN.format(territories=words.territories(event.hidden)))
    return _TAKEN.format(found=listed(found))


_OCCUPIED = "{seat} claimed {territory} with 1 army from {source}."
_OCCUPIED_FROM_STOCK = "{seat} claimed {territory} with 1 new army."


def describe_occupied(event: Occupied, words: Words) -> str:
    """Describe where the army on a vacated territory came from (ELM-3, ELM-4)."""
    return (_OCCUPIED if event.source else _OCCUPIED_FROM_STOCK).format(
        seat=words.player(event.seat),
        territory=words.territory(event.territory),
        source=words.territory(event.source),
    )
