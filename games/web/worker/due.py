"""Fire what is due in games: expired clocks, bots, answers to offers, and turn plans.

A game's clocks decide what is due; a `Due` row only says when to check them. Firing locks the
game and checks again, all in one transaction, so that only one of several workers does it.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet

from games.exceptions import Refused
from games.models import Due, Game, Move
from games.playing.bots import answer_offer, play_bot
from games.playing.clocks import expiry, outages, recovery, unattended
from games.playing.play import play_for, play_held
from games.playing.requests import Played
from games.playing.turn_plans import run_plan
from games.storage.processes.partition import HELPED_AFTER, WHOLE, Partition
from games.storage.store import clocks
from games.storage.store.database_time import moment, moment_now, now
from games.storage.store.sql import Select, ask
from games.storage.store.stored_game import StoredGame, load_locked
from games.storage.store.worker_cache import Memory
from rules.moves import Default, EndGame

logger = logging.getLogger(__name__)

SET_ASIDE = timedelta(minutes=1)
"""How long an item that failed is postponed, so that it does not hold up the others."""

BATCH = 20
ALL, DEADLINES = Q(), Q(kind=clocks.CLOCK)
"""Filters on the kinds of due items."""


@dataclass(frozen=True, slots=True)
class Item:
    """A `Due` row: the game, the kind of event that is due, and when."""

    game: int
    code: str
    kind: str
    when: datetime


class LockedElsewhere(Refused):
    """Another process has locked the game; that process updates the game's due items."""


def next_items(share: Partition = WHOLE) -> list[Item]:
    """Return the next items of a share; some may be in the future.

    Expired deadlines come first, because they must be exact; all others are sorted by time.
    """
    items, moment = _items(share, True, ALL), moment_now()
    is_much = len(items) == BATCH and items[-1].when <= moment
    has_other = any(item.kind != clocks.CLOCK for item in items)
    # The batch may lack deadlines only if other items filled it.
    found = _items(share, True, DEADLINES) if is_much and has_other else items
    deadlines = [item for item in found if item.kind == clocks.CLOCK and item.when <= moment]
    return deadlines + [item for item in items if item not in deadlines]


def late_items(
    share: Partition, *, deadlines_only: bool, before: datetime | None = None
) -> list[Item]:
    """Return overdue items of the other shares, at most `BATCH`, for this worker to help with.

    With `before`, only the items due before then.
    """
    if share.among == 1:
        return []
    late = moment_now() - HELPED_AFTER
    late = late if before is None else min(late, before)
    items = _items(share, False, DEADLINES if deadlines_only else ALL)
    return [item for item in items if item.when < late]


def _items(share: Partition, is_own: bool, kinds: Q) -> list[Item]:
    """Return the next items of a share, or of all others, without suspended deadlines."""
    select = _select(share, is_own, kinds, BATCH)
    beats, rows = ask((outages.BEATS, select), (*outages.BEATS.values, *select.values))
    parts, items = outages.last_heartbeats(beats), [Item(*row) for row in rows]
    moment = moment_now()
    reached = outages.reach(parts, moment)
    may_fire = [item for item in items if not _is_held(item, reached, moment)]
    if len(may_fire) == len(items):
        return items
    # Query the other kinds separately, as deadlines may have filled the batch.
    select = _select(share, is_own, kinds & ~DEADLINES, BATCH)
    (rows,) = ask((select,), select.values)
    may_fire = [item for item in may_fire if item.kind == clocks.CLOCK]
    return sorted([*may_fire, *(Item(*row) for row in rows)], key=lambda item: item.when)[:BATCH]


def _is_held(item: Item, reached: datetime | None, moment: datetime) -> bool:
    """Return whether an item is a suspended deadline: one that passed after `reached`.

    If `reached` is None, all deadlines are suspended.
    """
    return item.kind == clocks.CLOCK and (reached is None or reached < item.when <= moment)


