"""Abandoned seats (ELM-7): stewards, deleted accounts, substitutes, captains by vote."""

import random
import re

import pytest
from django.urls import reverse

from games.community.absence import votes
from games.community.fairness.audit import audit
from games.community.lobby.joining import NotAllowed, SeatNotFree
from games.community.lobby.rematch import play_again
from games.community.moderation import on_games, take_back
from games.community.own_games.my_games import my_games
from games.community.people.deletion import delete_account
from games.exceptions import NotSeated
from games.models import Game, Move, Notice, Player
from games.playing.bots import play_bot
from games.playing.consequences.seats import LEAST_TIME_TO_RETURN, ROUNDS_TO_RETURN
from games.playing.play import play_move, return_to_seat
from games.playing.start import create_game, start_game
from games.storage.store.database_time import moment_now
from games.storage.store.stored_game import load
from games.table.page import log, recap
from games.table.page.viewer import look
from games.table.replay.cast import cast_of
from games.table.replay.eyes import Eyes
from games.table.replay.replay import replay_of
from rules import BOTS, IllegalMove, Options
from rules.chapters.orders.standing_orders import CORRESPONDENCE
from rules.moves import Control, Resign, SetOrders
from tests.support.tables.play_ahead import is_in_round, play_ahead
from tests.support.tables.positions.pinned import pin
from tests.support.tables.slow_games import (
    WHOLE,
    acts,
    begun,
    fire,
    miss_turn,
    pass_turn,
    steps,
    to_turn_of,
)
from tests.support.tables.tables import Table
from tests.support.visitors.lobbies import finish
from tests.support.visitors.markup import one_line
from tests.support.visitors.moderators import action, moderator
from tests.support.visitors.waiting import let_pass

pytestmark = pytest.mark.django_db


def test_the_player_may_come_back_twice_and_then_the_seat_is_vacant(alice, bob, charlie):
    table = begun([alice, bob, charlie], "sl2ow346")
    seat = table.state().turn
    user = table.persons[seat]
    for returned in range(3):
        for _ in range(2):
            to_turn_of(table, seat)
            assert miss_turn(table) == seat
        player = Player.objects.get(game__code=table.code, seat=seat)
        assert table.state().players[seat].control is Control.STEWARD
        assert player.is_vacant is (returned == 2) and player.returned == returned
        if returned < 2:
            play_move(table.code, user, SetOrders(CORRESPONDENCE), key=table.key(), decision=None)
            assert table.state().players[seat].control is Control.PLAYER
    with pytest.raises(IllegalMove, match="Someone else has your seat"):
        play_move(table.code, user, SetOrders(CORRESPONDENCE), key="no", decision=None)
    assert steps(table, seat).count("returned") == 2
    assert steps(table, seat)[-3:] == ["missed", "steward", "opened"]
    assert audit(table.code) == table.number() + 1


def test_deleting_an_account_during_a_pause_vacates_the_seat(alice, bob, charlie):
    table = begun([alice, bob, charlie], "sl2ow346")
    seat = table.state().turn
    held(table, lambda: delete_account(table.persons[seat]))
    assert table.state().players[seat].control is Control.PLAYER
    for _ in range(2):
        to_turn_of(table, seat)
        miss_turn(table)
    assert Player.objects.get(game__code=table.code, seat=seat).is_vacant
    assert steps(table, seat)[-3:] == ["missed", "steward", "opened"]
    assert audit(table.code) == table.number() + 1


def test_deleting_an_account_removes_the_steward(alice, bob, charlie):
    table = begun([alice, bob, charlie], "sl2ow346")
    seat = table.state().turn
    for _ in range(2):
        to_turn_of(table, seat)
        miss_turn(table)
    held(table, lambda: delete_account(table.persons[seat]))
    assert not Player.objects.get(game__code=table.code, seat=seat).is_vacant
    del table.persons[seat]
    to_turn_of(table, seat)
    pass_turn(table)
    assert Player.objects.get(game__code=table.code, seat=seat).is_vacant
    assert audit(table.code) == table.number() + 1


