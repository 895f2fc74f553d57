"""Animated maps: asked for by players, drawn by workers between other work, without names."""

import random
from io import BytesIO
from itertools import count

import pytest
from django.test import Client
from PIL import Image

from games.community.sharing import animations, links
from games.drawing.pictures.animation import LAST_SECONDS, MOST_BYTES, SECONDS
from games.exceptions import LimitReached, NotSeated
from games.models import AnimatedMap, Game
from games.playing.start import create_game, start_game
from games.web.worker.animator import OLDER_RULES, TOO_LONG, Animator
from rules import Options
from tests.support.tables.pinned import pin
from tests.support.tables.play_ahead import play_ahead

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(alice):
    """The code of a finished game of alice and a captain."""
    game = pin(create_game([alice, "captain"], Options(quick=True, rounds=2)), "an2mat34")
    start_game(game.code)
    play_ahead(game.code, random.Random(5))
    return game.code


def animator(**clocks):
    """An animator that looks for work at once, with clocks of its own."""
    ticks = count(step=10)
    return Animator(**{"clock": lambda: next(ticks), **clocks})


def test_a_worker_draws_one_frame_and_then_looks_for_other_work(client, finished, alice):
    animations.ask_for(finished, alice)
    drawer = animator()
    drawn = [drawer.draw(0)]
    assert drawn == [True] and animations.file_of(finished) is None
    while drawer.draw(0):
        drawn.append(animations.progress_of(finished)["percent"])
    assert len(drawn) > 5 and sorted(drawn[1:]) == drawn[1:]
    file = animations.file_of(finished)
    image = Image.open(BytesIO(file))
    assert len(file) < MOST_BYTES and image.format == "GIF" and image.n_frames > 5
    lasts = 0
    for number in range(image.n_frames):
        image.seek(number)
        lasts += image.info["duration"]
    assert lasts == pytest.approx(1000 * (SECONDS + LAST_SECONDS), rel=0.02)
    client.force_login(alice)
    assert client.get(f"/games/{finished}/map.gif").content == file
    assert not drawer.draw(0)


def test_progress_and_file_are_on_the_page(client, finished, alice):
    client.force_login(alice)
    asked = {"what": "animate"}
    page = client.post(f"/games/{finished}/sharing/", asked, follow=True).content.decode()
    assert "The animated map is being drawn: 0 %." in page
    AnimatedMap.objects.update(percent=40)
    assert "40 %" in client.get(f"/games/{finished}/animation/").content.decode()
    token = links.open_link(finished, alice).token
    assert Client().get(f"/watch/{token}/map.gif").status_code == 404
    AnimatedMap.objects.update(percent=100, file=b"GIF")
    assert "map.gif" in Client().get(f"/watch/{token}/").content.decode()
    assert Client().get(f"/watch/{token}/map.gif").content == b"GIF"
    links.withdraw(finished, alice)
    assert Client().get(f"/watch/{token}/map.gif").status_code == 404


def test_an_animation_that_takes_too_long_is_given_up(finished, alice):
    animations.ask_for(finished, alice)
    seconds = count(step=3)
    drawer = animator(cpu=lambda: next(seconds))
    while drawer.draw(0):
        pass
    assert animations.progress_of(finished)["failure"] == TOO_LONG
    assert animations.file_of(finished) is None and not drawer.draw(0)


def test_games_of_older_rules_have_none(finished, alice):
    Game.objects.filter(code=finished).update(ruleset_version=0)
    animations.ask_for(finished, alice)
    assert not animator().draw(0)
    assert animations.progress_of(finished)["failure"] == OLDER_RULES


def test_only_one_worker_draws_a_game_unless_it_is_gone(finished, alice):
    animations.ask_for(finished, alice)
    assert animations.claim_next() is not None
    assert animations.claim_next() is None
    AnimatedMap.objects.update(claimed_at="2026-01-01T00:00:00Z")
    assert animations.claim_next() is not None


def test_players_ask_for_a_limited_number_a_day(finished, alice, bob):
    with pytest.raises(NotSeated):
        animations.ask_for(finished, bob)
    for _ in range(animations.MOST_A_DAY):
        AnimatedMap.objects.create(game=create_game([alice, None]), asked_by=alice)
    with pytest.raises(LimitReached):
        animations.ask_for(finished, alice)
