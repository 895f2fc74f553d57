"""What became of the viewer's cards in a log entry: the sentences above their panel."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.drawing.display.event_summaries import event_line
from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, own_attack, words_of
from rules import Event
from rules.cards import BattleCard, EventCard
from rules.events.cards import (
    ArmiesConverted,
    ArmiesGained,
    ArmiesLost,
    AssassinCountered,
    AssassinRolled,
    CardLost,
    CardReturned,
    EventBlocked,
    EventDrawn,
    EventIdle,
    HandSeen,
    HiddenRevealed,
    SpyCountered,
    TruceForced,
)
from rules.events.turn import MercenariesPlayed
from rules.sentences import describe
from rules.sentences.event_texts import event_texts
from rules.sentences.words import paragraph

MOST_CHANGES = 3
"""The maximum number of territories that a result names; the map shows them all."""

_COUNTERED = "{player} countered your {Assassin} with another. You both lost the card."
_YOU_COUNTERED = "You countered {player’s} {Assassin}. You both lost the card."
_DREW = "You drew “{title}”."
_DREW_WITH_EFFECT = "You drew “{title}”. {effect}"
_PAUSED = "The attack has paused."
_TRUCE = "You have a truce with {player} until the end of their next turn."
_TRUCE_ON_YOU = "{player} forced a truce on you until the end of your next turn."

_CHANGES = (ArmiesLost, ArmiesGained, ArmiesConverted)
_Duel = AssassinRolled | AssassinCountered | SpyCountered


def card_results(scene: Scene) -> str:
    """Return what became of the viewer's cards in the newest entry; "" if nothing did.

    This includes cards that others sent against them, and the event cards that they drew.
    """
    if scene.newest is None or scene.seat is None:
        return ""
    return paragraph(*_sentences(scene, scene.newest.events))


def _sentences(scene: Scene, events: Sequence[Event]) -> Iterator[str]:
    duel: _Duel | None = None
    has_drawn, changes = False, 0
    for event in events:
        match event:
            case AssassinRolled() | AssassinCountered() | SpyCountered():
                duel = event
            case EventDrawn() if event.seat == scene.seat:
                has_drawn = True
                # The changes, if there are any, say enough.
                yield _drawn(scene, event, any(isinstance(each, _CHANGES) for each in events))
            case ArmiesLost() | ArmiesGained() | ArmiesConverted() if has_drawn:
                changes += 1
                if changes <= MOST_CHANGES:
                    yield _told(scene, event)
            case CardLost() if _is_shown(scene, event, duel):
                yield _told(scene, event)
                if event.rule == "HRO-3" and own_attack(scene.view) is not None:
                    yield _PAUSED
        if type(event) in _RESULTS:
            yield _RESULTS[type(event)](scene, event)


def _is_shown(scene: Scene, event: CardLost, duel: _Duel | None) -> bool:
    """Return whether to report a lost card: the viewer's own, or one that their Assassin killed.

    The sentence on a duel already says that its Assassins or Spies are lost.
    """
    is_own = event.seat == scene.seat
    if duel is None or scene.seat not in (duel.seat, duel.opponent):
        return is_own
    is_hit = isinstance(duel, AssassinRolled) and event.seat == duel.opponent
    return is_hit or (is_own and event.card != BattleCard.ASSASSIN)


def _told(scene: Scene, event: Event) -> str:
    """Return the log's sentence, to the viewer."""
    return describe(event, words_of(scene))


def _own(scene: Scene, event: Any) -> str:
    return _told(scene, event) if event.seat == scene.seat else ""


def _rolled(scene: Scene, event: AssassinRolled) -> str:
    return _told(scene, event) if scene.seat in (event.seat, event.opponent) else ""


def _countered(scene: Scene, event: AssassinCountered | SpyCountered) -> str:
    words = words_of(scene)
    if event.opponent == scene.seat:
        sentence, player = _COUNTERED, event.seat
    elif event.seat == scene.seat:
        sentence, player = _YOU_COUNTERED, event.opponent
    else:
        return ""
    return capitalised(words.say(sentence, **words.people(player=player)))


def _truce(scene: Scene, event: TruceForced) -> str:
    words = words_of(scene)
    if event.seat == scene.seat:
        return _TRUCE.format_map(words.people(player=event.other))
    if event.other == scene.seat:
        return _TRUCE_ON_YOU.format_map(words.people(player=event.seat))
    return ""


def _drawn(scene: Scene, event: EventDrawn, has_changes: bool) -> str:
    title = event_texts()[EventCard(event.card)].title
    if has_changes:
        return _DREW.format(title=title)
    effect = event_line(scene.view, words_of(scene), event)
    return _DREW_WITH_EFFECT.format(title=title, effect=effect)


_RESULTS: dict[type[Event], Callable[[Scene, Any], str]] = {
    AssassinCountered: _countered,
    SpyCountered: _countered,
    AssassinRolled: _rolled,
    HandSeen: _told,
    CardReturned: _own,
    TruceForced: _truce,
    HiddenRevealed: _own,
    MercenariesPlayed: _own,
    EventIdle: _own,
    EventBlocked: _own,
}
