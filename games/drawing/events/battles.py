"""The moment of an attack, with the dice of all its battles."""

from collections.abc import Sequence

from games.drawing.display import liveries
from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, livery, own_attack, words_of
from games.drawing.events.moments import Attack, Bonus, Dice, Roll, Side
from rules import Event, Ruleset, View
from rules.cards import EVENT_CARDS, BattleCard, EventCard
from rules.events.attack import BattleFought
from rules.events.base import Modifier
from rules.sentences.words import signed

Route = tuple[str, str]
"""The source and target of an attack."""

MOST_EARLIER = 2
"""How many rolls of earlier entries an attack shows beside its new ones."""

_HELD = "{territory} held: you lost {lost}, they lost {killed}."
_CAPTURED = "{territory} captured: you lost {lost}, they lost {killed}."
_SO_FAR = "{territory}: you lost {lost}, they lost {killed} so far."


def route_of(event: Event) -> Route | None:
    """Return the route of a battle; None for other events."""
    return (event.source, event.target) if isinstance(event, BattleFought) else None


def attack_moment(
    scene: Scene, battles: Sequence[BattleFought], earlier: Sequence[BattleFought]
) -> Attack:
    """Return the moment of an entry's battles; the totals include the `earlier` battles."""
    first, last = battles[0], battles[-1]
    before = [each for each in earlier if route_of(each) == route_of(first)]
    whole = [*before, *battles]
    attackers = first.attackers_left + first.attack_losses
    defenders = first.defenders_left + first.defence_losses
    attack_losses = sum(battle.attack_losses for battle in whole)
    defence_losses = sum(battle.defence_losses for battle in whole)
    is_own = first.attacker == scene.seat
    return Attack(
        sides=(
            _side(scene, first.attacker, first.source, attackers, last.attackers_left),
            _side(scene, first.defender, first.target, defenders, last.defenders_left),
        ),
        earlier=tuple(_roll(battle, scene.view.ruleset) for battle in before[-MOST_EARLIER:]),
        battles=tuple(_roll(battle, scene.view.ruleset) for battle in battles),
        rolls=len(whole),
        attack_losses=attack_losses,
        defence_losses=defence_losses,
        result=_result(scene, last, attack_losses, defence_losses) if is_own else "",
    )


def _result(scene: Scene, last: BattleFought, lost: int, killed: int) -> str:
    """Return the sentence that tells attackers what their attack has cost and won.

    It is "" while another player must answer before the attack goes on.
    """
    sentence = _HELD if last.defenders_left else _CAPTURED
    attack = own_attack(scene.view)
    if last.defenders_left and attack and (attack.source, attack.target) == route_of(last):
        if scene.view.decision is None:
            return ""
        sentence = _SO_FAR
    name = scene.view.board.territories[last.target].name
    return sentence.format(territory=name, lost=lost, killed=killed)


def _side(scene: Scene, seat: int | None, at: str, before: int, left: int) -> Side:
    return Side(
        name=capitalised(words_of(scene).player(seat)),
        is_own=seat is not None and seat == scene.seat,
        livery=livery_name(scene.view, seat),
        at=at,
        territory=scene.view.board.territories[at].name,
        armies=before,
        left=left,
    )


def livery_name(view: View, seat: int | None) -> str:
    """Return the name of a player's livery; seat None stands for the neutral army."""
    return liveries.NEUTRAL if seat is None else livery(view, seat).removeprefix("livery-")


def _roll(event: BattleFought, ruleset: Ruleset) -> Roll:
    # Without modifiers the totals equal the highest dice.
    is_modified = event.attack_modifiers or event.defence_modifiers
    attack_bonuses = _bonuses(event.attack_modifiers, ruleset)
    defence_bonuses = _bonuses(event.defence_modifiers, ruleset)
    return Roll(
        attack=Dice(_dice(event.attack_dice, event.pairs, "attacker"), attack_bonuses),
        defence=Dice(_dice(event.defence_dice, event.pairs, "defender"), defence_bonuses),
        ties=_ties(event),
        totals=(event.attack_total, event.defence_total) if is_modified else None,
        losses=(event.attack_losses, event.defence_losses),
        left=(event.attackers_left, event.defenders_left),
    )


def _dice(dice: Sequence[int], pairs: Sequence[str], side: str) -> tuple[tuple[int, bool], ...]:
    """Return a side's dice as (value, has lost), highest first."""
    return tuple(
        (die, place < len(pairs) and pairs[place] != side)
        for place, die in enumerate(sorted(dice, reverse=True))
    )


def _ties(event: BattleFought) -> tuple[str, ...]:
    """Return the winner of each pair of dice that tied, "" for other pairs, highest first."""
    values = [sorted(dice, reverse=True) for dice in (event.attack_dice, event.defence_dice)]
    # Modifiers count for the highest dice only.
    values[0][:1], values[1][:1] = [event.attack_total], [event.defence_total]
    return tuple(
        winner if own == other else ""
        for winner, own, other in zip(event.pairs, *values, strict=False)
    )


def _bonuses(modifiers: Sequence[Modifier], ruleset: Ruleset) -> tuple[Bonus, ...]:
    return tuple(
        Bonus(signed(item.value), _cause(item.cause, ruleset), item.rule) for item in modifiers
    )


def _cause(cause: str, ruleset: Ruleset) -> str:
    if cause in ruleset.card_texts:
        return ruleset.card_texts[BattleCard(cause)].title
    if cause in EVENT_CARDS:
        return EVENT_CARDS[EventCard(cause)].title
    return cause.replace("_", " ")
