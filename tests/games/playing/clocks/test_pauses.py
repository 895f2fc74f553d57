"""TRN-9, ORD-7: what a paused table shows and offers to players and spectators."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.community.absence import votes
from games.community.moderation import on_games
from games.community.moderation.site_mode import set_mode
from games.community.talk.talk import say
from games.community.trust.roles import Role
from games.exceptions import Held, Stale
from games.models import Due, Game, Player
from games.playing import turn_plans as plans
from games.playing.clocks import timeouts
from games.playing.plans.steps import EndTurnStep
from games.storage.store import clocks
from games.storage.store.database_time import moment
from games.storage.store.stored_game import load
from games.table.page.viewer import look
from games.table.sidebar.absence import absence_actions
from tests.support.tables.positions.diplomacy import buttons_of, page, panel_of
from tests.support.visitors.moderators import action, moderator

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(table):
    return Game.objects.get(code=table.code)


def forms_of(html):
    """Return the targets of the forms in a page's panel."""
    panel = html[html.index('<section id="panel"') :]
    panel = panel[: panel.index("</section>")]
    return [part.split('"')[0] for part in panel.split('action="')[1:]]


def test_a_held_game_shows_who_holds_it_and_why(client, table, game, dora, charlie):
    user = table.mover
    assert "data-role" in page(client, user, table.code)
    on_games.hold(action("hold", dora, "We look at a fault.", game=game))
    for viewer in (*table.persons.values(), charlie, None):
        html = page(client, viewer, table.code)
        told = panel_of(html)
        assert "The game is paused" in told and "Reason: We look at a fault." in told
        assert forms_of(html) == [] and "data-role" not in html
        assert not buttons_of(html)
    on_games.resume(action("resume", dora, "It goes on.", game=game))
    assert "paused" not in panel_of(page(client, user, table.code))


def test_an_agreed_pause_shows_its_end_and_only_players_resume_it(client, table, game, charlie):
    for user in table.persons.values():
        votes.want_pause(table.code, user)
    names = {user.name for user in table.persons.values()}
    for user in table.persons.values():
        html = page(client, user, table.code)
        told = panel_of(html)
        assert "Everyone agreed to pause" in told and "It resumes by itself on" in told
        assert any(f"{name} was the last to agree" in told for name in names)
        assert forms_of(html) == [f"/games/{table.code}/absence/"] and "data-role" not in html
    assert forms_of(page(client, charlie, table.code)) == []
    client.force_login(table.mover)
    client.post(f"/games/{table.code}/absence/", {"act": "resume"})
    assert "paused" not in panel_of(page(client, table.mover, table.code))


def test_paused_tables_send_no_turn_notices(table, game, dora):
    def status(user):
        return look(table.code, user and user.pk).table.parts["status"].context

    assert status(table.mover)["is_asked"] and status(None)["waits_for"]
    on_games.hold(action("hold", dora, game=game))
    for user in (table.mover, None):
        assert not status(user)["is_asked"] and not status(user)["waits_for"]
    on_games.resume(action("resume", dora, game=game))
    assert status(table.mover)["is_asked"] and status(None)["waits_for"]


def test_chat_works_during_a_pause(client, table, game, dora):
    on_games.hold(action("hold", dora, game=game))
    say(game, table.mover, "When does it go on?")
    assert "When does it go on?" in page(client, table.mover, table.code)


def test_a_site_that_is_closed_for_changes_is_the_reason(client, table):
    olga = moderator("olga", Role.OPERATOR)
    set_mode(action("mode", olga), "read only")
    assert "The site is under maintenance" in panel_of(page(client, table.mover, table.code))


def test_no_table_resumes_before_the_site_opens(table, game, dora):
    olga = moderator("olga", Role.OPERATOR)
    set_mode(action("mode", olga), "read only")
    with pytest.raises(Stale, match="The whole site is paused"):
        on_games.resume(action("resume", dora, game=game))
    assert load(table.code).held_since is not None
    set_mode(action("mode", olga), "open")
    assert load(table.code).held_since is None


def test_an_open_page_refetches_its_panel(client, table, game, dora):
    client.force_login(table.mover)
    asked = [client.get(f"/games/{table.code}/").context["panel"]["offer"]]
    on_games.hold(action("hold", dora, game=game))
    asked.append(client.get(f"/games/{table.code}/").context["panel"]["offer"])
    on_games.resume(action("resume", dora, game=game))
    asked.append(client.get(f"/games/{table.code}/").context["panel"]["offer"])
    assert asked[0] == asked[2] != asked[1]


# Declarations during a pause


def orders_of(table, user):
    return table.state().players[table.seat_of(user)].orders


def post_orders(client, user, table, key, **orders):
    fields = {f"order:{name}": value for name, value in orders.items()}
    client.force_login(user)
    return client.post(f"/games/{table.code}/moves/", {"move": "orders", "key": key, **fields})


def stand_still(table, game, how):
    if how == "held":
        on_games.hold(action("hold", moderator("fritz"), game=game))
    else:
        for user in table.persons.values():
            votes.want_pause(table.code, user)


@pytest.mark.parametrize("how", ["held", "agreed"])
def test_a_pause_allows_orders_but_no_moves(how, client, table, game):
    stand_still(table, game, how)
    before, was = load(table.code), orders_of(table, table.mover)
    html = page(client, table.mover, table.code)
    assert "Save orders" in html and "Your standing orders" in panel_of(html)
    answer = post_orders(client, table.mover, table, f"orders-{how}", block="never", counter="ask")
    assert answer.status_code == 302
    after, now = load(table.code), orders_of(table, table.mover)
    assert (now.block, now.counter) == ("never", "ask") and now != was
    assert after.clocks == before.clocks and after.held_since == before.held_since
    assert after.state().decisions == before.state().decisions


