"""Panels of chapter 11: every choice, fortifying, headquarters; also the words of chapter 10."""

import re
from collections import Counter
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from games.models import User
from games.playing.plans.proposals import proposal
from games.table.animations.last_moves import latest_events_part
from games.table.panel.orders.leaving import leaving_context
from games.table.panel.orders.standing_orders import in_words, orders_context
from games.table.panel.orders.wishes import wishes_context
from games.table.sidebar import hints
from rules import CASTLE, CLASSIC, HEADQUARTERS, FastChance, Options, new_game, play, view
from rules.moves import (
    Default,
    EndAttacks,
    Fortify,
    MarkHeadquarters,
    Pass,
    Place,
    TradeSet,
)
from rules.moves.orders_and_wishes import Orders
from rules.questions import DecisionKind
from tests.support.tables.panels import ADDRESS, CODE, panel_html, reachable, scene_of
from tests.support.tables.positions.classic import (
    TRADE,
    deal,
    first_turn,
    of_seat,
    positions,
    shown,
)
from tests.support.tables.robot import read_panel

BY_NUMBERS = {DecisionKind.MUSTER, DecisionKind.PLACE, DecisionKind.REINFORCE}
"""Decisions answered with numbers, which are not all tried."""
EVERY = {DecisionKind.ATTACKS: 40, DecisionKind.CLAIM: 10, DecisionKind.MOVE_IN: 8}


@pytest.mark.parametrize(
    ("ruleset", "seats", "quick"),
    [(CLASSIC, 2, True), (CLASSIC, 3, False), (HEADQUARTERS, 3, True), (HEADQUARTERS, 2, False)],
)
def test_every_option_can_be_reached_and_nothing_else_is_offered(ruleset, seats, quick):
    seen = Counter()
    for state, decision, events in positions(ruleset, seats, 5, 500, quick=quick):
        kind = decision.kind
        seen[kind] += 1
        if seen[kind] % EVERY.get(kind, 4) != 1:
            continue
        scene = scene_of(state, decision.seat, events)
        offered = set(scene.view.legal_moves())
        if kind in BY_NUMBERS:
            offered = {move for move in offered if isinstance(move, TradeSet)}
            panel_html(scene)
            found = reachable(scene, start=TRADE) if offered else set()
        else:
            found = reachable(scene)
        assert found == offered, (kind, list(found ^ offered)[:3])
    assert {DecisionKind.ATTACKS, DecisionKind.FORTIFY, DecisionKind.MOVE_IN} <= set(seen)
    assert (DecisionKind.HEADQUARTERS in seen) == bool(ruleset.headquarters)


@pytest.mark.parametrize("ruleset", [CLASSIC, HEADQUARTERS])
@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_proposal_can_be_played_and_leaves_nothing_to_place(ruleset, seats, quick):
    chance = FastChance(seats)
    state, _ = new_game(ruleset, [True] * seats, Options(quick=quick), CODE, chance)
    proposed = Counter()
    while not state.is_over and state.round < 3:
        decision = state.decisions[0]
        seen = view(state, decision.seat)
        if decision.kind is DecisionKind.SETS:
            play(state, decision.seat, Default(), chance, "clock")
            continue
        moves, left = proposal(seen, CODE), armies_left(seen)
        assert moves == proposal(seen, CODE)
        assert sum(move.armies for move in moves if isinstance(move, Place)) == left
        for move in moves:
            assert view(state, decision.seat).why_not(move) is None
            play(state, decision.seat, move, chance)
        proposed[decision.kind] += 1
    assert proposed[DecisionKind.REINFORCE] and proposed[DecisionKind.MUSTER] == seats * quick


def armies_left(seen):
    return sum(len(option.choices["armies"]) for option in seen.offer() if option.move is Place)


@pytest.fixture
def state():
    return first_turn()


def fortifying(state):
    """Let seat 0 place its armies next to another of its territories, and end its attacks."""
    board = state.board.territories
    source = next(
        name
        for name in state.held_by(0)
        if any(state.holdings[near].owner == 0 for near in board[name].neighbours)
    )
    play(state, 0, Place(source, state.placings[0].left), FastChance(1))
    play(state, 0, EndAttacks(), FastChance(1))
    return source


def test_armies_go_once_between_neighbours_or_not_at_all(state):
    source = fortifying(state)
    scene = scene_of(state, 0)
    assert reachable(scene) == set(scene.view.legal_moves())
    html = panel_html(scene)
    assert "End turn without moving" in html and "draw no card" in html
    assert f'data-territory="{source}" data-role="from"' in html
    state.this_turn.captured = True
    assert "you draw a card when your turn ends" in panel_html(scene_of(state, 0))
    option = next(option for option in scene.view.offer() if option.move is Fortify)
    (start,), (end,) = option.choices["source"], option.choices["target"]
    html = panel_html(scene, f"?source={start}&target={end}")
    assert read_panel(html).forms[0].move == Fortify.name
    assert Pass() not in reachable(scene, start=f"?source={start}&target={end}", depth=0)


