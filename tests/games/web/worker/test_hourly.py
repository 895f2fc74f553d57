"""The hourly chores: restarting clocks, ending forgotten games, and isolating failures."""

import logging
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import DatabaseError
from django.utils import timezone

from games.community.fairness.audit import audit
from games.community.privacy.retention import TALK_DAYS
from games.models import Due, Game, Message, User
from games.playing.start import create_game
from games.storage.store.stored_game import load
from games.web.worker import hourly
from tests.support.visitors.waiting import stored_times, times

pytestmark = pytest.mark.django_db


def test_a_running_game_without_due_items_is_rescheduled(duel, opened):
    create_game(["captain", None])
    Due.objects.all().delete()
    Game.objects.update(clocks={})
    assert hourly.wind_up_clocks() == 1
    expected = {kind: when for kind, when in times(duel.code).due().items() if when is not None}
    assert stored_times(duel.code) == expected != {}
    assert hourly.wind_up_clocks() == 0


def test_a_game_without_viewers_for_thirty_days_ends(table, calm):
    long_ago = timezone.now() - timedelta(days=31)
    Game.objects.filter(code=table.code).update(looked_at=long_ago)
    assert hourly.end_forgotten() == 1
    state = load(table.code).state()
    assert state.is_over and state.outcome.winners == ()
    assert load(calm).status == Game.Status.RUNNING
    assert hourly.end_forgotten() == 0
    assert audit(table.code) == table.number() + 1


def test_last_seen_times_are_stored_hourly(table, django_assert_num_queries):
    game = Game.objects.get(code=table.code)
    with django_assert_num_queries(0):
        hourly.looked_at(game)
    Game.objects.update(looked_at=timezone.now() - timedelta(days=31))
    game.refresh_from_db()
    with django_assert_num_queries(1):
        hourly.looked_at(game)
        hourly.looked_at(game)
    assert hourly.end_forgotten() == 0


def test_hourly_chores_delete_old_data(alice):
    long_ago = timezone.now() - timedelta(days=40)
    create_game([alice, None])
    User.objects.create_user("Guest Wren 1234", is_guest=True, seen_at=long_ago)
    Game.objects.update(looked_at=long_ago)
    hourly.do_chores()
    assert Game.objects.get().status == Game.Status.CANCELLED
    assert list(User.objects.all()) == [alice]


def test_a_failing_chore_does_not_stop_the_others(monkeypatch, caplog):
    done = []

    def fail():
        raise ZeroDivisionError

    def last():
        done.append("last")
        return 1

    monkeypatch.setattr(hourly, "CHORES", {"first": fail, "last": last})
    with caplog.at_level(logging.CRITICAL):
        hourly.do_chores()
    assert done == ["last"]

    def no_database():
        raise DatabaseError

    monkeypatch.setattr(hourly, "CHORES", {"first": no_database})
    with pytest.raises(DatabaseError):
        hourly.do_chores()


def test_a_failing_game_does_not_stop_rescheduling_others(calm, table, caplog):
    Game.objects.filter(code=calm).update(position={"no": "position"})
    Due.objects.all().delete()
    with caplog.at_level(logging.CRITICAL):
        assert hourly.wind_up_clocks() == 1
    assert stored_times(table.code) and not stored_times(calm)


def test_a_failing_game_does_not_stop_ending_others(calm, table, caplog):
    Game.objects.filter(code=calm).update(position={"no": "position"})
    Game.objects.update(looked_at=timezone.now() - timedelta(days=31))
    with caplog.at_level(logging.CRITICAL):
        assert hourly.end_forgotten() == 1
    assert load(table.code).status == Game.Status.OVER


def test_retention_is_done_once_a_day(alice, table):
    def spoken_long_ago():
        message = Message.objects.create(game_id=game.pk, author=alice, text="Well played.")
        Game.objects.filter(pk=game.pk).update(
            status=Game.Status.OVER, moved_at=timezone.now() - timedelta(days=TALK_DAYS + 1)
        )
        return message

    game = Game.objects.get(code=table.code)
    spoken_long_ago()
    hourly.do_chores()
    assert not Message.objects.exists()
    spoken_long_ago()
    hourly.do_chores()
    assert Message.objects.exists()
    cache.delete("retention-done")
    hourly.do_chores()
    assert not Message.objects.exists()
