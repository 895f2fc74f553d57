"""The latest events: an attack, with the dice of all its battles."""

from collections.abc import Sequence
from typing import Any

from games.drawing.display.card_texts import event_text
from games.drawing.display.liveries import NEUTRAL
from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, livery, own_attack, words_of
from rules import Event, Ruleset, View
from rules.cards import BattleCard, EventCard
from rules.events.attack import BattleFought
from rules.events.base import Modifier
from rules.sentences.words import signed

_BATTLE_CARDS, _EVENT_CARDS = frozenset(BattleCard), frozenset(EventCard)

Route = tuple[str, str]
"""The source and target of an attack."""

MOST_EARLIER = 2
"""How many rolls of earlier entries an attack shows beside its new ones."""

_HELD = "{territory} held: you lost {attack_losses}, they lost {defence_losses}."
_CAPTURED = "{territory} captured: you lost {attack_losses}, they lost {defence_losses}."
_SO_FAR = "{territory}: you lost {attack_losses}, they lost {defence_losses} so far."


def route_of(event: Event) -> Route | None:
    """Return the route of a battle; None for other events."""
    return (event.source, event.target) if isinstance(event, BattleFought) else None


def attack_moment(
    scene: Scene, battles: Sequence[BattleFought], earlier: Sequence[BattleFought]
) -> dict[str, Any]:
    """Render the battles of an entry; the totals include the attack's `earlier` battles."""
    first = battles[0]
    before = [each for each in earlier if route_of(each) == route_of(first)]
    whole = [*before, *battles]
    last = battles[-1]
    attackers = first.attackers_left + first.attack_losses
    defenders = first.defenders_left + first.defence_losses
    losses = {
        "attack_losses": sum(battle.attack_losses for battle in whole),
        "defence_losses": sum(battle.defence_losses for battle in whole),
    }
    return {
        "kind": "attack",
        "sides": [
            _side(scene, first.attacker, first.source, attackers, last.attackers_left),
            _side(scene, first.defender, first.target, defenders, last.defenders_left),
        ],
        "earlier": [_battle(battle, scene.view.ruleset) for battle in before[-MOST_EARLIER:]],
        "battles": [_battle(battle, scene.view.ruleset) for battle in battles],
        "rolls": len(whole),
        **losses,
        "result": _result(scene, last, losses) if first.attacker == scene.seat else "",
    }


def _result(scene: Scene, last: BattleFought, losses: dict[str, int]) -> str:
    """Return the sentence that tells attackers what their attack has cost and won.

    "" while another player must answer before the attack goes on.
    """
    sentence = _HELD if last.defenders_left else _CAPTURED
    attack = own_attack(scene.view)
    if last.defenders_left and attack and (attack.source, attack.target) == route_of(last):
        if scene.view.decision is None:
            return ""
        sentence = _SO_FAR
    return sentence.format(territory=scene.view.board.territories[last.target].name, **losses)


def _side(scene: Scene, seat: int | None, at: str, before: int, left: int) -> dict[str, Any]:
    return {
        "name": capitalised(words_of(scene).player(seat)),
        "is_own": seat is not None and seat == scene.seat,
        "livery": livery_name(scene.view, seat),
        "at": at,
        "territory": scene.view.board.territories[at].name,
        "armies": before,
        "left": left,
    }


def livery_name(view: View, seat: int | None) -> str:
    """Return the name of a player's livery; None is the neutral army."""
    return NEUTRAL if seat is None else livery(view, seat).removeprefix("livery-")


def _battle(event: BattleFought, ruleset: Ruleset) -> dict[str, Any]:
    return {
        "attack": {
            "dice": _dice(event.attack_dice, event.pairs, "attacker"),
            "added": _added(event.attack_modifiers, ruleset),
        },
        "defence": {
            "dice": _dice(event.defence_dice, event.pairs, "defender"),
            "added": _added(event.defence_modifiers, ruleset),
        },
        "pairs": _pairs(event),
        # Without modifiers the totals equal the highest dice.
        "totals": [event.attack_total, event.defence_total]
        if event.attack_modifiers or event.defence_modifiers
        else None,
        "losses": [event.attack_losses, event.defence_losses],
        "left": [event.attackers_left, event.defenders_left],
    }


def _dice(dice: Sequence[int], pairs: Sequence[str], side: str) -> list[list[Any]]:
    """Return a side's dice as [value, has_lost], highest first."""
    ordered = sorted(dice, reverse=True)
    lost = [place < len(pairs) and pairs[place] != side for place in range(len(ordered))]
    return [list(die) for die in zip(ordered, lost, strict=True)]


def _pairs(event: BattleFought) -> list[dict[str, Any]]:
    """Return who won each pair of dice, highest first, and whether the pair tied."""
    values = [sorted(dice, reverse=True) for dice in (event.attack_dice, event.defence_dice)]
    # Modifiers count for the highest dice only.
    values[0][:1], values[1][:1] = [event.attack_total], [event.defence_total]
    return [
        {"winner": winner, "is_tie": own == other}
        for winner, own, other in zip(event.pairs, *values, strict=False)
    ]


def _added(modifiers: Sequence[Modifier], ruleset: Ruleset) -> list[dict[str, str]]:
    """Return the modifiers of a side's highest die, with cause and rule."""
    return [
        {"value": signed(item.value), "cause": _cause(item.cause, ruleset), "rule": item.rule}
        for item in modifiers
    ]


def _cause(cause: str, ruleset: Ruleset) -> str:
    if cause in _BATTLE_CARDS:
        return ruleset.card_names[BattleCard(cause)]
    if cause in _EVENT_CARDS:
        return event_text(EventCard(cause)).title
    return cause.replace("_", " ")
