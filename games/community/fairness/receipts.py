"""What everybody who may see a game can keep of it as a receipt (FAIR-12)."""

from typing import Any

from games.community.fairness.records import chain_of
from games.models import Game, Player
from games.storage.evidence import signing
from games.storage.store.database_time import time_text
from rules.record.public_chain import STEPS_PER_SIGNATURE


def receipt(game: Game) -> dict[str, Any]:
    """Return the signed facts of a game, JSON-ready; the same for every viewer."""
    return {
        "game": game.code,
        "commitment": game.seed_commitment,
        "opened": time_text(game.created_at),
        "seal": game.seal_signature,
        "values": _values(game),
        "chain": chain_of(game),
        "signed": signed_step(game),
        "end": game.end_signature or None,
        "keys": signing.keys(),
    }


def _values(game: Game) -> list[dict[str, Any]]:
    rows = Player.objects.filter(game=game, value_given_at__isnull=False).order_by("seat")
    columns = ("seat", "public_value", "value_given_at", "value_signature")
    return [
        {"seat": seat, "value": value, "given": time_text(given_at), "signature": signature}
        for seat, value, given_at, signature in rows.values_list(*columns)
    ]


def signed_step(game: Game) -> dict[str, Any] | None:
    """Return the newest signed step of a game's public chain; None if it has no chain."""
    if game.steps is None:
        return None
    return {
        "step": game.steps // STEPS_PER_SIGNATURE * STEPS_PER_SIGNATURE,
        "digest": game.signed_digest,
        "signature": game.step_signature,
    }