@lru_cache
def _select(share: Partition, is_own: bool, kinds: Q, most: int) -> Select:
    """Return the query for due items; cached, as it runs several times a second."""
    whose = share.own() if is_own else ~share.own()
    rows = Due.objects.filter(whose, kinds).order_by("when")
    return Select(rows.values_list("game", "game__code", "kind", "when")[:most])


# Firing


def fire(item: Item, memory: Memory | None = None) -> Played | None:
    """Fire an item; return the result of its move, or None if nothing was played.

    An item that fails is logged and postponed. `memory` is the worker's cache of the games it
    played most recently. Raises DatabaseError.
    """
    played = None
    try:
        played = FIRINGS[item.kind](item, memory)
    except LockedElsewhere:
        return None
    except Refused as refusal:
        logger.debug("stale game=%s kind=%s reason=%r", item.code, item.kind, str(refusal))
    except DatabaseError:
        raise
    # Catch everything: a broken game must not hold up the others.
    except Exception:
        logger.exception("failed game=%s kind=%s", item.code, item.kind)
        _row(item).filter(when=item.when).update(when=moment_now() + SET_ASIDE)
        return None
    if played is None or played.stored is None or _due(played.stored, item.kind) is None:
        _tidy(item)
    return played


def _fire_clock(item: Item, memory: Memory | None) -> Played | None:
    """Settle a game's expired clocks; play the default answer of a player out of time (ORD-6)."""
    with transaction.atomic():
        stored = _hold(item)
        if stored is None:
            raise LockedElsewhere("Another worker is processing this game.")
        if stored.status != Game.Status.RUNNING or stored.held_since:
            return None
        signs = outages.signs(stored.clocks.outage)
        # After a machine was suspended, the outage must be recorded before any deadline expires.
        if signs.reached is None:
            return None
        if unattended.is_abandoned(stored, signs.reached):
            return play_for(stored.code, 0, EndGame(), Move.By.CLOCK, decision=None)
        stored, seat = expiry.settle(stored, signs)
        if seat is None:
            return None
        number = stored.clocks.running[seat].number
        return play_held(stored, seat, Default(), Move.By.CLOCK, number, memory)


def _fire_bot(item: Item, memory: Memory | None) -> Played | None:
    return play_bot(item.code, due_at=now(), memory=memory)


def _fire_offer(item: Item, memory: Memory | None) -> Played | None:
    return answer_offer(item.code, due_at=now())


def _fire_plan(item: Item, memory: Memory | None) -> Played | None:
    return run_plan(item.code, due_at=now())


FIRINGS: dict[str, Callable[[Item, Memory | None], Played | None]] = {
    clocks.CLOCK: _fire_clock,
    clocks.BOT: _fire_bot,
    clocks.OFFER: _fire_offer,
    clocks.PLAN: _fire_plan,
}
"""The function that fires each kind of item."""


def _hold(item: Item) -> StoredGame | None:
    """Lock a game and load it; None if another process has locked it or it is gone."""
    try:
        return load_locked(item.code, is_patient=False)
    except Game.DoesNotExist:
        return None


def _row(item: Item) -> QuerySet[Due]:
    return Due.objects.filter(game=item.game, kind=item.kind)


def _due(stored: StoredGame, kind: str) -> int | None:
    if stored.held_since is not None:
        return None
    return stored.clocks.due()[kind]


@transaction.atomic
def _tidy(item: Item) -> None:
    """Set an item's `Due` row to the time in the game's clocks; delete it if there is none."""
    stored = _hold(item)
    if stored is None:
        return
    when = _due(stored, item.kind) if stored.status == Game.Status.RUNNING else None
    if when is None:
        _row(item).delete()
    else:
        _row(item).update(when=moment(when))


# Heartbeat and outages


def beat_workers() -> bool:
    """Record the workers' heartbeat; after an outage, give lost time back to a batch of games.

    Returns whether there are more games with lost time.
    """
    outages.beat()
    return recovery.give_back()
