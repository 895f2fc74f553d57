"""The lessons of the tutorials: what to do now, and why, above the panel."""

from dataclasses import dataclass, replace
from typing import Any

from rules import View
from rules.tutorials import tutorial_of
from rules.tutorials.steps import Step


@dataclass(frozen=True, slots=True)
class Lesson:
    """The text of a step: its title, what to do and why, and the rule behind it.

    `control` names the control to highlight where it is not the one chosen at first: "once" or
    "fortification".
    """

    title: str
    text: str
    rule: str
    control: str = ""


WAITING = Lesson(
    "Your opponent’s turn",
    "Watch the map: you will be asked when it concerns you.",
    "",
)

END = Lesson(
    "End your attacks",
    "You may attack as often as you like in your turn. This is enough for now: end your attacks.",
    "TRN-4",
)

GREYHAWK: dict[str, Lesson] = {
    "card": Lesson(
        "Play a card",
        "You hold the south, and your stronghold is Irongate. You win by taking your opponent’s "
        "stronghold, Rel Mord. First get more armies: play your Mercenaries.",
        "MRC-1",
    ),
    "place": Lesson(
        "Place your armies",
        "The Mercenaries brought 3 armies. They go on Irongate, where you will attack from.",
        "MRC-1",
    ),
    "attack": Lesson(
        "Attack",
        "Choose Irongate, then its neighbour Ahlissa, and roll once with 3 dice. Your highest "
        "dice meet theirs in pairs: the lower one costs an army, and ties go to the defender.",
        "ATT-5",
        "once",
    ),
    "press": Lesson(
        "Press the attack",
        "They lost 2 armies, you none. You need not roll each time yourself: attack Ahlissa "
        "until it falls, and keep 1 army in Irongate.",
        "ATT-11",
    ),
    "move_in": Lesson(
        "Move in",
        "Ahlissa is yours. At least as many armies move in as you rolled dice; the rest may "
        "stay and guard Irongate. The choice is yours.",
        "ATT-9",
    ),
    "end": END,
    "event": Lesson(
        "An event",
        "After your attacks an event card is turned up. This one brings 6 armies. They go on "
        "Onnwal, a harbour, and will sail from there.",
        "EVT-23",
    ),
    "spoils": Lesson(
        "Collect your spoils",
        "Your turn ends with new armies: 4 for the whole Iron League and 8 for your banner. Put "
        "all 12 on Irongate, for whoever loses their stronghold is out.",
        "TRN-6",
    ),
    "defend": Lesson(
        "Defend yourself",
        "You are attacked in Ahlissa. Play your Fortification: it adds 1 to your best die. Roll "
        "2 dice, for each that ties or wins saves an army.",
        "ATT-7",
        "fortification",
    ),
    "hidden": Lesson(
        "Reveal hidden armies",
        "The attack failed, and your Fortification is back in your hand. Before the game you "
        "hid armies in Onnwal, and nobody knew where. Reveal them now.",
        "HID-1",
    ),
    "fleet": Lesson(
        "Send a fleet",
        "A fleet attacks any coast it can reach. Choose Onnwal, then Almor, and take all 11 "
        "armies aboard. A fleet fights to the end: it cannot turn back.",
        "FLT-1",
    ),
    "stronghold": Lesson(
        "Take the stronghold",
        "Almor borders Rel Mord. Attack it until it falls. Against a stronghold you roll 2 dice "
        "at most, but you have the armies. Take it, and your opponent is out.",
        "ELM-1",
    ),
}

CASTLE: dict[str, Lesson] = {
    "card": Lesson(
        "Play a card",
        "You hold the British Empire, and your castle is London. You win by taking your "
        "opponent’s castle, Paris. First get more armies: play your Reinforcements.",
        "MRC-1",
    ),
    "place": Lesson(
        "Place your armies",
        "The card brought 3 armies. They go on London, where you will attack from.",
        "MRC-1",
    ),
    "attack": Lesson(
        "Attack",
        "Choose London, then the Netherlands, and attack until they fall. Your highest dice "
        "meet theirs in pairs: the lower one costs an army, and ties go to the defender.",
        "ATT-5",
    ),
    "move_in": Lesson(
        "Move in",
        "The Netherlands are yours. At least as many armies move in as you rolled dice; the "
        "rest may stay and guard London. The choice is yours.",
        "ATT-9",
    ),
    "end": END,
    "spoils": Lesson(
        "Collect your spoils",
        "Your turn ends with new armies: 4 for the whole British Empire and 8 for your banner. "
        "Put all 12 on London, for whoever loses their castle is out.",
        "TRN-6",
    ),
    "defend": Lesson(
        "Defend yourself",
        "You are attacked in the Netherlands. Play your Marshall: it adds 1 to your best die "
        "for the whole turn. Roll 2 dice, for each that ties or wins saves an army.",
        "ATT-7",
        "fortification",
    ),
    "stronghold": Lesson(
        "Take the castle",
        "The attack failed. Now attack Paris from London until it falls. Against a castle you "
        "roll 2 dice at most, but you have the armies. Take it, and your opponent is out.",
        "ELM-1",
    ),
}

