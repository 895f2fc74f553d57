"""The forms for leaving the table and for ending the game."""

import secrets
from collections.abc import Iterator
from typing import Any

from games.drawing.display.parts import Scene
from games.drawing.display.words import is_paused
from games.table.panel.orders.standing_orders import is_playing
from rules.moves import AgreeResult, ClaimWin, Control, Resign
from rules.sentences.words import listed


def has_leaving(scene: Scene) -> bool:
    """Return whether the page has a section for leaving; it is empty while the game is paused."""
    if is_paused(scene):
        return scene.seat is not None and is_playing(scene.view)
    return leaving_context(scene) is not None


def leaving_inputs(scene: Scene) -> Any:
    """Return the agreements that the forms show; None if the viewer has no such form."""
    view = scene.view
    if view.seat is None or is_paused(scene) or view.player(view.seat).control is Control.BOT:
        return None
    return sorted(view.agreed.items())


def leaving_context(scene: Scene) -> dict[str, Any] | None:
    """Return the ways in which the viewer may leave or end the game; None if there are none."""
    view = scene.view
    forms = view.declarations() if is_playing(view) and not is_paused(scene) else {}
    if not forms.keys() & {Resign.name, ClaimWin.name, AgreeResult.name}:
        return None
    agree = forms.get(AgreeResult.name)
    seats = agree["winners"]["any_of"] if agree else ()
    return {
        "code": scene.seating.code,
        "key": secrets.token_urlsafe(12),
        "may_resign": Resign.name in forms,
        "may_claim_win": ClaimWin.name in forms,
        "winners": [(seat, _called(scene, seat)) for seat in seats],
        "words": list(_words_given(scene)) if agree else [],
        "has_word": scene.seat in view.agreed,
        "is_steward": view.options.on_resign == Control.STEWARD,
        "is_last": _is_last(scene),
        "break": _break_kind(scene),
    }


def _is_last(scene: Scene) -> bool:
    """Return whether no other person plays."""
    others = (player for player in scene.view.players if player.seat != scene.seat)
    return not any(player.person and player.own and not player.eliminated for player in others)


def _break_kind(scene: Scene) -> str:
    """Return what happens if the viewer closes the page: the game pauses, or the clock runs on."""
    clock = scene.seating.clock
    if _is_last(scene) and not (clock and clock.is_slow):
        return "pause"
    return "clock" if scene.seating.has_clock else "wait"


def _words_given(scene: Scene) -> Iterator[str]:
    names = scene.seating.names
    for seat, winners in sorted(scene.view.agreed.items()):
        who = "You" if seat == scene.seat else names[seat]
        yield _WORD_GIVEN.format(player=who, winners=listed([names[one] for one in winners]))


_WORD_GIVEN = "{player}: {winners}."
_YOURSELF = "{player} (you)"


def _called(scene: Scene, seat: int) -> str:
    name = scene.seating.names[seat]
    return _YOURSELF.format(player=name) if seat == scene.seat else name
