"""The page on luck: what counts in it, and where its links lead."""

import random
import re

import pytest
from django.urls import reverse

from games.community.moderation.take_back import take_back
from games.community.statistics.luck import verdict
from games.community.statistics.tallies import count_game
from games.community.trust.roles import Role
from games.drawing.display.log import undone
from games.models import Game, GameTally, Move
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.table.replay.cast import cast_of
from games.table.replay.eyes import Eyes
from games.table.replay.luck import chances_of
from games.table.replay.replay import replay_of
from rules import Options
from rules.events.attack import BattleFought
from rules.events.json import from_json
from rules.record.dice import from_json as from_json_counts
from rules.record.luck import luck_of
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin
from tests.support.visitors.moderators import action, moderator

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(alice):
    """A game of alice against two captains, in its second round."""
    options = Options(quick=True, rounds=2)
    game = pin(create_game([alice, "captain", "captain"], options), "s1nce567")
    start_game(game.code)
    play_ahead(game.code, random.Random(11), people="captain", most=60)
    return game


def finish(game):
    play_ahead(game.code, random.Random(12), people="captain")
    assert Game.objects.get(code=game.code).status == Game.Status.OVER


def battles_of(moves):
    events = [from_json(event) for move in moves for event in move.public["events"]]
    return [event for event in events if isinstance(event, BattleFought)]


def luck_page(client, game):
    return client.get(reverse("luck", args=[game.code]))


def test_a_running_game_has_no_page(client, running):
    answer = luck_page(client, running)
    assert answer.status_code == 302 and answer["Location"] == reverse("table", args=[running.code])


def test_the_page_counts_all_battles_and_links_to_attacks(client, running, alice):
    finish(running)
    client.force_login(alice)
    answer = luck_page(client, running)
    html, rows = answer.content.decode(), answer.context["rows"]
    battles = battles_of(Move.objects.filter(game=running))
    dice = sum(len(each.attack_dice) + len(each.defence_dice) for each in battles)
    assert dice == sum(row["dice"] for row in rows) > 100
    assert [row["name"] for row in rows if row["is_you"]] == ["alice"]
    for seat in range(3):
        assert chances_of(running.code).luck[seat] == luck_of(
            seat, [each for each in battles if seat in (each.attacker, each.defender)]
        )
    steps = {int(step) for step in re.findall(r'/replay/\?at=(\d+)"', html)}
    assert len(steps) > 5
    assert all(
        attack["luck"].saved * sign > 0
        for row in rows
        for (_, attacks), sign in zip(row["attacks"], (1, -1), strict=True)
        for attack in attacks
    )
    for _, attacks in rows[0]["attacks"]:
        attack = attacks[0]
        replay = client.get(reverse("replay", args=[running.code]), {"at": attack["step"]})
        assert replay.context["turn"].startswith(f"Round {attack['round']}:")
        assert attack["step"] in replay.context["data"]["battles"]


def test_the_table_of_a_finished_game_links_to_the_page(client, running):
    finish(running)
    table = client.get(reverse("table", args=[running.code])).content.decode()
    assert f'href="{reverse("luck", args=[running.code])}"' in table


def test_what_was_taken_back_does_not_count(running):
    # In the set-up nobody has fought yet.
    take_back(action("take_back", moderator("dora", Role.SENIOR), game=running), 1)
    finish(running)
    gone = undone(running.pk)
    moves = Move.objects.filter(game=running)
    kept = battles_of(moves.exclude(number__in=gone))
    assert battles_of(moves.filter(number__in=gone)) and kept
    found = chances_of(running.code)
    assert sum(luck.lost + luck.destroyed for luck in found.luck) == 2 * sum(
        each.attack_losses + each.defence_losses for each in kept
    )
    assert found.faces.total() == sum(
        len(each.attack_dice) + len(each.defence_dice) for each in kept
    )
    count_game(running.code)
    assert from_json_counts(GameTally.objects.get().dice) == found.dice
    steps = replay_of(load(running.code), cast_of(load(running.code)), Eyes("public")).steps
    assert not any(steps.is_undone(each.step) for lucky in found.lucky for _, each in lucky)


@pytest.mark.parametrize(
    ("luckier_than", "words"),
    [
        (100.0, "luckier than 99 of 100 such games"),
        (91.6, "luckier than 91 of 100 such games"),
        (51.0, "luckier than 51 of 100 such games"),
        (50.9, "neither lucky nor unlucky"),
        (49.1, "neither lucky nor unlucky"),
        (8.4, "unluckier than 91 of 100 such games"),
        (0.0, "unluckier than 99 of 100 such games"),
    ],
)
def test_luck_is_said_in_words(luckier_than, words):
    assert verdict(luckier_than) == words
