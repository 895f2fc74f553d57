"""The steps of a turn as pages name them, in each game's order of play."""

from rules import Ruleset, View
from rules.rulesets.ruleset import Phase
from rules.sentences.words import armies

NAMES = {
    Phase.DRAW_TO_HAND: "Draw",
    Phase.ATTACKS: "Attacks",
    Phase.EVENT: "Event",
    Phase.DRAW_ONE: "Card",
    Phase.SPOILS: "Spoils",
    Phase.REINFORCE: "Armies",
    Phase.FORTIFY: "Fortify",
    Phase.TERRITORY_CARD: "Card",
}
"""The label of each phase that is shown as a step."""

_AFTER = {
    Phase.EVENT: "an event card",
    Phase.DRAW_ONE: "one battle card",
    Phase.SPOILS: "your spoils ({armies})",
    Phase.FORTIFY: "one move to fortify",
    Phase.TERRITORY_CARD: "a territory card",
}
"""What each possible step after the attacks brings."""

_NEXT = "Next: {last}."
_NEXT_SEVERAL = "Next: {steps}, then {last}."


def steps_of(ruleset: Ruleset) -> tuple[tuple[str, tuple[Phase, ...]], ...]:
    """Return the steps of a turn as (label, phases).

    Filling the hand and then drawing one card count as a single step.
    """
    steps: list[tuple[str, tuple[Phase, ...]]] = []
    before = None
    for phase in ruleset.order_of_play:
        if phase is Phase.DRAW_ONE and before is Phase.DRAW_TO_HAND:
            name, phases = steps.pop()
            steps.append((name, (*phases, phase)))
        elif phase in NAMES:
            steps.append((NAMES[phase], (phase,)))
        before = phase
    return tuple(steps)


def spoils_this_turn(view: View) -> int:
    """Return the armies that the viewer's spoils bring this turn; 0 in games without spoils."""
    if Phase.SPOILS not in view.ruleset.order_of_play:
        return 0
    return sum(number for _, number in view.spoils_due(view.own_seat))


def after_attacks(ruleset: Ruleset, spoils: int, has_captured: bool) -> str:
    """Return a sentence on the steps after the attacks.

    `spoils` is the number of armies they bring, 0 in games without spoils. The turn brings a
    territory card if the player has captured a territory.
    """
    phases = ruleset.order_of_play
    following = phases[phases.index(Phase.ATTACKS) + 1 :]
    brought = [each for each in following if has_captured or each is not Phase.TERRITORY_CARD]
    texts = [_AFTER[phase].format(armies=armies(spoils)) for phase in brought if phase in _AFTER]
    *steps, last = texts
    return (_NEXT_SEVERAL if steps else _NEXT).format(steps=", ".join(steps), last=last)
