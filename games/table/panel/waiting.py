"""The panel of a viewer with no open decision: what they may do meanwhile."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import ngettext

from games.drawing.display.parts import Scene
from games.drawing.display.words import words_of
from games.playing.forms import RETURN
from games.table.panel.attack.windows import attack_marks
from games.table.panel.orders.wishes import may_wish
from games.table.panel.widgets import Form, Panel
from rules.moves import Control
from rules.sentences.words import listed
from rules.view.public_records import PlayerView

TEMPLATE = "table/panel/waiting.html"
HELD = "You were away, and someone else played your seat."
"""The sentence for an eliminated player whose seat a bot or steward had played."""


@dataclass(frozen=True, slots=True)
class WaitingActions:
    """What a viewer may do while waiting: small forms, and links."""

    forms: tuple[Form, ...] = ()
    places: tuple[tuple[str, str], ...] = ()


def is_away(scene: Scene) -> bool:
    """Return whether a bot or steward plays the viewer's seat; False if they are eliminated."""
    if scene.seat is None or _mine(scene).eliminated:
        return False
    return _mine(scene).control is not Control.PLAYER


def _mine(scene: Scene) -> PlayerView:
    return scene.view.player(scene.view.own_seat)


_PLAYED_BY = {
    Control.STEWARD: "A stand-in is playing your seat",
    Control.BOT: "A bot is playing your seat",
}
_MEANWHILE = "We’ll alert you when you need to respond."
"""What to expect while others play.

It does not say whose turn it is: the status does, and for a moment after an animation the status is
newer than the panel.
"""

_DEFENDING = "{player} is choosing a defence …"
_ATTACKING = "Attacking {target}"
_WAITING = "Waiting for {players} to answer."
_TAKING_TURN = "{player} is taking a turn."


def away_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Say who plays the seat; a player who was only absent may take it back (ELM-7)."""
    mine = _mine(scene)
    if mine.control is Control.STEWARD and mine.own:
        lead = (
            "You missed two turns in a row, so a stand-in is defending for you. "
            "You can take your seat back now."
        )
        back = WaitingActions((Form(RETURN, "Take my seat back"),))
        return Panel(_PLAYED_BY[mine.control], back, (lead,), "ELM-7", template=TEMPLATE)
    heading = _PLAYED_BY[mine.control]
    left = "You left your seat."
    return Panel(heading, WaitingActions(), (left,), "ELM-7", template=TEMPLATE)


def attacking_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Keep the viewer's open attack in the panel while another player answers it.

    The sentence is the same for every question to the defender, who is asked even without a
    playable card, so that it does not reveal their cards (ORD-2).
    """
    target = words_of(scene).territory(scene.view.open_attack.target)
    asked = [seat for seat, _ in scene.view.asked]
    lead = waited_for(scene)
    if asked == [scene.view.open_attack.defender]:
        lead = _DEFENDING.format(player=scene.seating.names[asked[0]])
    marks = attack_marks(scene.view)
    heading = _ATTACKING.format(target=target)
    return Panel(heading, WaitingActions(), (lead,), "ATT-7", template=TEMPLATE, marks=marks)


def waiting_panel(scene: Scene, choice: QueryDict) -> Panel:
    """Say that the viewer has nothing to do now.

    On the turns of others only the status names the players that the game waits for, since it
    changes with every move anyway.
    """
    view = scene.view
    if scene.seat is None:
        watching = WaitingActions(places=_vacant_places(scene))
        return Panel("You are watching", watching, template=TEMPLATE)
    places = [("#tab-orders", "Your standing orders"), *_vacant_places(scene)]
    if may_wish(scene):
        places.insert(0, ("#tab-orders", "Your wish list"))
    lead = waited_for(scene) if view.turn == scene.seat else _MEANWHILE
    return Panel("Waiting", WaitingActions(places=tuple(places)), (lead,), template=TEMPLATE)


def _vacant_places(scene: Scene) -> tuple[tuple[str, str], ...]:
    """Return a link, as (URL, text), to the seats that need a player (ELM-7); () if none does."""
    vacant = [
        scene.seating.names[player.seat]
        for player in scene.view.players
        if scene.seating.seats[player.seat].is_vacant and not player.eliminated
    ]
    return (("#tab-time", _vacant_text(vacant)),) if vacant else ()


def _vacant_text(names: Sequence[str]) -> str:
    text = ngettext("{player}’s seat needs a player", "{number} seats need a player", len(names))
    return text.format(player=names[0], number=len(names))


def waited_for(scene: Scene) -> str:
    """Return a sentence naming the players who must act, but not their decisions."""
    asked = [seat for seat, _ in scene.view.asked]
    names = [scene.seating.names[seat] for seat in asked]
    if not names:
        return "The game goes on."
    if asked == [scene.view.turn]:
        return _TAKING_TURN.format(player=names[0])
    return _WAITING.format(players=listed(names))
