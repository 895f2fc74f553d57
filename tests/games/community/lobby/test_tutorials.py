"""Tutorials at a real table: begun by a stranger, left and resumed, played to the end (FAIR-8)."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

import rules
from games.community.fairness.audit import audit
from games.community.lobby.seat_limits import MOST_OF_GUESTS, verify_may_take_seat
from games.community.lobby.tutorials import LeftTutorial, left_tutorial, open_tutorial
from games.community.notices.sources.from_log import notice_moves
from games.community.people.profiles import finished_games, record_of
from games.drawing.display.options import PLAYABLE
from games.models import Game, Notice, Player, User
from games.playing.bots import play_bot
from games.playing.play import play_move
from games.storage.store.stored_game import load
from games.table.sidebar.tutorial import LESSONS
from rules import IllegalMove, view
from rules.moves import Defend, EndAttacks
from rules.tutorials import TUTORIALS
from rules.tutorials.steps import LEARNER
from tests.support.tables.quick import begun_now

pytestmark = pytest.mark.django_db
games = pytest.mark.parametrize("ruleset", [game.name for game in PLAYABLE])


def learner_view(code):
    return view(load(code).state(), LEARNER)


def play_step(code, user, number):
    """Play the open step; return its name, "" for a step of the bot."""
    seen = learner_view(code)
    step = seen.tutorial_step
    if step is None:
        assert play_bot(code) is not None
        return ""
    decision = seen.open_decision.number
    play_move(code, user, step.move, key=f"step {number}", decision=decision)
    return step.name


@games
def test_a_stranger_plays_a_tutorial_to_its_end(client, ruleset):
    opened = client.post(reverse("tutorial"), {"game": ruleset})
    game, user = Game.objects.get(), User.objects.get()
    assert user.is_guest and game.is_tutorial and not game.is_listed and game.ruleset == ruleset
    names = []
    while Game.objects.get().status == Game.Status.RUNNING:
        step = learner_view(game.code).tutorial_step
        page = client.get(opened.url)
        if step is not None:
            lesson = LESSONS[ruleset][step.name]
            shown = page.context["panel"]["lesson"]
            assert shown["text"] == lesson.text and shown["number"] == len(set(names) - {""}) + 1
            assert lesson.text.split(".")[0] in page.content.decode()
            if isinstance(step.move, Defend):
                fields = page.context["panel"]["shown"].body.forms[0].fields
                filled = {field.name: field.value for field in fields}
                taught = "yes" if step.move.fortification else ""
                assert filled.get("fortification", "") == taught
        names.append(play_step(game.code, user, len(names)))
    page = client.get(opened.url).content.decode()
    assert "You know the basics" in page and "Rematch" not in page
    assert_chart_ends_with_the_outcome(client.get(opened.url).context["panel"]["outcome"])
    fairness = client.get(reverse("fairness", args=[game.code])).content.decode()
    assert "dice and cards are scripted" in page and "dice and cards are scripted" in fairness
    audit(game.code)


def assert_chart_ends_with_the_outcome(outcome):
    """Check that in the last round of the chart the winner has land and the loser has none."""
    chart = outcome["chart"]
    assert outcome["facts"][0] == f"Round {chart['last']}"
    held = chart["rows"][-1]["held"]
    for row in outcome["places"]:
        # The loser of a game for headquarters still has territories.
        if row["is_winner"] or "Knocked out" in row["fate"]:
            assert (held[row["seat"]] > 0) == row["is_winner"]


def test_a_lesson_names_the_places_for_the_map(client):
    page = client.get(client.post(reverse("tutorial"), {"game": "greyhawk"}).url)
    assert 'data-places="irongate rel_mord"' in page.content.decode()


@games
def test_every_step_has_a_lesson_and_every_lesson_a_step(ruleset):
    rulebook = (Path(rules.__file__).parent / "rulebook.md").read_text(encoding="utf-8")
    steps = [step.name for step in TUTORIALS[ruleset].lessons]
    assert sorted(steps) == sorted(LESSONS[ruleset])
    for lesson in LESSONS[ruleset].values():
        assert lesson.title and lesson.text.endswith(".") and lesson.rule in rulebook


def test_a_tutorial_is_left_and_resumed(client, alice):
    client.force_login(alice)
    first = client.post(reverse("tutorial"), {"game": "castle"})
    code = Game.objects.get().code
    play_step(code, alice, 1)
    assert client.post(reverse("tutorial"), {"game": "castle"}).url == first.url
    mine = client.get(reverse("my_games")).content.decode()
    assert "Tutorial" in mine and reverse("table", args=[code]) in mine
    assert "Continue the tutorial" in client.get(reverse("landing")).content.decode()
    assert left_tutorial(alice) == LeftTutorial(code, "Castle Risk")
    table = client.get(first.url).content.decode()
    assert 'id="tab-pacts"' not in table and 'id="ledger"' in table
    assert client.post(reverse("tutorial"), {"game": "classic"}).url != first.url
    assert left_tutorial(alice).title == "Classic Risk"
    Game.objects.update(status=Game.Status.OVER)
    assert left_tutorial(alice) is None
    assert "Learn in five minutes" in client.get(reverse("landing")).content.decode()


def test_a_move_that_is_not_the_step_is_refused(alice):
    code = open_tutorial(alice, "greyhawk")
    decision = learner_view(code).open_decision.number
    with pytest.raises(IllegalMove, match="what the tutorial says"):
        play_move(code, alice, EndAttacks(), key="another", decision=decision)
    assert load(code).number == 0


def test_a_tutorial_counts_for_nobody_and_notifies_nobody(alice):
    code = open_tutorial(alice, "headquarters")
    number = 0
    while load(code).status == Game.Status.RUNNING:
        number += 1
        play_step(code, alice, number)
        notice_moves()
    assert not Notice.objects.exists() and load(code).number == Game.objects.get().noticed
    assert record_of(alice, alice).finished == 0 and not finished_games(alice, alice)
    assert learner_view(begun_now(alice)).options.first_seat == 0


def test_tutorials_do_not_use_up_a_guests_games(client):
    client.post(reverse("tutorial"), {"game": "greyhawk"})
    guest = User.objects.get()
    for ruleset in ("castle", "classic", "headquarters"):
        open_tutorial(guest, ruleset)
    assert Player.objects.filter(user=guest).count() == MOST_OF_GUESTS - 1
    for _ in range(MOST_OF_GUESTS):
        verify_may_take_seat(guest)
        begun_now(guest)


@pytest.mark.parametrize("name", ["chess", ""])
def test_an_unknown_tutorial_is_refused_and_makes_no_guest(name):
    assert Client().post(reverse("tutorial"), {"game": name}).status_code == 400
    assert not User.objects.exists()


def test_the_tutorial_is_offered_where_a_newcomer_looks(client):
    for page in (reverse("landing"), reverse("how_to_play", args=["castle"])):
        assert f'action="{reverse("tutorial")}"' in client.get(page).content.decode()
    opened = client.post(reverse("play_now"), {"game": "castle"})
    assert "The tutorial takes five minutes" in client.get(opened.url).content.decode()
