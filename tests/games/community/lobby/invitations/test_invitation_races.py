"""Races about invitations by name: joining, declining and withdrawing at the same moment."""

from functools import partial

import pytest

from games.community.lobby import joining
from games.community.lobby.invitations.invited_people import decline, invite_people, withdraw
from games.exceptions import Refused, Stale
from games.models import Notice, Player, TableInvitation, User
from tests.support.visitors.crowds import at_once
from tests.support.visitors.lobbies import FREE, LINK, opened_by

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 6


def crossed(*calls):
    """Run the calls at the same moment; return what came of each."""
    return at_once(lambda call: call(), calls)


@pytest.fixture
def alice():
    return User.objects.create_user("alice")


@pytest.fixture
def bob():
    return User.objects.create_user("bob")


def invited_to(alice, *users, seats=(LINK, FREE)):
    game = opened_by(alice, *seats, is_listed=False)
    invite_people(game.code, alice, users)
    return game


def seated(game, user):
    return Player.objects.filter(game=game, user=user).exists()


def test_a_decline_and_a_join_cross(alice, bob):
    for _ in range(TIMES):
        game = invited_to(alice, bob, seats=(LINK, LINK))
        joined, declined = crossed(
            partial(joining.join, game.code, bob), partial(decline, game.code, bob, "No.")
        )
        if seated(game, bob):
            # After the seat is taken there is nothing left to decline.
            assert isinstance(declined, Stale)
            assert not TableInvitation.objects.filter(game=game).exists()
        else:
            assert isinstance(joined, joining.SeatNotFree) and declined is None
            assert TableInvitation.objects.get(game=game).word == "No."


def test_a_withdrawal_and_a_join_cross(alice, bob):
    for _ in range(TIMES):
        game = invited_to(alice, bob, seats=(LINK, LINK))
        joined, _ = crossed(
            partial(joining.join, game.code, bob), partial(withdraw, game.code, alice, bob)
        )
        assert seated(game, bob) is not isinstance(joined, Refused)
        assert not TableInvitation.objects.filter(game=game).exists()


def test_the_last_seat_goes_to_one_of_the_invited(alice):
    crowd = [User.objects.create_user(f"person {number}") for number in range(8)]
    game = invited_to(alice, *crowd, seats=(LINK,))
    outcomes = at_once(lambda user: joining.join(game.code, user), crowd)
    taken = [
        user for user, one in zip(crowd, outcomes, strict=True) if not isinstance(one, Refused)
    ]
    assert len(taken) == 1 and seated(game, taken[0])
    assert TableInvitation.objects.filter(game=game).count() == 7


def test_concurrent_invitations_of_one_person_are_one(alice, bob):
    game = opened_by(alice, FREE, FREE)
    at_once(lambda user: invite_people(game.code, alice, [user]), [bob] * 6)
    assert TableInvitation.objects.count() == 1
    assert Notice.objects.filter(user=bob).count() == 1
