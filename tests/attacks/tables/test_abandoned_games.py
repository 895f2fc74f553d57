"""Attack: begin many games against bots as guests, and abandon them all.

Without a defence, each game would go on for hours without its player, and hundreds of them would
keep the worker so busy that bots in all other games moved late.
"""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Due, Game, LastVisit
from games.playing.clocks import unattended
from games.web.worker import due
from tests.support.tables.quick import press_play_now

pytestmark = pytest.mark.django_db

GUESTS = 12


@pytest.fixture
def left():
    """The browsers of guests who each began a game, looked at it and left."""
    browsers = []
    for number in range(GUESTS):
        browser = Client(REMOTE_ADDR=f"203.0.113.{number}")
        browser.get(press_play_now(browser).url)
        browsers.append(browser)
    long_ago = timezone.now() - timedelta(minutes=5)
    Game.objects.update(created_at=long_ago)
    LastVisit.objects.update(seen_at=long_ago)
    return browsers


def due_within(time):
    return [item for item in due.next_items() if item.when < timezone.now() + time]


def play_all_that_is_due():
    for _ in range(40 * GUESTS):
        Due.objects.filter(kind="bot").update(when=timezone.now() - timedelta(seconds=1))
        items = due_within(timedelta())
        if not items:
            return True
        for item in items:
            due.fire(item)
    return False


def test_bots_stop_when_the_guest_has_left(left):
    assert Game.objects.filter(status=Game.Status.RUNNING).count() == GUESTS
    assert unattended.pause_unattended() == GUESTS
    assert play_all_that_is_due()
    assert due_within(timedelta(hours=23)) == []


def test_the_games_end_after_a_day(left):
    unattended.pause_unattended()
    for code, kept in Game.objects.values_list("code", "clocks"):
        pause = {name: kept["pause"][name] - 86_401_000 for name in ("since", "until")}
        data = {**kept, "pause": {**kept["pause"], **pause}}
        Game.objects.filter(code=code).update(clocks=data)
    Due.objects.update(when=timezone.now() - timedelta(seconds=1))
    assert play_all_that_is_due()
    assert not Game.objects.filter(status=Game.Status.RUNNING).exists()


def test_a_guest_who_comes_back_within_the_day_plays_on(left):
    unattended.pause_unattended()
    table = reverse("table", args=[Game.objects.order_by("pk").first().code])
    html = left[0].get(table).content.decode()
    assert "It has resumed." in html and "panel" in html
    assert Game.objects.get(pk=Game.objects.order_by("pk").first().pk).clocks.get("pause") is None
