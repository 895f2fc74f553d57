"""The public log of seals, with a signed Merkle root for each day (FAIR-11)."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Max, QuerySet
from django.utils import timezone

from games.models import Game, SealDay
from games.models.seeds import open_seed
from games.storage.evidence import signing
from games.storage.store.database_time import time_text
from rules.record.merkle import leaf_of, path_of, root_of
from rules.record.signatures import day_text, seal_text

SIGNED_AFTER = timedelta(hours=1)
"""How long after its end a day is signed: by then, every transaction begun in it has ended."""

OPENED_AFTER = timedelta(days=1)
"""How long after its closing the seed of a table that never began is published."""


class Seal(NamedTuple):
    """The seal of a table, as it was signed when the table was opened."""

    code: str
    commitment: str
    opened_at: datetime

    @property
    def leaf(self) -> bytes:
        """The leaf of this seal in the tree of its day."""
        return leaf_of(seal_text(self.code, self.commitment, time_text(self.opened_at)))


def _games_of(day: date) -> QuerySet[Game]:
    start = datetime.combine(day, time(), UTC)
    opened = Game.objects.filter(created_at__gte=start, created_at__lt=start + timedelta(days=1))
    return opened.exclude(seal_signature="")


def _leaves_of(day: date) -> list[bytes]:
    rows = _games_of(day).values_list("code", "seed_commitment", "created_at")
    return sorted(Seal(*row).leaf for row in rows)


# Signing days


def sign_days(now: datetime | None = None) -> int:
    """Sign every day that is over and not signed yet; return how many there were."""
    signing.publish_keys()
    count, last = 0, SealDay.objects.order_by("-day").first()
    day = _first_day() if last is None else last.day + timedelta(days=1)
    # The days before this one are over.
    over = ((now or timezone.now()) - SIGNED_AFTER).astimezone(UTC).date()
    before = "" if last is None else last.root
    while day is not None and day < over:
        leaves = _leaves_of(day)
        root = root_of(leaves).hex()
        signature = signing.sign(day_text(day.isoformat(), len(leaves), root, before))
        made = {"seals": len(leaves), "root": root, "before": before, "signature": signature}
        # Another worker may have signed it meanwhile, with the same result.
        SealDay.objects.get_or_create(day=day, defaults=made)
        count, before, day = count + 1, root, day + timedelta(days=1)
    return count


def _first_day() -> date | None:
    sealed = Game.objects.exclude(seal_signature="").order_by("created_at")
    first = sealed.values_list("created_at", flat=True).first()
    return None if first is None else first.astimezone(UTC).date()


# What is published


def day_document(signed: SealDay) -> dict[str, Any]:
    """Return the log of a signed day."""
    return {
        "day": signed.day.isoformat(),
        "leaves": [leaf.hex() for leaf in _leaves_of(signed.day)],
        **_signed(signed),
        "opened": _never_begun(signed.day),
    }


def _signed(day: SealDay) -> dict[str, Any]:
    return {
        "root": day.root,
        "before": day.before,
        "signature": day.signature,
        "keys": signing.keys(),
    }


def day_edition(signed: SealDay) -> str:
    """Return a text that changes with the log of a signed day, without building it.

    Only the keys and the opened seals can change.
    """
    opened = _closed(signed.day).aggregate(Count("pk"), Max("changed_at"))
    return f"{signed.signature} {signing.keys()} {opened}"


def _closed(day: date) -> QuerySet[Game]:
    return _games_of(day).filter(
        status=Game.Status.CANCELLED, changed_at__lt=timezone.now() - OPENED_AFTER
    )


def _never_begun(day: date) -> list[dict[str, Any]]:
    """Return the opened seals of tables that were closed without a game."""
    rows = (
        _closed(day)
        .order_by("code")
        .values_list("code", "seed_commitment", "created_at", "seed", "sealed_seed")
    )
    return [
        {
            "game": code,
            "commitment": commitment,
            "opened": time_text(opened_at),
            "seed": open_seed(code, seed, sealed).hex(),
        }
        for code, commitment, opened_at, seed, sealed in rows
    ]


def proof_of(game: Game) -> dict[str, Any]:
    """Return the inclusion proof of a game's seal; its tree is null until the day is signed."""
    seal = Seal(game.code, game.seed_commitment, game.created_at)
    day = game.created_at.astimezone(UTC).date()
    facts: dict[str, Any] = {
        "game": game.code,
        "commitment": game.seed_commitment,
        "opened": time_text(game.created_at),
        "seal": game.seal_signature,
        "day": day.isoformat(),
    }
    signed = SealDay.objects.filter(day=day).first()
    if signed is None or not game.seal_signature:
        names = ("index", "leaves", "path", "root", "before", "signature")
        return {**facts, **dict.fromkeys(names), "keys": signing.keys()}
    leaves = _leaves_of(day)
    index = leaves.index(seal.leaf)
    path = [each.hex() for each in path_of(leaves, index)]
    place = {"index": index, "leaves": len(leaves), "path": path}
    return {**facts, **place, **_signed(signed)}
