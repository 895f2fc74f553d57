"""Races for a seat of a table that has not begun: one player gets it, the others a refusal."""

from collections import Counter

import pytest

from games.community.fairness.audit import audit
from games.community.lobby import host, joining, tables
from games.community.lobby.rematch import play_again
from games.models import Game, Player, User
from tests.support.visitors.crowds import at_once
from tests.support.visitors.lobbies import BOT, FREE, opened_by

pytestmark = pytest.mark.django_db(transaction=True)

CROWD = 20


def kinds(outcomes):
    return Counter(type(outcome).__name__ for outcome in outcomes)


@pytest.fixture
def alice():
    return User.objects.create_user("alice")


@pytest.fixture
def crowd():
    return [User.objects.create_user(f"person {number}") for number in range(CROWD)]


def test_the_last_seat_goes_to_one_of_many(alice, crowd):
    game = opened_by(alice, FREE)
    outcomes = at_once(lambda user: joining.join(game.code, user), crowd)
    assert kinds(outcomes) == {"Seated": 1, "SeatNotFree": CROWD - 1}
    seated = Player.objects.get(game=game, seat=1).user
    assert isinstance(outcomes[crowd.index(seated)], joining.Seated)
    # The game began with that player, exactly once.
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING
    assert audit(game.code) == 1


def test_concurrent_joins_fill_all_seats(alice, crowd):
    game = opened_by(alice, *[FREE] * 5)
    outcomes = at_once(lambda user: joining.join(game.code, user), crowd)
    assert kinds(outcomes) == {"Seated": 5, "SeatNotFree": CROWD - 5}
    seats = [outcome.seat for outcome in outcomes if isinstance(outcome, joining.Seated)]
    assert sorted(seats) == [1, 2, 3, 4, 5]
    assert sum(getattr(outcome, "has_begun", False) for outcome in outcomes) == 1
    assert audit(game.code) == 1


def test_repeated_joins_take_one_seat(alice, crowd):
    game = opened_by(alice, FREE, FREE)
    outcomes = at_once(lambda user: joining.join(game.code, user), [crowd[0]] * 8)
    assert kinds(outcomes) == {"Seated": 8}
    assert {outcome.seat for outcome in outcomes} == {1}
    assert Player.objects.filter(game=game, user=None).count() == 1


def test_concurrent_start_close_join_and_leave_are_consistent(alice, crowd):
    game = opened_by(alice, FREE, FREE)
    bob = crowd[0]
    joining.join(game.code, bob)
    at_once(
        lambda ask: ask(),
        [
            lambda: host.start(game.code, alice, fill_with="captain"),
            lambda: host.cancel(game.code, alice),
            lambda: joining.leave(game.code, bob),
            lambda: joining.join(game.code, crowd[1]),
            lambda: host.give_to_bot(game.code, alice, 2),
            lambda: host.free_seat(game.code, alice, 2),
        ],
    )
    game.refresh_from_db()
    assert game.status in (Game.Status.RUNNING, Game.Status.CANCELLED)
    if game.status == Game.Status.RUNNING:
        assert not Player.objects.filter(game=game, user=None, bot="").exists()
        assert audit(game.code) == 1


def test_concurrent_rematches_open_one_table(alice, crowd):
    players = [alice, *crowd[:3]]
    game = opened_by(alice, FREE, FREE, FREE, BOT, FREE)
    for user in crowd[:3]:
        joining.join(game.code, user)
    host.start(game.code, alice, fill_with="captain")
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    codes = at_once(lambda user: play_again(game.code, user), players * 2)
    assert len(set(codes)) == 1
    assert Game.objects.count() == 2
    following = Game.objects.get(code=codes[0])
    seated = following.players.exclude(user=None).values_list("user", flat=True)
    assert sorted(seated) == sorted(user.pk for user in players)
    assert following.status == Game.Status.RUNNING
    assert audit(following.code) == 1


def test_concurrent_openings_respect_the_hosting_limit(alice):
    outcomes = at_once(lambda _: opened_by(alice, FREE), range(tables.MOST_OPEN + 4))
    assert kinds(outcomes) == {"Game": tables.MOST_OPEN, "LimitReached": 4}
    assert Game.objects.filter(host=alice).count() == tables.MOST_OPEN
