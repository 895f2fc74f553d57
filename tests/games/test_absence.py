"""The absence ladder at a table: bank, excuse, missed turns, stewards, vacant seats, agreements."""

import random
from datetime import timedelta

import pytest
from django.db.models.functions import Now

from games import absence, agreements, due, heartbeat, moderate_games
from games.absence_shown import acts_of
from games.accounts import delete_account
from games.audit import audit
from games.lobby import NotAllowed, Taken
from games.measures import Barred
from games.models import (
    AbsenceStep,
    Game,
    Heartbeat,
    Measure,
    Move,
    Player,
    Presence,
    Process,
    Sitting,
)
from games.play import play_move
from games.refusals import NotSeated, Refused, Stale
from games.sight import look
from games.starting import create_game, start_game
from games.store import load
from games.timekeeping import moment_now
from rules import IllegalMove, Options
from rules.moves import Control, EndAttacks, SetOrders
from rules.orders import CORRESPONDENCE
from rules.players import DecisionKind
from tests.games.moderators import deed, moderator
from tests.games.pinned import pin
from tests.games.slow_games import DAY, HOUR, begun
from tests.games.tables import Table
from tests.games.waiting import item, let_pass, times

pytestmark = pytest.mark.django_db

WHOLE = DAY + 10 * HOUR + 12 * HOUR


@pytest.fixture
def slow(alice, bob):
    """A game of alice and bob with a day for a turn; whoever is on turn may attack."""
    return begun([alice, bob], "sl2ow345")


def fire(table):
    return due.fire(item(table.code, "clock"))


def steps(table, seat=None):
    found = AbsenceStep.objects.filter(game__code=table.code).order_by("pk")
    return [step.step for step in found if seat is None or step.seat == seat]


def miss_turn(table):
    """Let whoever is on turn miss it, and all their other answers too."""
    seat = table.state().turn
    while table.state().turn == seat and not table.state().is_over:
        let_pass(table.code, 10 * WHOLE)
        fire(table) if times(table.code).running else due.fire(item(table.code, "bot"))
    return seat


def pass_turn(table):
    """Let whoever is on turn pass it, and all who are asked answer; an empty seat misses it."""
    seat = table.state().turn
    decision = table.state().decisions[0]
    if decision.kind is DecisionKind.ATTACKS and decision.seat == seat:
        user = table.persons.get(seat)
        if user is None:
            return miss_turn(table)
        play_move(table.code, user, EndAttacks(), key=table.key(), decision=decision.number)
    while table.state().turn == seat and not table.state().is_over:
        table.answer()
    return seat


def to_turn_of(table, seat):
    while table.state().turn != seat:
        pass_turn(table)


# Steps of time


def test_bank_and_excuse_come_before_the_default_and_each_is_told(
    slow, django_capture_on_commit_callbacks
):
    told = []

    def hear(sender, code, seat, step, **_):
        told.append((code, seat, step))

    absence.step_taken.connect(hear)
    seat, number = slow.state().turn, slow.number()
    try:
        for hours, expected in ((20, ["warned"]), (5, ["bank"]), (10, ["extended"])):
            let_pass(slow.code, hours * HOUR)
            with django_capture_on_commit_callbacks(execute=True):
                assert fire(slow) is None
            assert told == [(slow.code, seat, step) for step in expected]
            told.clear()
            assert fire(slow) is None and told == []
    finally:
        absence.step_taken.disconnect(hear)
    assert slow.number() == number
    let_pass(slow.code, 12 * HOUR)
    assert fire(slow).number == number + 1
    assert steps(slow) == ["warned", "bank", "extended", "missed"]
    rows = {step.step: step for step in AbsenceStep.objects.filter(game__code=slow.code)}
    assert rows["bank"].until - rows["bank"].at == timedelta(hours=10)
    assert rows["extended"].until - rows["extended"].at == timedelta(hours=12)
    assert [rows[name].is_open for name in rows] == [False, True, True, True]
    assert audit(slow.code) == slow.number() + 1


def test_a_worker_that_comes_late_takes_all_steps_at_once(slow):
    let_pass(slow.code, WHOLE + 1)
    assert fire(slow) is not None
    assert steps(slow) == ["warned", "bank", "extended", "missed"]


