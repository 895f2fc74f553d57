"""Stored seeds: check that the key decrypts them, and encrypt plaintext seeds."""

import logging

from django.db import transaction
from django.db.models.functions import Now

from games.models import Game, Process, seeds
from games.storage.processes.isolation import count_done
from games.storage.processes.presence import GONE_AFTER

logger = logging.getLogger(__name__)


def warn_of_lost_key() -> None:
    """Log an error if the key does not decrypt the seed of the newest running game."""
    encrypted = Game.objects.filter(status=Game.Status.RUNNING, seed=None).order_by("-pk")
    newest = encrypted.values_list("code", "seed", "sealed_seed").first()
    if newest is None:
        return
    try:
        seeds.open_seed(*newest)
    except seeds.SeedKeyMissing as missing:
        logger.error("%s", missing)


# Rows of earlier versions


def columns_of(seed: bytes) -> dict[str, bytes | None]:
    """Return the columns of Game for a new game's seed, readable by all running versions."""
    return seeds.in_clear(seed) if is_old_version_running() else seeds.encrypted(seed)


def is_old_version_running() -> bool:
    """Return whether a process is running that cannot read encrypted seeds."""
    working = Process.objects.filter(seen_at__gt=Now() - GONE_AFTER)
    return working.filter(seed_key="").exists()


def encrypt_clear_seeds() -> int:
    """Encrypt the plaintext seeds of earlier versions; return how many games were changed."""
    if is_old_version_running():
        return 0
    unfinished = (Game.Status.OPEN, Game.Status.RUNNING)
    clear = Game.objects.filter(status__in=unfinished, seed__isnull=False).order_by("pk")
    return count_done("game", list(clear.values_list("code", flat=True)), _encrypt)


@transaction.atomic
def _encrypt(code: str) -> bool:
    game = Game.objects.select_for_update(no_key=True).get(code=code)
    if game.status == Game.Status.OVER or game.seed is None:
        return False
    Game.objects.filter(pk=game.pk).update(**seeds.encrypted(bytes(game.seed)))
    return True
