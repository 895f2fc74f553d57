"""Turn plans in words, for their owners: the kinds of step and each step."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import ngettext

from games.drawing.display import counts
from games.playing.plans import steps as s
from games.playing.plans.steps import Otherwise, PlanStep, Stage
from rules import Ruleset
from rules.rulesets.ruleset import Phase
from rules.rulesets.words import in_words_of
from rules.sentences import Words
from rules.sentences.words import armies, paragraph

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
    return in_words_of(ruleset, called), ruleset.rule(rule)


OTHERWISE: dict[str, str] = {
    Otherwise.WAIT: "wait for me",
    Otherwise.NEXT: "go on to the next step",
    Otherwise.END: "stop attacking",
}
"""The label of each choice of how to continue after an attack that fails to capture."""


def sentence(step: PlanStep, words: Words) -> str:
    """Return the sentence for a step, in the terms of the game."""
    return SENTENCES[type(step)](step, words)


def _trade(step: s.TradeStep, words: Words) -> str:
    return "Trade my most valuable set, if I have one."


def _mercenaries(step: s.MercenariesStep, words: Words) -> str:
    return words.say(
        ngettext(
            "Play {number} {Mercenaries} card.", "Play {number} {Mercenaries} cards.", step.count
        ),
        number=str(step.count),
    )


def _ambassador(step: s.AmbassadorStep, words: Words) -> str:
    return words.say("Send {an Ambassador} to {player}.", player=words.player(step.opponent))


_PLACE = "Place {armies} on {territory}."
_PLACE_ALL = "Place all remaining armies on {territory}."


def _place(step: s.PlaceFirstStep | s.PlaceAfterStep, words: Words) -> str:
    text = _PLACE if step.armies else _PLACE_ALL
    return text.format(armies=armies(step.armies), territory=words.territory(step.territory))


_ATTACK = {
    (False, False): "Attack {target} from {source} until it falls.",
    (False, True): "Attack {target} from {source} until it falls or {source} is down to {stop}.",
    (True, False): "Attack {target} from {source} with {dice} until it falls.",
    (True, True): (
        "Attack {target} from {source} with {dice} until it falls or {source} is down to {stop}."
    ),
}
"""The sentence for an attack by land, keyed by (names dice, stops before its last army)."""
_HERO = "Play {a Hero} if I have one."
_LEAST = "Attack only with at least {least} in {source}."
_MOST = "Attack only if {target} has at most {most}."
_LEAVE = "If it falls, leave {stays} behind."
_LEAVE_MOST = "If it falls, leave as many as possible behind."

IF_NOT: dict[str, str] = {
    Otherwise.WAIT: "If it doesn’t fall, wait for me.",
    Otherwise.NEXT: "If it doesn’t fall, go on to the next step.",
    Otherwise.END: "If it doesn’t fall, stop attacking.",
}
"""The sentence for each choice of how to continue after an attack that fails to capture."""


_FEWEST_TO_ATTACK = 2
"""Every attack needs this many armies, so plans do not mention the number."""

_LAST = 1
"""The number of armies that cannot attack; stopping there needs no mention."""


def _attack(step: s.AttackStep, words: Words) -> str:
    told = [
        _ATTACK[step.dice > 0, step.stop > _LAST],
        _HERO if step.hero else "",
        _LEAST if step.least > _FEWEST_TO_ATTACK else "",
        _MOST if step.most else "",
        _LEAVE_MOST if step.leave >= s.MOST_ARMIES else _LEAVE,
        IF_NOT[step.otherwise],
    ]
    return words.say(
        paragraph(*told),
        source=words.territory(step.source),
        target=words.territory(step.target),
        dice=counts.dice(step.dice),
        stop=str(step.stop),
        least=armies(step.least),
        most=armies(step.most),
        stays=armies(step.leave),
    )


_SAIL = "Attack {target} from {source} {by fleet} with {armies}."
_SAIL_ALL = "Attack {target} from {source} {by fleet} with all armies but one."


def _sail(step: s.SailStep, words: Words) -> str:
    told = [
        _SAIL if step.armies else _SAIL_ALL,
        _HERO if step.hero else "",
        IF_NOT[step.otherwise],
    ]
    return words.say(
        paragraph(*told),
        source=words.territory(step.source),
        target=words.territory(step.target),
        armies=armies(step.armies),
    )


_MOVE = "Move {armies} from {source} to {target}."
_MOVE_ALL = "Move all armies but one from {source} to {target}."


def _fortify(step: s.MoveAfterStep, words: Words) -> str:
    return (_MOVE if step.armies else _MOVE_ALL).format(
        armies=armies(step.armies),
        source=words.territory(step.source),
        target=words.territory(step.target),
    )


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
