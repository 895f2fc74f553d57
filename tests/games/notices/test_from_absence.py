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
def test_a_step_is_told_to_whom_it_concerns_and_once(table, step, kind, told):
    for _ in range(2):
        notify_step(code=table.code, seat=0, step=step, signal=None, sender=Game)
    found = list(Notice.objects.values_list("user__name", "kind"))
    assert found == [(name, kind) for name in told]


def test_the_same_step_later_in_the_game_is_told_again(table):
    notify_step(table.code, 0, "warned")
    Game.objects.update(number=500)
    notify_step(table.code, 0, "warned")
    assert Notice.objects.count() == 2


def test_who_is_out_is_warned_of_nothing(table):
    Player.objects.filter(seat=0).update(eliminated=1)
    notify_step(table.code, 0, "warned")
    assert not Notice.objects.exists()


def test_who_may_not_come_back_is_told_of_no_seat_to_come_back_to(table):
    Player.objects.filter(seat=0).update(own=False)
    notify_step(table.code, 0, "steward")
    assert not Notice.objects.exists()
