"""What a general would have done: for the person who decided alone, from what they knew then."""

import random
import re
from itertools import count

import pytest
from django.test import Client
from django.urls import reverse

from games.community.absence import seat_changes
from games.community.people.deletion import delete_account
from games.community.sharing import jobs, links
from games.exceptions import NotSeated
from games.models import Game, Job, Move, Player, SeatHolder
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.table.replay.cast import cast_of
from games.table.replay.decisions import decisions_of, views_at
from games.table.replay.eyes import PUBLIC, Eyes
from games.table.replay.lessons import lesson_of
from games.table.replay.replay import replay_of
from games.web.worker.jobs import JobRunner
from rules import Options
from rules.cards import BattleCard
from rules.moves import Place
from rules.moves.orders_and_wishes import Orders, Wishes
from tests.support.tables.caches import forget_games
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(alice, bob):
    """The code of a finished game of alice and bob, who play badly, against a captain."""
    game = pin(create_game([alice, bob, "captain"], Options(rounds=3), "classic"), "ge2eral3")
    start_game(game.code)
    play_ahead(game.code, random.Random(11), people="recruit")
    return game.code


def replayed(code):
    stored = load(code)
    return replay_of(stored, cast_of(stored), Eyes(PUBLIC))


def own(code, person):
    return decisions_of(replayed(code), person.pk)


def ask(client, code, step, **headers):
    return client.get(reverse("general", args=[code]), {"at": step}, headers=headers)


def data_of(client, code):
    page = client.get(reverse("replay", args=[code])).content.decode()
    return page, "data-ask" in page, re.search(r'"own": \[([\d, ]*)\]', page)


def test_only_the_person_who_decided_gets_the_answer(client, finished, alice, bob, charlie):
    step, strangers = own(finished, alice)[-1].last, Client()
    assert ask(client, finished, step).status_code == 302
    for person in (bob, charlie):
        strangers.force_login(person)
        assert ask(strangers, finished, step).status_code == 404
    assert data_of(strangers, finished)[1:] == (False, None)
    client.force_login(alice)
    answer = ask(client, finished, step, **{"HX-Request": "true"})
    text = answer.content.decode()
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
    assert "A general would" in text and "<html" not in text
    whole = ask(client, finished, step).content.decode()
    assert "A general would" in whole and 'id="replay"' in whole
    _, has_button, steps = data_of(client, finished)
    assert has_button and str(step) in steps[1].split(", ")
    for odd in ("", "x", "-1", "99999"):
        assert ask(client, finished, odd).status_code == 404
    link = links.open_link(finished, alice)
    assert "data-ask" not in client.get(reverse("watch", args=[link.token])).content.decode()
    Game.objects.update(status=Game.Status.RUNNING)
    forget_games()
    assert ask(client, finished, step).status_code == 404


def test_decisions_made_for_somebody_and_by_others_in_the_seat_are_not_theirs(
    finished, alice, bob, charlie
):
    first, *later = own(finished, alice)
    assert {each.seat for each in (first, *later)} == {0}
    Move.objects.filter(number=later[0].number).update(by=Move.By.CLOCK)
    assert later[0].number not in {each.number for each in own(finished, alice)}
    seat_changes.hand_over(Player.objects.get(game__code=finished, seat=0), charlie)
    moves = Move.objects.filter(number__gte=later[4].number)
    moves.update(made_at=seat_changes.moment_now())
    forget_games()
    theirs, newcomers = own(finished, alice), own(finished, charlie)
    assert theirs[0] == first and theirs[-1].number < later[4].number <= newcomers[0].number
    assert own(finished, bob)


def test_a_general_knows_what_the_seat_knew(finished, alice):
    replay, decisions = replayed(finished), own(finished, alice)
    placed = [each for each in decisions if isinstance(each.moves[0], Place)]
    assert any(len(each.moves) > 1 for each in placed)
    seen = ((each, view) for each, view in views_at(replay, decisions) if view.round)
    decision, view = next(seen)
    lesson = lesson_of(finished, view, decision.moves)
    assert view.seat == decision.seat and lesson.moves
    for player in view._state.players:
        if player.seat != view.seat:
            player.hand = [BattleCard.FLEET] * len(player.hand)
            player.orders, player.wishes = Orders(), Wishes()
    assert lesson_of(finished, view, decision.moves) == lesson


def test_moves_to_think_about_are_for_oneself_alone(client, finished, alice, bob, charlie):
    client.force_login(alice)
    page = client.get(reverse("luck", args=[finished])).content.decode()
    assert "Ask a general to find them" in page
    client.post(reverse("mistakes", args=[finished]))
    ticks = count(step=10)
    worker = JobRunner(lambda: next(ticks))
    while worker.work(0):
        pass
    assert jobs.progress_of(finished, Job.Kind.MISTAKES)["percent"] == 100
    found = {person: jobs.mistakes_of(finished, person) for person in (alice, bob, charlie)}
    assert found[charlie] is None and 1 <= len(found[alice]) <= 3
    steps = {each.last for each in own(finished, alice)}
    assert {each["step"] for each in found[alice]} <= steps
    answer = client.get(reverse("mistakes", args=[finished]), headers={"HX-Request": "true"})
    assert "person_" not in str(answer.context)
    for each in found[alice]:
        assert f"?at={each['step']}#general" in answer.content.decode()
        assert each["chance"] - each["played"] > 0.01
    client.force_login(charlie)
    page = client.get(reverse("luck", args=[finished])).content.decode()
    assert (
        "think about" not in page
        and "think about" not in Client().get(reverse("luck", args=[finished])).content.decode()
    )
    with pytest.raises(NotSeated):
        jobs.ask_for(finished, Job.Kind.MISTAKES, charlie)
    # Bob took over from charlie, who may ask like him.
    seat = Player.objects.get(game__code=finished, user=bob)
    for person in (charlie, bob):
        SeatHolder.objects.create(player=seat, user=person)
    Job.objects.all().delete()
    page = client.get(reverse("luck", args=[finished])).content.decode()
    assert "Ask a general to find them" in page
    client.post(reverse("mistakes", args=[finished]))
    assert jobs.progress_of(finished, Job.Kind.MISTAKES)


def test_a_deleted_account_leaves_no_mistakes(finished, alice, bob):
    result = {f"person_{alice.pk}": ["hers"], f"person_{bob.pk}": ["his"]}
    game, kind = Game.objects.get(code=finished), Job.Kind.MISTAKES
    Job.objects.create(game=game, kind=kind, edition=jobs.EDITIONS[kind], result=result)
    delete_account(alice)
    assert jobs.mistakes_of(finished, bob) == ["his"]
    assert Job.objects.get(game=game).result == {f"person_{bob.pk}": ["his"]}
