"""The steps of a turn as the page names them, by a game's own order of play."""

from rules import Ruleset
from rules.rulesets.ruleset import Phase

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
"""What each phase is called that is a step of its own."""

_AFTER = {
    Phase.EVENT: "draw an event card and carry it out",
    Phase.DRAW_ONE: "draw one battle card",
    Phase.SPOILS: "place your spoils",
    Phase.FORTIFY: "may move armies once from one territory of yours into one beside it",
    Phase.TERRITORY_CARD: "draw a territory card if you have taken a territory in this turn",
}
"""What one does in the steps that may follow the attacks."""


def rule_of_turn(ruleset: Ruleset, usual: str) -> str:
    """Return the rule under which a step of the turn stands: that of chapter 3, or of chapter 11.

    Where a turn begins with its armies all of it stands in CLA-3.
    """
    return "CLA-3" if Phase.REINFORCE in ruleset.order_of_play else usual


def steps_of(ruleset: Ruleset) -> tuple[tuple[str, tuple[Phase, ...]], ...]:
    """Return the steps of a turn, each with the phases that belong to it.

    A card drawn as soon as the hand is full belongs to the same step.
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


def after_attacks(ruleset: Ruleset) -> str:
    """Return what the player on turn does after the attacks, as a sentence without its stop."""
    phases = ruleset.order_of_play
    following = phases[phases.index(Phase.ATTACKS) + 1 :]
    return f"You {', then '.join(_AFTER[phase] for phase in following if phase in _AFTER)}"
