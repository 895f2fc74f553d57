"""No game continues for ever: it ends once nobody acts, whatever was postponed."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db.models import F
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.community.absence import vacations, votes
from games.community.fairness.audit import audit
from games.exceptions import Refused
from games.models import Game, Player
from games.playing.play import return_to_seat
from games.storage.store.stored_game import load
from games.web.worker import due
from rules import RULESETS, RulesError
from tests.support.tables.slow_games import DAY, HOUR, begun
from tests.support.visitors.waiting import let_pass

pytestmark = pytest.mark.django_db

WAYS = (
    *("answer", "wait", "miss", "return", "pause", "resume", "vacation", "quiet", "nudge"),
    *("substitute", "captain"),
)
ACTS = st.lists(
    st.tuples(st.sampled_from(WAYS), st.integers(0, 2), st.integers(1, 60)), max_size=12
)
MOST_FIRINGS = 500


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(
    max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(ACTS)
# A steward plays, the seat becomes vacant, a substitute takes it, and then all go away.
@example([("miss", 0, 1)] * 5 + [("substitute", 2, 1), ("vacation", 2, 20), ("pause", 0, 1)])
def test_inactive_games_end(ruleset, alice, bob, charlie, acts):
    """Whatever people did before, the game ends once nobody acts any more."""
    Game.objects.all().delete()
    people = [alice, bob, charlie]
    for user in people:
        user.vacations.all().delete()
        vacations.set_rest_times(user, None, False)
    table = begun([alice, bob], "sl2ow349", ruleset)
    Game.objects.filter(code=table.code).update(keeps_rest=True)
    for act, who, hours in acts:
        if not table.state().is_over:
            do(table, act, people[who], hours)
    fired = 0
    while not table.state().is_over:
        fired += 1
        assert fired < MOST_FIRINGS
        pass_by(table)
    assert table.state().outcome.reason in ENDS
    assert audit(table.code) == table.number() + 1


ENDS = {"abandoned", "cancelled", "last_standing", "headquarters", "rounds"}
"""Ways in which a game without acting people ends: a captain in a vacant seat may win it, and if
stand-ins hold all seats of people, its pause ends without a result."""


def pass_by(table):
    """Let more time pass than any clock, pause or vacation lasts, and fire the first due item."""
    let_pass(table.code, 40 * DAY)
    Player.objects.filter(game__code=table.code).update(
        away_since=F("away_since") - timedelta(hours=1)
    )
    due.fire(due.next_items()[0])


def do(table, act, user, hours):
    """Do one of the things that people can do to prolong a game, if it is possible now."""
    seats = [row.user for row in load(table.code).seats]
    seat = seats.index(user.pk) if user.pk in seats else None
    try:
        match act:
            case "answer":
                table.answer()
            case "wait":
                let_pass(table.code, hours * HOUR)
                due.fire(due.next_items()[0])
            case "miss":
                for _ in range(8):
                    if table.state().is_over or votes.vacant_seats(load(table.code)):
                        return
                    pass_by(table)
            case "return":
                return_to_seat(table.code, user, key=table.key())
            case "substitute":
                for vacant in votes.vacant_seats(load(table.code))[:1]:
                    votes.substitute(table.code, user, vacant, is_invited=True)
                    table.persons[vacant] = user
            case "captain":
                for vacant in votes.vacant_seats(load(table.code))[:1]:
                    votes.want_captain(table.code, user, vacant)
            case "pause":
                for one in table.persons.values():
                    votes.want_pause(table.code, one)
            case "resume":
                votes.resume(table.code, user)
            case "vacation":
                today = vacations.today_of(user)
                vacations.book_vacation(user, today, today + timedelta(days=hours % 30))
            case "quiet":
                vacations.set_rest_times(user, (20, (20 + hours % 13) % 24), True)
            case "nudge":
                votes.nudge(table.code, user, 1 - seat if seat in (0, 1) else 0)
    except (Refused, RulesError, ValidationError):
        # A refused action postpones nothing.
        return
