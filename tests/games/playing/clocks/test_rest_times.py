"""Vacations, quiet hours and weekends: deadlines are moved out of them."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.playing.clocks.rest_times import Rest, days_in, moved_out, quiet_hours

HOUR = 3_600_000
ROME = "Europe/Rome"


def at(text, zone=ROME):
    """A local time in a time zone, as milliseconds."""
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.mark.parametrize(
    ("until", "moved"),
    [
        ("2027-03-10 21:59", "2027-03-10 21:59"),
        ("2027-03-10 22:00", "2027-03-11 07:00"),
        ("2027-03-11 03:30", "2027-03-11 07:00"),
        ("2027-03-11 06:59", "2027-03-11 07:00"),
        ("2027-03-11 07:00", "2027-03-11 07:00"),
        # Friday night runs into a weekend off, and that into Monday's quiet morning.
        ("2027-03-12 23:00", "2027-03-15 07:00"),
        ("2027-03-14 12:00", "2027-03-15 07:00"),
        # The night when the clocks go forward.
        ("2027-03-25 23:00", "2027-03-26 07:00"),
    ],
)
def test_a_deadline_leaves_the_night_and_the_weekend(until, moved):
    rest = Rest(ROME, (22, 7), weekends=True)
    assert moved_out(rest, at("2027-03-10 08:00"), at(until), HOUR) == at(moved)


def test_quiet_hours_may_lie_within_a_day():
    rest = Rest(ROME, (9, 17))
    assert moved_out(rest, 0, at("2027-03-10 12:00"), HOUR) == at("2027-03-10 17:00")
    assert moved_out(rest, 0, at("2027-03-10 08:00"), HOUR) == at("2027-03-10 08:00")
    assert (quiet_hours((9, 17)), quiet_hours((22, 7)), quiet_hours((7, 7))) == (8, 9, 0)


def test_after_a_vacation_there_is_the_whole_time_again():
    rest = Rest(ROME, None, False, ((date(2027, 7, 5), date(2027, 7, 9)),))
    now, whole = at("2027-07-04 20:00"), 24 * HOUR
    assert moved_out(rest, now, at("2027-07-04 23:59"), whole) == at("2027-07-04 23:59")
    assert moved_out(rest, now, at("2027-07-05 12:00"), whole) == at("2027-07-11 00:00")
    assert moved_out(rest, at("2027-07-10 00:00"), at("2027-07-10 12:00"), whole) == at(
        "2027-07-10 12:00"
    )


def test_days_are_counted_in_the_year_they_fall_in():
    assert days_in(2027, date(2026, 12, 30), date(2027, 1, 3)) == 3
    assert days_in(2026, date(2026, 12, 30), date(2027, 1, 3)) == 2
    assert days_in(2028, date(2026, 12, 30), date(2027, 1, 3)) == 0


RESTS = st.builds(
    Rest,
    st.sampled_from([ROME, "UTC", "America/Sao_Paulo", "Australia/Lord_Howe"]),
    st.none()
    | st.tuples(st.integers(0, 23), st.integers(0, 11)).map(
        lambda pair: (pair[0], (pair[0] + pair[1]) % 24)
    ),
    st.booleans(),
    st.lists(
        st.tuples(st.dates(date(2027, 1, 1), date(2027, 12, 1)), st.integers(0, 29)).map(
            lambda pair: (pair[0], date.fromordinal(pair[0].toordinal() + pair[1]))
        ),
        max_size=2,
    ).map(tuple),
)


@settings(max_examples=150)
@given(RESTS, st.integers(at("2027-01-01 00:00"), at("2027-12-01 00:00")), st.integers(1, 72))
def test_moving_out_is_never_earlier_ends_and_changes_nothing_the_second_time(rest, now, hours):
    until = now + hours * HOUR
    moved = moved_out(rest, now, until, 24 * HOUR)
    assert moved >= until
    # At most: two vacations of thirty days, a weekend and a night, each followed by the whole time.
    assert moved <= until + 70 * 24 * HOUR
    assert moved_out(rest, now, moved, 24 * HOUR) == moved


def test_in_a_zone_that_was_renamed_days_and_hours_are_those_of_utc():
    rest = Rest("Europe/Atlantis", (22, 7), vacations=((date(2027, 7, 5), date(2027, 7, 9)),))
    night, morning = at("2027-03-10 23:00", "UTC"), at("2027-03-11 07:00", "UTC")
    assert moved_out(rest, night - HOUR, night, HOUR) == morning
    away, back = at("2027-07-09 20:00", "UTC"), at("2027-07-10 00:00", "UTC")
    assert moved_out(rest, away - HOUR, away, 8 * HOUR) == back + 8 * HOUR
