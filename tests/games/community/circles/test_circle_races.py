"""Races about circles: joining and removal, owners who vanish, two who hand over, deadlocks."""

from contextlib import suppress

import pytest

from games.community.circles import circles, invitations, members, monthly, new_game
from games.community.lobby import joining
from games.community.notices.shared import hooks
from games.community.people.deletion import delete_account
from games.models import Circle, CircleMember, Game, User
from tests.support.visitors.circles import circle_of, finished, names_in
from tests.support.visitors.crowds import at_once

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("record_may_go"),
]

ROUNDS = 4


@pytest.fixture
def people():
    names = ("alice", "bob", "charlie", "dan", "emil", "flora")
    return [User.objects.create_user(name) for name in names]


def run(*calls):
    """Run calls concurrently; return what they raised or returned."""
    return at_once(lambda call: call(), calls)


def verify(circle):
    """Check that a circle is gone, or has an owner who is one of its members."""
    found = Circle.objects.filter(pk=circle.pk).first()
    if found is None:
        return not CircleMember.objects.filter(circle=circle.pk).exists()
    return found.members.filter(user=found.owner).exists()


def test_one_place_goes_to_one_of_many(people, monkeypatch):
    monkeypatch.setattr(members, "MOST_MEMBERS", 2)
    circle = circle_of(people[0])
    run(*(lambda who=who: members.join(circle.code, who, circle.invitation) for who in people[1:]))
    assert len(names_in(circle)) == 2


def test_joining_twice_makes_one_member(people):
    circle = circle_of(people[0])
    run(*[lambda: members.join(circle.code, people[1], circle.invitation)] * 5)
    assert names_in(circle) == ["alice", "bob"]


def test_a_member_removed_while_they_connect_a_channel_leaves_none(people):
    alice, bob, *_ = people
    for number in range(ROUNDS):
        circle = circle_of(alice, bob, name=f"Circle {number}")
        run(
            lambda c=circle: hooks.add_hook(c, bob, "https://discord.com/1", "", ["turn"]),
            lambda c=circle: members.remove(c.code, alice, "bob"),
        )
        assert names_in(circle) == ["alice"] and not circle.webhooks.exists()


def test_a_member_removed_while_they_join_again_needs_the_new_link(people):
    alice, bob, *_ = people
    for number in range(ROUNDS):
        circle = circle_of(alice, bob, name=f"Circle {number}")
        run(
            lambda c=circle: members.remove(c.code, alice, "bob"),
            lambda c=circle: members.join(c.code, bob, c.invitation),
            lambda c=circle: invitations.invite(c.code, alice, "charlie"),
        )
        assert names_in(circle) == ["alice"]
        with pytest.raises(circles.NoSuchCircle):
            members.join(circle.code, bob, circle.invitation)


def test_a_member_removed_while_they_take_a_seat(people):
    alice, bob, charlie, *_ = people
    circle = circle_of(alice, bob, charlie)
    game = new_game.open_game(circle.code, alice, new_game.usual_terms(circle, 3))
    run(
        lambda: members.remove(circle.code, alice, "bob"),
        lambda: joining.join(game.code, bob),
        lambda: joining.join(game.code, charlie),
    )
    sits = game.players.filter(user=bob).exists()
    assert names_in(circle) == ["alice", "charlie"]
    if not sits:
        with pytest.raises(joining.SeatNotFree):
            joining.join(game.code, bob)


def test_two_hand_over_at_once(people):
    alice, bob, charlie, *_ = people
    circle = circle_of(alice, bob, charlie)
    answers = run(
        lambda: members.hand_over(circle.code, alice, "bob"),
        lambda: members.hand_over(circle.code, alice, "charlie"),
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["NoneType", "NotOwner"]
    assert verify(circle)


def test_an_owner_vanishes_while_another_takes_over(people):
    alice, bob, charlie, dan, *_ = people
    circle = circle_of(alice, bob, charlie, dan)
    game = finished(circle, [alice, bob, charlie], [[0], [1], [2]])
    run(
        lambda: delete_account(alice),
        lambda: members.hand_over(circle.code, alice, "bob"),
        lambda: delete_account(bob),
        lambda: members.leave(circle.code, charlie),
    )
    assert names_in(circle) == ["dan"]
    assert verify(circle)
    assert Game.objects.get(pk=game.pk).circle == circle


def test_all_leave_at_once(people):
    for _ in range(ROUNDS):
        circle = circle_of(*people)
        game = finished(circle, people[:3], [[0], [1], [2]])
        code = circle.code
        answers = at_once(lambda who, code=code: members.leave(code, who), people)
        assert answers == [None] * len(people)
        assert not Circle.objects.filter(pk=circle.pk).exists()
        assert Game.objects.get(pk=game.pk).circle is None


def test_a_new_game_crosses_deletion_without_a_deadlock(people):
    alice, bob, charlie, dan, *_ = people
    circle = circle_of(alice, bob, charlie, dan)

    def open_game():
        with suppress(User.DoesNotExist):
            new_game.open_game(circle.code, bob, new_game.usual_terms(circle, 4))

    run(
        open_game,
        lambda: delete_account(bob),
        lambda: delete_account(alice),
        lambda: members.leave(circle.code, charlie),
        lambda: members.join(circle.code, people[4], circle.invitation),
    )
    assert set(names_in(circle)) >= {"dan"} and verify(circle)


def test_two_workers_open_one_monthly_game(people):
    circle = circle_of(*people[:3])
    Circle.objects.filter(pk=circle.pk).update(next_on="2020-01-01")
    run(*[monthly.open_monthly_games] * 4)
    assert circle.games.count() == 1


def test_a_monthly_game_opens_while_the_circle_is_handed_over(people):
    alice, bob, *_ = people
    circle = circle_of(alice, bob)
    Circle.objects.filter(pk=circle.pk).update(next_on="2020-01-01")
    run(
        monthly.open_monthly_games,
        lambda: members.hand_over(circle.code, alice, "bob"),
        lambda: members.leave(circle.code, alice),
    )
    assert circle.games.count() <= 1 and verify(circle)