def test_ending_the_attacks_promises_a_territory_card_only_after_a_capture(state):
    source = state.held_by(0)[0]
    play(state, 0, Place(source, state.placings[0].left), FastChance(1))
    assert shown(scene_of(state, 0), "end=yes").lead == ("Next: one move to fortify.",)
    state.this_turn.captured = True
    told = "Next: one move to fortify, then a territory card."
    assert shown(scene_of(state, 0), "end=yes").lead == (told,)


def test_an_attack_on_the_neutral_army_names_it():
    state, seat = next(
        (state, decision.seat)
        for state, decision, _ in positions(CLASSIC, 2, 7, 60, quick=True)
        if decision.kind is DecisionKind.ATTACKS
    )
    source, target = next(
        (source, target)
        for source in state.held_by(seat)
        for target in state.board.territories[source].neighbours
        if state.holdings[target].owner is None
    )
    state.holdings[source].armies, state.holdings[target].armies = 5, 3
    html = panel_html(scene_of(state, seat), f"?source={source}")
    assert "neutral, 3 armies" in html and "livery-neutral" in html
    html = panel_html(scene_of(state, seat), f"?source={source}&target={target}")
    assert "The neutral side always rolls as many dice as possible: 2 dice." in html


def test_neutral_armies_are_mustered_after_ones_own():
    chance = FastChance(4)
    state, _ = new_game(CLASSIC, [True, True], Options(quick=True), CODE, chance)
    panel = shown(scene_of(state, 0))
    own = set(state.held_by(0))
    assert {row.territory for rows in panel.body.placing.groups for row in rows.rows} == own
    assert "You place 13 neutral armies next." in panel.lead[0]
    for move in proposal(view(state, 0), CODE):
        if move.territory in own:
            play(state, 0, move, chance)
    panel = shown(scene_of(state, 0))
    assert (panel.heading, panel.rule) == ("Place the neutral armies", "CLA-2")
    named = [row for rows in panel.body.placing.groups for row in rows.rows]
    assert all(state.holdings[row.territory].owner is None for row in named)
    assert panel.body.placing.left == 13 and sum(row.value for row in named) == 13


def test_a_single_army_of_the_set_up_is_chosen_without_numbers():
    chance = FastChance(3)
    state, _ = new_game(CLASSIC, [True] * 4, Options(), CODE, chance)
    while state.decisions[0].kind is not DecisionKind.PLACE:
        play(state, state.decisions[0].seat, Default(), chance, "clock")
    seat = state.decisions[0].seat
    scene = scene_of(state, seat)
    panel = shown(scene)
    assert panel.heading == "Place an army" and panel.body.has_wishes
    assert reachable(scene) == {Place(name, 1) for name in state.held_by(seat)}


def test_capturing_headquarters_names_the_owner_and_the_goal():
    taken = Counter()
    for seed in range(1, 9):
        for state, decision, events in positions(HEADQUARTERS, 4, seed, 900, quick=True):
            if decision.kind is not DecisionKind.MOVE_IN:
                continue
            scene = scene_of(state, decision.seat, events)
            target, names = state.landing.target, scene.seating.names
            moments = [getattr(m, "says", "") for m in latest_events_part(scene).context["moments"]]
            owners = [seat for seat, camp in state.headquarters.items() if camp == target]
            told = f"You captured {state.board.territories[target].name}"
            if not owners:
                assert f"{told}." in moments and "including your own" not in panel_html(scene)
                continue
            (owner,) = owners
            whose = "your" if owner == decision.seat else f"{names[owner]}’s"
            assert any(f"{told}, {whose} headquarters." in each for each in moments)
            held = sum(
                state.holdings[camp].owner == decision.seat for camp in state.headquarters.values()
            )
            taken[owner == decision.seat] += 1
            told = f"You now hold {held} headquarters. Hold 4, including your own, to win."
            assert told in panel_html(scene)
        if len(taken) == 2:
            return
    raise AssertionError(taken)


def test_attacking_headquarters_names_the_owner():
    for state, decision, _ in positions(HEADQUARTERS, 4, 1, 900, quick=True):
        seat = decision.seat
        if decision.kind is not DecisionKind.ATTACKS or seat not in state.headquarters:
            continue
        scene = scene_of(state, seat)
        others = {camp: owner for owner, camp in state.headquarters.items() if owner != seat}
        attacks = {(m.source, m.target) for m in scene.view.legal_moves() if m.name == "attack"}
        for source, target in attacks:
            owner, name = others.get(target), state.board.territories[target].name
            html = panel_html(scene, f"?source={source}&target={target}")
            if owner is None:
                assert "headquarters of" not in html.partition("<form")[0]
                continue
            held = sum(state.holdings[camp].owner == seat for camp in state.headquarters.values())
            told = f"{name}: headquarters of {scene.seating.names[owner]}. You hold {held} "
            assert f"{told}headquarters. Hold 4, including your own, to win." in html
            return
    raise AssertionError("Nobody came to attack headquarters.")


