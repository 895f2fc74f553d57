"""The game that opens on the first of a month."""

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone

from games.community.circles import members, monthly
from games.community.lobby import fill_deadlines, host, joining
from games.models import Circle, Game, Notice, User
from tests.support.visitors.circles import circle_of

pytestmark = pytest.mark.django_db

LATE_NOVEMBER = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
DECEMBER = datetime(2026, 12, 1, 9, tzinfo=UTC)
JANUARY = datetime(2027, 1, 1, 9, tzinfo=UTC)


@pytest.fixture
def at(monkeypatch):
    """A function that sets the time of this test."""
    return lambda moment: monkeypatch.setattr(timezone, "now", lambda: moment)


@pytest.fixture
def circle(at, alice, bob):
    """A circle of alice and bob with a game on the 1st, in November."""
    at(datetime(2026, 11, 12, tzinfo=UTC))
    circle = circle_of(alice, bob)
    monthly.set_monthly(circle.code, alice, is_on=True)
    return circle


def next_on(circle):
    return Circle.objects.values_list("next_on", flat=True).get(pk=circle.pk)


def test_the_next_first_is_that_of_the_owners_zone():
    assert monthly.next_first(LATE_NOVEMBER, "UTC") == date(2026, 12, 1)
    # In Auckland it is December already, in Honolulu it stays November for hours.
    assert monthly.next_first(LATE_NOVEMBER, "Pacific/Auckland") == date(2027, 1, 1)
    assert monthly.next_first(DECEMBER, "Pacific/Honolulu") == date(2026, 12, 1)
    assert monthly.next_first(JANUARY, "UTC") == date(2027, 2, 1)


def test_a_game_opens_once_and_the_members_are_told(circle, at, alice, bob):
    at(LATE_NOVEMBER)
    assert monthly.open_monthly_games() == 0
    at(DECEMBER)
    assert [monthly.open_monthly_games() for _ in range(2)] == [1, 0]
    (game,) = circle.games.all()
    assert (game.host, game.is_listed, game.title) == (alice, False, "Sunday circle")
    assert list(Notice.objects.values_list("user", "kind", "game")) == [
        (bob.pk, "circle", game.pk),
    ]
    assert next_on(circle) == date(2027, 1, 1)


def test_the_game_opens_on_the_owners_first(circle, at, alice):
    User.objects.filter(pk=alice.pk).update(time_zone="Pacific/Auckland")
    at(LATE_NOVEMBER)
    assert monthly.open_monthly_games() == 1
    User.objects.filter(pk=alice.pk).update(time_zone="Pacific/Honolulu")
    Circle.objects.filter(pk=circle.pk).update(next_on=date(2026, 12, 1), monthly_game=None)
    circle.games.update(status=Game.Status.OVER)
    at(DECEMBER)
    assert monthly.open_monthly_games() == 0


def test_no_game_opens_beside_one_that_waits_for_players(circle, at, bob):
    at(DECEMBER)
    circle.games.create(ruleset="classic", ruleset_version=1, options={}, seed_commitment="")
    assert monthly.open_monthly_games() == 0
    assert (circle.games.count(), next_on(circle)) == (1, date(2027, 1, 1))
    assert not Notice.objects.exists()


def test_it_stops_after_a_month_in_which_nobody_joined(circle, at, alice):
    at(DECEMBER)
    monthly.open_monthly_games()
    at(datetime(2026, 12, 30, tzinfo=UTC))
    assert fill_deadlines.close_unfilled() == 1
    at(JANUARY)
    Notice.objects.all().delete()
    assert monthly.open_monthly_games() == 0
    assert next_on(circle) is None
    (notice,) = Notice.objects.all()
    assert notice.user == alice and "nobody joined" in notice.text
    # Switched on again, it does not stop because of the old game.
    monthly.set_monthly(circle.code, alice, is_on=True)
    at(datetime(2027, 2, 1, 9, tzinfo=UTC))
    assert monthly.open_monthly_games() == 1


@pytest.mark.parametrize("ends", ["cancelled", "played"])
def test_it_goes_on_if_somebody_joined(circle, at, alice, bob, charlie, ends):
    if ends == "cancelled":
        # A third seat, which stays free.
        members.join(circle.code, charlie, circle.invitation)
    at(DECEMBER)
    monthly.open_monthly_games()
    game = circle.games.get()
    joining.join(game.code, bob)
    if ends == "cancelled":
        host.cancel(game.code, alice)
    assert Game.objects.get(pk=game.pk).status == ends.replace("played", "running")
    at(JANUARY)
    assert monthly.open_monthly_games() == 1


def test_a_circle_of_one_opens_nothing(circle, at, bob):
    members.leave(circle.code, bob)
    at(DECEMBER)
    assert monthly.open_monthly_games() == 0
    assert next_on(circle) is None and not Game.objects.exists()
    assert "only member" in Notice.objects.get().text


def test_a_new_owner_decides_anew(circle, at, alice, bob):
    members.hand_over(circle.code, alice, "bob")
    assert next_on(circle) is None
    at(DECEMBER)
    assert monthly.open_monthly_games() == 0


def test_a_refused_game_is_told_to_the_owner_and_tried_next_month(circle, at, alice, monkeypatch):
    monkeypatch.setattr("games.community.lobby.tables.MOST_OPEN", 0)
    at(DECEMBER)
    assert monthly.open_monthly_games() == 0
    assert next_on(circle) == date(2027, 1, 1)
    (notice,) = Notice.objects.all()
    assert notice.user == alice and "already hosting" in notice.text


def test_a_usual_game_that_is_not_offered_any_more_is_told(circle, at, alice):
    Circle.objects.filter(pk=circle.pk).update(usual_game={"ruleset": "gone"})
    at(DECEMBER)
    assert monthly.open_monthly_games() == 0
    assert "isn’t offered any more" in Notice.objects.get(user=alice).text


def test_a_site_without_circles_asks_once(db, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert monthly.open_monthly_games() == 0