@pytest.mark.parametrize("how", ["held", "agreed"])
def test_a_pause_does_not_allow_leaving(how, client, table, game):
    form = f"/games/{table.code}/forms/leave/"
    client.force_login(table.mover)
    assert "Resign for good" in client.get(form).content.decode()
    stand_still(table, game, how)
    client.force_login(table.mover)
    told = client.get(form).content.decode()
    assert "while the game is paused" in told and "Resign for good" not in told
    number = load(table.code).number
    for posted in ({"move": "resign"}, {"move": "agree", "winners": "0"}):
        answer = client.post(
            f"/games/{table.code}/moves/", {"key": f"{how}-{posted['move']}-1", **posted}
        )
        assert answer.status_code == 409 and "paused" in answer.content.decode()
    assert load(table.code).number == number


def test_the_page_of_a_pause_learns_that_one_may_leave_again(table, game, dora):
    def key():
        return look(table.code, table.mover.pk).table.parts["leave_key"].context["drawn"]

    asked = [key()]
    on_games.hold(action("hold", dora, game=game))
    asked.append(key())
    on_games.resume(action("resume", dora, game=game))
    assert asked == [key(), ""] and key()


def test_a_closed_site_takes_no_orders_and_offers_none(client, table):
    olga = moderator("olga", Role.OPERATOR)
    set_mode(action("mode", olga), "read only")
    html = page(client, table.mover, table.code)
    assert "Save orders" not in html and "standing orders" not in panel_of(html)
    was = orders_of(table, table.mover)
    answer = post_orders(client, table.mover, table, "orders-closed", block="never")
    assert answer.status_code == 409 and orders_of(table, table.mover) == was


def test_orders_in_a_pause_take_no_seat_back_from_a_steward(client, table, game, dora):
    user = table.waiting
    seat = table.seat_of(user)
    Player.objects.filter(game=game, seat=seat).update(control="steward", own=True)
    on_games.hold(action("hold", dora, game=game))
    assert "Save orders" not in page(client, user, table.code)
    answer = post_orders(client, user, table, "orders-away", block="never")
    assert answer.status_code == 409
    assert table.state().players[seat].control == "steward"


@pytest.mark.parametrize("how", ["held", "agreed"])
def test_a_plan_committed_in_a_pause_begins_at_the_pace_of_the_table(how, table, game):
    stand_still(table, game, how)
    stood = timedelta(days=2)
    _move_back(game, how, stood)
    plans.change(table.code, table.mover, 0, lambda steps: (EndTurnStep(),))
    plans.commit(table.code, table.mover)
    if how == "held":
        on_games.resume(action("resume", moderator("gerda"), game=game))
    else:
        votes.resume(table.code, table.mover)
    call = load(table.code).clocks.plan
    assert call is not None and moment(call.when) - timezone.now() < timedelta(minutes=1)


def _move_back(game, how, time):
    """Backdate a pause, and the clocks that ran before it."""
    stored, lost = Game.objects.get(pk=game.pk), time // timedelta(milliseconds=1)
    times = clocks.from_json(stored.clocks)
    pause, times = times.pause, timeouts.later(replace(times, pause=None), -lost)
    if how == "held":
        Game.objects.filter(pk=game.pk).update(held_since=stored.held_since - time)
    else:
        times = replace(times, pause=replace(pause, since=pause.since - lost))
    Game.objects.filter(pk=game.pk).update(clocks=clocks.to_json(times))


def test_a_question_that_comes_up_while_a_game_is_held_gets_its_time_and_no_more(table, game, dora):
    on_games.hold(action("hold", dora, game=game))
    _move_back(game, "held", timedelta(days=2))
    on_games.answer_default(action("default", dora, game=game))
    on_games.resume(action("resume", dora, game=game))
    running = load(table.code).clocks.running.values()
    left = [moment(clock.until) - timezone.now() for clock in running]
    assert all(time <= timedelta(seconds=game.turn_seconds) for time in left)


@pytest.mark.parametrize("was_paused", [True, False])
def test_while_a_moderator_holds_a_game_its_table_agrees_on_nothing(table, game, dora, was_paused):
    """Otherwise the time of the pause would be given back twice, or never."""
    if was_paused:
        stand_still(table, game, "agreed")
    shown = acts_shown(table)
    on_games.hold(action("hold", dora, game=game))
    before, asked = load(table.code).clocks, table.state().decisions[0].seat
    assert acts_shown(table) != shown
    for user in table.persons.values():
        for act in (
            lambda user=user: votes.want_pause(table.code, user),
            lambda user=user: votes.resume(table.code, user),
            lambda user=user: votes.nudge(table.code, user, asked),
        ):
            with pytest.raises(Held, match="A moderator has paused this game"):
                act()
    assert load(table.code).clocks == before
    assert not Due.objects.filter(game=game).exists()
    on_games.resume(action("resume", dora, game=game))
    assert acts_shown(table) == shown


def acts_shown(table):
    """The agreements offered to the mover, and the part that makes the page fetch them again."""
    seen = look(table.code, table.mover.pk)
    acts = absence_actions(load(table.code), seen.scene)
    return acts, seen.table.parts["absence"].context


def test_extending_clocks_does_not_extend_a_pause(table, game, dora):
    stand_still(table, game, "agreed")
    before = load(table.code).clocks
    on_games.extend(action("extend", dora, game=game), 10)
    after = load(table.code).clocks
    assert after.pause == before.pause
    assert {seat: clock.until - 600_000 for seat, clock in after.running.items()} == {
        seat: clock.until for seat, clock in before.running.items()
    }
