"""Tables of correspondence games: listed until they fill, expire or are closed."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.community.lobby import fill_deadlines, joining
from games.community.lobby import host as lobby_host
from games.community.lobby.lists import OPEN, lists_for
from games.community.lobby.rematch import play_again
from games.exceptions import Refused, Stale
from games.models import Game, Notice
from games.web.worker import hourly
from tests.support.visitors.lobbies import (
    BOT,
    FREE,
    LINK,
    USUAL,
    finish,
    opened_by,
    status_of,
    text,
)

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
SLOW = 86_400
Kind = Notice.Kind


def slow_table(host, *seats, **terms):
    """A correspondence table, just opened."""
    return opened_by(host, *seats, turn_seconds=SLOW, **terms)


def set_deadline(game, moment):
    Game.objects.filter(pk=game.pk).update(fills_until=moment)


def deadline_of(game):
    return Game.objects.values_list("fills_until", flat=True).get(pk=game.pk)


def codes(visitor):
    return [table.code for table in lists_for(visitor, {}).sections[OPEN].tables]


def told(user):
    return list(Notice.objects.filter(user=user, kind=Kind.FILLING).values_list("text", flat=True))


def test_a_slow_table_stays_listed_while_nobody_looks_at_it(alice, bob):
    game = slow_table(alice, FREE)
    Game.objects.update(looked_at=timezone.now() - 10 * DAY)
    assert codes(bob) == [game.code]
    assert lobby_host.close_forgotten() == 0
    assert status_of(game) == "open"


def test_a_live_table_has_no_deadline(alice):
    assert deadline_of(opened_by(alice, FREE)) is None


@pytest.mark.parametrize(("days", "told"), [("3", 3), ("7", 7), ("28", 28), (None, 14)])
def test_the_deadline_is_chosen_when_the_table_is_opened(page, alice, days, told):
    chosen = {**USUAL, "clock": "daily", **({"fill_days": days} if days else {})}
    assert page(alice, "new_game", data=chosen).status_code == 302
    game = Game.objects.get()
    assert game.fills_until - game.created_at == told * DAY


def test_a_deadline_that_is_not_offered_is_refused(page, alice):
    response = page(alice, "new_game", data={**USUAL, "clock": "daily", "fill_days": "365"})
    assert response.status_code == 422


def test_the_lobby_and_the_waiting_room_name_the_deadline(page, alice, bob):
    game = slow_table(alice, FREE)
    set_deadline(game, datetime(2031, 12, 6, 12, tzinfo=UTC))
    joining.join(opened_by(bob, FREE, FREE).code, alice)
    assert "Open until 6 December" in text(page(bob, "lobby"))
    assert text(page(bob, "lobby")).count("Open until") == 1
    assert "Open until 6 December" in text(page(bob, "table", game.code))


def test_after_its_deadline_a_table_is_neither_listed_nor_joined(alice, bob):
    game = slow_table(alice, FREE)
    set_deadline(game, timezone.now() - timedelta(minutes=1))
    assert codes(bob) == []
    with pytest.raises(Stale, match="didn’t fill in time"):
        joining.join(game.code, bob)


def test_seated_players_are_warned_once_a_day_before(alice, bob):
    game = slow_table(alice, FREE, FREE, title="Long winter")
    joining.join(game.code, bob)
    set_deadline(game, timezone.now() + 2 * DAY)
    assert fill_deadlines.warn() == 0
    set_deadline(game, timezone.now() + timedelta(hours=20))
    for _ in range(2):
        fill_deadlines.warn()
    (host,), (guest,) = told(alice), told(bob)
    assert (
        host == "“Long winter” will be cancelled within a day. Seats still free: 1. Keep it open?"
    )
    assert guest == "“Long winter” will be cancelled within a day. Seats still free: 1."


def test_an_expired_table_closes_and_notifies_its_players(alice, bob, charlie):
    game = slow_table(alice, FREE, FREE, title="Long winter")
    joining.join(game.code, bob)
    set_deadline(game, timezone.now() - timedelta(minutes=1))
    hourly.do_chores()
    assert status_of(game) == "cancelled"
    for user in (alice, bob):
        assert told(user) == ["“Long winter” didn’t fill in time, so it was cancelled."]
    assert told(charlie) == []
    assert fill_deadlines.close_unfilled() == 0


def test_closing_a_table_notifies_its_players(alice, bob):
    game = opened_by(alice, FREE, FREE, title="Long winter")
    joining.join(game.code, bob)
    lobby_host.cancel(game.code, alice)
    assert told(bob) == ["alice cancelled “Long winter” before it started."]
    assert told(alice) == []


def test_the_host_keeps_it_open_a_week_longer(page, client, alice, bob):
    game = slow_table(alice, FREE, FREE)
    before = deadline_of(game)
    assert "Keep open for another week" in text(page(alice, "table", game.code))
    response = client.post(reverse("keep_open", args=[game.code]))
    assert response.url == reverse("table", args=[game.code])
    assert deadline_of(game) == before + 7 * DAY
    assert "Keep open" not in text(page(bob, "table", game.code))
    assert client.post(reverse("keep_open", args=[game.code])).status_code == 403
    assert deadline_of(game) == before + 7 * DAY


def test_no_table_is_kept_open_for_more_than_eight_weeks(page, alice):
    game = slow_table(alice, FREE)
    set_deadline(game, timezone.now() + 53 * DAY)
    assert "Keep open" not in text(page(alice, "table", game.code))
    with pytest.raises(Refused, match="8 weeks"):
        fill_deadlines.keep_open(game.code, alice)


def test_an_extended_table_is_warned_of_again(alice):
    game = slow_table(alice, FREE)
    set_deadline(game, timezone.now() + timedelta(hours=20))
    fill_deadlines.warn()
    fill_deadlines.keep_open(game.code, alice)
    assert fill_deadlines.warn() == 0
    set_deadline(game, deadline_of(game) - 7 * DAY + timedelta(hours=1))
    fill_deadlines.warn()
    assert len(told(alice)) == 2


def test_a_live_table_cannot_be_kept_open(alice):
    with pytest.raises(Refused, match="no deadline"):
        fill_deadlines.keep_open(opened_by(alice, FREE).code, alice)


def test_a_full_table_that_has_not_begun_closes_too(alice):
    game = slow_table(alice, BOT)
    set_deadline(game, timezone.now() - timedelta(minutes=1))
    assert fill_deadlines.close_unfilled() == 1
    assert status_of(game) == "cancelled"


def test_the_next_table_of_a_slow_game_has_a_deadline_of_its_own(alice, bob):
    game = slow_table(alice, LINK)
    joining.join(game.code, bob, is_invited=True)
    finish(game)
    following = Game.objects.get(code=play_again(game.code, alice))
    assert following.fills_until - following.created_at == 14 * DAY
