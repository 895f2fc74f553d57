"""The vacations of people who let others see them."""

from collections.abc import Collection, Iterator
from datetime import date, timedelta

from django.db.models import QuerySet
from django.utils.formats import date_format

from games.community.people.preferences import VACATION_SHOWN
from games.models import Vacation
from games.playing.clocks.rest_times import zone_named
from games.storage.store.database_time import moment_now
from rules.sentences.words import isolated


def vacations_shown(users: Collection[int | None]) -> dict[int | None, date]:
    """Map the users who are on vacation and let others see it to its last day; one query."""
    return {user: last for user, _, last in _shown(Vacation.objects.filter(user__in=users))}


_NOTE = "{person} is on vacation until {day}."


def vacation_notes(code: str, reader: int | None) -> list[str]:
    """Return a sentence for each other player of a game who is on vacation and lets others see it.

    They are in the order of their names; one query.
    """
    seated = Vacation.objects.filter(user__seats__game__code=code).exclude(user=reader)
    return [
        _NOTE.format(person=isolated(person), day=date_format(last, "j F"))
        for _, person, last in _shown(seated.order_by("user__name"))
    ]


def _shown(vacations: QuerySet[Vacation]) -> Iterator[tuple[int, str, date]]:
    """Yield the user, their name and the last day of each current vacation that others may see."""
    now, day = moment_now(), timedelta(days=1)
    # In every time zone it is today, yesterday or tomorrow.
    near = vacations.filter(first__lte=now.date() + day, last__gte=now.date() - day)
    rows = near.values_list(
        "user", "user__name", "first", "last", "user__time_zone", "user__preferences"
    )
    for user, person, first, last, zone, preferences in rows:
        is_now = first <= now.astimezone(zone_named(zone)).date() <= last
        if is_now and preferences.get("vacation") == VACATION_SHOWN:
            yield user, person, last
