"""The admin offers nothing that it would refuse, and says why something is missing."""

import re
from pathlib import Path

import pytest
from django.test import Client

import castlerisk_site
from games.admin.circles import ACTIONS as CIRCLES
from games.admin.people import ACTIONS as PEOPLE
from games.admin.people import MeasureAdmin
from games.admin.record import ACTIONS as SITE
from games.admin.reports import ACTIONS as REPORTS
from games.admin.tables import ACTIONS as TABLES
from games.community.lobby import joining
from games.community.moderation import on_games, on_people, reports
from games.community.moderation.actions import LEAST_ROLE, Forbidden
from games.community.talk import talk
from games.community.trust.roles import Role
from games.community.trust.system_messages import post_system_message
from games.exceptions import Refused, Stale
from games.management.commands.work import NICENESS
from games.models import Game, Message, Player, Report
from games.storage.store.stored_game import load
from tests.support.visitors.lobbies import FREE, opened_by
from tests.support.visitors.markup import one_line
from tests.support.visitors.moderators import action, log_in_as, moderator, refused

pytestmark = pytest.mark.django_db
ROW = re.compile(r"^\| (moderator|senior|operator) \| (.*) \|$", re.MULTILINE)
_BUTTON = re.compile(r'<a class="moderation-button [a-z]*" href="[^"]+">([^<]+)</a>')


@pytest.fixture
def game(table):
    return Game.objects.get(code=table.code)


@pytest.fixture
def people(db):
    roles = {"dora": Role.MODERATOR, "emil": Role.MODERATOR, "fritz": Role.SENIOR}
    return {name: moderator(name, role) for name, role in roles.items()}


@pytest.fixture
def report(game, bob, people):
    """A report by bob on alice, claimed by dora."""
    made = reports.make(bob, "seat", "other", "", key="r", game=game, seat=0)
    reports.claim(action("claim", people["dora"], report=made))
    return made


def page_of(user, thing):
    browser = Client()
    log_in_as(browser, user)
    address = f"/admin/games/{thing._meta.model_name}/{thing.pk}/change/"
    return browser.get(address).content.decode()


def buttons(user, thing):
    return _BUTTON.findall(page_of(user, thing))


def test_only_the_claimant_handles_a_report(people, report):
    assert buttons(people["dora"], report) == ["Release", "Decide"]
    assert buttons(people["emil"], report) == []
    assert "Another moderator has claimed this report." in page_of(people["emil"], report)
    assert buttons(people["fritz"], report) == ["Release"]


def test_a_senior_releases_an_abandoned_report(people, report):
    with pytest.raises(Forbidden, match="Another moderator has claimed"):
        reports.let_go(action("let_go", people["emil"], report=report))
    reports.let_go(action("let_go", people["fritz"], report=report))
    report.refresh_from_db()
    assert (report.status, report.handler) == (Report.Status.OPEN, None)
    reports.claim(action("claim", people["emil"], report=report))


def test_an_appeal_goes_to_another_moderator(people, report, alice):
    reports.decide(action("decide", people["dora"], report=report), "talked", "Yes.", "Mind it.")
    report.refresh_from_db()
    reports.appeal(report, alice, "No.")
    assert buttons(people["dora"], report) == []
    assert "You made the decision" in page_of(people["dora"], report)
    assert buttons(people["emil"], report) == ["Decide on the appeal"]


def test_moderators_have_no_actions_on_themselves_or_their_tables(people, game):
    assert "Pause" in buttons(people["emil"], game)
    Player.objects.filter(game=game, seat=2).update(user=people["emil"], bot="")
    assert buttons(people["emil"], game) == []
    assert "You are or were a player in this game" in page_of(people["emil"], game)
    assert buttons(people["emil"], people["emil"]) == []
    assert "You can’t do this to yourself." in page_of(people["emil"], people["emil"])
    assert "role is equal to or above yours" in page_of(people["emil"], people["dora"])


def test_a_stale_action_is_refused_with_its_reason(people, report):
    browser = Client()
    log_in_as(browser, people["emil"])
    posted = {"key": "old", "reason": "x", "decision": "nothing"}
    posted |= {"answer": "y", "answer_to_reported": "z"}
    answer = browser.post(f"/admin/games/report/{report.pk}/do/decide/", posted)
    assert answer.status_code == 403
    assert "Another moderator has claimed this report." in answer.content.decode()
    assert refused() == [("decide", "emil")]


def test_claimed_reports_come_first(people, report, game, bob):
    for number in range(2):
        reports.make(bob, "game", "other", f"Later {number}.", key=f"l{number}", game=game)

    def first(user):
        browser = Client()
        log_in_as(browser, user)
        html = browser.get("/admin/games/report/").content.decode()
        return int(re.search(r"/admin/games/report/(\d+)/change/", html)[1])

    assert first(people["dora"]) == report.pk
    assert first(people["emil"]) == report.pk + 1


# Messages to a table


def test_a_moderator_speaks_to_the_table_once(people, game, client, alice):
    said = action("say", people["dora"], "Do all want to go back?", key="say-1", game=game)
    for _ in range(2):
        on_games.say(said)
    line = Message.objects.get(is_system=True)
    assert line.text == "A moderator says: Do all want to go back?"
    client.force_login(alice)
    assert line.text in client.get(f"/games/{game.code}/").content.decode()


