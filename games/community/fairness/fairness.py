"""The fairness panel (chapter 12): commitments, and the values revealed so far."""

import json
from collections.abc import Iterable
from typing import Any

from django.templatetags.static import static

from games.community.fairness.receipts import receipt, signed_step
from games.drawing.display.parts import Part, Scene, Section, digest_of, only
from games.drawing.display.seals import LONGEST_VALUE, sealed
from games.drawing.display.seating import SeatedPlayer, Seating, player_name
from games.models import Game, Player
from games.storage.store.database_time import time_text
from games.storage.store.stored_game import StoredGame
from rules import View, seed_commitment
from rules.chance import hidden_commitment

# Public values (FAIR-1)


def values_shown(game: Game, players: Iterable[Player], user: int | None) -> dict[str, Any]:
    """Return the public values of an open table, as the waiting room shows them.

    `mine` is the visitor's own value: "" if they have given none yet, None if they have no seat.
    """
    taken = [player for player in players if player.user_id is not None or player.bot]
    mine = [
        player.public_value
        for player in taken
        if player.user_id is not None and player.user_id == user
    ]
    return {
        "code": game.code,
        "seed": sealed(game.seed_commitment),
        "values": [_value(player_name(player), bool(player.bot), player) for player in taken],
        "mine": mine[0] if mine else None,
        "longest": LONGEST_VALUE,
    }


def _value(name: str, is_bot: bool, giver: Player | SeatedPlayer) -> dict[str, Any]:
    value, given_at = giver.public_value, giver.value_given_at
    return {
        "name": name,
        "is_bot": is_bot,
        "seal": sealed(value) if value else None,
        "given_at": time_text(given_at) if given_at else "",
    }


def seal_of(code: str) -> dict[str, str] | None:
    """Return the seal of a table that has not started; None for any other game."""
    waiting = Game.objects.filter(code=code, status=Game.Status.OPEN)
    commitment = waiting.values_list("seed_commitment", flat=True).first()
    return sealed(commitment) if commitment else None


# After the start


def later_part(scene: Scene) -> Part:
    """Return a placeholder for a fairness panel that has changed.

    The page loads the panel when the placeholder is scrolled into view: seals are long and rarely
    read.
    """
    drawn = digest_of(json.dumps(shown(scene.seating, scene.view)))
    return Part("community/fairness/_later.html", {"code": scene.seating.code, "drawn": drawn})


LATER = Section(only("fairness", later_part), lambda scene: scene.view.sealed)


def shown(seating: Seating, view: View | None) -> dict[str, Any]:
    """Return the contents of the fairness panel for a viewer; `view` is None before the start."""
    return {
        "code": seating.code,
        "is_over": seating.is_over,
        "is_tutorial": view is not None and view.options.tutorial,
        "seed": sealed(seating.seed_commitment),
        "values": [_value(seat.name, seat.is_bot, seat) for seat in seating.seats],
        "slips": [] if view is None else _slips(seating, view),
        "may_hide": view is None or view.ruleset.hidden_armies,
    }


def _slips(seating: Seating, view: View) -> list[dict[str, Any]]:
    """Return the slips of hidden armies; slips that the viewer may not read are sealed (HID-3)."""
    return [_slip(seating, view, choice) for choice in view.sealed]


def _slip(seating: Seating, view: View, choice: dict[str, Any]) -> dict[str, Any]:
    maker, holder, territory = choice["maker"], choice["holder"], choice["territory"]
    return {
        "maker": seating.seats[maker].name,
        "holder": None if holder == maker else seating.seats[holder].name,
        "is_own": view.seat is not None and holder == view.seat,
        "is_revealed": choice["revealed"],
        "seal": sealed(choice["commitment"]),
        "opened": None if territory is None else _opened(seating.code, view, choice),
    }


def _opened(code: str, view: View, choice: dict[str, Any]) -> dict[str, Any]:
    maker, territory, salt = choice["maker"], choice["territory"], choice["salt"]
    commitment = hidden_commitment(code, maker, territory, bytes.fromhex(salt))
    return {
        "territory": view.board.territories[territory].name,
        "territory_id": territory,
        "maker_seat": maker,
        "salt": sealed(salt),
        "fits": commitment == choice["commitment"],
    }


def chain_shown(stored: StoredGame) -> dict[str, Any] | None:
    """Return the newest step of a game's public chain; None without one (FAIR-9)."""
    if stored.steps is None:
        return None
    return {"steps": stored.steps, "digest": sealed(stored.step_digest)}


def signature_shown(game: Game) -> dict[str, Any] | None:
    """Return the newest signed step of a game's public chain; None without a chain (FAIR-10)."""
    signed = signed_step(game)
    if signed is None:
        return None
    is_ended = bool(game.end_signature)
    return {"step": signed["step"], "seal": sealed(signed["signature"]), "is_ended": is_ended}


def seed_shown(code: str) -> dict[str, Any] | None:
    """Return a finished game's seed, and whether the commitment matches; None before the end."""
    over = Game.objects.filter(code=code, status=Game.Status.OVER)
    row = over.values_list("seed", "seed_commitment").first()
    if row is None or row[0] is None:
        return None
    seed, commitment = bytes(row[0]), row[1]
    return {"seal": sealed(seed.hex()), "fits": seed_commitment(seed) == commitment}


# For the browser's receipts

CHECKER = "community/fairness/receipts/checker.js"


def own_evidence(game: Game, player: Player | None, seen: View | None) -> dict[str, Any]:
    """Return what a player's own browser may keep of a game, JSON-ready (FAIR-12).

    Without a seat it is what everybody may keep. `seen` is None before the start, until which a
    value can be replaced. When the game is over, `checker` is the script that compares all of it.
    """
    seat = None if player is None else player.seat
    choices = [] if seen is None else seen.sealed
    return {
        **receipt(game),
        **({"checker": static(CHECKER)} if game.end_signature else {}),
        "seat": seat,
        "value": None if player is None or seen is None else player.public_value,
        "hidden": [
            {name: choice[name] for name in ("maker", "territory", "commitment", "salt")}
            for choice in choices
            if choice["maker"] == seat
        ],
    }
