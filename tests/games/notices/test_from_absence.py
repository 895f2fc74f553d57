"""Notices at the steps of an absence: which, to whom, and how often."""

import pytest

from games.models import Game, Notice, Player
from games.notices.from_absence import notify_step

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("step", "kind", "told"),
    [
        ("warned", "time", {"alice"}),
        ("nudged", "time", {"alice"}),
        ("steward", "time", {"alice"}),
        ("opened", "seat", {"bob"}),
        ("bank", None, set()),
    ],
)
def test_a_timeout_step_notifies_those_concerned_once(table, step, kind, told):
    for _ in range(2):
        notify_step(code=table.code, seat=0, step=step, signal=None, sender=Game)
    found = list(Notice.objects.values_list("user__name", "kind"))
    assert found == [(name, kind) for name in told]


def test_a_later_timeout_step_notifies_again(table):
    notify_step(table.code, 0, "warned")
    Game.objects.update(number=500)
    notify_step(table.code, 0, "warned")
    assert Notice.objects.count() == 2


def test_eliminated_players_are_not_warned(table):
    Player.objects.filter(seat=0).update(eliminated=1)
    notify_step(table.code, 0, "warned")
    assert not Notice.objects.exists()


def test_players_without_a_right_to_return_are_not_invited_back(table):
    Player.objects.filter(seat=0).update(own=False)
    notify_step(table.code, 0, "steward")
    assert not Notice.objects.exists()


@pytest.mark.parametrize(("is_tutorial", "count"), [(False, 1), (True, 0)])
def test_an_unwatched_tutorial_notifies_nobody(table, is_tutorial, count):
    Game.objects.update(is_tutorial=is_tutorial)
    notify_step(table.code, 0, "unattended")
    assert Notice.objects.count() == count
