"""The vacations of people who let others see them."""

from collections.abc import Collection
from datetime import date, timedelta

from games.community.people.preferences import VACATION_SHOWN
from games.models import Vacation
from games.playing.clocks.rest_times import zone_named
from games.storage.store.database_time import moment_now


def vacations_shown(users: Collection[int | None]) -> dict[int | None, date]:
    """Map the users who are on vacation and let others see it to its last day; one query."""
    now, day = moment_now(), timedelta(days=1)
    # In every time zone it is today, yesterday or tomorrow.
    near = {"first__lte": now.date() + day, "last__gte": now.date() - day}
    rows = Vacation.objects.filter(user__in=users, **near).values_list(
        "user", "first", "last", "user__time_zone", "user__preferences"
    )
    return {
        user: last
        for user, first, last, zone, preferences in rows
        if first <= now.astimezone(zone_named(zone)).date() <= last
        and preferences.get("vacation") == VACATION_SHOWN
    }
