"""What the tables of events say about each kind."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.drawing.display.parts import Scene
from games.drawing.events.moments import Moment
from games.models import Notice
from rules import Event


class Recap(StrEnum):
    """The heading of an event in the recap; for MAP it is “To you” or “To others”."""

    MAP = "map"
    CARDS = "Cards"
    PACTS = "Pacts and trades"


@dataclass(frozen=True, slots=True)
class NoticeType:
    """The notice of a kind of event, which must not reveal a secret.

    `text` is a template of the event's fields, the `table` and the `round`. A player gets one
    notice for each `cause`, a template of the `event` and its log `entry`; if it `recurs`, one in
    each epoch. `to` is the event's field with the seats that get the notice; if it is "",
    `from_log` chooses them.
    """

    kind: Notice.Kind
    text: str
    cause: str
    to: str = ""
    recurs: bool = True


@dataclass(frozen=True, slots=True)
class Shown:
    """What the site shows of a kind of event beside its sentence.

    `moment` shows it among the latest events; if it `is_animated`, it is also shown on a page that
    is some entries behind. `result` returns the sentence above the viewer's panel about their
    cards, "" if there is none. Events without `recap` are not in the recap.
    """

    moment: Callable[[Scene, Any], Moment] | None = None
    is_animated: bool = False
    result: Callable[[Scene, Any], str] | None = None
    notice: NoticeType | None = None
    recap: Recap | None = None


Table = dict[type[Event], Shown]
