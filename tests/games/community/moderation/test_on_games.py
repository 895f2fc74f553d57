"""Moderators' actions on games: pause, clocks, seats, messages, the end; never on their own."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.community.absence import votes
from games.community.fairness.audit import audit
from games.community.fairness.records import record
from games.community.lobby.joining import SeatNotFree
from games.community.moderation import on_games
from games.community.moderation.actions import Forbidden
from games.community.people.deletion import delete_account
from games.community.talk import talk
from games.community.trust.roles import Role
from games.exceptions import Held, Refused, Stale
from games.models import Action, Card, Due, Game, Message, Move, Player
from games.playing.bots import play_bot
from games.playing.play import play_move
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.web.worker import due, hourly
from rules import IllegalMove, Options
from rules.record import verify
from tests.support.tables.tables import play_bots
from tests.support.visitors.moderators import action, done, moderator, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora(db):
    return moderator("dora", Role.SENIOR)


@pytest.fixture
def emil(bob):
    """A senior moderator, to whom tests give bob's seat."""
    return moderator("emil", Role.SENIOR)


@pytest.fixture
def game(table):
    return Game.objects.get(code=table.code)


def of(name, by, game, **more):
    return action(name, by, game=game, **more)


def said(game):
    return list(game.messages.filter(is_system=True).values_list("text", flat=True))


def answer(table):
    decision, move = table.decision()
    return play_move(table.code, table.mover, move, key=table.key(), decision=decision.number)


ACTIONS = {
    "hold": lambda one: on_games.hold(one),
    "resume": lambda one: on_games.resume(one),
    "extend": lambda one: on_games.extend(one, 5),
    "give_to_bot": lambda one: on_games.give_to_bot(one, 0),
    "give_to_person": lambda one: on_games.give_to_person(one, 0, "charlie"),
    "cancel": lambda one: on_games.cancel(one),
    "end": lambda one: on_games.end(one, (0,)),
    "default": lambda one: on_games.answer_default(one),
    "audit": lambda one: on_games.run_audit(one),
}


@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_players_at_the_table_and_users_without_a_role_are_refused(
    name, table, game, emil, charlie
):
    Player.objects.filter(game=game, seat=1).update(user=emil)
    before = load(game.code)
    for by, sentence in ((emil, "You are or were a player"), (charlie, "Your role")):
        with pytest.raises(Forbidden, match=sentence):
            ACTIONS[name](of(name, by, game))
    assert load(game.code) == before
    assert refused() == [(name, "emil"), (name, "charlie")]


def test_a_paused_game_gets_its_time_back(table, game, dora):
    on_games.hold(of("hold", dora, game))
    with pytest.raises(Held, match="A moderator has paused this game"):
        answer(table)
    assert not Due.objects.filter(game=game).exists()
    assert hourly.wind_up_clocks() == 0
    page = Client().get(f"/games/{game.code}/").content.decode()
    assert "paused by a moderator" in page and 'aria-live="off" datetime' not in page
    earlier = timezone.now() - timedelta(hours=2)
    Game.objects.filter(pk=game.pk).update(held_since=earlier)
    before = load(game.code).clocks
    on_games.resume(of("resume", dora, game))
    after = load(game.code).clocks
    two_hours = 2 * 3600 * 1000
    for seat, clock in before.running.items():
        given = after.running[seat].until - clock.until
        assert two_hours <= given < two_hours + 60_000
    assert Due.objects.filter(game=game, kind="clock").exists()
    answer(table)
    assert len(said(game)) == 2
    with pytest.raises(Stale, match="not paused"):
        on_games.resume(of("resume", dora, game))


def test_due_items_of_a_paused_game_are_dropped(table, game, dora):
    row = Due.objects.filter(game=game).first()
    past = timezone.now() - timedelta(minutes=1)
    on_games.hold(of("hold", dora, game))
    Due.objects.create(game=game, kind="clock", when=past)
    assert due.fire(due.Item(game.pk, game.code, "clock", past)) is None
    assert row is not None and not Due.objects.filter(game=game).exists()


def test_a_bot_does_not_move_in_a_paused_game(bots_game, dora):
    on_games.hold(of("hold", dora, bots_game))
    with pytest.raises(Held):
        play_bot(bots_game.code)


def test_clocks_are_extended_for_one_game_and_for_all(table, game, dora, bots_game):
    first = load(game.code).clocks
    on_games.extend(of("extend", dora, game), 10)
    second = load(game.code).clocks
    assert {seat: clock.until + 600_000 for seat, clock in first.running.items()} == {
        seat: clock.until for seat, clock in second.running.items()
    }
    olga = moderator("olga", Role.OPERATOR)
    on_games.extend_all(action("extend_all", olga), 1)
    third = load(game.code).clocks
    assert [clock.until for clock in third.running.values()] == [
        clock.until + 60_000 for clock in second.running.values()
    ]
    assert said(game)[-1].startswith("A moderator added 1 minute to the clock.")
    for minutes in (0, -5, 10**6):
        with pytest.raises(Refused, match="Enter 1 to"):
            on_games.extend(of("extend", dora, game), minutes)


