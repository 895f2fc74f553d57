"""Tables of Classic and of headquarters: played by posted forms, without leaks."""

import random

import pytest

from games.community.fairness.audit import audit
from games.models import Card, Game
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from rules import Options, view
from rules.moves import TradeSet
from rules.questions import DecisionKind
from tests.support.tables.positions.pinned import pin
from tests.support.tables.robot import Robot, read_panel
from tests.support.tables.tables import Table

pytestmark = pytest.mark.django_db

GAMES = ("classic", "headquarters")


def table_of(ruleset, *seats, seed=7, **options):
    game = create_game(seats, Options(**options), ruleset)
    pin(game, f"{ruleset}9")
    start_game(game.code)
    persons = {n: seat for n, seat in enumerate(seats) if not isinstance(seat, str)}
    return Table(game.code, persons, random.Random(seed))


class Page:
    """A player's browser without scripts: it posts the panel's forms, with or without changes."""

    def __init__(self, client, code, user):
        self.client, self.code = client, code
        client.force_login(user)

    def forms(self, query=""):
        answer = self.client.get(f"/games/{self.code}/panel/{query}")
        assert answer.status_code == 200
        return read_panel(answer.content.decode()).forms

    def press(self, query="", move=None, **changed):
        """Send the panel's first form, or the first that sends `move`; return the response."""
        form = next(form for form in self.forms(query) if move in (None, form.move))
        data = {}
        for name, value in form.filled(random.Random(1)):
            data.setdefault(name, []).append(value)
        data.update({name.replace("__", ":"): value for name, value in changed.items()})
        return self.client.post(form.action, data)


@pytest.fixture
def page(client, alice):
    return lambda table: Page(client, table.code, alice)


def until(table, kind, seat=0):
    """Let everybody answer at random until a seat gets a kind of decision; return the position."""
    for _ in range(4000):
        state = table.state()
        decision = state.decision_of(seat)
        if decision is not None and decision.kind is kind:
            return state
        table.answer()
    raise AssertionError(f"Never asked: {kind}")


# A turn through the page


def test_the_pages_forms_play_a_turn(page, alice, bob):
    table = table_of("classic", alice, bob, "steward", quick=True, fixed_seats=True)
    person = page(table)
    assert person.press().status_code == 302
    state = until(table, DecisionKind.REINFORCE)
    left, mine = state.placings[0].left, state.held_by(0)
    before = state.holdings[mine[0]].armies
    zero = {f"place__{name}": 0 for name in mine}
    answer = person.press(**{**zero, f"place__{mine[0]}": left})
    assert answer.status_code == 302
    state = table.state()
    assert state.holdings[mine[0]].armies == before + left
    source, target = an_attack(state)
    query = f"?source={source}&target={target}"
    assert person.press(query, how="press", press="1").status_code == 302
    state = until_answered(table)
    if state.decision_of(0).kind is DecisionKind.MOVE_IN:
        assert person.press().status_code == 302
    assert person.press("?end=yes").status_code == 302
    state = table.state()
    assert state.decision_of(0).kind is DecisionKind.FORTIFY
    source, target = a_way(state)
    held = state.holdings[target].armies
    answer = person.press(f"?source={source}&target={target}", armies="1")
    assert answer.status_code == 302
    state = table.state()
    assert state.holdings[target].armies >= held + 1 and state.turn != 0


def an_attack(state):
    board = state.board.territories
    return next(
        (source, target)
        for source in sorted(state.held_by(0), key=lambda name: -state.holdings[name].armies)
        for target in board[source].neighbours
        if state.holdings[target].owner != 0
    )


def a_way(state):
    board = state.board.territories
    return next(
        (source, target)
        for source in state.held_by(0)
        for target in board[source].neighbours
        if state.holdings[source].armies > 1 and state.holdings[target].owner == 0
    )


def until_answered(table):
    while (state := table.state()).decision_of(0) is None:
        table.answer()
    return state


def test_the_pages_forms_trade_a_set(page, alice, bob):
    table = table_of("classic", alice, bob, "random", quick=True)
    person = page(table)
    state = until_a_set(table)
    seen = view(state, 0)
    value, cards = seen.sets.value, len(seen.territory_cards)
    left = state.placings[0].left
    asked = state.decision_of(0).kind
    query = "?use=trade_set" if asked is DecisionKind.REINFORCE else ""
    assert person.press(query, move="trade_set").status_code == 302
    state = table.state()
    assert len(state.territory_cards.hands[0]) == cards - 3
    assert state.placings[0].left == left + value
    assert Card.objects.filter(deck="territory", zone="discard").count() == 3
    assert audit(table.code)


