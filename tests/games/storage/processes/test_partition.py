"""How workers share due items: each game belongs to one worker, and no worker waits for another."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Due, Game, Heartbeat, Process
from games.playing.clocks import outages
from games.storage.processes.partition import HELPED_AFTER, WHOLE, Partition, partition_of
from games.storage.processes.presence import GONE_AFTER
from games.web.worker import due

pytestmark = pytest.mark.django_db

GAMES = 8


def enter(kind, number):
    return Process.objects.create(kind=kind, host="here", number=number, began=1, has_redis=False)


@pytest.fixture
def workers():
    """Three workers, registered beside a web process."""
    enter("web", 1)
    return [enter("worker", number) for number in (2, 3, 4)]


@pytest.fixture
def games():
    """Games in which a deadline and a bot's move have just become due."""
    made = [
        Game.objects.create(ruleset="greyhawk", ruleset_version=1, options={}, seed=b"")
        for _ in range(GAMES)
    ]
    for game in made:
        for kind in ("clock", "bot"):
            Due.objects.create(game=game, kind=kind, when=timezone.now())
    return made


def numbers(items):
    return {item.game for item in items}


def test_every_game_belongs_to_one_worker(workers, games):
    shares = [partition_of(worker.pk) for worker in workers]
    own = [numbers(due.next_items(share)) for share in shares]
    assert all(own)
    assert sorted(number for share in own for number in share) == [game.pk for game in games]


def test_a_dead_workers_games_are_redistributed(workers, games):
    gone, *left = workers
    silent = timezone.now() - GONE_AFTER - timedelta(seconds=1)
    Process.objects.filter(pk=gone.pk).update(seen_at=silent)
    own = [numbers(due.next_items(partition_of(worker.pk))) for worker in left]
    assert own[0] | own[1] == {game.pk for game in games}


def test_a_worker_without_a_row_handles_all_games(workers):
    assert partition_of(None) == partition_of(workers[0].pk + 1000) == WHOLE


def test_idle_workers_take_overdue_items(games):
    own, others = Partition(0, 2), Partition(1, 2)
    assert due.late_items(own, deadlines_only=False) == []
    Due.objects.update(when=timezone.now() - HELPED_AFTER - timedelta(seconds=1))
    late = due.late_items(own, deadlines_only=False)
    assert numbers(late) == numbers(due.next_items(others))
    assert {item.kind for item in late} == {"bot", "clock"}
    assert {item.kind for item in due.late_items(own, deadlines_only=True)} == {"clock"}
    assert due.late_items(WHOLE, deadlines_only=False) == []


def test_workers_help_with_earlier_deadlines_of_others(games):
    own, moment = Partition(0, 2), timezone.now() - timedelta(seconds=2)
    others = [game.pk for game in games if game.pk % 2]
    Due.objects.update(when=moment)
    Due.objects.filter(game=others[0]).update(when=moment - timedelta(milliseconds=1))
    helped = due.late_items(own, deadlines_only=True, before=moment)
    assert numbers(helped) == {others[0]}
    not_late = timezone.now() + timedelta(hours=1)
    assert numbers(due.late_items(own, deadlines_only=True, before=not_late)) == set(others)


def test_without_web_processes_no_deadline_is_found(games, monkeypatch):
    monkeypatch.setattr(due, "BATCH", GAMES)
    Due.objects.filter(kind="clock").update(when=timezone.now() - timedelta(minutes=1))
    Heartbeat.objects.create(pk=outages.WEB, at=timezone.now() - timedelta(minutes=2))
    assert {item.kind for item in due.next_items()} == {"bot"}
    assert len(due.next_items()) == GAMES
    assert due.late_items(Partition(0, 2), deadlines_only=True) == []


@pytest.mark.parametrize("batch", [GAMES, 3 * GAMES], ids=["full", "not full"])
def test_no_deadline_waits_for_bots(batch, games, monkeypatch):
    monkeypatch.setattr(due, "BATCH", batch)
    earlier = timezone.now() - timedelta(minutes=1)
    Due.objects.filter(kind="bot").update(when=earlier)
    kinds = [item.kind for item in due.next_items()]
    assert kinds == ["clock"] * GAMES + ["bot"] * GAMES
