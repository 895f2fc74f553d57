"""Animated maps: asked for by players, drawn by workers between other work, without names."""

import random
from io import BytesIO
from itertools import count

import pytest
from django.test import Client
from PIL import Image

from games.community.sharing import jobs, links
from games.drawing.pictures.animation import LAST_SECONDS, MOST_BYTES, SECONDS
from games.exceptions import LimitReached, NotSeated
from games.models import Game, Job
from games.playing.start import create_game, start_game
from games.web.worker.jobs import OLDER_RULES, TOO_LONG, JobRunner
from rules import Options
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin

pytestmark = pytest.mark.django_db

ANIMATION, NAME = Job.Kind.ANIMATION, "animated map"


@pytest.fixture
def finished(alice):
    """The code of a finished game of alice and a captain."""
    game = pin(create_game([alice, "captain"], Options(quick=True, rounds=2)), "an2mat34")
    start_game(game.code)
    play_ahead(game.code, random.Random(5))
    return game.code


def runner(**clocks):
    """A job runner that looks for work at once, with clocks of its own."""
    ticks = count(step=10)
    return JobRunner(**{"clock": lambda: next(ticks), **clocks})


def test_a_worker_draws_one_frame_and_then_looks_for_other_work(client, finished, alice):
    jobs.ask_for(finished, ANIMATION, alice)
    worker = runner()
    drawn = [worker.work(0)]
    assert drawn == [True] and jobs.file_of(finished) is None
    while worker.work(0):
        drawn.append(jobs.progress_of(finished, ANIMATION)["percent"])
    assert len(drawn) > 5 and sorted(drawn[1:]) == drawn[1:]
    file = jobs.file_of(finished)
    image = Image.open(BytesIO(file))
    assert len(file) < MOST_BYTES and image.format == "GIF" and image.n_frames > 5
    lasts = 0
    for number in range(image.n_frames):
        image.seek(number)
        lasts += image.info["duration"]
    assert lasts == pytest.approx(1000 * (SECONDS + LAST_SECONDS), rel=0.02)
    client.force_login(alice)
    assert client.get(f"/games/{finished}/map.gif").content == file
    assert not worker.work(0)


def test_progress_and_file_are_on_the_page(client, finished, alice):
    client.force_login(alice)
    asked = {"what": "animate"}
    page = client.post(f"/games/{finished}/sharing/", asked, follow=True).content.decode()
    assert "The animated map is being drawn: 0%." in page
    Job.objects.update(percent=40)
    assert "40%" in client.get(f"/games/{finished}/animation/").content.decode()
    token = links.open_link(finished, alice).token
    assert Client().get(f"/watch/{token}/map.gif").status_code == 404
    Job.objects.update(percent=100, file=b"GIF")
    assert "map.gif" in Client().get(f"/watch/{token}/").content.decode()
    assert Client().get(f"/watch/{token}/map.gif").content == b"GIF"
    links.withdraw(finished, alice)
    assert Client().get(f"/watch/{token}/map.gif").status_code == 404


def test_an_animation_that_takes_too_long_is_given_up(finished, alice):
    jobs.ask_for(finished, ANIMATION, alice)
    seconds = count(step=3)
    worker = runner(cpu=lambda: next(seconds))
    while worker.work(0):
        pass
    assert jobs.progress_of(finished, ANIMATION)["failure"] == TOO_LONG.format(name=NAME)
    assert jobs.file_of(finished) is None and not worker.work(0)


def test_games_of_older_rules_have_none(finished, alice):
    Game.objects.filter(code=finished).update(ruleset_version=0)
    jobs.ask_for(finished, ANIMATION, alice)
    assert not runner().work(0)
    assert jobs.progress_of(finished, ANIMATION)["failure"] == OLDER_RULES.format(name=NAME)


def test_only_one_worker_draws_a_game_unless_it_is_gone(finished, alice):
    jobs.ask_for(finished, ANIMATION, alice)
    assert jobs.claim_next() is not None
    assert jobs.claim_next() is None
    Job.objects.update(claimed_at="2026-01-01T00:00:00Z")
    assert jobs.claim_next() is not None


def test_players_ask_for_a_limited_number_a_day(finished, alice, bob):
    with pytest.raises(NotSeated):
        jobs.ask_for(finished, ANIMATION, bob)
    for _ in range(jobs.MOST_A_DAY):
        Job.objects.create(game=create_game([alice, None]), kind=ANIMATION, asked_by=alice)
    with pytest.raises(LimitReached):
        jobs.ask_for(finished, ANIMATION, alice)
