"""Outages: the heartbeats of workers and web processes, and the time lost while either was silent.

While all workers or all web processes are down, no deadline takes effect. A deadline also waits
for the next heartbeat of the web. Afterwards all clocks get the lost time back; time in which both
workers and web were down counts once.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Now

from games.models import Delivery, Due, Heartbeat, Outage, Process
from games.playing.clocks.timeouts import LostTime
from games.storage.store.clocks import CLOCK
from games.storage.store.database_time import milliseconds, moment_asked, moment_now, note_asked
from games.storage.store.sql import Select, ask

logger = logging.getLogger(__name__)

WORKERS, WEB = 1, 2
"""Primary keys of the two parts' heartbeats; a part that never sent one is ignored."""

BEAT = timedelta(seconds=2)
"""The interval between heartbeats of a part, however many processes it has.

The web also writes a heartbeat after every deadline.
"""

MOST_SILENT = timedelta(seconds=10)
"""A part that is silent for this long counts as down, and the lost time is given back."""

LEAST_STEP = timedelta(seconds=1)
"""A heartbeat this far in the future shows that the database's clock stepped back."""

HEARD_AFTER = timedelta(milliseconds=50)
"""How soon after a deadline a running web process has usually written its heartbeat."""

TOLD_TOGETHER = timedelta(minutes=1)
"""An outage that begins less than this after the last one is shown to players as part of it."""

_OUTAGES = Select(
    Outage.objects.filter(pk__gt=0).order_by("pk").values_list("pk", "began", "ended", "told_from")
)
BEATS = Select(
    Heartbeat.objects.filter(pk__gt=0).annotate(asked=Now()).values_list("pk", "at", "asked")
)
"""The query for the last heartbeat of each part and the database's time; see `last_heartbeats`."""

_DEADLINES = Due.objects.filter(kind=CLOCK).order_by("when").values("when")
_WEB_BEAT = Select(
    Heartbeat.objects.filter(pk=WEB)
    .annotate(asked=Now(), awaited=Subquery(_DEADLINES.filter(when__gt=OuterRef("at"))[:1]))
    .values_list("at", "asked", "awaited")
)
"""The query for the web's last heartbeat, the database's time, and the first deadline since."""


# Pure functions


def silence(
    beats: Mapping[int, datetime], counted: datetime | None, moment: datetime
) -> tuple[datetime, datetime] | None:
    """Return (began, moment) if a part has been silent for too long; otherwise None.

    `beats` are the last heartbeats by part; `counted` is the end of the last recorded outage:
    time before it is not counted again.
    """
    silent = [at for at in beats.values() if moment - at >= MOST_SILENT]
    if not silent:
        return None
    began = min(silent) if counted is None else max(min(silent), counted)
    return (began, moment) if began < moment else None


def outage(
    beats: Mapping[int, datetime], part: int, counted: datetime | None, moment: datetime
) -> tuple[datetime, datetime] | None:
    """Return (began, ended) of the outage that a part's new heartbeat ends; None if there is none.

    If another part has been silent for longer, the outage begins with that silence, but never
    before the end of the last recorded outage: recorded outages are in order and never overlap.
    """
    if moment - beats[part] < MOST_SILENT:
        return None
    return silence(beats, counted, moment)


def is_to_beat(last: datetime | None, awaited: datetime | None, moment: datetime) -> bool:
    """Return whether a part must write a heartbeat; `last` is the time of its previous one.

    `awaited` is the first deadline since then, if any.
    """
    # A heartbeat in the future was written before the clock stepped back.
    if last is None or not timedelta() <= moment - last < BEAT:
        return True
    return awaited is not None and last < awaited <= moment


def reach(beats: Mapping[int, datetime], moment: datetime) -> datetime | None:
    """Return the time up to which deadlines take effect; None during an outage of the workers.

    It is the web's last heartbeat: players could answer until then, but perhaps not since.
    """
    if WORKERS in beats and moment - beats[WORKERS] >= MOST_SILENT:
        return None
    return min(moment, beats.get(WEB, moment))


# Stored heartbeats and outages


def beat(part: int = WORKERS) -> None:
    """Write a part's heartbeat if one is due; record the outage that the heartbeat ends, if any."""
    if is_to_beat(_beats().get(part), None, moment_now()):
        _beat(part)


def beat_web() -> datetime | None:
    """Write the web's heartbeat if it is due or a deadline has passed; return the next deadline."""
    (rows,) = ask((_WEB_BEAT,), _WEB_BEAT.values)
    web: tuple[datetime | None, ...] = rows[0] if rows else (None, None, None)
    last, asked, awaited = web
    if asked is not None:
        note_asked(asked)
    moment = moment_now()
    if is_to_beat(last, awaited, moment):
        _beat(WEB)
        awaited = _first_deadline(moment)
    return awaited


def _first_deadline(after: datetime) -> datetime | None:
    found = _DEADLINES.filter(when__gt=after).first()
    return found["when"] if found else None


@transaction.atomic
def _beat(part: int) -> None:
    Heartbeat.objects.get_or_create(pk=part, defaults={"at": moment_now()})
    # If several processes recover at once, the lock makes only the first record the outage.
    rows = Heartbeat.objects.select_for_update(no_key=True).order_by("pk")
    beats, moment = dict(rows.values_list("pk", "at")), moment_asked()
    last = _last()
    if max(beats.values()) - moment >= LEAST_STEP:
        beats, last = _step_back(beats, moment, last)
    lost = outage(beats, part, last.ended if last else None, moment)
    if lost is not None:
        _record(*lost, last)
    Heartbeat.objects.filter(pk=part).update(at=moment)