def until_a_set(table):
    while True:
        state = until_asked(table, (DecisionKind.REINFORCE, DecisionKind.SETS))
        if any(option.move is TradeSet for option in view(state, 0).offer()):
            return state
        table.answer()


def until_asked(table, kinds):
    for _ in range(4000):
        state = table.state()
        decision = state.decision_of(0)
        if decision is not None and decision.kind in kinds and not state.territory_cards.traded:
            return state
        table.answer()
    raise AssertionError("No set came together.")


def test_the_pages_forms_mark_headquarters_revealed_together(page, client, alice, bob):
    table = table_of("headquarters", alice, bob, "captain", quick=True)
    person = page(table)
    state = until(table, DecisionKind.HEADQUARTERS)
    mine = state.held_by(0)[2]
    assert person.press(f"?territory={mine}").status_code == 302
    state = table.state()
    assert state.unseen_headquarters[0] == mine and not state.headquarters
    while table.state().unseen_headquarters:
        table.answer()
    assert table.state().headquarters[0] == mine


def test_two_players_place_their_own_armies_and_those_of_the_neutral_one(page, alice, bob):
    table = table_of("classic", alice, bob)
    person = page(table)
    state = until(table, DecisionKind.PLACE)
    own, neutral = state.placings
    assert (own.left, neutral.left) == (2, 1)
    assert person.press().status_code == 302
    assert table.state().placings[0].purpose == "neutral"
    where = table.state().placings[0].allowed[4]
    before = table.state().holdings[where].armies
    assert person.press(f"?territory={where}").status_code == 302
    assert table.state().holdings[where].armies == before + 1


def test_the_pages_forms_set_an_order_to_trade(page, alice, bob):
    table = table_of("classic", alice, bob, quick=True)
    person = page(table)
    shown = person.client.get(f"/games/{table.code}/forms/orders/").content.decode()
    assert 'name="order:sets" value="best"' in shown
    assert 'name="order:fortification"' not in shown
    data = {"move": "orders", "key": "orders-0001", "order:sets": "best", "order:dice": "most"}
    assert person.client.post(f"/games/{table.code}/moves/", data).status_code == 302
    assert table.state().players[0].orders.sets == "best"


# Forged posts


def test_forged_posts_are_refused_with_a_sentence(page, alice, bob):
    table = table_of("classic", alice, bob, "steward", quick=True)
    person = page(table)
    state = until(table, DecisionKind.REINFORCE)
    other = next(name for name, held in state.holdings.items() if held.owner == 1)
    mine = state.held_by(0)[0]
    decision = state.decision_of(0).number
    forged = {
        "You don’t hold": {"move": "place", "territory": other, "armies": "1"},
        "You can place 1 to ": {"move": "place", "territory": mine, "armies": "99"},
        "have all those cards": {
            "move": "trade_set",
            "set_cards": ["alaska", "brazil", "wild"],
        },
    }
    for number, (sentence, fields) in enumerate(forged.items()):
        data = {**fields, "decision": decision, "key": f"forged-{number:04}"}
        answer = person.client.post(f"/games/{table.code}/moves/", data)
        assert answer.status_code == 422 and sentence in answer.content.decode()
    assert table.state() == state


def test_players_cannot_fortify_or_trade_for_others(page, client, alice, bob):
    table = table_of("classic", alice, bob, quick=True)
    until(table, DecisionKind.REINFORCE)
    person = Page(client, table.code, bob)
    assert [form for form in person.forms() if form.method == "post"] == []
    data = {"move": "fortify", "source": "alaska", "target": "alberta", "armies": "1"}
    data |= {"decision": "1", "key": "forged-key"}
    assert client.post(f"/games/{table.code}/moves/", data).status_code == 409


# Whole games


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize(
    "bots", [pytest.param(["captain"], marks=pytest.mark.long), ["random", "steward"]]
)
def test_a_robot_using_only_the_panel_plays_a_whole_game(client, alice, ruleset, bots):
    table = table_of(ruleset, alice, *bots, quick=True, rounds=4)
    client.force_login(alice)
    robot = Robot(client, table.code, 5)
    while (state := table.state()).decisions:
        if state.decision_of(0):
            robot.play()
        else:
            table.answer()
    assert {"placements", "end_attacks"} <= set(robot.sent)
    assert ("mark_headquarters" in robot.sent) == (ruleset == "headquarters")
    assert audit(table.code)


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_bot_games_log_replays_to_its_stored_position(db, ruleset, seats):
    table = table_of(ruleset, *["captain"] * seats, quick=seats == 4, rounds=6)
    while table.state().decisions:
        table.answer()
    assert Game.objects.get(code=table.code).status == Game.Status.OVER
    assert audit(table.code) == load(table.code).number + 1
    assert Card.objects.filter(game__code=table.code, deck="territory").count() == 44
