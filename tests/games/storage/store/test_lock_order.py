"""Lock order: concurrent moves, deletions, moderation and clocks never deadlock."""

from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from games.community.fairness.audit import audit
from games.community.lobby import joining, tables
from games.community.lobby.terms import SeatKind, TableTerms
from games.community.moderation import on_games, reports, site_mode
from games.community.notices import notices
from games.community.people.deletion import delete_account
from games.community.trust.roles import Role
from games.models import Game, Notice, Player, Report, User
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load, load_locked
from rules import Options
from tests.support.visitors.crowds import at_once, somebody_waits
from tests.support.visitors.moderators import action, moderator
from tests.support.visitors.patience import PATIENCE, wait_until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("record_may_go"),
]


@pytest.fixture(autouse=True)
def several():
    """Skip on a database without row locks."""
    if connection.vendor != "postgresql":
        pytest.skip("A file is held as a whole.")


@pytest.fixture
def people():
    return [User.objects.create_user(name) for name in ("alice", "bob", "charlie", "dan")]


def begun(users):
    code = create_game(users, Options(quick=True)).code
    start_game(code)
    return code


@contextmanager
def held_until_waited_for(code):
    """Lock a game until another connection waits for it."""
    with transaction.atomic():
        load_locked(code)
        yield
        wait_until(somebody_waits)


def test_deletion_waits_for_a_game_that_notifies_the_user(people, meanwhile):
    alice, code = people[0], begun(people)
    with held_until_waited_for(code):
        going = meanwhile(lambda: delete_account(alice))
        wait_until(somebody_waits)
        # A notice has foreign keys to the person and the game, which are checked on commit.
        told = Game.objects.get(code=code)
        notices.notify(Notice.Kind.MODERATION, alice, told, "once", "Something was decided.")
    going.result(PATIENCE)
    assert not User.objects.filter(pk=alice.pk).exists() and not Notice.objects.exists()
    assert audit(code) == load(code).number + 1


def test_deletion_waits_for_a_report_decision(people, meanwhile):
    alice, bob, *_ = people
    code, dora = begun(people), moderator("dora")
    game = Game.objects.get(code=code)
    made = reports.make(alice, "seat", "other", "Always late.", key="one", game=game, seat=1)
    reports.claim(action("claim", dora, report=made))
    with transaction.atomic():
        reports.decide(action("decide", dora, report=made), "nothing", "Thank you.", "All is well.")
        going = meanwhile(lambda: delete_account(bob))
        wait_until(somebody_waits)
    going.result(PATIENCE)
    assert Report.objects.get().reported is None and Report.objects.get().status == "decided"


def test_concurrent_deletions_do_not_deadlock(people):
    codes = [begun([*people[first:], *people[:first]]) for first in range(4)]
    for one in people:
        one.blocked.set(other for other in people if other != one)
    assert at_once(delete_account, people) == [None] * 4
    assert not User.objects.exists()
    for code in codes:
        assert Game.objects.get(code=code).status == Game.Status.OVER
        assert audit(code) == load(code).number + 1


def test_joining_during_deletion_is_undone(people, meanwhile):
    alice, bob, *_ = people
    code = begun(people)
    other = tables.open_table(bob, TableTerms((SeatKind.ME, SeatKind.OPEN), Options(quick=True)))
    with held_until_waited_for(code):
        going = meanwhile(lambda: delete_account(alice))
        wait_until(somebody_waits)
        assert meanwhile(lambda: joining.join(other.code, alice)).result(PATIENCE).has_begun
    going.result(PATIENCE)
    assert not User.objects.filter(pk=alice.pk).exists()
    left = Player.objects.get(game=other, seat=1)
    assert left.user is None and (left.eliminated or not left.own)
    assert audit(other.code) == load(other.code).number + 1


def test_references_to_a_locked_game_do_not_wait(people, meanwhile):
    code = begun(people)
    game = Game.objects.get(code=code)
    with transaction.atomic():
        load_locked(code)
        made = meanwhile(
            lambda: reports.make(people[0], "game", "other", "It hung.", key="one", game=game)
        )
        assert made.result(PATIENCE).game_id == game.pk


# All games


def close_site(operator):
    site_mode.set_mode(action("mode", operator), "read only")


def open_site(operator):
    site_mode.set_mode(action("mode", operator), "open")


def extend_everywhere(operator):
    on_games.extend_all(action("extend_all", operator), 5)


@pytest.mark.parametrize("act", [close_site, open_site, extend_everywhere])
def test_games_are_locked_in_key_order(people, meanwhile, act):
    operator = moderator("olga", Role.OPERATOR)
    first, second = begun(people), begun(people)
    if act is open_site:
        close_site(operator)
    # PostgreSQL stores the newest version of a row behind all others.
    Game.objects.filter(code=first).update(title="Written last")
    with transaction.atomic():
        load_locked(first)
        acting = meanwhile(lambda: act(operator))
        wait_until(somebody_waits)
        later = Game.objects.select_for_update(nowait=True, no_key=True)
        assert later.filter(code=second).values_list("code", flat=True).get() == second
    acting.result(PATIENCE)
