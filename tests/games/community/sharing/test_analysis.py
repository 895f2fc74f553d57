"""The analysis of a finished game: its players ask for it, all who may watch the game see it."""

import random
from itertools import count

import pytest
from django.test import Client
from django.urls import reverse

from games.community.sharing import jobs, links
from games.models import Job
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.table.replay.cast import cast_of
from games.table.replay.eyes import PUBLIC, Eyes
from games.table.replay.replay import replay_of
from games.web.worker.jobs import JobRunner
from rules import Options
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin

pytestmark = pytest.mark.django_db

ANALYSIS = Job.Kind.ANALYSIS


@pytest.fixture
def finished(alice, bob):
    """The code of a finished game of alice, bob and a captain."""
    game = pin(create_game([alice, bob, "captain"], Options(quick=True, rounds=4)), "an2mat34")
    start_game(game.code)
    play_ahead(game.code, random.Random(5), people="captain")
    return game.code


def analyse(code):
    ticks = count(step=10)
    runner = JobRunner(clock=lambda: next(ticks))
    while runner.work(0):
        pass
    return jobs.analysis_of(code)


def page(client, url):
    return client.get(url).content.decode()


def test_a_player_asks_and_everybody_sees_where_the_game_turned(client, finished, alice, charlie):
    table, analysis = reverse("table", args=[finished]), reverse("analysis", args=[finished])
    client.force_login(alice)
    before = page(client, table)
    assert "Find the turning points" in before and "Chances of winning" not in before
    stranger = Client()
    stranger.force_login(charlie)
    assert "Find the turning points" not in page(stranger, table)
    stranger.post(reverse("analyse", args=[finished]))
    assert not Job.objects.exists()
    asked = client.post(reverse("analyse", args=[finished]), follow=True).content.decode()
    assert "The game is being analysed: 0%." in asked and "HX-Refresh" not in client.get(analysis)
    found = analyse(finished)
    assert client.get(analysis)["HX-Refresh"] == "true"
    steps = replay_of(load(finished), cast_of(load(finished)), Eyes(PUBLIC)).steps
    # A point for the set-up and one for the end of each turn.
    assert len(found["turns"]) == len(steps.turns) == 1 + 3 * 4
    events = {step: [] for step in range(steps.last + 1)}
    for step, event in steps.events():
        events[step].append(event)
    for point in found["turning_points"]:
        assert point["event"] in [None, *events[point["step"]]]
    link = links.open_link(finished, alice)
    watch = reverse("watch", args=[link.token])
    for client_, url, replay in (
        (client, table, reverse("replay", args=[finished])),
        (Client(), table, reverse("replay", args=[finished])),
        (Client(), watch, watch),
    ):
        shown = page(client_, url)
        assert "Chances of winning" in shown and "What decided it" not in shown
        for point in found["turning_points"]:
            assert f'href="{replay}?at={point["step"]}"' in shown
    # Bob has not agreed to his name.
    assert "bob" in page(Client(), table) and "bob" not in page(Client(), watch)


def test_an_analysis_of_an_older_edition_is_made_again(finished, alice):
    jobs.ask_for(finished, ANALYSIS, alice)
    found = analyse(finished)
    Job.objects.update(edition=0, result={})
    assert jobs.progress_of(finished, ANALYSIS) is None
    jobs.ask_for(finished, ANALYSIS, alice)
    assert analyse(finished) == found
