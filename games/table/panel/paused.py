"""The panel of a paused game: who paused it, why, until when, and what the viewer may do.

No moves are accepted while a moderator holds a game (TRN-9) or during an agreed pause (ORD-7).
"""

from dataclasses import dataclass
from datetime import datetime

from django.http import QueryDict

from games.drawing.display.parts import Scene
from games.drawing.display.words import is_paused
from games.models import AbsenceStep, Action
from games.playing.clocks.stopped import is_site_closed
from games.table.panel.widgets import Panel
from rules.errors import required
from rules.moves import Control
from rules.sentences.words import paragraph

TEMPLATE = "table/panel/paused.html"
TALK = ("#tab-talk", "Chat")
ORDERS = ("#tab-orders", "Your standing orders")
UNATTENDED = "Nobody was watching this game against bots."
DESERTED = "Only stand-ins and bots were playing, and nobody was watching."
NOBODY_CAN_MOVE = "The clocks are stopped and nobody can move."
UNTIL = "{until:%d %b, %H:%M} UTC"
_REASON = "Reason: {reason}"
_ALL_AGREED = "Everyone agreed to pause."
_LAST_AGREED = "Everyone agreed to pause; {player} was the last to agree."


@dataclass(frozen=True, slots=True)
class PauseActions:
    """What a viewer may do during a pause, and the latest time at which it ends.

    `until` is an ISO time, "" if unknown. If `ends` is set, the game is unattended and ends then.
    """

    may_resume: bool = False
    ends: bool = False
    until: str = ""
    until_text: str = ""
    places: tuple[tuple[str, str], ...] = (TALK,)


def paused_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Say who paused the game, why and until when; offer only what would be accepted."""
    if scene.seating.is_held:
        return _held_panel(scene)
    until = datetime.fromisoformat(required(scene.times.paused_until, "pause"))
    text = UNTIL.format(until=until)
    ends = scene.times.is_unattended
    still = PauseActions(_is_playing(scene), ends, until.isoformat(), text, _places(scene))
    lead = (paragraph(_why_unattended(scene) if ends else _who_agreed(scene), NOBODY_CAN_MOVE),)
    return Panel("The game is paused", still, lead, "ORD-7", template=TEMPLATE)


def _held_panel(scene: Scene) -> Panel:
    lead = (
        *_why_held(scene),
        "The clocks are stopped and nobody can move. You keep the time you had.",
    )
    return Panel(
        "The game is paused", PauseActions(places=_places(scene)), lead, "TRN-9", template=TEMPLATE
    )


def may_order(scene: Scene) -> bool:
    """Return whether a player may change orders now: also in a pause, unless the site is closed."""
    if not is_paused(scene):
        return True
    return _is_playing(scene) and not (scene.seating.is_held and is_site_closed())


def _places(scene: Scene) -> tuple[tuple[str, str], ...]:
    return (TALK, ORDERS) if scene.view.orders is not None and may_order(scene) else (TALK,)


def _why_held(scene: Scene) -> tuple[str, ...]:
    """Return sentences on why a game is held, with the reason given to the players."""
    if is_site_closed():
        return ("The site is under maintenance and read-only for a while.",)
    actions = Action.objects.filter(game=scene.game, name="hold", refusal="").order_by("-pk")
    reason = actions.values_list("reason", flat=True).first()
    sentences = ("A moderator paused the game.",)
    return (*sentences, _REASON.format(reason=reason)) if reason else sentences


def _why_unattended(scene: Scene) -> str:
    """Return a sentence on why a game is unattended."""
    players = scene.view.players
    is_deserted = any(one.own and one.control is Control.STEWARD for one in players)
    return DESERTED if is_deserted else UNATTENDED


def _who_agreed(scene: Scene) -> str:
    """Return a sentence about an agreed pause, naming the player who agreed last."""
    steps = AbsenceStep.objects.filter(game=scene.game, step=AbsenceStep.Step.PAUSED)
    last = steps.order_by("-pk").values_list("by", flat=True).first()
    if last is None:
        return _ALL_AGREED
    return _LAST_AGREED.format(player=scene.seating.names[last])


def _is_playing(scene: Scene) -> bool:
    if scene.seat is None:
        return False
    mine = scene.view.player(scene.seat)
    return mine.control is Control.PLAYER and mine.own and not mine.eliminated
