"""Several moderators at once: one claims, one decides, one pauses, and each is recorded once."""

import pytest

from games.community.fairness.audit import audit
from games.community.moderation import on_games, reports
from games.community.moderation.take_back import take_back
from games.community.trust.roles import Role
from games.models import Action, Game, Report, User
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from rules import Options
from tests.support.tables.tables import play_bots
from tests.support.visitors.crowds import at_once
from tests.support.visitors.moderators import action, moderator

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("record_may_go"),
]

CROWD = 6


@pytest.fixture
def crowd():
    return [moderator(f"moderator {number}", Role.SENIOR) for number in range(CROWD)]


@pytest.fixture
def game():
    alice = User.objects.create_user("alice", "alice@example.org")
    made = create_game(["captain", "captain", alice], Options(quick=True))
    start_game(made.code)
    play_bots(made.code, 20)
    return Game.objects.get(pk=made.pk)


def running(game):
    """Return the deadlines of the players with a decision."""
    return [clock.until for clock in load(game.code).clocks.running.values()]


def times_done(do, people):
    """Call `do` for all people concurrently; return how many calls were carried out."""
    return sum(isinstance(answer, Action) for answer in at_once(do, people))


def test_one_claims_a_report(crowd, game):
    alice = User.objects.get(name="alice")
    report = reports.make(alice, "game", "stuck", "", key="r", game=game)
    assert times_done(lambda by: reports.claim(action("claim", by, report=report)), crowd) == 1
    assert Report.objects.get().handler in crowd
    assert Action.objects.exclude(refusal="").count() == CROWD - 1


def test_one_of_two_pages_of_the_same_moderator_counts(crowd, game):
    one = crowd[0]
    line = action("extend", one, key="the same", game=game)
    before = running(game)
    assert times_done(lambda _: on_games.extend(line, 10), crowd) == CROWD
    assert running(game) == [until + 600_000 for until in before] and before
    assert Action.objects.count() == 1


def test_one_pauses_and_one_takes_back(crowd, game):
    assert times_done(lambda by: on_games.hold(action("hold", by, game=game)), crowd) == 1
    to = game.number - 1
    at_once(lambda by: take_back(action("take_back", by, game=game), to), crowd)
    # A later moderator goes back to the same entry, undoing the earlier take-back too.
    assert Game.objects.get().epoch == Action.objects.filter(name="take_back", refusal="").count()
    assert audit(game.code) == load(game.code).number + 1