def test_a_game_against_captains_alone_ends_when_its_player_has_deleted_the_account(alice):
    table = begun_with_captain(alice)
    held(table, lambda: delete_account(alice))
    for _ in range(2):
        to_turn_of(table, 0)
        miss_turn(table)
    assert load(table.code).status == Game.Status.OVER
    assert table.state().outcome.winners == ()


def begun_with_captain(user):
    game = pin(create_game([user, "captain"], Options(quick=True)), "sl2ow346")
    start_game(game.code)
    table = Table(game.code, {0: user}, random.Random(7))
    play_ahead(table.code, table.random, is_in_round)
    return table


def held(table, act):
    """Run an action while a moderator holds the game."""
    game = Game.objects.get(code=table.code)
    fritz = moderator("fritz")
    on_games.hold(action("hold", fritz, game=game))
    act()
    on_games.resume(action("resume", fritz, game=game))


def test_eliminated_absent_players_cannot_return(alice, bob, charlie, client):
    table = begun([alice, bob, charlie], "sl2ow346")
    seat = table.state().turn
    user = table.persons[seat]
    for _ in range(2):
        to_turn_of(table, seat)
        miss_turn(table)
    client.force_login(user)
    address = f"/games/{table.code}/panel/"
    assert "Take my seat back" in client.get(address).content.decode()
    Player.objects.filter(game__code=table.code, seat=seat).update(eliminated=1)
    page = client.get(address).content.decode()
    assert "Take my seat back" not in page
    assert "You were away, and someone else played your seat" in page
    with pytest.raises(IllegalMove, match="eliminated"):
        return_to_seat(table.code, user, key=table.key())


# Vacant seats


@pytest.fixture
def vacant(alice, bob, charlie):
    """A game of three whose first player has been absent for three rounds: (table, seat)."""
    table = begun([alice, bob, charlie], "sl2ow347")
    seat = table.state().turn
    for _ in range(2):
        to_turn_of(table, seat)
        miss_turn(table)
    begin = table.state().round
    Player.objects.filter(game__code=table.code, seat=seat).update(
        away_since=moment_now() - LEAST_TIME_TO_RETURN
    )
    del table.persons[seat]
    while not Player.objects.get(game__code=table.code, seat=seat).is_vacant:
        assert table.state().round <= begin + ROUNDS_TO_RETURN
        pass_turn(table)
    assert table.state().round == begin + ROUNDS_TO_RETURN
    return table, seat


def test_a_seat_left_for_three_rounds_goes_to_a_substitute(vacant, django_user_model):
    table, seat = vacant
    dora = django_user_model.objects.create_user("dora")
    other = next(iter(table.persons.values()))
    with pytest.raises(NotAllowed, match="You have, or had, another seat"):
        votes.substitute(table.code, other, seat)
    Game.objects.filter(code=table.code).update(is_listed=False)
    with pytest.raises(NotAllowed, match="invitation-only"):
        votes.substitute(table.code, dora, seat)
    hand = table.state().players[seat].hand
    votes.substitute(table.code, dora, seat, is_invited=True)
    player = table.state().players[seat]
    assert (player.control, player.own, player.hand) == (Control.PLAYER, True, hand)
    assert load(table.code).seats[seat].name == "dora"
    with pytest.raises(SeatNotFree):
        votes.substitute(table.code, dora, seat, is_invited=True)
    table.persons[seat] = dora
    to_turn_of(table, seat)
    pass_turn(table)
    assert audit(table.code) == table.number() + 1


def test_lobby_and_panel_link_to_vacant_seats(vacant, client, django_user_model):
    table, seat = vacant
    leaver = Player.objects.get(game__code=table.code, seat=seat).user.name
    client.force_login(django_user_model.objects.create_user("dora"))
    lobby = one_line(client.get("/lobby/").content.decode())
    assert f'href="/games/{table.code}/#tab-time"> View open seat' in lobby
    place = f'href="#tab-time">{leaver}’s seat needs a player</a>'
    assert place in client.get(f"/games/{table.code}/panel/").content.decode()
    asked = table.state().decisions[0].seat
    (other,) = (user for one, user in table.persons.items() if one != asked)
    client.force_login(other)
    assert place in client.get(f"/games/{table.code}/panel/").content.decode()
    votes.substitute(table.code, django_user_model.objects.get(name="dora"), seat)
    assert "#tab-time" not in client.get(f"/games/{table.code}/panel/").content.decode()


