"""Soft play: attacks between two people, counted by hand in games made for it."""

import pytest

from games.community.trust import linked_accounts, soft_play
from games.community.trust.soft_play import Attacks, attacks_between
from games.models import Game, Move, Player
from tests.support.visitors.markup import one_line
from tests.support.visitors.moderators import log_in_as, moderator

pytestmark = pytest.mark.django_db


def game_of(*people, attacks):
    """A game of these people; `attacks` are the seats (attacker, defender) of its attacks."""
    game = Game.objects.create(ruleset="greyhawk", ruleset_version=1, options={}, seed=bytes(32))
    for seat, user in enumerate(people):
        Player.objects.create(game=game, seat=seat, user=user)
    for number, (attacker, defender) in enumerate(attacks):
        told = {"event": "attack_declared", "attacker": attacker, "defender": defender}
        public = {"events": [{"event": "turn_began", "seat": attacker}, told]}
        Move.objects.create(
            game=game, number=number, seat=attacker, by="player", public=public, private={}, round=1
        )
    return game


def test_attacks_on_each_other_and_all_that_both_made_are_counted(alice, bob, charlie):
    first = game_of(alice, bob, charlie, attacks=[(0, 1), (0, 2), (1, 2), (2, 0), (2, 1), (1, 0)])
    # The same people in other seats, and an attack on a neutral army.
    second = game_of(charlie, bob, alice, attacks=[(2, 0), (1, 0), (1, None), (0, 1)])
    games = {first.pk, second.pk}
    found = attacks_between(alice.pk, {bob.pk: games, charlie.pk: games})
    assert found == {
        bob.pk: Attacks(each_other=2, made=7, games=2),
        charlie.pk: Attacks(each_other=3, made=6, games=2),
    }


def test_only_the_newest_games_are_read_and_in_two_queries(
    alice, bob, monkeypatch, django_assert_num_queries
):
    games = [game_of(alice, bob, attacks=[(0, 1)]).pk for _ in range(4)]
    monkeypatch.setattr(soft_play, "MOST_GAMES", 3)
    with django_assert_num_queries(2):
        found = attacks_between(alice.pk, {bob.pk: set(games)})
    assert found == {bob.pk: Attacks(each_other=3, made=3, games=3)}


def test_players_without_common_games_have_no_counts(alice):
    assert attacks_between(alice.pk, {}) == {}


def test_linked_accounts_show_soft_play(alice, bob, charlie, client):
    for _ in range(3):
        game_of(alice, bob, charlie, attacks=[(0, 2), (1, 2), (0, 2), (0, 1)])
    linked = {one.name: one.attacks for one in linked_accounts.linked_to(alice)}
    assert linked["bob"] == Attacks(each_other=3, made=12, games=3)
    assert linked["charlie"] == Attacks(each_other=6, made=9, games=3)
    log_in_as(client, moderator("dora"))
    page = one_line(client.get(f"/admin/games/user/{alice.pk}/change/").content.decode())
    assert "3 of 12 in 3 games" in page and "6 of 9 in 3 games" in page
