"""Vacations, quiet hours and weekends as people set them, and their effect on deadlines."""

from datetime import date, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from games.community.absence import votes
from games.community.absence.vacations import (
    book_vacation,
    days_left,
    end_vacation,
    set_rest_times,
    today_of,
)
from games.community.moderation import on_games
from games.models import Game, RestTimes, Vacation
from games.playing.clocks import after_move
from games.playing.clocks.clock_settings import terms_with_rests
from games.playing.commit import save_clocks
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import now
from games.storage.store.stored_game import load
from tests.support.visitors.moderators import action, moderator
from tests.support.visitors.waiting import let_pass, stored_times, times

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
DAY_OF_CLOCKS = 86_400_000


@pytest.fixture
def slow(table):
    """A table with one day per turn that respects rest times."""
    Game.objects.filter(code=table.code).update(turn_seconds=86_400, keeps_rest=True)
    stored = load(table.code)
    begun = after_move.after(Clocks(), stored.state(), terms_with_rests(stored), now())
    save_clocks(stored, begun)
    return table


def until(table, user):
    seat = table.seat_of(user)
    return times(table.code).running[seat].until


def next_year(user):
    """A day next year, for booking a vacation."""
    return date(today_of(user).year + 1, 1, 1)


def test_a_vacation_moves_the_deadline_that_runs_and_costs_days(slow):
    user, today = slow.mover, today_of(slow.mover)
    before, left = until(slow, user), days_left(user, today.year)
    other = Game.objects.get(code=slow.code).clocks
    book_vacation(slow.waiting, today, today + 2 * DAY)
    assert Game.objects.get(code=slow.code).clocks == other
    book_vacation(user, today, today)
    after = until(slow, user)
    midnight = 86_400_000 * (before // 86_400_000)
    assert after == midnight + 86_400_000 and after > before
    assert stored_times(slow.code)["clock"] == after - 86_400_000 // 5
    assert days_left(user, today.year) == left - 1
    # Changing quiet hours postpones no deadline.
    for quiet in ((0, 12), (12, 0), None):
        set_rest_times(user, quiet, True)
        assert until(slow, user) == after


def test_a_vacation_taken_back_brings_the_deadline_back_and_costs_the_day(slow):
    user, today = slow.mover, today_of(slow.mover)
    year = (today + DAY).year
    left = days_left(user, year)
    book_vacation(user, today + DAY, today + 9 * DAY)
    assert until(slow, user) > now() + 10 * DAY_OF_CLOCKS
    other = until(slow, user)
    # Cancelling a distant vacation that has postponed nothing is free.
    book_vacation(user, today + 200 * DAY, today + 201 * DAY)
    end_vacation(user, Vacation.objects.latest("first").pk)
    assert until(slow, user) == other and Vacation.objects.count() == 1
    end_vacation(user, Vacation.objects.get().pk)
    assert until(slow, user) == midnight_after(now()) + DAY_OF_CLOCKS
    assert stored_times(slow.code)["clock"] <= until(slow, user)
    (spent,) = Vacation.objects.values_list("first", "last")
    assert spent == (today, today)
    end_vacation(user, Vacation.objects.get().pk)
    assert Vacation.objects.count() == 1 and days_left(user, today.year) < 30
    assert days_left(user, year) <= left


def midnight_after(moment):
    return DAY_OF_CLOCKS * (moment // DAY_OF_CLOCKS + 1)


# Paused and held games


@pytest.fixture(params=["paused", "held"])
def standing(request, slow):
    """The table `slow`, paused or held: (table, function that resumes it)."""
    game = Game.objects.get(code=slow.code)
    if request.param == "held":
        dora = moderator("dora")
        on_games.hold(action("hold", dora, game=game))
        return slow, lambda: on_games.resume(action("resume", dora, game=game))
    for user in slow.persons.values():
        votes.want_pause(slow.code, user)
    return slow, lambda: votes.resume(slow.code, slow.mover)


def test_a_vacation_booked_while_a_game_stands_still_counts_when_it_goes_on(standing):
    table, go_on = standing
    user, today, before = table.mover, today_of(table.mover), until(table, table.mover)
    book_vacation(user, today, today + 2 * DAY)
    assert until(table, user) == before
    go_on()
    assert until(table, user) == midnight_after(now()) + 3 * DAY_OF_CLOCKS
    assert stored_times(table.code)["clock"] <= until(table, user)


def test_a_game_that_goes_on_amid_a_vacation_gives_the_whole_time_after_it(standing):
    table, go_on = standing
    user, today = table.mover, today_of(table.mover)
    stood_still(table, 4 * DAY_OF_CLOCKS // 1000)
    book_vacation(user, today, today)
    go_on()
    assert until(table, user) == midnight_after(now()) + DAY_OF_CLOCKS


def test_a_vacation_that_is_over_or_taken_back_when_a_game_goes_on_moves_nothing(standing):
    table, go_on = standing
    user, today = table.mover, today_of(table.mover)
    Vacation.objects.create(user=user, first=today - 2 * DAY, last=today - DAY)
    left = days_left(user, today.year)
    book_vacation(user, today, today + DAY)
    end_vacation(user, Vacation.objects.latest("first").pk)
    assert Vacation.objects.count() == 1 and days_left(user, today.year) == left
    stood_still(table, 4 * DAY_OF_CLOCKS // 1000)
    go_on()
    assert until(table, user) <= now() + DAY_OF_CLOCKS


def test_no_time_of_a_game_that_goes_on_ends_in_quiet_hours(standing):
    table, go_on = standing
    user = table.mover
    hour = until(table, user) // 3_600_000
    set_rest_times(user, (hour % 24, (hour + 3) % 24), False)
    go_on()
    assert until(table, user) == (hour + 3) * 3_600_000


def stood_still(table, seconds):
    """Backdate a pause, as if the game had been paused for this long."""
    let_pass(table.code, seconds)
    game = Game.objects.get(code=table.code)
    if game.held_since:
        game.held_since -= timedelta(seconds=seconds)
        game.save(update_fields=["held_since"])


def test_a_game_without_rest_times_continues(slow):
    Game.objects.update(keeps_rest=False)
    before = until(slow, slow.mover)
    book_vacation(slow.mover, today_of(slow.mover), today_of(slow.mover) + 5 * DAY)
    assert until(slow, slow.mover) == before


def test_vacations_are_limited_to_thirty_days_a_year(alice):
    first = next_year(alice)
    book_vacation(alice, first, first + 19 * DAY)
    with pytest.raises(ValidationError, match="31 vacation days in"):
        book_vacation(alice, first + 30 * DAY, first + 40 * DAY)
    with pytest.raises(ValidationError, match="already booked"):
        book_vacation(alice, first + 19 * DAY, first + 20 * DAY)
    book_vacation(alice, first + 30 * DAY, first + 39 * DAY)
    assert days_left(alice, first.year) == 0
    end_vacation(alice, Vacation.objects.order_by("first").last().pk)
    assert days_left(alice, first.year) == 10


def test_invalid_vacation_days_are_explained(alice):
    today = today_of(alice)
    for first, last, why in (
        (today, today - DAY, "can’t be before the first day"),
        (today - DAY, today, "today or later"),
        (today + 400 * DAY, today + 401 * DAY, "within a year"),
    ):
        with pytest.raises(ValidationError, match=why):
            book_vacation(alice, first, last)
    assert not Vacation.objects.exists()


def test_ending_a_vacation_early_returns_the_remaining_days(alice, bob):
    today = today_of(alice)
    vacation = Vacation.objects.create(user=alice, first=today - 2 * DAY, last=today + 3 * DAY)
    end_vacation(bob, vacation.pk)
    vacation.refresh_from_db()
    assert vacation.last == today + 3 * DAY
    end_vacation(alice, vacation.pk)
    vacation.refresh_from_db()
    assert vacation.last == today - DAY
    end_vacation(alice, vacation.pk)
    assert Vacation.objects.count() == 1


def test_quiet_hours_are_twelve_at_most(alice):
    with pytest.raises(ValidationError, match="at most 12 hours"):
        set_rest_times(alice, (8, 21), False)
    set_rest_times(alice, (22, 10), True)
    kept = RestTimes.objects.get()
    assert (kept.quiet_from, kept.quiet_until, kept.weekends) == (22, 10, True)
    set_rest_times(alice, None, False)
    kept.refresh_from_db()
    assert (kept.quiet_from, kept.quiet_until, kept.weekends) == (None, None, False)


def test_the_page_saves_valid_fields_and_explains_errors(client, alice):
    client.force_login(alice)
    address, first = reverse("rest"), next_year(alice)
    days = {"what": "vacation", "first": first, "last": first + DAY}
    assert client.post(address, days).status_code == 302
    again = client.post(address, days)
    assert again.status_code == 422 and "already booked" in again.content.decode()
    hours = {"what": "times", "quiet_from": "22", "quiet_until": "7", "weekends": "on"}
    assert client.post(address, hours).status_code == 302
    half = client.post(address, {"what": "times", "quiet_from": "22"})
    assert half.status_code == 422 and "both a start and an end" in half.content.decode()
    page = client.get(address).content.decode()
    assert f"{first:%B} {first.year}" in page and "22:00" in page
    key = Vacation.objects.get().pk
    client.post(address, {"what": "end", "vacation": "x"})
    client.post(address, {"what": "end", "vacation": key})
    assert not Vacation.objects.exists()
    client.logout()
    assert client.get(address).status_code == 302
