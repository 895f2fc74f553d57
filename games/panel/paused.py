"""The panel of a game that stands still: who paused it, why and until when, and what one may do.

While a moderator holds a game (TRN-9), or all who play want a pause (ORD-7), no move is taken.
"""

from dataclasses import dataclass
from datetime import datetime

from django.http import QueryDict

from games.clocks.stopped import is_site_closed
from games.display.parts import Scene
from games.display.words import is_paused
from games.models import AbsenceStep, Action
from games.panel.widgets import Panel
from rules.moves import Control

TEMPLATE = "panel/paused.html"
TALK = ("#tab-talk", "Talk")
ORDERS = ("#tab-orders", "Your standing orders")
UNATTENDED = "Nobody was watching this game against bots."


@dataclass(frozen=True, slots=True)
class Still:
    """What there is to do while a game stands still, and until when it does at most.

    `until` is an ISO time, "" where nobody knows; an unattended game `ends` then.
    """

    may_resume: bool = False
    ends: bool = False
    until: str = ""
    until_told: str = ""
    places: tuple[tuple[str, str], ...] = (TALK,)


def paused_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Say who paused the game, why and until when; offer nothing that would be refused."""
    if scene.seating.is_held:
        return _held_panel(scene)
    until = datetime.fromisoformat(scene.times.paused_until)
    told = f"{until:%d %b, %H:%M} UTC"
    ends = scene.times.is_unattended
    still = Still(_is_playing(scene), ends, until.isoformat(), told, _places(scene))
    why = UNATTENDED if ends else _who_agreed(scene)
    lead = (f"{why} No time runs, and nobody can move.",)
    return Panel("The table is paused", still, lead, "ORD-7", template=TEMPLATE)


def _held_panel(scene: Scene) -> Panel:
    lead = (
        *_why_held(scene),
        "Nobody can move and no time runs until it goes on. Everybody then has the time they had.",
    )
    return Panel(
        "The game is paused", Still(places=_places(scene)), lead, "TRN-9", template=TEMPLATE
    )


def may_order(scene: Scene) -> bool:
    """Say whether orders of one who plays can be changed now: in a pause they can."""
    if not is_paused(scene):
        return True
    return _is_playing(scene) and not (scene.seating.is_held and is_site_closed())


def _places(scene: Scene) -> tuple[tuple[str, str], ...]:
    return (TALK, ORDERS) if scene.view.orders is not None and may_order(scene) else (TALK,)


def _why_held(scene: Scene) -> tuple[str, ...]:
    """Return who holds a game and for which reason, as the table was told it."""
    if is_site_closed():
        return ("The whole site is looked after, and can only be looked at for a while.",)
    deeds = Action.objects.filter(game=scene.game, name="hold", refusal="").order_by("-pk")
    reason = deeds.values_list("reason", flat=True).first()
    told = ("A moderator has paused the game.",)
    return (*told, f"The reason: {reason}") if reason else told


def _who_agreed(scene: Scene) -> str:
    """Return who wanted a pause: all who play, and who gave the last word."""
    steps = AbsenceStep.objects.filter(game=scene.game, step=AbsenceStep.Step.PAUSED)
    last = steps.order_by("-pk").values_list("by", flat=True).first()
    named = "" if last is None else f"; {scene.seating.names[last]} was the last to say so"
    return f"All who play agreed to a pause{named}."


def _is_playing(scene: Scene) -> bool:
    if scene.seat is None:
        return False
    mine = scene.view.player(scene.seat)
    return mine.control is Control.PLAYER and mine.own and not mine.eliminated