def _step_back(
    beats: Mapping[int, datetime], moment: datetime, last: Outage | None
) -> tuple[dict[int, datetime], Outage]:
    """Record that the database's clock stepped back, and move stored times back with it.

    Returns the heartbeats after the step, and the row that records it.

    The time just before the step is taken to be the newest heartbeat, so the recorded step is never
    larger than the real one. Games process this row like an outage, and move their clocks.
    """
    newest = max(beats.values())
    step, silent = newest - moment, silence(beats, last.ended if last else None, newest)
    if silent:
        _record(*silent, last)
    row = Outage.objects.create(began=newest, ended=moment, told_from=moment)
    Heartbeat.objects.update(at=F("at") - step)
    Process.objects.filter(seen_at__gt=moment).update(seen_at=moment)
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING)
    waiting.filter(next_at__range=(moment, newest)).update(next_at=moment)
    logger.warning(
        "clock stepped back from=%s to=%s seconds=%.3f outage=%s",
        newest.isoformat(timespec="seconds"),
        moment.isoformat(timespec="seconds"),
        step.total_seconds(),
        row.pk,
    )
    return {part: at - step for part, at in beats.items()}, row


def _record(began: datetime, ended: datetime, last: Outage | None) -> None:
    told_from = _shown_from(began, last)
    row = Outage.objects.create(began=began, ended=ended, told_from=told_from)
    logger.warning(
        "clocks stopped from=%s to=%s seconds=%.0f outage=%s",
        began.isoformat(timespec="seconds"),
        ended.isoformat(timespec="seconds"),
        (ended - began).total_seconds(),
        row.pk,
    )


def _shown_from(began: datetime, last: Outage | None) -> datetime:
    """Return the start of the outage shown to players: outages in quick succession are one."""
    if last is None or began - last.ended >= TOLD_TOGETHER:
        return began
    return last.told_from or last.began


def last_heartbeats(rows: Iterable[tuple[int, datetime, datetime]]) -> dict[int, datetime]:
    """Return each part's last heartbeat from rows of `BEATS`, and note their database time.

    Noting it makes a process notice at once when the database's clock steps back.
    """
    rows = list(rows)
    if rows:
        note_asked(rows[0][2])
    return {part: at for part, at, _ in rows}


def _beats() -> dict[int, datetime]:
    return last_heartbeats(*ask((BEATS,), BEATS.values))


def _last() -> Outage | None:
    return Outage.objects.order_by("-pk").first()


def stopped_since() -> datetime | None:
    """Return when clocks stopped; None if they run.

    Clocks stop while a part is silent, and run again when every game has got its lost time back.
    """
    beats, moment, last = _beats(), moment_now(), _last()
    silent = silence(beats, last.ended if last else None, moment)
    waiting = Outage.objects.filter(closed_at=None, ended__gt=F("began")).order_by("pk").first()
    since = [_shown_from(silent[0], last)] if silent else []
    since += [waiting.told_from or waiting.began] if waiting else []
    return min(since, default=None)


def log_stopped(before: datetime | None, since: datetime | None) -> None:
    """Log when clocks stop or start again."""
    if since and not before:
        logger.warning("clocks stopped since=%s", since.isoformat(timespec="seconds"))
    elif before and not since:
        logger.info("clocks running again")


def is_steady(since: datetime) -> bool:
    """Return whether there has been no outage since a given time."""
    is_silent = silence(_beats(), None, moment_now()) is not None
    return not is_silent and not Outage.objects.filter(ended__gt=since).exists()


def is_alive() -> bool:
    """Return whether a worker has sent a heartbeat within `MOST_SILENT`."""
    last = _beats().get(WORKERS)
    return last is not None and moment_now() - last < MOST_SILENT


@dataclass(frozen=True, slots=True)
class Signs:
    """The time up to which deadlines take effect (see `reach`), and the outages to give back.

    The outages are in order of time; an unfinished outage is the last.
    """

    reached: datetime | None
    lost: tuple[LostTime, ...]


def signs(number: int) -> Signs:
    """Return the current signs, with the outages after a given number."""
    # Read heartbeats before outages: the heartbeat that ends an outage is written in the
    # transaction that records it, so in this order no outage is missed.
    marked, found = ask((BEATS, _OUTAGES), (*BEATS.values, number))
    beats, moment = last_heartbeats(marked), moment_now()
    lost = [
        LostTime(key, milliseconds(began), milliseconds(ended), milliseconds(told_from or began))
        for key, began, ended, told_from in found
    ]
    # Usually no part is silent; then the last outage need not be queried.
    if silence(beats, None, moment):
        last = _last()
        silent = silence(beats, last.ended if last else None, moment)
        if silent:
            told_from = _shown_from(silent[0], last)
            lost.append(LostTime(None, *map(milliseconds, (*silent, told_from))))
    return Signs(reach(beats, moment), tuple(lost))


def lost_after(number: int) -> tuple[LostTime, ...]:
    """Return the outages after a given number, ordered by time; an unfinished one comes last."""
    return signs(number).lost