def test_a_leavers_missed_turns_do_not_count_for_the_substitute(vacant, django_user_model):
    table, seat = vacant
    leaver = Player.objects.get(game__code=table.code, seat=seat).user.name
    dora = django_user_model.objects.create_user("dora")
    votes.substitute(table.code, dora, seat)
    parts = look(table.code, next(iter(table.persons.values())).pk).table.parts
    told = [step["text"] for step in parts["absence"].context["steps"]]
    assert told[0] == "dora took over an open seat."
    assert told[1] == f"{leaver}’s seat is open to a new player."
    assert f"{leaver} ran out of time, so the game moved for them." in told
    assert not any("dora" in text for text in told[1:])
    assert "warned" in steps(table, seat)
    parts = look(table.code, dora.pk).table.parts
    assert [step["text"] for step in parts["absence"].context["steps"]] == told


@pytest.mark.parametrize("is_listed", [True, False])
def test_players_have_a_link_to_offer_a_vacant_seat(vacant, client, django_user_model, is_listed):
    table, seat = vacant
    Game.objects.filter(code=table.code).update(is_listed=is_listed)
    client.force_login(next(iter(table.persons.values())))
    page = client.get(f"/games/{table.code}/").content.decode()
    link = re.search(r'id="seat-link" readonly value="http://localhost:8000([^"]+)"', page)[1]
    dora = django_user_model.objects.create_user("dora")
    client.force_login(dora)
    assert client.get(f"/games/{table.code}/").status_code == (200 if is_listed else 404)
    assert "Play this seat" in client.get(link, follow=True).content.decode()
    assert "seat-link" not in client.get(f"/games/{table.code}/").content.decode()
    client.post(f"/games/{table.code}/absence/", {"act": "sit", "seat": seat})
    assert load(table.code).seats[seat].user == dora.pk


def test_a_replaced_player_of_an_unlisted_game_stays_to_its_end(vacant, client, django_user_model):
    table, seat = vacant
    leaver = Player.objects.get(game__code=table.code, seat=seat).user
    game = Game.objects.get(code=table.code)
    Game.objects.filter(pk=game.pk).update(is_listed=False)
    dora = django_user_model.objects.create_user("dora")
    votes.substitute(table.code, dora, seat, is_invited=True)
    client.force_login(leaver)
    assert "You are watching" in client.get(f"/games/{table.code}/").text
    assert client.get(f"/games/{table.code}/log/").status_code == 200
    (mine,) = my_games(leaver).others
    assert mine.code == table.code and "somebody else plays your seat" in mine.what
    finish(game)
    (over,) = my_games(leaver).over
    assert over.code == table.code and "you left" in over.what.lower()
    assert table.code in client.get(reverse("profile", args=[leaver.name])).text
    # A rematch asks them too, but they cannot open it, nor take the substitute's seat.
    with pytest.raises(NotSeated, match="played to the end"):
        play_again(table.code, leaver)
    following = play_again(table.code, next(iter(table.persons.values())))
    asked = Notice.objects.get(user=leaver, kind=Notice.Kind.REQUESTED)
    assert "wants a rematch" in asked.text
    assert not my_games(leaver).requests
    with pytest.raises(NotSeated, match="kept for those"):
        play_again(table.code, leaver)
    client.force_login(dora)
    client.post(reverse("dismiss", args=[table.code]), {"request": f"next {following}"})
    assert Notice.objects.filter(user=leaver, text__contains="has a seat for you").count() == 1
    client.force_login(leaver)
    (request,) = my_games(leaver).requests
    client.post(request.buttons[0].url, dict(request.buttons[0].fields))
    assert Player.objects.filter(game__code=following, user=leaver).exists()


