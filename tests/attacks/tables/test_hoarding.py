"""Attack: take as many games, seats, orders and plans as possible."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from games.community.absence.votes import substitute
from games.community.lobby.seat_limits import MOST_OF_GUESTS
from games.community.people.accounts import make_guest
from games.exceptions import LimitReached
from games.models import Game, Move, Player
from games.playing.start import create_game
from tests.support.tables.quick import press_play_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(client):
    guest = make_guest()
    client.force_login(guest)
    return guest


def text_of(answer):
    return answer.content.decode()


def test_guests_have_a_limit_on_new_games(client, guest):
    for _ in range(MOST_OF_GUESTS):
        assert press_play_now(client).status_code == 302
    answer = press_play_now(client)
    assert answer.status_code == 429 and "at once. Finish or leave one" in text_of(answer)
    assert Game.objects.count() == MOST_OF_GUESTS
    Game.objects.filter(pk=Game.objects.first().pk).update(status=Game.Status.OVER)
    assert press_play_now(client).status_code == 302


def test_guests_have_a_limit_on_seats(client, guest, alice):
    codes = [create_game([alice, None, None]).code for _ in range(MOST_OF_GUESTS + 1)]
    answers = [client.post(reverse("join_game", args=[code])) for code in codes]
    assert [answer.status_code for answer in answers] == [302] * MOST_OF_GUESTS + [429]
    assert Player.objects.filter(user=guest).count() == MOST_OF_GUESTS


def test_guests_have_a_limit_on_substitute_seats(guest, alice, table):
    for _ in range(MOST_OF_GUESTS):
        create_game([guest, None])
    Game.objects.filter(code=table.code).update(is_listed=True)
    Player.objects.filter(game__code=table.code, seat=0).update(is_vacant=True)
    with pytest.raises(LimitReached):
        substitute(table.code, guest, 0)


def test_order_changes_are_rate_limited(client, table):
    client.force_login(table.mover)
    statuses = []
    for number in range(22):
        form = {"move": "orders", "order:block": ("ask", "never")[number % 2]}
        key = f"orders-{number:04}"
        answer = client.post(reverse("play_move", args=[table.code]), {**form, "key": key})
        statuses.append(answer.status_code)
    assert statuses == [302] * 20 + [429] * 2
    assert "You can change them again in" in text_of(answer)
    # The limit applies neither to other moves nor to the orders of other players.
    client.force_login(table.waiting)
    form = {"move": "orders", "order:block": "ask", "key": "other-0001"}
    assert client.post(reverse("play_move", args=[table.code]), form).status_code == 302
    assert Move.objects.filter(game__code=table.code, key__startswith="o").count() == 21


def test_plan_changes_are_rate_limited(client, table, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "plan": "3/m/user"}
    cache.clear()
    client.force_login(table.mover)
    pages = [
        client.post(reverse("plan", args=[table.code]), {"act": "clear", "size": 0}, follow=True)
        for _ in range(4)
    ]
    assert ["very fast" in text_of(page) for page in pages] == [False, False, False, True]