def test_a_seat_goes_to_a_bot_and_then_to_a_person_and_the_record_names_all(
    table, game, dora, charlie
):
    on_games.give_to_bot(of("give_to_bot", dora, game), 0)
    with pytest.raises(Stale, match="already"):
        on_games.give_to_bot(of("give_to_bot", dora, game), 0)
    with pytest.raises(Refused, match="user doesn’t exist"):
        on_games.give_to_person(of("give_to_person", dora, game), 0, "nobody there")
    with pytest.raises(Refused, match="is or was a player"):
        on_games.give_to_person(of("give_to_person", dora, game), 0, "bob")
    on_games.give_to_person(of("give_to_person", dora, game), 0, "charlie")
    table.persons[0] = charlie
    for _ in range(20):
        table.answer()
    assert audit(game.code) == load(game.code).number + 1
    on_games.end(of("end", dora, game), (0,))
    written = json.loads("".join(record(game.code)))
    assert verify(written).problems == ()
    assert written["seats"][0]["name"] == "alice"
    assert written["seats"][0]["substitutes"] == ["charlie"]


def test_a_captains_seat_goes_to_a_person(table, game, dora, charlie):
    on_games.give_to_person(of("give_to_person", dora, game), 2, "charlie")
    table.persons[2] = charlie
    for _ in range(10):
        table.answer()
    on_games.cancel(of("cancel", dora, game))
    written = json.loads("".join(record(game.code)))
    assert verify(written).problems == ()
    assert written["seats"][2]["kind"] == "bot" and written["seats"][2]["bot"] == "captain"
    assert written["seats"][2]["substitutes"] == ["charlie"]


@pytest.mark.parametrize("action", ["give_to_bot", "give_to_person"])
def test_a_seat_given_away_by_a_moderator_is_not_vacant(table, game, dora, charlie, action):
    Player.objects.filter(game=game, seat=0).update(is_vacant=True)
    whom = ("charlie",) if action == "give_to_person" else ()
    getattr(on_games, action)(of(action, dora, game), 0, *whom)
    with pytest.raises(SeatNotFree):
        votes.substitute(game.code, dora, 0)


def test_a_removed_message_is_shown_to_nobody(client, table, game, dora):
    alice = table.persons[0]
    talk.say(game, alice, "Something vile")
    message = Message.objects.get()
    on_games.remove_message(of("remove_message", dora, game), message)
    page = client.get(f"/games/{game.code}/").content.decode()
    assert "Something vile" not in page and "A moderator removed this message." in page
    with pytest.raises(Stale, match="already been removed"):
        on_games.remove_message(of("remove_message", dora, game), message)
    assert "Something vile" not in json.dumps([line.after for line in Action.objects.all()])


@pytest.mark.parametrize(("name", "reason"), [("cancel", "cancelled"), ("end", "moderator")])
def test_a_game_is_ended_once(name, reason, table, game, dora):
    on_games.hold(of("hold", dora, game))
    ACTIONS[name](of(name, dora, game))
    game.refresh_from_db()
    assert game.status == Game.Status.OVER and game.outcome["reason"] == reason
    assert game.held_since is None
    with pytest.raises(Stale, match="This game is over"):
        ACTIONS[name](of(name, dora, game))
    assert audit(game.code) == game.number + 1


def test_ending_a_game_requires_seated_winners(table, game, dora):
    with pytest.raises(Refused, match="Choose the winners"):
        on_games.end(of("end", dora, game), ())
    with pytest.raises(IllegalMove):
        on_games.end(of("end", dora, game), (0, 0))
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING
    assert refused() == [("end", "dora")] * 2


def test_a_stuck_decision_gets_its_default(table, game, dora):
    asked = table.state().decisions[0]
    on_games.answer_default(of("default", dora, game))
    entry = Move.objects.get(game=game, number=game.number + 1)
    assert (entry.by, entry.seat) == (Move.By.MODERATOR, asked.seat)
    assert table.state().decisions[0] != asked


def test_the_audit_names_no_card_while_the_game_runs(bots_game, dora):
    play_bots(bots_game.code, 3)
    line = on_games.run_audit(of("audit", dora, bots_game))
    assert line.after["as_stored"] is True
    card = Card.objects.filter(game=bots_game, zone="hand").first()
    Card.objects.filter(pk=card.pk).update(holder=(card.holder + 1) % 4)
    line = on_games.run_audit(of("audit", dora, bots_game))
    assert line.after == {"as_stored": False, "difference": ""}


def test_a_table_that_has_not_begun_is_nothing_to_pause(opened, dora):
    with pytest.raises(Stale, match="not running"):
        on_games.hold(of("hold", dora, opened))
    assert done() == []


def test_a_held_game_can_be_left_by_deleting_the_account(alice, bob, dora):
    game = create_game([alice, bob], Options(quick=True))
    start_game(game.code)
    on_games.hold(of("hold", dora, game))
    delete_account(alice)
    on_games.resume(of("resume", dora, game))
    assert Player.objects.get(game=game, seat=0).user is None
