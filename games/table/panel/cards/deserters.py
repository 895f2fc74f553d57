"""Army Deserters (EVT-26): the origin of the armies that the card gives to its drawer."""

from collections.abc import Iterator

from games.drawing.display.log import undone
from games.drawing.display.parts import Scene
from games.drawing.display.words import words_of
from games.models import Move
from rules import Event
from rules.cards import EventCard
from rules.events.cards import ArmiesLost, EventDrawn
from rules.events.json import from_json
from rules.events.setup import Placed
from rules.sentences.words import armies
from rules.state.under_way import PlacingPurpose

_REACH = 200
"""How many log entries are searched backwards for the card."""

_FROM = "{armies} deserted to you from {territory}."
_FROM_NTH = "{armies} deserted to you from {territory} ({number} of {total})."


def deserters_origin(scene: Scene) -> str:
    """Return a sentence on the origin of the armies to place; "" if the log does not have it."""
    # A scene of no stored game has no log.
    events = list(_events_since_drawn(scene)) if scene.game else []
    placed = sum(
        each.armies
        for each in events
        if isinstance(each, Placed) and each.purpose == PlacingPurpose.ARMY_DESERTERS
    )
    lots = [
        (each.territory, each.armies, len(_near(scene, each.territory)))
        for each in events
        if isinstance(each, ArmiesLost) and _near(scene, each.territory)
    ]
    # Armies that can go to one territory only are placed without a question.
    asked = [territory for territory, _, choices in lots if choices > 1]
    for territory, number, _ in lots:
        if placed < number:
            return _sentence(scene, territory, asked)
        placed -= number
    return ""


def _sentence(scene: Scene, territory: str, asked: list[str]) -> str:
    is_one_of_many = len(asked) > 1 and territory in asked
    return (_FROM_NTH if is_one_of_many else _FROM).format(
        armies=armies(scene.view.open_placing.left),
        territory=words_of(scene).territory(territory),
        number=asked.index(territory) + 1 if is_one_of_many else "",
        total=len(asked),
    )


def _near(scene: Scene, territory: str) -> list[str]:
    """Return the viewer's home territories next to a territory."""
    view = scene.view
    empire = view.player(view.own_seat).empire
    home = view.board.groups[empire].territories if empire else ()
    near = view.board.territories[territory].neighbours
    return [name for name in near if name in home and view.owner(name) == view.seat]


def _events_since_drawn(scene: Scene) -> Iterator[Event]:
    """Yield the public events from the newest Army Deserters on, in order."""
    moves = Move.objects.public().filter(game=scene.game).exclude(number__in=undone(scene.game))
    newest = moves.order_by("-number")[:_REACH]
    found: list[Event] = []
    for public in newest.values_list("public", flat=True):
        for data in reversed(public["events"]):
            event = from_json(data)
            found.append(event)
            if isinstance(event, EventDrawn) and event.card == EventCard.ARMY_DESERTERS:
                yield from reversed(found)
                return