def test_log_lines_name_the_player_seated_at_the_time(vacant, django_user_model):
    table, seat = vacant
    leaver = Player.objects.get(game__code=table.code, seat=seat).user.name
    other, number = next(iter(table.persons.values())), table.number()
    dora = django_user_model.objects.create_user("dora")
    votes.substitute(table.code, dora, seat)
    table.persons[seat] = dora
    to_turn_of(table, seat)
    pass_turn(table)

    def named(found):
        return told(line.text for line in found)

    def told(texts):
        return {name for text in texts for name in (leaver, "dora") if name in text}

    seen = look(table.code, other.pk)
    assert named(log.round_page(seen, 1)["lines"]) == {leaver}
    assert named(log.newest_page(seen)["lines"]) == {"dora"}
    stored = load(table.code)
    groups = recap.groups_since(stored.id, stored.number, seen.scene, number).groups
    assert named(line for group in groups for line in group.lines) == {"dora"}
    replay = replay_of(stored, cast_of(stored), Eyes(str(seen.scene.seat), (seen.scene.seat,)))
    steps = list(replay.shown(0, replay.steps.last))
    assert named(line for step in steps[: replay.steps.of(number)] for line in step.lines) == {
        leaver
    }
    assert named(line for step in steps for line in step.lines) == {leaver, "dora"}
    places = take_back.take_back_targets(Game.objects.get(code=table.code))
    assert told(place.sentence for place in places if place.number <= number) == {leaver}


def test_a_captain_plays_a_vacant_seat_when_more_than_half_want_it(vacant):
    table, seat = vacant
    one, other = table.persons.values()
    assert votes.want_captain(table.code, one, seat) is False
    assert votes.want_captain(table.code, one, seat) is False
    assert votes.want_captain(table.code, one, seat, wants=False) is False
    assert votes.want_captain(table.code, one, seat) is False
    assert votes.want_captain(table.code, other, seat) is True
    assert table.state().players[seat].control is Control.BOT
    with pytest.raises(SeatNotFree):
        votes.want_captain(table.code, one, seat)
    assert steps(table, seat)[-1] == "captain"
    assert audit(table.code) == table.number() + 1


def test_the_bot_of_the_hosts_choice_plays_a_seat_that_was_left(alice, bob, charlie, monkeypatch):
    game = pin(create_game([alice, bob, charlie], Options(quick=True)), "sl2ow349")
    Game.objects.filter(pk=game.pk).update(takeover_bot="general")
    start_game(game.code)
    play_move(game.code, bob, Resign(), key="gone-for-good", decision=None)
    seats = []

    class Seen(BOTS["general"]):
        def decide(self, view):
            seats.append(view.seat)
            return super().decide(view)

    monkeypatch.setitem(BOTS, "general", Seen)
    assert play_bot(game.code).seat == 1
    assert seats == [1]


def test_against_captains_alone_the_steward_stays(alice):
    game = pin(create_game([alice, "captain"], Options(quick=True)), "sl2ow348")
    start_game(game.code)
    table = Table(game.code, {0: alice}, random.Random(7))
    while not table.state().round or table.state().decisions[0].seat != 0:
        table.answer()
    away = {"away_round": 0, "missed": 1, "returned": 5}
    Player.objects.filter(game=game, seat=0).update(**away)
    let_pass(table.code, 10 * WHOLE)
    fire(table)
    player = table.state().players[0]
    assert (player.control, player.own) == (Control.STEWARD, True)


def test_visitors_see_vacant_seats(vacant, client, django_user_model):
    table, seat = vacant
    dora = django_user_model.objects.create_user("dora")
    assert [one.seat for one in acts(table, dora).vacant] == [seat]
    assert acts(table, dora).may_sit and not acts(table, dora).is_playing
    client.force_login(dora)
    lobby = client.get("/lobby/").content.decode()
    assert "Games that need a player" in lobby and f"/games/{table.code}/" in lobby
    client.post(f"/games/{table.code}/absence/", {"act": "sit", "seat": seat})
    assert load(table.code).seats[seat].user == dora.pk
    assert Move.objects.filter(game__code=table.code).latest("number").by == "clock"
    assert f"/games/{table.code}/" in client.get("/lobby/").content.decode()
