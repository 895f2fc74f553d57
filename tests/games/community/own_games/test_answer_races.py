"""Races of answers by link: two at once, and answers to what is withdrawn at the same time."""

from collections import Counter

import pytest
from django.test import Client

from games.community.absence import vacations, votes
from games.community.fairness.audit import audit
from games.community.lobby import host
from games.community.notices.answer_links import NO, YES, read_token
from games.community.own_games.answers_by_link import answers_for
from games.community.own_games.away_by_link import AWAY
from games.community.own_games.requests import RequestKind
from games.exceptions import Stale
from games.models import Game, Move, Player, User, Vacation, Vote
from games.storage.store.stored_game import load
from rules.moves import EndPact
from tests.support.tables.slow_games import begun
from tests.support.visitors.crowds import at_once
from tests.support.visitors.requesting import ask_pause, offer_pact, open_next, say_move

pytestmark = pytest.mark.django_db(transaction=True)

DONE, OVER = 200, 410


@pytest.fixture
def three():
    """A slow game of alice, who makes the requests, bob, who gets them, and charlie."""
    users = [User.objects.create_user(name) for name in ("alice", "bob", "charlie")]
    table = begun(users, "re2quest")
    Game.objects.update(keeps_rest=True)
    return table


@pytest.fixture
def bob(three):
    return three.persons[1]


def link_of(table, user, kind, answer=YES):
    paths = [one.path for one in answers_for(user, table.code) if one.kind == kind]
    return next(path for path in paths if read_token(path.split("/")[2])[1].answer == answer)


def post(path, **data):
    return Client(enforce_csrf_checks=True).post(path, data).status_code


def test_of_two_answers_at_once_one_counts(three, bob):
    offer_pact(three)
    yes, no = (link_of(three, bob, RequestKind.PACT, answer) for answer in (YES, NO))
    before = Move.objects.count()
    assert Counter(at_once(post, [yes, no, yes, no])) == {DONE: 1, OVER: 3}
    assert Move.objects.count() == before + 1
    (pact,) = load(three.code).state().pacts
    assert pact.status in ("in_force", "refused")
    assert audit(three.code)


def test_an_answer_meets_a_withdrawal(three, bob):
    offer_pact(three)
    yes = link_of(three, bob, RequestKind.PACT)
    answered, _ = at_once(
        lambda ask: ask(), [lambda: post(yes), lambda: say_move(three, 0, EndPact(1))]
    )
    (pact,) = load(three.code).state().pacts
    assert (answered, pact.accepted) in ((DONE, [1]), (OVER, []))
    assert audit(three.code)


def test_a_vote_by_link_meets_its_withdrawal(three, bob):
    Player.objects.filter(seat=2).update(control="steward")
    ask_pause(three)
    yes, alice = link_of(three, bob, RequestKind.PAUSE), three.persons[0]
    answered, withdrawn = at_once(
        lambda ask: ask(),
        [lambda: post(yes), lambda: votes.want_pause(three.code, alice, wants=False)],
    )
    if answered == DONE:
        assert load(three.code).clocks.pause and isinstance(withdrawn, Stale)
    else:
        # The answer to a withdrawn vote is no vote of its own.
        assert answered == OVER and not Vote.objects.exists()


def test_a_rematch_is_joined_or_refused_once(three, bob):
    open_next(three)
    yes, no = (link_of(three, bob, RequestKind.NEXT_TABLE, answer) for answer in (YES, NO))
    assert Counter(at_once(post, [yes, no, yes, no])) == {DONE: 1, OVER: 3}
    assert Player.objects.filter(game__last_games__code=three.code, user=bob).count() <= 1


def test_a_yes_to_a_rematch_that_is_being_cancelled_opens_no_other(three, bob):
    open_next(three)
    yes = link_of(three, bob, RequestKind.NEXT_TABLE)
    following = Game.objects.get(last_games__code=three.code)
    asks = [lambda: post(yes), lambda: host.cancel(following.code, three.persons[0])]
    answered, _ = at_once(lambda ask: ask(), asks)
    assert answered in (DONE, OVER) and Game.objects.count() == 2


def test_one_link_books_one_vacation(three, bob):
    path, today = link_of(three, bob, AWAY), vacations.today_of(bob)
    statuses = at_once(lambda _: post(path, last=today.isoformat()), range(4))
    assert Counter(statuses) == {DONE: 1, OVER: 3}
    assert Vacation.objects.count() == 1
