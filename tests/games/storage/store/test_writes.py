"""Statements built only once are the same as Django's own."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Due, Game, Player
from games.storage.store.sql import Select, Writes, ask, prepared

pytestmark = pytest.mark.django_db


@pytest.fixture
def calm_time():
    """A function that returns the time at a minute of one hour."""
    return lambda minutes: datetime(2026, 11, 21, 20, minutes, tzinfo=UTC)


def test_rows_are_changed_each_in_its_own_columns(opened):
    keys = list(Player.objects.order_by("seat").values_list("pk", flat=True))
    before = list(Player.objects.order_by("seat").values("empire", "orders", "own", "unplaced"))
    writes = Writes()
    changes = {keys[0]: {"orders": {"a": [1, "é"]}, "own": False}, keys[2]: {"unplaced": 7}}
    writes.update_several(Player, {key: prepared(Player, row) for key, row in changes.items()})
    writes.send()
    after = list(Player.objects.order_by("seat").values("empire", "orders", "own", "unplaced"))
    assert after[0] == before[0] | {"orders": {"a": [1, "é"]}, "own": False}
    assert after[1] == before[1]
    assert after[2] == before[2] | {"unplaced": 7}


def test_upserts_change_existing_rows_and_insert_new_ones(opened, calm_time):
    Due.objects.create(game=opened, kind="bot", when=calm_time(0))
    writes = Writes()
    rows = [Due(game=opened, kind=kind, when=calm_time(5)) for kind in ("bot", "clock")]
    writes.insert(rows, ("game", "kind"), ("when",))
    writes.send()
    found = Due.objects.order_by("kind").values_list("kind", "when")
    assert list(found) == [("bot", calm_time(5)), ("clock", calm_time(5))]


def test_unique_rows_are_refused_twice(opened, calm_time):
    Due.objects.create(game=opened, kind="bot", when=calm_time(0))
    writes = Writes()
    writes.insert([Due(game=opened, kind="bot", when=calm_time(1))])
    with pytest.raises(IntegrityError), transaction.atomic():
        writes.send()
    assert Due.objects.get().when == calm_time(0)


def test_several_selects_are_answered_in_their_order(opened, alice):
    names = Player.objects.filter(game=0).order_by("seat").values_list("user__name", "bot")
    games = Game.objects.filter(code="").values_list("number", "created_at", "is_listed", "options")
    selects = Select(games), Select(names)
    with CaptureQueriesContext(connection) as queries:
        found, seats = ask(selects, (opened.code, opened.pk))
    assert len(queries) == 2
    assert seats == [("alice", ""), ("bob", ""), (None, "captain")]
    (number, created_at, is_listed, options) = found[0]
    assert (number, created_at, is_listed) == (-1, opened.created_at, True)
    assert options == Game._meta.get_field("options").get_prep_value(opened.options)
    assert ask(selects[:1], ("nowhere",)) == [[]]
