"""The lessons of the tutorials: what to do now, and why, above the panel."""

from dataclasses import dataclass, replace
from typing import Any

from rules import View
from rules.tutorials import tutorial_of
from rules.tutorials.steps import Step


@dataclass(frozen=True, slots=True)
class TutorialLesson:
    """The text of a step: its title, what to do and why, and the rule behind it.

    `control` names the control to highlight, if it is not the default: "once" or "fortification".
    """

    title: str
    text: str
    rule: str
    control: str = ""


WAITING = TutorialLesson(
    "Your opponent’s turn",
    "Watch the map. We’ll tell you when you need to respond.",
    "",
)

END = TutorialLesson(
    "End your attacks",
    "You can attack as often as you like on your turn. That’s enough for now: end your attacks.",
    "TRN-4",
)

GREYHAWK: dict[str, TutorialLesson] = {
    "card": TutorialLesson(
        "Play a card",
        "You hold the south, and your stronghold is in Irongate. You win by taking your opponent’s "
        "stronghold, in Rel Mord. First get more armies: play your Mercenaries.",
        "MRC-1",
    ),
    "place": TutorialLesson(
        "Place your armies",
        "The Mercenaries brought 3 armies. Put them on Irongate: you’ll attack from there.",
        "MRC-1",
    ),
    "attack": TutorialLesson(
        "Attack",
        "Choose Irongate, then its neighbour Ahlissa, and roll once with 3 dice. The highest dice "
        "are compared, then the second highest: each lower die costs an army, and ties go to the "
        "defender.",
        "ATT-5",
        "once",
    ),
    "press": TutorialLesson(
        "Attack until it falls",
        "They lost 2 armies and you lost none. You don’t have to roll each time: attack Ahlissa "
        "until it falls.",
        "ATT-11",
    ),
    "move_in": TutorialLesson(
        "Move in",
        "Ahlissa is yours! Move in at least as many armies as you rolled dice. The rest can stay "
        "and guard Irongate, if you like.",
        "ATT-9",
    ),
    "end": END,
    "event": TutorialLesson(
        "An event",
        "After your attacks you draw an event card. This one brings 6 armies. Put them on Onnwal, "
        "on the coast: they’ll sail from there.",
        "EVT-23",
    ),
    "spoils": TutorialLesson(
        "Collect your spoils",
        "Your turn ends with new armies: 4 for the whole Iron League and 8 for your banner. Put "
        "all 12 on Irongate: if you lose your stronghold, you’re eliminated.",
        "TRN-6",
    ),
    "defend": TutorialLesson(
        "Defend yourself",
        "Ahlissa is under attack. Play your Fortification: it adds 1 to your highest die. You "
        "roll 2 dice, and each one that wins or ties saves an army.",
        "ATT-7",
        "fortification",
    ),
    "hidden": TutorialLesson(
        "Reveal hidden armies",
        "The attack failed, and your Fortification is back in your hand. Before the game you hid "
        "armies in Onnwal, and nobody else knows. Reveal them now.",
        "HID-1",
    ),
    "fleet": TutorialLesson(
        "Send a fleet",
        "A fleet can attack any coast it can reach. Choose Onnwal, then Almor, and board all 11 "
        "armies. A fleet fights to the end: it can’t turn back.",
        "FLT-1",
    ),
    "stronghold": TutorialLesson(
        "Take the stronghold",
        "Almor borders Rel Mord. Attack Rel Mord until it falls. Against a stronghold you roll at "
        "most 2 dice, but you have the armies. Take it, and your opponent is eliminated.",
        "ELM-1",
    ),
}

CASTLE: dict[str, TutorialLesson] = {
    "card": TutorialLesson(
        "Play a card",
        "You hold the British Empire, and your castle is in London. You win by taking your "
        "opponent’s castle, in Paris. First get more armies: play your Reinforcements.",
        "MRC-1",
    ),
    "place": TutorialLesson(
        "Place your armies",
        "The card brought 3 armies. Put them on London: you’ll attack from there.",
        "MRC-1",
    ),
    "attack": TutorialLesson(
        "Attack",
        "Choose London, then the Netherlands, and attack until it falls. The highest dice are "
        "compared, then the second highest: each lower die costs an army, and ties go to the "
        "defender.",
        "ATT-5",
    ),
    "move_in": TutorialLesson(
        "Move in",
        "The Netherlands is yours! Move in at least as many armies as you rolled dice. The rest "
        "can stay and guard London, if you like.",
        "ATT-9",
    ),
    "end": END,
    "spoils": TutorialLesson(
        "Collect your spoils",
        "Your turn ends with new armies: 4 for the whole British Empire and 8 for your banner. "
        "Put all 12 on London: if you lose your castle, you’re eliminated.",
        "TRN-6",
    ),
    "defend": TutorialLesson(
        "Defend yourself",
        "The Netherlands is under attack. Play your Marshall: it adds 1 to your highest die for "
        "the whole turn. You roll 2 dice, and each one that wins or ties saves an army.",
        "ATT-7",
        "fortification",
    ),
    "stronghold": TutorialLesson(
        "Take the castle",
        "The attack failed. Now attack Paris from London until it falls. Against a castle you roll "
        "at most 2 dice, but you have the armies. Take it, and your opponent is eliminated.",
        "ELM-1",
    ),
}