def test_only_who_does_not_look_at_the_game_is_warned_and_is_when_they_leave_it(slow):
    here = Process.objects.create(
        kind="web", host="here", number=1, began=1, has_redis=True, seen_at=Now()
    )
    page = Presence.objects.create(process=here, user=slow.mover, codes=["another", slow.code])
    let_pass(slow.code, 4 * DAY // 5)
    for _ in range(3):
        assert fire(slow) is None
        # The others see nothing of it, and it is asked again when that is due.
        assert steps(slow) == []
        assert item(slow.code, "clock").when > moment_now() + timedelta(seconds=30)
        let_pass(slow.code, 41)
    page.delete()
    for _ in range(2):
        assert fire(slow) is None
        let_pass(slow.code, 41)
    assert steps(slow) == ["warned"]


def test_who_looks_to_the_end_is_not_warned_but_the_bank_runs(slow):
    here = Process.objects.create(
        kind="web", host="here", number=1, began=1, has_redis=True, seen_at=Now()
    )
    Presence.objects.create(process=here, user=slow.mover, codes=[slow.code])
    let_pass(slow.code, DAY - 30)
    assert fire(slow) is None and steps(slow) == []
    let_pass(slow.code, 31)
    assert fire(slow) is None and steps(slow) == ["bank"]


def test_an_answer_after_all_time_is_refused_while_a_worker_lives(slow):
    decision, move = slow.decision()
    heartbeat.beat()
    let_pass(slow.code, WHOLE - 60)
    other = AbsenceStep.objects.count()
    let_pass(slow.code, 120)
    with pytest.raises(Stale, match="Your time was out"):
        play_move(slow.code, slow.mover, move, key="late", decision=decision.number)
    assert AbsenceStep.objects.count() == other
    say = {"key": "beside", "decision": None}
    play_move(slow.code, slow.mover, SetOrders(CORRESPONDENCE), **say)
    Heartbeat.objects.all().delete()
    # While no worker lives nothing runs out.
    play_move(slow.code, slow.mover, move, key="late", decision=decision.number)


def test_an_answer_on_the_bank_stands_and_costs_the_bank(slow):
    seat = slow.state().turn
    decision, _ = slow.decision()
    heartbeat.beat()
    let_pass(slow.code, DAY + 4 * HOUR)
    user = slow.mover
    play_move(slow.code, user, EndAttacks(), key="bank", decision=decision.number)
    assert steps(slow) == ["warned", "bank"]
    while slow.state().turn == seat:
        slow.answer()
    left = times(slow.code).banks[seat] / 1000
    assert 8 * HOUR - 60 < left <= 8 * HOUR


# Seats


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
    with pytest.raises(IllegalMove, match="Somebody else plays your seat"):
        play_move(table.code, user, SetOrders(CORRESPONDENCE), key="no", decision=None)
    assert steps(table, seat).count("returned") == 2
    assert steps(table, seat)[-3:] == ["missed", "steward", "opened"]
    assert audit(table.code) == table.number() + 1


def test_a_seat_is_not_kept_for_who_deleted_the_account_while_the_game_stood_still(
    alice, bob, charlie
):
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


def test_a_steward_holds_no_seat_for_who_deletes_the_account_while_it_does(alice, bob, charlie):
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
    while not table.state().round:
        table.answer()
    return table


def held(table, act):
    """Let something be done while a moderator holds the game."""
    game = Game.objects.get(code=table.code)
    fritz = moderator("fritz")
    moderate_games.hold(deed("hold", fritz, game=game))
    act()
    moderate_games.resume(deed("resume", fritz, game=game))


def test_that_a_steward_comes_is_said_before_it_comes(slow):
    def told():
        return look(slow.code, None).scene.times.then

    seat = miss_turn(slow)
    to_turn_of(slow, seat)
    assert told() == "then a steward holds the seat"
    pass_turn(slow)
    to_turn_of(slow, seat)
    assert told() == "then the bank, 2 h"
    let_pass(slow.code, DAY + 3 * HOUR)
    assert fire(slow) is not None
    assert slow.state().turn == seat and "steward" not in told()


@pytest.fixture
def vacant(alice, bob, charlie):
    """A game of three in which the first on turn has been gone for three rounds: (table, seat)."""
    table = begun([alice, bob, charlie], "sl2ow347")
    seat = table.state().turn
    for _ in range(2):
        to_turn_of(table, seat)
        miss_turn(table)
    begin = table.state().round
    Player.objects.filter(game__code=table.code, seat=seat).update(
        away_since=absence.moment_now() - absence.LEAST_TIME_TO_RETURN
    )
    del table.persons[seat]
    while not Player.objects.get(game__code=table.code, seat=seat).is_vacant:
        assert table.state().round <= begin + absence.ROUNDS_TO_RETURN
        pass_turn(table)
    assert table.state().round == begin + absence.ROUNDS_TO_RETURN
    return table, seat


def test_a_seat_left_for_three_rounds_goes_to_a_substitute(vacant, django_user_model):
    table, seat = vacant
    dora = django_user_model.objects.create_user("dora")
    other = next(iter(table.persons.values()))
    with pytest.raises(NotAllowed, match="You have or had a seat"):
        agreements.substitute(table.code, other, seat)
    Game.objects.filter(code=table.code).update(is_listed=False)
    with pytest.raises(NotAllowed, match="sent its link"):
        agreements.substitute(table.code, dora, seat)
    hand = table.state().players[seat].hand
    agreements.substitute(table.code, dora, seat, is_invited=True)
    player = table.state().players[seat]
    assert (player.control, player.own, player.hand) == (Control.PLAYER, True, hand)
    assert load(table.code).seats[seat].name == "dora"
    with pytest.raises(Taken):
        agreements.substitute(table.code, dora, seat, is_invited=True)
    table.persons[seat] = dora
    to_turn_of(table, seat)
    pass_turn(table)
    assert audit(table.code) == table.number() + 1


def test_the_lobby_and_the_panel_lead_to_a_seat_that_needs_a_player(
    vacant, client, django_user_model
):
    table, seat = vacant
    leaver = Player.objects.get(game__code=table.code, seat=seat).user.name
    client.force_login(django_user_model.objects.create_user("dora"))
    lobby = client.get("/lobby/").content.decode()
    assert f'href="/games/{table.code}/#tab-time">To the seat' in lobby
    place = f'href="#tab-time">The seat of {leaver} needs a player</a>'
    assert place in client.get(f"/games/{table.code}/panel/").content.decode()
    asked = table.state().decisions[0].seat
    (other,) = (user for one, user in table.persons.items() if one != asked)
    client.force_login(other)
    assert place in client.get(f"/games/{table.code}/panel/").content.decode()
    agreements.substitute(table.code, django_user_model.objects.get(name="dora"), seat)
    assert "#tab-time" not in client.get(f"/games/{table.code}/panel/").content.decode()


def test_what_a_leaver_missed_is_not_told_of_the_substitute(vacant, django_user_model):
    table, seat = vacant
    leaver = Player.objects.get(game__code=table.code, seat=seat).user.name
    dora = django_user_model.objects.create_user("dora")
    agreements.substitute(table.code, dora, seat)
    parts = look(table.code, next(iter(table.persons.values())).pk).table.parts
    told = [step["text"] for step in parts["absence"].context["steps"]]
    assert told[0] == "dora plays on in a seat that was left."
    assert told[1] == f"The seat of {leaver} needs a player."
    assert f"{leaver} missed a turn; the game answered." in told
    assert not any("dora" in text for text in told[1:])
    assert "warned" in steps(table, seat)
    parts = look(table.code, dora.pk).table.parts
    assert [step["text"] for step in parts["absence"].context["steps"]] == told


def test_the_record_says_who_sat_first_and_who_sat_down_later(vacant, django_user_model):
    table, seat = vacant
    leaver = Player.objects.get(game__code=table.code, seat=seat).user
    dora = django_user_model.objects.create_user("dora")
    agreements.substitute(table.code, dora, seat)
    sat = Sitting.objects.filter(player__game__code=table.code, player__seat=seat)
    assert [sitting.user for sitting in sat] == [leaver, dora]


def test_who_may_sit_down_nowhere_takes_no_vacant_seat(vacant, django_user_model):
    table, seat = vacant
    dora = django_user_model.objects.create_user("dora")
    Measure.objects.create(user=dora, kind=Measure.Kind.LIMIT, reason="too many games left")
    with pytest.raises(Barred, match="too many games left"):
        agreements.substitute(table.code, dora, seat)
    assert Player.objects.get(game__code=table.code, seat=seat).is_vacant


def test_a_captain_plays_a_vacant_seat_when_more_than_half_want_it(vacant):
    table, seat = vacant
    one, other = table.persons.values()
    assert agreements.want_captain(table.code, one, seat) is False
    assert agreements.want_captain(table.code, one, seat) is False
    assert agreements.want_captain(table.code, one, seat, wants=False) is False
    assert agreements.want_captain(table.code, one, seat) is False
    assert agreements.want_captain(table.code, other, seat) is True
    assert table.state().players[seat].control is Control.BOT
    with pytest.raises(Taken):
        agreements.want_captain(table.code, one, seat)
    assert steps(table, seat)[-1] == "captain"
    assert audit(table.code) == table.number() + 1


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


# Pause and nudge


def test_a_pause_begins_when_all_want_it_and_takes_no_time(slow, charlie):
    one, other = slow.mover, slow.waiting
    with pytest.raises(NotSeated):
        agreements.want_pause(slow.code, charlie)
    assert agreements.want_pause(slow.code, one) is False
    assert agreements.want_pause(slow.code, one, wants=False) is False
    assert agreements.want_pause(slow.code, other) is False
    assert agreements.want_pause(slow.code, one) is True
    left = times(slow.code).running[slow.state().turn].until - times(slow.code).pause.since
    decision, move = slow.decision()
    with pytest.raises(Stale, match="paused"):
        play_move(slow.code, one, move, key="p", decision=decision.number)
    with pytest.raises(Stale, match="paused already"):
        agreements.want_pause(slow.code, other)
    assert fire(slow) is None
    agreements.resume(slow.code, other)
    after = times(slow.code)
    assert after.pause is None
    assert abs(after.running[slow.state().turn].until - absence.now() - left) < 60_000
    with pytest.raises(Stale, match="not paused"):
        agreements.resume(slow.code, other)
    play_move(slow.code, one, move, key="p", decision=decision.number)
    assert steps(slow) == ["paused", "resumed"]


def test_a_pause_that_nobody_ends_ends_by_itself(slow):
    for user in slow.persons.values():
        agreements.want_pause(slow.code, user)
    game = Game.objects.get(code=slow.code)
    data, week = game.clocks, 7 * DAY * 1000
    data["pause"] = {part: value - week for part, value in data["pause"].items()}
    Game.objects.filter(pk=game.pk).update(clocks=data)
    due.Due.objects.filter(game=game).update(when=absence.moment_now())
    assert fire(slow) is None
    assert times(slow.code).pause is None and steps(slow)[-1] == "resumed"


def test_a_player_is_reminded_once_a_day(slow):
    seat = slow.state().turn
    agreements.nudge(slow.code, slow.waiting, seat)
    with pytest.raises(Refused, match="within the last day"):
        agreements.nudge(slow.code, slow.waiting, seat)
    with pytest.raises(Refused, match="own seat"):
        agreements.nudge(slow.code, slow.mover, seat)
    with pytest.raises(Stale, match="does not wait"):
        agreements.nudge(slow.code, slow.mover, 1 - seat)
    AbsenceStep.objects.update(at=absence.moment_now() - agreements.NUDGED_EVERY)
    agreements.nudge(slow.code, slow.waiting, seat)


# What is shown


def acts(table, user):
    return acts_of(load(table.code), look(table.code, user and user.pk).scene)


def test_what_one_may_do_is_fetched_anew_where_it_has_changed(slow, client):
    client.force_login(slow.waiting)
    address = f"/games/{slow.code}/absence/"
    html = client.get(address).content.decode()
    assert 'value="pause"' in html and 'value="no-pause"' not in html
    agreements.want_pause(slow.code, slow.waiting)
    html = client.get(address).content.decode()
    assert 'value="no-pause"' in html and 'value="pause"' not in html


def test_everybody_sees_the_steps_that_are_for_them(slow, client):
    mover, waiting = slow.mover, slow.waiting
    let_pass(slow.code, 25 * HOUR)
    fire(slow)
    shown = {
        user: [
            step["text"] for step in look(slow.code, key).table.parts["absence"].context["steps"]
        ]
        for user, key in ((mover, mover.pk), (waiting, waiting.pk), (None, None))
    }
    bank = f"The time of {mover} is gone: now the bank runs."
    assert shown == {
        mover: [bank, "Four fifths of your time are gone."],
        waiting: [bank],
        None: [bank],
    }
    status = look(slow.code, None).table.parts["status"].context
    assert (status["stage"], status["then"]) == ("bank", "then once 12 h more")
    client.force_login(waiting)
    page = client.get(f"/games/{slow.code}/").content.decode()
    assert f"Remind {mover}" in page and "Pause, for 7 days at most" in page
    posted = client.post(
        f"/games/{slow.code}/absence/", {"act": "nudge", "seat": slow.state().turn}, follow=True
    )
    assert "Reminded." in posted.content.decode()
    assert acts(slow, waiting).nudge[0][2] is True
    assert acts(slow, mover).nudge == () and acts(slow, None).is_playing is False
    assert client.post(f"/games/{slow.code}/absence/", {"act": "fly"}).status_code == 302


def test_who_comes_from_outside_sees_the_seat_that_needs_a_player(
    vacant, client, django_user_model
):
    table, seat = vacant
    dora = django_user_model.objects.create_user("dora")
    assert [one.seat for one in acts(table, dora).vacant] == [seat]
    assert acts(table, dora).may_sit and not acts(table, dora).is_playing
    client.force_login(dora)
    lobby = client.get("/lobby/").content.decode()
    assert "Seats that need a player" in lobby and f"/games/{table.code}/" in lobby
    client.post(f"/games/{table.code}/absence/", {"act": "sit", "seat": seat})
    assert load(table.code).seats[seat].user == dora.pk
    assert Move.objects.filter(game__code=table.code).latest("number").by == "clock"
    assert f"/games/{table.code}/" in client.get("/lobby/").content.decode()
