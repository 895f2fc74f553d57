"""The latest events: the dice and cards of the newest log entry.

All battles of one attack are combined into one compact moment, so that even an attack of twenty
battles is a small message.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from games.drawing.display.log import LogEntry, lines
from games.drawing.display.parts import Part, Scene, Section, only
from games.drawing.display.words import own_attack, words_of
from games.drawing.events.attack import completed_by, result_of_attack
from games.drawing.events.battles import Route, attack_moment, route_of
from games.drawing.events.event_cards import is_shown_by_card
from games.drawing.events.families import SHOWN
from games.drawing.events.moments import Card, Line, Moment
from games.table.animations.introduction import begins_first_turn, introduction_moments
from games.table.animations.last_attack import earlier_battles
from rules import Event
from rules.events.attack import AttackDeclared, BattleFought, Captured
from rules.events.cards import ArmiesLost, CardLost
from rules.events.seats import seats_of
from rules.events.setup import HiddenChosen
from rules.sentences.words import paragraph

MOST_MOMENTS = 16
MOST_ANIMATIONS = 8
"""Maximum number of earlier entries shown one by one; a page further behind skips them."""

MOST_TEXTS = 3
"""Maximum number of events described if none has a picture."""


def latest_events_part(scene: Scene) -> Part:
    """Return the moments of the newest entry, in the order they happened."""
    moments = introduction_moments(scene) or moments_of(scene) or _plain(scene)
    return Part(
        "table/animations/_latest_events.html", {"moments": moments, "result": card_results(scene)}
    )


def animations_part(scene: Scene, entries: Sequence[LogEntry]) -> Part:
    """Return the animations of entries before the newest, or mark the page as too far behind.

    A frame may cover several entries, and the page must show the dice before the changes.
    """
    shown = [
        entry for entry in entries if any(SHOWN[type(each)].is_animated for each in entry.events)
    ]
    if len(shown) > MOST_ANIMATIONS:
        losses = list(_losses(scene, shown))
        behind = {"is_behind": True, "moments": losses, "result": ""}
        return Part("table/animations/_animations.html", behind)
    scenes = [replace(scene, newest=entry) for entry in shown]
    moments = [moment for each in scenes for moment in moments_of(each)]
    results = paragraph(*(card_results(replace(scene, newest=entry)) for entry in entries))
    return Part(
        "table/animations/_animations.html",
        {"is_behind": False, "moments": moments, "result": results},
    )


def _losses(scene: Scene, entries: Sequence[LogEntry]) -> Iterator[Moment]:
    """Yield the viewer's losses, which a page reports even if it skips the animations."""
    if scene.seat is None:
        return
    for entry in entries:
        for event in entry.events:
            if isinstance(event, ArmiesLost | Captured | CardLost):
                draw = SHOWN[type(event)].moment
                moment = draw and draw(replace(scene, newest=entry), event)
                if isinstance(moment, Line | Card) and moment.of == scene.seat:
                    yield moment


def card_results(scene: Scene) -> str:
    """Return what became of the viewer's cards in the newest entry; "" if nothing did.

    This includes cards that others sent against them, and the event cards that they drew.
    """
    if scene.seat is None:
        return ""
    events = [(event, SHOWN[type(event)].result) for event in scene.events]
    return paragraph(*(result(scene, event) for event, result in events if result))


def moments_of(scene: Scene) -> list[Moment]:
    """Return the moments of the newest entry that have a picture or a sentence."""
    events: Sequence[Event] = scene.events
    if any(map(route_of, events)):
        # The dice already name the attacker and the target.
        events = [each for each in events if type(each) is not AttackDeclared]
    # An event card without effect says so in its own moment.
    events = [each for each in events if not is_shown_by_card(scene, each)]
    routes = frozenset(filter(None, map(route_of, events)))
    earlier = _earlier_battles(scene)
    moments: list[Moment] = []
    for route, together in groupby(events, route_of):
        if route is None:
            moments += _others(scene, together, routes)
        else:
            battles = [each for each in together if isinstance(each, BattleFought)]
            moments.append(attack_moment(scene, battles, earlier))
            # The loss of a card can divide the battles of an attack.
            earlier = (*earlier, *battles)
    return moments[-MOST_MOMENTS:]


def _earlier_battles(scene: Scene) -> tuple[BattleFought, ...]:
    """Return the earlier battles of the attack that continues in the newest entry."""
    declared = (each for each in scene.events if isinstance(each, AttackDeclared | BattleFought))
    first = next(declared, None)
    return earlier_battles(scene, first) if isinstance(first, BattleFought) else ()


def _plain(scene: Scene) -> list[Line]:
    """Describe the last public events of the newest entry, without commitments and salts."""
    if scene.newest is None:
        return []
    texts = [
        Line(line.text)
        for line in lines(scene.newest, words_of(scene), scene.pact_endings)
        if not line.is_private and line.kind != HiddenChosen.name
    ]
    return texts[-MOST_TEXTS:]


def _others(scene: Scene, events: Iterator[Event], routes: frozenset[Route]) -> Iterator[Moment]:
    """Render the events that are not battles; `routes` has the routes of the attacks shown."""
    for event in events:
        draw = SHOWN[type(event)].moment
        if draw is not None:
            yield result_of_attack(scene, event, routes) or draw(scene, event)
            yield from completed_by(scene, event)


def _inputs(scene: Scene) -> Any:
    view = scene.view
    # The introduction describes the whole position.
    position = view if begins_first_turn(scene.events) else (view.attack, view.decision)
    return scene.newest, position, scene.pact_endings, scene.seat if _is_about(scene) else None


def _is_about(scene: Scene) -> bool:
    """Return whether the newest entry may be told to the viewer in other words than to others."""
    view, seats = scene.view, {seat for event in scene.events for seat in seats_of(event)}
    # A territory may be the viewer's headquarters (CLA-6).
    return bool(view.headquarters) or scene.seat in seats or own_attack(view) is not None


LATEST_EVENTS = Section(only("latest_events", latest_events_part), _inputs, is_shared=True)
