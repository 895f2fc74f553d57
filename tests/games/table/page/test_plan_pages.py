"""ORD-8: plans are composed with forms alone, and nothing of them is on others' pages."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Move, TurnPlan
from games.playing import turn_plans as plans
from games.playing.plans.steps import AttackStep, EndTurnStep, PlaceFirstStep, TradeStep
from games.playing.play import play_for, play_move
from games.table.page import frames, viewer
from rules.moves import EndGame, Resign
from tests.support.tables.composed import (
    carry_on,
    committed,
    composed,
    fronts,
    plan_row,
    strange,
    table_of,
)
from tests.support.visitors.canaries import CHANGING

Status = TurnPlan.Status


class Browser:
    """A person who opens the page of a plan and posts its form."""

    def __init__(self, code, user):
        self.client = Client()
        self.client.force_login(user)
        self.address = f"/games/{code}/plan/"

    def look(self, query=""):
        answer = self.client.get(f"{self.address}{query}")
        assert answer.status_code == 200
        return answer.content.decode()

    def post(self, act, **fields):
        size = re.search(r'name="size" value="(\d+)"', self.look("?add=end"))
        known = {"size": size[1]} if size else {}
        answer = self.client.post(self.address, {"act": act, **known, **fields}, follow=True)
        assert answer.status_code == 200
        return answer.content.decode()


@pytest.fixture
def browser(first_turn):
    table, _, user, _ = first_turn
    return Browser(table.code, user)


def test_a_plan_is_composed_with_links_and_forms_and_committed(first_turn, browser):
    table, seat, _user, (source, target) = first_turn
    assert f"source={source}" in browser.look("?add=attack")
    assert f"target={target}" in browser.look(f"?add=attack&source={source}")
    form = browser.look(f"?add=attack&source={source}&target={target}")
    assert f'name="target" value="{target}"' in form
    way = {"step": "attack", "source": source, "target": target}
    page = browser.post("add", **way, stop="3", dice="2", leave="4", least="5", otherwise="end")
    assert "is down to 3" in page
    # Territories that the plan would capture can be attacked from.
    assert "Once captured" in browser.look("?add=attack")
    browser.post("add", step="spoils", territory=source, armies="")
    browser.post("add", step="end")
    page = browser.post("commit")
    assert "Cancel plan" in page
    row = plan_row(table.code, seat)
    assert row.status == Status.ON
    assert [step["step"] for step in row.steps] == ["attack", "spoils", "end"]
    assert row.steps[0] | {"stop": 3, "dice": 2, "leave": 4, "least": 5} == row.steps[0]


def test_steps_are_moved_and_removed_and_the_plan_is_deleted(first_turn, browser):
    table, seat, user, (source, target) = first_turn
    first, second = AttackStep(source, target), AttackStep(source, target, stop=2)
    composed(table.code, user, first, second, EndTurnStep())
    browser.post("rise", place="1")
    assert [step.get("stop") for step in plan_row(table.code, seat).steps] == [2, 1, None]
    browser.post("remove", place="0")
    assert len(plan_row(table.code, seat).steps) == 2
    browser.post("commit")
    assert "You cancelled your plan" in browser.post("stop")
    browser.post("clear")
    assert plan_row(table.code, seat).steps == []


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"act": "add", "step": "dance"}, "have that step"),
        ({"act": "add", "step": "trade"}, "have that step"),
        ({"act": "add", "step": "attack", "source": "atlantis"}, "no such territory"),
        ({"act": "add", "step": "attack", "source": "rauxes", "target": "kro_terlep"}, "ATT-1"),
        ({"act": "add", "step": "spoils", "territory": "rauxes", "armies": "-1"}, "whole number"),
        ({"act": "add", "step": "spoils", "territory": "rauxes", "armies": "5000"}, "from 0 to"),
        ({"act": "add", "step": "ambassador", "opponent": "9"}, "from 0 to"),
        ({"act": "add", "step": "sail", "source": "rauxes", "target": "idee"}, "not on the coast"),
        ({"act": "remove", "place": "7"}, "no such step"),
        ({"act": "fly"}, "Unknown action"),
        ({"act": "stop"}, "no longer active"),
        ({"act": "commit"}, "no step"),
    ],
)
def test_invalid_input_is_refused_with_a_sentence(fields, sentence, first_turn, browser):
    assert sentence in browser.post(**fields)
    assert not any(row.steps for row in TurnPlan.objects.all())


@pytest.mark.parametrize("ruleset", ["greyhawk", "castle", "classic", "headquarters"])
def test_every_kind_of_step_of_every_game_has_a_page(ruleset, alice, bob, charlie):
    table = table_of(ruleset, alice, bob, charlie)
    seat = table.state().turn
    browser = Browser(table.code, table.persons[seat])
    kinds = set(re.findall(r"\?add=(\w+)#", browser.look()))
    assert "attack" in kinds
    assert ("trade" in kinds) == bool(table.state().ruleset.set_values)
    for kind in kinds:
        page = browser.look(f"?add={kind}")
        while links := re.findall(r'class="plan-pick[^"]*" href="(\?[^"#]*)', page):
            page = browser.look(links[0].replace("&amp;", "&"))
        assert "Add this step" in page


def test_a_stopped_plan_is_resumed_with_one_press(first_turn, browser):
    table, seat, user, _ = first_turn
    committed(table.code, user, strange(table.state(), seat), EndTurnStep())
    carry_on(table.code)
    page = browser.look()
    assert "You don’t hold" in page
    assert "Resume" in page
    browser.post("commit")
    assert plan_row(table.code, seat).status == Status.ON


# Other viewers


def test_other_users_are_redirected_to_the_table(first_turn, flora):
    table, _, _, _ = first_turn
    for client in (Client(), Browser(table.code, flora).client):
        answer = client.get(f"/games/{table.code}/plan/")
        assert answer.status_code == 302


PAGES = ("", "changes/?have=none", "panel/", "log/", "log.json", "fairness/", "plan/", "since/")


ANEW = ("X-Request-ID", "Content-Security-Policy", "Expires")
"""Headers that differ in every response: the request ID, the policy's nonce, the expiry time."""


