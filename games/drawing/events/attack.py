"""Attacks, captures and eliminations; `battles` has the dice."""

from collections.abc import Iterator
from dataclasses import replace

from games.drawing.display.parts import Scene
from games.drawing.display.words import capitalised, words_of
from games.drawing.events.battles import Route, livery_name
from games.drawing.events.moments import Line, big, small
from games.drawing.events.rows import NoticeType, Recap, Shown, Table
from games.models import Notice
from rules import Event
from rules.events import attack
from rules.sentences.words import INDEPENDENT_TERRITORIES, armies

_LOST = "You lost {territory} to {captor}."
_KNOCKED_OUT = "{captor} eliminated you."
_CAPTURED = "{captor} captured {name}."
_CAPTURED_HEADQUARTERS = "{captor} captured {name}, {owner} headquarters."
_MOVED_IN = "{armies} moved in."
_COMPLETED = "{captor} now holds all of {region}: {armies} each turn."
_YOU_COMPLETED = "You now hold all of {region}: {armies} each turn."


def _captured(scene: Scene, event: attack.Captured) -> Line:
    name = scene.view.board.territories[event.territory].name
    captor = words_of(scene).player(event.seat)
    is_headquarters = event.territory in scene.view.headquarters.values()
    return replace(
        big(scene, event),
        at=event.territory,
        sound="fall" if is_headquarters else "capture",
        livery=livery_name(scene.view, event.seat),
        of=event.loser,
        lost=name,
        yours=_LOST.format(territory=name, captor=captor),
    )


def _eliminated(scene: Scene, event: attack.Eliminated) -> Line:
    captor = capitalised(words_of(scene).player(event.captor))
    return replace(
        big(scene, event),
        at=event.territory,
        sound="fall",
        of=event.player,
        yours=_KNOCKED_OUT.format(captor=captor),
    )


def result_of_attack(scene: Scene, event: Event, routes: frozenset[Route]) -> Line | None:
    """Describe a capture or move-in briefly, beside its battles; return None for other events."""
    if isinstance(event, attack.Captured) and event.territory in {target for _, target in routes}:
        name = scene.view.board.territories[event.territory].name
        camps = [seat for seat, camp in scene.view.headquarters.items() if camp == event.territory]
        sentence, words = _CAPTURED_HEADQUARTERS if camps else _CAPTURED, words_of(scene)
        captor = capitalised(words.player(event.seat))
        owner = words.whose(camps[0]) if camps else ""
        says = sentence.format(captor=captor, name=name, owner=owner)
        return replace(_captured(scene, event), says=says)
    if isinstance(event, attack.MovedIn) and (event.source, event.target) in routes:
        return Line(_MOVED_IN.format(armies=armies(event.armies)))
    return None


def completed_by(scene: Scene, event: Event) -> Iterator[Line]:
    """Yield what a capture has completed, and the armies for it (TRN-6, CLA-3, CAS-8)."""
    if not isinstance(event, attack.Captured):
        return
    words, board = words_of(scene), scene.view.board
    sentence = _YOU_COMPLETED if event.seat == scene.seat else _COMPLETED
    captor = capitalised(words.player(event.seat))
    for source, number in scene.view.spoils(event.seat):
        if source == "independents":
            region, territories = INDEPENDENT_TERRITORIES, board.independents
        elif source in board.groups:
            region, territories = words.region(source), board.groups[source].territories
        else:
            continue
        if event.territory in territories:
            says = sentence.format(captor=captor, region=region, armies=armies(number))
            yield Line(says, "big", event.territory)


LOST_TERRITORY = NoticeType(
    Notice.Kind.ATTACKED,
    "You lost {territory} to {seat} in {table}, round {round}.",
    cause="loss {entry.round} to {event.seat}",
    to="loser",
)

SHOWN: Table = {
    attack.AttackDeclared: Shown(
        small,
        notice=NoticeType(
            Notice.Kind.ATTACKED,
            "{attacker} is attacking {target} in {table}, round {round}.",
            cause="attack {entry.round} by {event.attacker}",
            to="defender",
        ),
        recap=Recap.MAP,
    ),
    # `battles` shows all battles of an attack in one moment.
    attack.BattleFought: Shown(is_animated=True),
    attack.AttackEnded: Shown(),
    attack.Captured: Shown(_captured, is_animated=True, notice=LOST_TERRITORY, recap=Recap.MAP),
    attack.MovedIn: Shown(small),
    attack.Eliminated: Shown(
        _eliminated,
        is_animated=True,
        notice=NoticeType(
            Notice.Kind.OVER, "{captor} eliminated you from {table}.", cause="out", to="player"
        ),
        recap=Recap.MAP,
    ),
    attack.Vacated: Shown(recap=Recap.MAP),
    attack.HandTaken: Shown(small, recap=Recap.MAP),
    attack.HandTakenSeen: Shown(),
    attack.Occupied: Shown(small),
}
"""The events of chapters 4 and 5."""
