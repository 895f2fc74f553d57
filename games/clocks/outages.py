"""How the site knows for how long it could not be played on: its parts write down that they live.

Nothing runs out while no worker lives, or no web process: a deadline comes only once a web process
was heard of after it. Afterwards all clocks are given back the time that was lost, and no more: of
silences that overlap every moment counts once.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from games.clocks.clocks import CLOCK
from games.clocks.stored import note_asked
from games.clocks.timeouts import Lost
from games.models import Delivery, Due, Heartbeat, Outage, Process
from games.store.database_time import milliseconds, moment_asked, moment_now
from games.store.sql import Select, ask

logger = logging.getLogger(__name__)

WORKERS, WEB = 1, 2
"""The parts of the site, by the row of each: one that has never lived is not waited for."""

BEAT = timedelta(seconds=2)
"""How often it is written down that a part lives, of however many processes it is.

Of the web it is besides at every deadline.
"""

MOST_SILENT = timedelta(seconds=10)
"""After so long a silence a part did not live, and what was lost is given back."""

LEAST_STEP = timedelta(seconds=1)
"""A beat that lies so far in the future shows that the database's clock stepped back."""

HEARD_AFTER = timedelta(milliseconds=50)
"""So soon after a deadline a web process that lives has mostly written that down."""

TOLD_TOGETHER = timedelta(minutes=1)
"""Players hear of an outage that begins so soon after the last one as the same outage."""

_OUTAGES = Select(
    Outage.objects.filter(pk__gt=0).order_by("pk").values_list("pk", "began", "ended", "told_from")
)
BEATS = Select(
    Heartbeat.objects.filter(pk__gt=0).annotate(asked=Now()).values_list("pk", "at", "asked")
)
"""When each part lived last, and the database's time; `heard` reads the rows."""


# Pure functions


def silence(
    beats: Mapping[int, datetime], counted: datetime | None, moment: datetime
) -> tuple[datetime, datetime] | None:
    """Return from when until a moment a part was silent for long; None where none was.

    `beats` are by part, `counted` is the end of the last outage that was counted.
    """
    silent = [at for at in beats.values() if moment - at >= MOST_SILENT]
    if not silent:
        return None
    began = min(silent) if counted is None else max(min(silent), counted)
    return (began, moment) if began < moment else None


def outage(
    beats: Mapping[int, datetime], part: int, counted: datetime | None, moment: datetime
) -> tuple[datetime, datetime] | None:
    """Return the time that was lost when a part is heard of again; None where none was.

    With it goes what is lost by now through another part that is still silent. So outages follow
    each other in the order in which they are counted, and none overlaps another.
    """
    if moment - beats[part] < MOST_SILENT:
        return None
    return silence(beats, counted, moment)


def is_to_beat(last: datetime | None, awaited: datetime | None, moment: datetime) -> bool:
    """Say whether a part is to write down that it lives, which it last did then.

    `awaited` is the first deadline since, if any.
    """
    # One in the future was written before the clock stepped back.
    if last is None or not timedelta() <= moment - last < BEAT:
        return True
    return awaited is not None and last < awaited <= moment


def reach(beats: Mapping[int, datetime], moment: datetime) -> datetime | None:
    """Return up to when time may run out; None where a silence goes on for which nothing may.

    Until a web process was heard of, whoever is asked could answer; what came later nobody knows.
    """
    if WORKERS in beats and moment - beats[WORKERS] >= MOST_SILENT:
        return None
    return min(moment, beats.get(WEB, moment))


# What is stored


def beat(part: int = WORKERS) -> None:
    """Write down that a part lives; record an outage where it had been silent for long."""
    if is_to_beat(_beats().get(part), None, moment_now()):
        _beat(part)


def beat_web() -> datetime | None:
    """Write down that the web lives, also where a deadline awaits it; return the next of those."""
    last, awaited, moment = _beats().get(WEB), None, moment_now()
    if last is not None:
        awaited = _first_deadline(last)
    if is_to_beat(last, awaited, moment):
        _beat(WEB)
        awaited = _first_deadline(moment)
    return awaited


def _first_deadline(after: datetime) -> datetime | None:
    deadlines = Due.objects.filter(kind=CLOCK, when__gt=after).order_by("when")
    return deadlines.values_list("when", flat=True).first()