def sent(client, code):
    """Return the responses to a user for every page about a game, without per-response values."""
    found = []
    for page in (
        *(f"/games/{code}/{part}" for part in PAGES),
        "/my-games/",
        "/lobby/",
        "/notices/",
    ):
        answer = client.get(page)
        body = b"".join(answer) if answer.streaming else answer.content
        headers = {name: text for name, text in answer.items() if name not in ANEW}
        told = CHANGING.sub("", f"{headers}{body.decode()}")
        found.append((page, answer.status_code, told))
    return found


def test_plans_change_nothing_that_other_players_receive(first_turn, flora):
    table, seat, user, _ = first_turn
    clients = [Client(), *(Client() for _ in range(2))]
    clients[1].force_login(table.waiting)
    clients[2].force_login(flora)
    for client in clients:
        sent(client, table.code)
    before = [sent(client, table.code) for client in clients]
    composed(table.code, user, strange(table.state(), seat), EndTurnStep())
    assert [sent(client, table.code) for client in clients] == before
    plans.commit(table.code, user)
    assert [sent(client, table.code) for client in clients] == before
    plans.stop(table.code, user)
    assert [sent(client, table.code) for client in clients] == before


def test_the_table_shows_the_state_of_the_own_plan(first_turn):
    table, seat, user, _ = first_turn

    def line():
        return frames.rendered(viewer.look(table.code, user.pk).table)["plan"]

    assert "Plan this turn" in line()
    committed(table.code, user, strange(table.state(), seat))
    assert "Your plan is playing this turn." in line()
    carry_on(table.code)
    assert "You don’t hold" in line()
    assert "plan" not in viewer.look(table.code, None).table.parts


@pytest.mark.parametrize("is_over", [True, False])
def test_former_players_see_no_plan(first_turn, is_over):
    table, _, user, _ = first_turn
    if is_over:
        play_for(table.code, 0, EndGame(()), Move.By.MODERATOR, decision=None)
    else:
        play_move(table.code, user, Resign(), key="gone-for-good", decision=None)
    # A page opened before shows a link to the plan, which this empty line replaces.
    line = frames.rendered(viewer.look(table.code, user.pk).table)["plan"]
    assert re.fullmatch(r'<div id="plan" class="plan-line">\s*</div>\s*', line)


def test_plans_use_the_games_own_terms(alice, bob, charlie):
    table = table_of("castle", alice, bob, charlie)
    page = Browser(table.code, alice).look()
    assert "Play Reinforcements" in page
    assert "Mercenaries" not in page
    assert reverse("rules") in page


def test_steps_are_in_the_order_of_the_turn(alice, bob, charlie):
    table = table_of("classic", alice, bob, charlie)
    source, target = fronts(table.state(), 0)[0]
    composed(
        table.code,
        alice,
        EndTurnStep(),
        AttackStep(source, target),
        PlaceFirstStep(source),
        TradeStep(),
    )
    page = Browser(table.code, alice).look()
    places = [
        page.index(text)
        for text in ("Trade my most valuable set", "Place all remaining armies", "End the turn.")
    ]
    assert places == sorted(places)
