"""Turn plans in words, for their owners: the kinds of step and each step."""

from collections.abc import Callable
from typing import Any

from games.display.turn_steps import rule_of_turn
from games.plans import steps as s
from games.plans.steps import Otherwise, PlanStep, Stage
from rules import Ruleset
from rules.rulesets.ruleset import Phase
from rules.rulesets.words import in_words_of
from rules.sentences import Words
from rules.sentences.words import armies, counted

PARTS: dict[Stage, str] = {
    Stage.SETS: "Before the attacks",
    Stage.CARDS: "Before the attacks",
    Stage.FIRST: "Before the attacks",
    Stage.ATTACKS: "Attacks",
    Stage.AFTER: "After the attacks",
    Stage.END: "After the attacks",
}
"""The heading for the steps of each stage of a turn."""

KINDS: dict[str, tuple[str, str]] = {
    "trade": ("Trade a set", "CLA-4"),
    "mercenaries": ("Play {Mercenaries}", "MRC-1"),
    "ambassador": ("Send {an Ambassador}", "AMB-1"),
    "place": ("Place armies", "TRN-5"),
    "attack": ("Attack", "ATT-1"),
    "sail": ("Attack {by fleet}", "FLT-1"),
    "spoils": ("Place spoils", "TRN-5"),
    "fortify": ("Fortify", "CLA-3"),
    "end": ("End the turn", "TRN-5"),
}
"""The label in the menu that adds a step of each kind, and the rule it links to."""

PLACE_MERCENARIES = ("Place {Mercenaries}", "MRC-1")
"""The label for placing armies in games where only Mercenaries add any before the attacks."""


def kind_of(name: str, ruleset: Ruleset) -> tuple[str, str]:
    """Return the label of a kind of step in a game, and the rule it links to."""
    called, rule = KINDS[name]
    if name == s.PlaceFirstStep.name and Phase.REINFORCE not in ruleset.order_of_play:
        called, rule = PLACE_MERCENARIES
    return in_words_of(ruleset, called), rule_of_turn(ruleset, rule)


OTHERWISE: dict[str, str] = {
    Otherwise.WAIT: "wait for me",
    Otherwise.NEXT: "go on to the next step",
    Otherwise.END: "stop attacking",
}
"""The phrase for each choice of how to continue after an attack that fails to capture."""


def sentence(step: PlanStep, words: Words) -> str:
    """Return the sentence for a step, in the terms of the game."""
    return SENTENCES[type(step)](step, words)


def _trade(step: s.TradeStep, words: Words) -> str:
    return "Trade my most valuable set, if I have one."


def _mercenaries(step: s.MercenariesStep, words: Words) -> str:
    return words.say(f"Play {counted(step.count, '{Mercenaries} card', '{Mercenaries} cards')}.")


def _ambassador(step: s.AmbassadorStep, words: Words) -> str:
    return words.say("Send {an Ambassador} to {player}.", player=words.player(step.opponent))


def _place(step: s.PlaceFirstStep | s.PlaceAfterStep, words: Words) -> str:
    number = armies(step.armies) if step.armies else "all that are left"
    return f"Place {number} on {words.territory(step.territory)}."


def _attack(step: s.AttackStep, words: Words) -> str:
    conditions = [
        words.say("with {a Hero} if I have one") if step.hero else "",
        f"only with at least {step.least} armies there" if step.least > 2 else "",
        f"only against at most {armies(step.most)}" if step.most else "",
    ]
    stays = "as many as possible" if step.leave >= s.MOST_ARMIES else armies(step.leave)
    return _ATTACK.format(
        source=words.territory(step.source),
        target=words.territory(step.target),
        dice=f" with {counted(step.dice, 'die', 'dice')}" if step.dice else "",
        stop=armies(step.stop),
        conditions="".join(f"; {condition}" for condition in conditions if condition),
        stays=stays,
        otherwise=OTHERWISE[step.otherwise],
    )


_ATTACK = (
    "Attack {target} from {source}{dice}, stopping at {stop}{conditions}. "
    "If it falls, leave {stays} behind; if not, {otherwise}."
)


def _sail(step: s.SailStep, words: Words) -> str:
    source, target = words.territory(step.source), words.territory(step.target)
    aboard = f"{armies(step.armies)}" if step.armies else "all armies but one"
    hero = words.say(", with {a Hero} if I have one") if step.hero else ""
    sentence_text = words.say(
        "Attack {target} from {source} {by fleet} with {aboard}",
        target=target,
        source=source,
        aboard=aboard,
    )
    return f"{sentence_text}{hero}. If it doesn’t fall, {OTHERWISE[step.otherwise]}."


def _fortify(step: s.MoveAfterStep, words: Words) -> str:
    source, target = words.territory(step.source), words.territory(step.target)
    number = armies(step.armies) if step.armies else "all armies but one"
    return f"Move {number} from {source} to {target}."


def _end(step: s.EndTurnStep, words: Words) -> str:
    return "End the turn."


SENTENCES: dict[type[PlanStep], Callable[[Any, Words], str]] = {
    s.TradeStep: _trade,
    s.MercenariesStep: _mercenaries,
    s.AmbassadorStep: _ambassador,
    s.PlaceFirstStep: _place,
    s.PlaceAfterStep: _place,
    s.AttackStep: _attack,
    s.SailStep: _sail,
    s.MoveAfterStep: _fortify,
    s.EndTurnStep: _end,
}
"""The function that builds the sentence for each kind of step."""
