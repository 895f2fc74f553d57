"""Sentences for chapter 2: the set-up, and armies placed."""

from rules.events import setup
from rules.sentences.wording import Wording, Wordings

_PLACED = "{seat} placed {armies} on {territory}."

PURPOSES = {
    "deploy": _PLACED,
    "muster": _PLACED,
    "mercenaries": "{seat} placed {armies} on {territory} ({Mercenaries}).",
    "spoils": _PLACED,
    "reinforcements": _PLACED,
    "sets": _PLACED,
    "neutral": "{seat} placed {armies} on {territory} for the neutral side.",
}
"""The sentence for placed armies, by purpose; any other purpose is an event card."""

_PLACED_BY_CARD = "{seat} placed {armies} on {territory} ({purpose})."

WORDINGS: Wordings = {
    setup.SeatsOrdered: Wording("Turn order: {order}."),
    setup.FirstRolled: Wording("{seat} won the roll for the {purpose}: {rolls}."),
    setup.FirstChosen: Wording("{seat} got the first turn, as set when the game was created."),
    setup.StrongholdDrawn: Wording("{seat} drew the {empire}."),
    setup.StrongholdPlaced: Wording("{seat’s} {stronghold} is in {territory}."),
    setup.StrongholdChosen: Wording("Your {stronghold} will be in {territory}."),
    setup.Claimed: Wording("{seat} claimed {territory}."),
    setup.Placed: Wording(lambda event: PURPOSES.get(event.purpose, _PLACED_BY_CARD)),
    setup.Mustered: Wording("You placed {armies} on {territory}."),
    setup.HiddenChosen: Wording("{seat} chose where to hide armies.", rule="HID-3"),
    setup.HiddenKept: Wording("Your hidden armies are in {territory}."),
}
"""What is said about each kind of event of chapter 2."""