def test_headquarters_are_marked_unseen_and_named_once_shown():
    chance = FastChance(3)
    options = Options(quick=True, headquarters=2)
    state, _ = new_game(HEADQUARTERS, [True] * 3, options, CODE, chance)
    while state.decisions[0].kind is not DecisionKind.HEADQUARTERS:
        play(state, state.decisions[0].seat, Default(), chance, "clock")
    scene = scene_of(state, 1)
    assert reachable(scene) == {MarkHeadquarters(name) for name in state.held_by(1)}
    assert "Hold 2 headquarters, including your own, to win." in panel_html(scene)
    drawn = set()
    for territory in state.held_by(1)[:3]:
        state.unseen_headquarters[1] = territory
        html = panel_html(scene_of(state, 0))
        drawn.add(re.sub(r'name="(key|csrfmiddlewaretoken)" value="[^"]*"', "", html))
    assert len(drawn) == 1
    state.unseen_headquarters.clear()
    play(state, 1, MarkHeadquarters(state.held_by(1)[3]), chance)
    for seat in (0, 2):
        play(state, seat, MarkHeadquarters(state.held_by(seat)[0]), chance)
    seat = state.decisions[0].seat
    assert 'class="tag">headquarters' in panel_html(scene_of(state, seat))


def test_a_player_without_territories_is_told(db, state):
    state.players[1].eliminated = 1
    panel = shown(scene_of(state, 1))
    assert panel.rule == "CLA-5" and "lost your last territory" in panel.lead[0]


# Words

FOREIGN = re.compile(
    r"stronghold|castle|\bhero\b|\bheroes\b|\bfortification|mercenar|assassin|ambassador|\bspy\b"
    r"|spoils|banner|hidden armies|battle card|event|\bfleet|truce",
    re.IGNORECASE,
)
"""Words for things that the games of chapter 11 lack."""
OF_GREYHAWK = re.compile(
    r"stronghold|\bhero\b|\bheroes\b|fortification|mercenar|assassin|ambassador|\bfleet"
    r"|event|storm|dragon",
    re.IGNORECASE,
)
"""Words for things that chapter 10 lacks or names differently."""


@pytest.mark.parametrize(
    ("ruleset", "foreign"), [(CASTLE, OF_GREYHAWK), (CLASSIC, FOREIGN), (HEADQUARTERS, FOREIGN)]
)
@pytest.mark.parametrize("quick", [True, False])
def test_every_classic_question_uses_the_games_own_terms(ruleset, foreign, quick):
    seen = Counter()
    for state, decision, events in positions(ruleset, 2, 3, 400, quick=quick):
        seen[decision.kind] += 1
        if seen[decision.kind] > 3:
            continue
        scene = scene_of(state, decision.seat, events)
        for html in (*panels_of(scene), *beside(scene)):
            assert foreign.search(said(html)) is None, foreign.search(said(html))
    assert len(seen) >= 5


def panels_of(scene):
    """Return the HTML of a panel and of every step that its links lead to."""
    html = panel_html(scene)
    links = (link.partition("#")[0] for link in read_panel(html).links)
    return [html] + [
        panel_html(scene, link.removeprefix(ADDRESS)) for link in links if link.startswith(ADDRESS)
    ]


def beside(scene):
    """Yield the HTML of the forms beside the panel: orders, wishes, and leaving."""
    request = RequestFactory().get("/")
    for name, made in (
        ("orders", orders_context(scene)),
        ("wishes", wishes_context(scene)),
        ("leaving", leaving_context(scene)),
    ):
        if made:
            context = {name: made, "seen": SimpleNamespace(code=CODE), "html": {}}
            yield render_to_string(f"table/panel/orders/_{name}.html", context, request=request)


def said(html):
    """The text of HTML, including that for screen readers."""
    spoken = re.findall(r'(?:aria-label|title|placeholder)="([^"]*)"', html)
    return " ".join([*spoken, re.sub(r"<[^>]+>", " ", html)])


# Standing orders


def test_orders_fit_the_game(state):
    shown = orders_context(scene_of(state, 0))
    questions = [question for group in shown["groups"] for question in group["questions"]]
    assert [question["name"] for question in questions] == ["dice", "sets"]
    assert questions[1]["rule"] == "CLA-4"
    told = in_words(Orders(sets="best"), CLASSIC, state.options)
    assert told == "All 2 automatic answers are on."


# Hints


def test_hints_fit_the_game_and_the_moment(state):
    assert hints.moments(view(state, 0)) == ("armies",)
    deal(state, of_seat(state, 1, "cavalry", 2))
    assert hints.moments(view(state, 0)) == ("sets", "armies")
    told = hints.hints_context(scene_of(state, 0), User(name="alice", preferences={}))["hints"]
    assert [hint["name"] for hint in told] == list(hints.hints_of(CLASSIC))
    text = " ".join(hint["text"] for hint in told)
    assert "Mercenaries" not in text and "stronghold" not in text and "spoils" not in text
    assert "move armies to a neighbouring territory" in text
    fortifying(state)
    assert hints.moments(view(state, 0)) == ("fortify",)
