"""The effect of an event card in one clause, naming the players it affects.

The full text is too long for the game's page; it is shown with the cards and in the rulebook.
"""

from games.drawing.display.words import capitalised
from rules import View
from rules.cards import EventCard
from rules.events.cards import EventDrawn
from rules.sentences import Words
from rules.sentences.event_effects import RULERS, event_effect, with_end

_SENTENCE = "{effect}."
_RULER = "the {empire} ({player})"


def event_line(view: View, words: Words, event: EventDrawn) -> str:
    """Return a sentence on the effect of a card just drawn, and on when it ends if it lasts."""
    effect = _effect(view, words, event.card, event.seat)
    return _SENTENCE.format(effect=capitalised(with_end(words, event.card, event.seat, effect)))


def effect_in_force(view: View, words: Words, card: EventCard, drawer: int) -> str:
    """Return a sentence on the effect of a card in force, but not on when it ends."""
    return _SENTENCE.format(effect=capitalised(_effect(view, words, card, drawer)))


def _effect(view: View, words: Words, card: str, drawer: int) -> str:
    empire = view.player(drawer).empire
    home = words.region(empire) if empire else None
    ruler = _ruler(view, words, EventCard(card))
    return event_effect(words, card, words.people(drawer=drawer), ruler=ruler, home=home)


def _ruler(view: View, words: Words, card: EventCard) -> str | None:
    """Return the empire named on a card, with its player; None if no such player is in the game."""
    empire = RULERS.get(card)
    living = [one for one in view.players if empire and one.empire == empire and not one.eliminated]
    if not empire or not living:
        return None
    return _RULER.format(empire=words.group(empire), player=words.player(living[0].seat))