CLASSIC: dict[str, Lesson] = {
    "place": Lesson(
        "Place your armies",
        "You win by taking every territory of your opponent, Indonesia and Siam; the rest of "
        "the world is neutral. Each turn begins with new armies: put all 3 on Western "
        "Australia.",
        "CLA-3",
    ),
    "attack": Lesson(
        "Attack",
        "Choose Western Australia, then Indonesia, and roll once with 3 dice. Your highest dice "
        "meet theirs in pairs: the lower one costs an army, and ties go to the defender.",
        "CLA-5",
        "once",
    ),
    "press": Lesson(
        "Press the attack",
        "They lost 2 armies, you none. You need not roll each time yourself: attack Indonesia "
        "until it falls, and keep 1 army behind.",
        "ATT-11",
    ),
    "move_in": Lesson(
        "Move in",
        "Indonesia is yours, and with it all of Australia: 2 more armies each turn. At least as "
        "many armies move in as you rolled dice.",
        "ATT-9",
    ),
    "end": replace(END, rule="CLA-3"),
    "fortify": Lesson(
        "Fortify",
        "Once a turn you may move armies between neighbours of yours. Nobody threatens Eastern "
        "Australia: move 2 armies from there to Western Australia.",
        "CLA-3",
    ),
    "defend": Lesson(
        "Defend yourself",
        "You are attacked in Indonesia. Roll 2 dice, for each that ties or wins saves an army. "
        "In your own games the most dice are rolled for you, unless you order otherwise.",
        "CLA-5",
    ),
    "set": Lesson(
        "Trade a set",
        "The attack failed. You took a territory last turn, and so you drew a card: now you "
        "have 3 of a kind. Trade them for 4 armies.",
        "CLA-4",
    ),
    "place_more": Lesson(
        "Place your armies",
        "You get 3 armies for your territories, 2 for Australia and 4 for the set. Put all 9 on "
        "Indonesia.",
        "CLA-3",
    ),
    "last": Lesson(
        "Take the last territory",
        "Siam is all your opponent has left. Attack it until it falls, and you have won.",
        "CLA-1",
    ),
}

HEADQUARTERS: dict[str, Lesson] = {
    "place": Lesson(
        "Place your armies",
        "Your headquarters are in Brazil. You win by taking your opponent’s, in Central "
        "America, and keeping yours. Each turn begins with new armies: put all 3 on Brazil.",
        "CLA-6",
    ),
    "attack": Lesson(
        "Attack",
        "Choose Brazil, then Venezuela, and attack until it falls. Your highest dice meet "
        "theirs in pairs: the lower one costs an army, and ties go to the defender.",
        "CLA-5",
    ),
    "move_in": Lesson(
        "Move in",
        "Venezuela is yours, and with it all of South America: 2 more armies each turn. At "
        "least as many armies move in as you rolled dice.",
        "ATT-9",
    ),
    "end": replace(END, rule="CLA-3"),
    "fortify": Lesson(
        "Fortify",
        "Once a turn you may move armies between neighbours of yours. Nobody threatens "
        "Argentina: move 2 armies from there to Brazil, to guard your headquarters.",
        "CLA-3",
    ),
    "defend": Lesson(
        "Defend yourself",
        "You are attacked in Venezuela. Roll 2 dice, for each that ties or wins saves an army. "
        "In your own games the most dice are rolled for you, unless you order otherwise.",
        "CLA-5",
    ),
    "place_more": Lesson(
        "Place your armies",
        "The attack failed. You get 3 armies for your territories and 2 for South America. Put "
        "all 5 on Venezuela.",
        "CLA-3",
    ),
    "headquarters": Lesson(
        "Take the headquarters",
        "Attack Central America until it falls. With both headquarters in your hand you win at "
        "once.",
        "CLA-6",
    ),
}

LESSONS: dict[str, dict[str, Lesson]] = {
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
        "control": lesson.control,
        "number": _number(view, step) if step else None,
        "total": len(tutorial_of(view.ruleset).lessons),
    }


def _number(view: View, step: Step) -> int:
    return 1 + [each.name for each in tutorial_of(view.ruleset).lessons].index(step.name)
