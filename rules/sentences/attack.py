"""Sentences for chapters 4 and 5: attacks, battles and eliminations."""

from collections.abc import Sequence

from rules.events import attack
from rules.events.base import Modifier
from rules.reasons import AttackEnd
from rules.sentences.wording import BriefType, Wording, Wordings
from rules.sentences.words import Words, armies, counted, listed, signed

_DECLARED = "{attacker} attacked {defender’s} {target} from {source}."
_SAILED = (
    "{attacker} sailed from {source} with {aboard} through {route} to attack {defender’s} {target}."
)

_BATTLE = (
    "{source} against {target}: {attacker} rolled {attack}, {defender} rolled {defence}. {lost} "
    "Left: {attackers_left} against {defenders_left}."
)
_LOST = "{loser} lost {armies}."
_BOTH_LOST = "Each lost 1 army."


def describe_battle_fought(event: attack.BattleFought, words: Words) -> str:
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


def _rule_of_battle(event: attack.BattleFought) -> str:
    """Return the rule of the battle's first modifier."""
    modifiers = (*event.attack_modifiers, *event.defence_modifiers)
    return modifiers[0].rule if modifiers else ""


_CAPTURED = "{seat} captured {territory} from {loser}."
_CAPTURED_OWN_CAMP = "{seat} captured {territory}, {loser’s} headquarters."
_CAPTURED_CAMP = "{seat} captured {territory}, {owner’s} headquarters, from {loser}."


def describe_captured(event: attack.Captured, words: Words) -> str:
    """Describe a capture, including that of headquarters (ATT-9, CLA-6)."""
    owners = [seat for seat, camp in words.headquarters.items() if camp == event.territory]
    sentence = _CAPTURED_CAMP if owners else _CAPTURED
    if event.loser in owners:
        sentence = _CAPTURED_OWN_CAMP
    people = words.people(seat=event.seat, loser=event.loser, owner=next(iter(owners), None))
    return words.say(sentence, **people, territory=words.territory(event.territory))


_ATTACK_ENDS = {
    AttackEnd.CAPTURED: "{attacker’s} attack on {target} succeeded.",
    AttackEnd.STOPPED: "{attacker} stopped the attack on {target} from {source}.",
    AttackEnd.SPENT: (
        "{attacker’s} attack on {target} from {source} failed: no armies were left to attack with."
    ),
}

_ATTACK_TOOK = (
    "{attacker} took {target} from {defender} in {rolls}, losing {lost} and killing {killed}."
)
_ATTACK_HELD = (
    "{attacker} attacked {target} from {source} in {rolls}, losing {lost} and killing {killed}. "
    "That left {attackers_left} against {defenders_left}."
)


def summarize_battles(battles: Sequence[attack.BattleFought], captured: bool, words: Words) -> str:
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


def describe_eliminated(event: attack.Eliminated, words: Words) -> str:
    """Describe who was eliminated, and the banners taken (ELM-1, CLA-5)."""
    return words.say(
        _ELIMINATED if words.ruleset.strongholds else _ELIMINATED_LAST,
        **words.people(captor=event.captor, player=event.player),
        territory=words.territory(event.territory),
        banners=listed([words.group(empire) for empire in event.banners]),
    )


_HAND_TAKEN = "{captor} took {found} from {player}."
_NO_HAND_TAKEN = "{captor} found no cards in {player’s} hand."


def describe_hand_taken(event: attack.HandTaken, words: Words) -> str:
    """Describe how many cards the captor took (ELM-2)."""
    cards = counted(event.cards, "battle card", "battle cards")
    hidden = counted(event.hidden, "group of hidden armies", "groups of hidden armies")
    found = [what for number, what in ((event.cards, cards), (event.hidden, hidden)) if number]
    people = words.people(captor=event.captor, player=event.player)
    return words.say(_HAND_TAKEN if found else _NO_HAND_TAKEN, **people, found=listed(found))


_TAKEN = "You took {found}."
_HIDDEN_IN = "the hidden armies in {territories}"


def describe_hand_taken_seen(event: attack.HandTakenSeen, words: Words) -> str:
    """Describe to the captor which cards were taken (ELM-2)."""
    found = [words.cards(event.cards)] if event.cards else []
    if event.hidden:
        found.append(_HIDDEN_IN.format(territories=words.territories(event.hidden)))
    return _TAKEN.format(found=listed(found))


_OCCUPIED = "{seat} claimed {territory} with 1 army from {source}."
_OCCUPIED_FROM_STOCK = "{seat} claimed {territory} with 1 new army."

WORDINGS: Wordings = {
    attack.AttackDeclared: Wording(lambda event: _SAILED if event.route else _DECLARED),
    attack.BattleFought: Wording(
        describe=describe_battle_fought,
        rule=_rule_of_battle,
        brief=BriefType("{target}", seat="attacker", at="target", of="defender"),
    ),
    attack.AttackEnded: Wording(lambda event: _ATTACK_ENDS[AttackEnd(event.reason)]),
    attack.Captured: Wording(
        describe=describe_captured, brief=BriefType("{territory}", at="territory", of="loser")
    ),
    attack.MovedIn: Wording("{seat} moved {armies} from {source} into {target}."),
    attack.Eliminated: Wording(
        describe=describe_eliminated,
        brief=BriefType("eliminated {player}", seat="captor", at="territory"),
    ),
    attack.Vacated: Wording("{player’s} armies left {territories}."),
    attack.HandTaken: Wording(describe=describe_hand_taken),
    attack.HandTakenSeen: Wording(describe=describe_hand_taken_seen),
    attack.Occupied: Wording(lambda event: _OCCUPIED if event.source else _OCCUPIED_FROM_STOCK),
}
"""What is said about each kind of event of chapters 4 and 5."""