@transaction.atomic
def _beat(part: int) -> None:
    Heartbeat.objects.get_or_create(pk=part, defaults={"at": moment_now()})
    # Of several that come back at once, one finds that there was an outage.
    rows = Heartbeat.objects.select_for_update(no_key=True).order_by("pk")
    beats, moment = dict(rows.values_list("pk", "at")), moment_asked()
    last = _last()
    if max(beats.values()) - moment >= LEAST_STEP:
        beats, last = _step_back(beats, moment, last)
    lost = outage(beats, part, last and last.ended, moment)
    if lost is not None:
        _record(*lost, last)
    Heartbeat.objects.filter(pk=part).update(at=moment)


def _step_back(
    beats: Mapping[int, datetime], moment: datetime, last: Outage | None
) -> tuple[dict[int, datetime], Outage]:
    """Record that the database's clock stepped back to a moment, and move what is stored along.

    Time goes on from the newest beat, so the step found is never larger than the real one. Games
    move their clocks when they are given this like an outage.
    """
    newest = max(beats.values())
    step, silent = newest - moment, silence(beats, last and last.ended, newest)
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
    told_from = _told_from(began, last)
    row = Outage.objects.create(began=began, ended=ended, told_from=told_from)
    logger.warning(
        "time stood still from=%s to=%s seconds=%.0f outage=%s",
        began.isoformat(timespec="seconds"),
        ended.isoformat(timespec="seconds"),
        (ended - began).total_seconds(),
        row.pk,
    )


def _told_from(began: datetime, last: Outage | None) -> datetime:
    """Return when the outage began that players hear of, if one begins then after the last one."""
    if last is None or began - last.ended >= TOLD_TOGETHER:
        return began
    return last.told_from or last.began


def heard(rows: Iterable[tuple[int, datetime, datetime]]) -> dict[int, datetime]:
    """Return when each part lived last, from rows of `BEATS`; the time they came with is noted.

    So a process learns at once that the database's clock stepped back.
    """
    rows = list(rows)
    if rows:
        note_asked(rows[0][2])
    return {part: at for part, at, _ in rows}


def _beats() -> dict[int, datetime]:
    return heard(*ask((BEATS,), BEATS.values))


def _last() -> Outage | None:
    return Outage.objects.order_by("-pk").first()


def stopped_since() -> datetime | None:
    """Return since when time has stood still; None where it runs.

    It does while a part is silent, and until every game has been given the time it lost.
    """
    beats, moment, last = _beats(), moment_now(), _last()
    silent = silence(beats, last and last.ended, moment)
    waiting = Outage.objects.filter(closed_at=None, ended__gt=F("began")).order_by("pk").first()
    since = [_told_from(silent[0], last)] if silent else []
    since += [waiting.told_from or waiting.began] if waiting else []
    return min(since, default=None)


def log_stopped(before: datetime | None, since: datetime | None) -> None:
    """Log that time stands still, or runs again, where that was otherwise before."""
    if since and not before:
        logger.warning("time stands still since=%s", since.isoformat(timespec="seconds"))
    elif before and not since:
        logger.info("time runs again")


def is_steady(since: datetime) -> bool:
    """Say whether every part of the site that ever ran has run from a moment until now."""
    is_silent = silence(_beats(), None, moment_now()) is not None
    return not is_silent and not Outage.objects.filter(ended__gt=since).exists()


def is_alive() -> bool:
    """Say whether a worker lives."""
    last = _beats().get(WORKERS)
    return last is not None and moment_now() - last < MOST_SILENT


@dataclass(frozen=True, slots=True)
class Signs:
    """Up to when time may run out, as `reach` says it, and the outages that are to be given back.

    The outages are the oldest first, with one that goes on last.
    """

    reached: datetime | None
    lost: tuple[Lost, ...]


def signs(number: int) -> Signs:
    """Return the signs of life of now; of outages those since the one of a number."""
    # In this order: with a sign of life after an outage the outage is written down too.
    marked, found = ask((BEATS, _OUTAGES), (*BEATS.values, number))
    beats, moment = heard(marked), moment_now()
    lost = [
        Lost(key, milliseconds(began), milliseconds(ended), milliseconds(told_from or began))
        for key, began, ended, told_from in found
    ]
    # Mostly nothing is silent, and then nothing more is to be asked.
    if silence(beats, None, moment):
        last = _last()
        silent = silence(beats, last and last.ended, moment)
        if silent:
            told_from = _told_from(silent[0], last)
            lost.append(Lost(None, *map(milliseconds, (*silent, told_from))))
    return Signs(reach(beats, moment), tuple(lost))


def lost_after(number: int) -> tuple[Lost, ...]:
    """Return the outages since the one of a number, the oldest first, and one that goes on."""
    return signs(number).lost