CLASSIC: dict[str, TutorialLesson] = {
    "place": TutorialLesson(
        "Place your armies",
        "You win by taking both of your opponent’s territories, Indonesia and Siam. The rest of "
        "the world is neutral. Each turn begins with new armies: put all 3 on Western Australia.",
        "CLA-3",
    ),
    "attack": TutorialLesson(
        "Attack",
        "Choose Western Australia, then Indonesia, and roll once with 3 dice. The highest dice are "
        "compared, then the second highest: each lower die costs an army, and ties go to the "
        "defender.",
        "CLA-5",
        "once",
    ),
    "press": TutorialLesson(
        "Attack until it falls",
        "They lost 2 armies and you lost none. You don’t have to roll each time: attack Indonesia "
        "until it falls.",
        "ATT-11",
    ),
    "move_in": TutorialLesson(
        "Move in",
        "Indonesia is yours, and with it all of Australia: 2 more armies each turn. Move in at "
        "least as many armies as you rolled dice.",
        "ATT-9",
    ),
    "end": replace(END, rule="CLA-3"),
    "fortify": TutorialLesson(
        "Fortify",
        "Once a turn you can move armies between two neighbouring territories of yours. Nobody "
        "threatens Eastern Australia: move 2 armies from there to Western Australia.",
        "CLA-3",
    ),
    "defend": TutorialLesson(
        "Defend yourself",
        "Indonesia is under attack. Roll 2 dice: each one that wins or ties saves an army. In "
        "other games we roll as many dice as possible, unless your standing orders say otherwise.",
        "CLA-5",
    ),
    "set": TutorialLesson(
        "Trade a set",
        "The attack failed. You took a territory last turn, so you drew a card, and now you have "
        "three of a kind. Trade them for 4 armies.",
        "CLA-4",
    ),
    "place_more": TutorialLesson(
        "Place your armies",
        "You get 3 armies for your territories, 2 for Australia and 4 for the set. Put all 9 on "
        "Indonesia.",
        "CLA-3",
    ),
    "last": TutorialLesson(
        "Take the last territory",
        "Siam is all your opponent has left. Attack it until it falls, and you have won.",
        "CLA-1",
    ),
}

HEADQUARTERS: dict[str, TutorialLesson] = {
    "place": TutorialLesson(
        "Place your armies",
        "Your headquarters is in Brazil. You win by taking your opponent’s, in Central America, "
        "and keeping your own. Each turn begins with new armies: put all 3 on Brazil.",
        "CLA-6",
    ),
    "attack": TutorialLesson(
        "Attack",
        "Choose Brazil, then Venezuela, and attack until it falls. The highest dice are compared, "
        "then the second highest: each lower die costs an army, and ties go to the defender.",
        "CLA-5",
    ),
    "move_in": TutorialLesson(
        "Move in",
        "Venezuela is yours, and with it all of South America: 2 more armies each turn. Move in at "
        "least as many armies as you rolled dice.",
        "ATT-9",
    ),
    "end": replace(END, rule="CLA-3"),
    "fortify": TutorialLesson(
        "Fortify",
        "Once a turn you can move armies between two neighbouring territories of yours. Nobody "
        "threatens Argentina: move 2 armies from there to Brazil, to guard your headquarters.",
        "CLA-3",
    ),
    "defend": TutorialLesson(
        "Defend yourself",
        "Venezuela is under attack. Roll 2 dice: each one that wins or ties saves an army. In "
        "other games we roll as many dice as possible, unless your standing orders say otherwise.",
        "CLA-5",
    ),
    "place_more": TutorialLesson(
        "Place your armies",
        "The attack failed. You get 3 armies for your territories and 2 for South America. Put "
        "all 5 on Venezuela.",
        "CLA-3",
    ),
    "headquarters": TutorialLesson(
        "Take the headquarters",
        "Attack Central America until it falls. Hold both headquarters and you win immediately.",
        "CLA-6",
    ),
}

LESSONS: dict[str, dict[str, TutorialLesson]] = {
    "greyhawk": GREYHAWK,
    "castle": CASTLE,
    "classic": CLASSIC,
    "headquarters": HEADQUARTERS,
}
"""The lesson of every step of the learner, by ruleset and by the step's name."""


def lesson_context(view: View) -> dict[str, Any] | None:
    """Return the lesson for a player of a tutorial; None for everybody else, and after its end."""
    if not view.options.tutorial or view.seat is None or view.outcome is not None:
        return None
    step = view.tutorial_step
    lesson = LESSONS[view.ruleset.name][step.name] if step else WAITING
    return {
        "title": lesson.title,
        "text": lesson.text,
        "rule": lesson.rule,
        "places": " ".join(_places(view, lesson.text)),
        "control": lesson.control,
        "number": _number(view, step) if step else None,
        "total": len(tutorial_of(view.ruleset).lessons),
    }


def _places(view: View, text: str) -> list[str]:
    """Return the territories that a text names, in the order of the text, to show on the map."""
    found = {key: text.find(each.name) for key, each in view.board.territories.items()}
    return sorted((key for key, at in found.items() if at >= 0), key=lambda key: found[key])


def _number(view: View, step: Step) -> int:
    return 1 + [each.name for each in tutorial_of(view.ruleset).lessons].index(step.name)