def test_moderators_cannot_write_to_own_or_finished_tables(people, game):
    Player.objects.filter(game=game, seat=2).update(user=people["emil"], bot="")
    with pytest.raises(Forbidden):
        on_games.say(action("say", people["emil"], "Attack bob.", game=game))
    on_games.cancel(action("cancel", people["fritz"], game=game))
    before = Message.objects.count()
    with pytest.raises(Stale):
        on_games.say(action("say", people["dora"], "Well played.", game=game))
    assert Message.objects.count() == before


# Seats


def test_empty_seats_are_free_and_the_site_speaks_for_itself(people, alice, bob):
    game = opened_by(alice, FREE, FREE, title="An evening")
    game.refresh_from_db()
    joining.join(game.code, bob)
    talk.say(game, alice, "Hail")
    post_system_message(game.pk, "On the same network.")
    message = Message.objects.get(author=alice)
    made = reports.make(bob, "message", "words", "", key="m", game=game, message=message.pk)
    shown = one_line(page_of(people["dora"], game))
    assert "Seat 3: free" in shown and "<b>the site</b>: On the same network." in shown
    evidence = one_line(page_of(moderator("gerda"), made))
    assert "“An evening”" in evidence and "Seats: alice, bob, free." in evidence
    assert "<b>the site</b>: On the same network." in evidence
    for page in (shown, evidence):
        assert "former player" not in page


def test_the_game_page_lists_stand_ins(people, game, alice):
    def told(seat):
        lines = re.findall(r"<li> ?(Seat .*?) ?</li>", one_line(page_of(people["dora"], game)))
        return re.sub(r"<[^>]+>", "", lines[seat])

    assert told(0) == "Seat 1: alice"
    on_games.give_to_bot(action("give_to_bot", people["fritz"], game=game), 0)
    assert told(0) == "Seat 1: alice. Left for good. A bot plays the seat."
    Player.objects.filter(game=game, seat=1).update(control="steward", missed=2)
    assert told(1) == "Seat 2: bob. Away. A stand-in plays the seat."


def test_a_seat_is_given_by_name_but_not_to_banned_users(people, game, charlie):
    def give(name):
        on_games.give_to_person(action("give_to_person", people["fritz"], game=game), 0, name)

    ban = on_people.take_measure(action("ban", people["fritz"], person=charlie), "lasting")
    assert ban.after["measures"]
    with pytest.raises(Refused, match="suspended or banned"):
        give("Charlie")
    charlie.measures.update(lifted_at=ban.done_at)
    give("Charlie")
    assert load(game.code).seats[0].user == charlie.pk


def test_a_stuck_question_names_its_player(people, table, game):
    browser = Client()
    log_in_as(browser, people["dora"])
    seat = table.state().decisions[0].seat
    page = browser.get(f"/admin/games/game/{game.pk}/do/default/").content.decode()
    assert f"The game moves for {table.mover.name} (seat {seat + 1})" in page


def test_lengths_and_lifts_are_offered_when_possible(people, alice):
    assert "lasting" not in dict(PEOPLE["suspend"].fields(alice)["length"].choices)
    assert "lasting" in dict(PEOPLE["mute"].fields(alice)["length"].choices)
    assert "Lift a penalty" not in buttons(people["fritz"], alice)
    on_people.take_measure(action("mute", people["dora"], person=alice), "day")
    assert "Lift a penalty" in buttons(people["fritz"], alice)


# The guide for operators


def test_the_guide_for_operators_has_the_roles_actions_and_the_niceness_of_workers():
    guide = Path(castlerisk_site.__file__).with_name("OPERATING.md").read_text(encoding="utf-8")
    named = {role: set(re.findall(r"\*([^*]+)\*", row)) for role, row in ROW.findall(guide)}
    pages = [*PEOPLE.items(), *TABLES.items(), *REPORTS.items(), *SITE.items(), *CIRCLES.items()]
    actions = {role.title: set() for role in Role if role}
    for name, page in [*pages, *MeasureAdmin.action_pages.items()]:
        actions[LEAST_ROLE[name].title].add(page.title)
    assert named == actions
    assert f"a niceness of {NICENESS})" in " ".join(guide.split())


# The page Moderating

NAMED = {
    *("Evidence", "Seats", "Chat", "Linked accounts", "Reporter", "Penalties"),
    *("Open", "Appealed", "Site", "Malicious reports", "Forgot your password?"),
}
"""Words on the page besides buttons and decisions; the test finds each of them on the site."""


def test_the_moderation_help_uses_real_labels(people, report, game, alice, client):
    log_in_as(client, people["dora"])
    words = re.findall(r"<em>([^<]+)</em>", client.get("/help/moderating/").content.decode())
    pages = [
        action.title for actions in (PEOPLE, TABLES, REPORTS, SITE) for action in actions.values()
    ]
    assert set(words) <= {*pages, *Report.Decision.labels, *NAMED}
    shown = "".join(page_of(people["dora"], thing) for thing in (report, game, alice))
    shown += client.get("/admin/games/report/").content.decode()
    olga = moderator("olga", Role.OPERATOR)
    log_in_as(client, olga)
    shown += client.get("/admin/").content.decode()
    client.logout()
    shown += client.get("/accounts/login/").content.decode()
    named = set(words) & NAMED
    assert named == NAMED and not [word for word in named if word not in shown]
