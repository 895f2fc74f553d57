"""The pace of bots: a player alone with bots sets it, others change only what they see."""

import pytest
from django.urls import reverse

from games.community.people.preferences import pace_shown
from games.models import Game, User
from games.storage.store.stored_game import load
from tests.support.tables.quick import begun_now

pytestmark = pytest.mark.django_db


def choose(client, code, pace, **headers):
    return client.post(reverse("pace", args=[code]), {"pace": pace}, headers=headers)


def test_a_player_alone_with_bots_sets_their_pace_and_keeps_it_for_other_tables(client, alice):
    code = begun_now(alice)
    client.force_login(alice)
    answer = choose(client, code, "at once", **{"HX-Request": "true"})
    assert 'data-pace="at once"' in answer.content.decode()
    assert load(code).pace == "at once"
    assert pace_shown(User.objects.get(pk=alice.pk), "calm") == "at once"
    Game.objects.filter(code=code).update(status=Game.Status.OVER)
    client.post(reverse("play_now"))
    assert Game.objects.latest("pk").pace == "at once"


def test_one_of_several_people_changes_only_what_they_see_themselves(client, on_turn):
    client.force_login(on_turn.mover)
    assert choose(client, on_turn.code, "quick").url == reverse("table", args=[on_turn.code])
    assert load(on_turn.code).pace == "calm"
    page = client.get(reverse("table", args=[on_turn.code])).content.decode()
    assert 'data-pace="quick"' in page


def test_a_spectator_changes_only_what_they_see_and_an_unknown_pace_is_refused(
    client, on_turn, charlie
):
    assert choose(client, on_turn.code, "quick").status_code == 302
    client.force_login(charlie)
    assert choose(client, on_turn.code, "breakneck").status_code == 400
    assert choose(client, on_turn.code, "at once").status_code == 302
    assert load(on_turn.code).pace == "calm"
