"""Event cards, and the armies and cards that they cost; their effect in one clause.

The full text of a card is too long for the game's page; it is shown with the cards and in the
rulebook.
"""

from collections.abc import Iterator
from itertools import dropwhile

from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, words_of
from games.drawing.events.attack import LOST_TERRITORY
from games.drawing.events.moments import Card, Line, events_before, own_result, small, told
from games.drawing.events.rows import Recap, Shown, Table
from rules import Event, View
from rules.cards import EVENT_CARDS, EventCard
from rules.events import cards
from rules.sentences import Words
from rules.sentences.event_effects import event_effect, with_end
from rules.sentences.event_texts import event_face
from rules.sentences.idle_events import why_idle

_TITLE_OF_RULE = {row.rule: row.title for row in EVENT_CARDS.values()}
_CHANGES = (cards.ArmiesLost, cards.ArmiesGained, cards.ArmiesConverted)

MOST_CHANGES = 3
"""The maximum number of territories that a result names; the map shows them all."""


# The effect of a card


_EFFECT = "{effect}."
_RULER = "the {empire} ({player})"


def event_line(view: View, words: Words, event: cards.EventDrawn) -> str:
    """Return a sentence on the effect of a card just drawn, and on the end of a lasting effect."""
    effect = _effect(view, words, event.card, event.seat)
    return _EFFECT.format(effect=capitalised(with_end(words, event.card, event.seat, effect)))


def effect_in_force(view: View, words: Words, card: EventCard, drawer: int) -> str:
    """Return a sentence on the effect of a card in force, but not on when it ends."""
    return _EFFECT.format(effect=capitalised(_effect(view, words, card, drawer)))


def _effect(view: View, words: Words, card: str, drawer: int) -> str:
    empire = view.player(drawer).empire
    home = words.region(empire) if empire else None
    ruler = _ruler(view, words, EventCard(card))
    return event_effect(words, card, words.people(drawer=drawer), ruler=ruler, home=home)


def _ruler(view: View, words: Words, card: EventCard) -> str | None:
    """Return the empire named on a card, with its player; None if no such player is in the game."""
    empire = EVENT_CARDS[card].empire
    living = [one for one in view.players if empire and one.empire == empire and not one.eliminated]
    if not empire or not living:
        return None
    return _RULER.format(empire=words.group(empire), player=words.player(living[0].seat))


# Moments


_IDLE = "No effect: {reason}."
"""The text of an event card that is discarded without effect."""

_DREW = "{player} drew an event card"
_HEADED = "{title}: {sentence}"


def _drawn(scene: Scene, event: cards.EventDrawn) -> Card:
    """Show a drawn card; a card that concerns the viewer stays until they have read it."""
    text, words = event_face(EventCard(event.card)), words_of(scene)
    idle = cards.EventIdle(event.seat, event.card)
    return Card(
        kind="event",
        title=text.title,
        text=_IDLE.format(reason=why_idle(idle, words))
        if is_shown_by_card(scene, idle)
        else event_line(scene.view, words, event),
        rule=text.rule,
        motif=text.motif,
        says=capitalised(_DREW.format(player=words.player(event.seat))),
        stays=scene.seat is not None and scene.seat in (event.seat, *_harmed(scene)),
    )


def _harmed(scene: Scene) -> Iterator[int]:
    """Yield the seats that lost something to the newest entry's event card."""
    for event in scene.events:
        if isinstance(event, cards.ArmiesLost | cards.HandShown):
            yield event.seat
        elif isinstance(event, cards.ArmiesConverted):
            yield event.loser


def is_shown_by_card(scene: Scene, event: Event) -> bool:
    """Return whether an event only reports that a card drawn in the same entry had no effect."""
    events = scene.events
    drawn = {(each.seat, each.card) for each in events if isinstance(each, cards.EventDrawn)}
    return (
        isinstance(event, cards.EventIdle) and event in events and (event.seat, event.card) in drawn
    )


def _armies_lost(scene: Scene, event: cards.ArmiesLost) -> Line:
    """Describe armies lost to an event card; name the card unless the same entry shows it."""
    if any(isinstance(each, cards.EventDrawn) for each in scene.events):
        return small(scene, event)
    title = _TITLE_OF_RULE[event.rule].removesuffix("!")
    says = _HEADED.format(title=title, sentence=told(scene, event))
    return Line(says, "big", at=event.territory, of=event.seat, yours=says)


# Results


_YOU_DREW = "You drew “{title}”."
_YOU_DREW_WITH_EFFECT = "You drew “{title}”. {effect}"


def _drawn_result(scene: Scene, event: cards.EventDrawn) -> str:
    """Return which card the viewer drew; its effect is left out if changes of armies show it."""
    if not _is_own_draw(scene, event):
        return ""
    title = EVENT_CARDS[EventCard(event.card)].title
    if any(isinstance(each, _CHANGES) for each in scene.events):
        return _YOU_DREW.format(title=title)
    effect = event_line(scene.view, words_of(scene), event)
    return _YOU_DREW_WITH_EFFECT.format(title=title, effect=effect)


def _is_own_draw(scene: Scene, event: Event) -> bool:
    return isinstance(event, cards.EventDrawn) and event.seat == scene.seat


def _change_result(scene: Scene, event: Event) -> str:
    """Return the sentence on a change of armies caused by the viewer's card; otherwise ""."""
    before = events_before(scene, event)
    since = list(dropwhile(lambda each: not _is_own_draw(scene, each), before))
    has_all = sum(isinstance(each, _CHANGES) for each in since) >= MOST_CHANGES
    return told(scene, event) if since and not has_all else ""


SHOWN: Table = {
    cards.EventDrawn: Shown(_drawn, is_animated=True, result=_drawn_result, recap=Recap.CARDS),
    cards.EventBlocked: Shown(small, result=own_result, recap=Recap.CARDS),
    cards.EventIdle: Shown(small, result=own_result),
    cards.EventEnded: Shown(),
    cards.ArmiesLost: Shown(_armies_lost, is_animated=True, result=_change_result, recap=Recap.MAP),
    cards.ArmiesGained: Shown(small, result=_change_result, recap=Recap.MAP),
    cards.ArmiesConverted: Shown(
        small, result=_change_result, notice=LOST_TERRITORY, recap=Recap.MAP
    ),
    cards.HandShown: Shown(small, recap=Recap.CARDS),
    cards.ArmiesMoved: Shown(small),
}
"""The events of event cards."""
