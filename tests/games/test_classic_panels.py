"""Panels of chapter 11: sets, fortifying, headquarters, the neutral army, one army at a time."""

import random
import re
from collections import Counter
from types import SimpleNamespace

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import RequestFactory

from games import hints
from games.models import User
from games.panel import panel_context
from games.panel_orders import in_words, leaving_context, orders_context, wishes_context
from games.proposals import proposal
from rules import BOTS, CLASSIC, HEADQUARTERS, FastChance, Options, new_game, play, view
from rules.cards import WILD
from rules.forms import Orders
from rules.moves import (
    DeclareAttack,
    Default,
    EndAttacks,
    Fortify,
    MarkHeadquarters,
    MoveIn,
    Pass,
    Place,
    SetOrders,
    TradeSet,
)
from rules.state import DecisionKind
from tests.games.panels import ADDRESS, CODE, panel_html, reachable, scene_of
from tests.games.robot import read_panel

TRADE = "?use=trade_set"
BY_NUMBERS = {DecisionKind.MUSTER, DecisionKind.PLACE, DecisionKind.REINFORCE}
"""What is answered by numbers, which are not tried out one by one."""
EVERY = {DecisionKind.ATTACKS: 40, DecisionKind.CLAIM: 10, DecisionKind.MOVE_IN: 8}


def positions(ruleset, seats, seed, most, **options):
    """Yield (state, decision, events) of a game of captains; one defender chooses the dice."""
    chance = FastChance(seed)
    state, events = new_game(ruleset, [True] * seats, Options(**options), CODE, chance)
    play(state, 0, SetOrders(Orders(dice="ask")), chance)
    bots = [BOTS["captain"](random.Random(seed + seat)) for seat in range(seats)]
    for _ in range(most):
        if state.outcome is not None:
            return
        decision = state.decisions[0]
        yield state, decision, events
        move = bots[decision.seat].choose(view(state, decision.seat))
        events = play(state, decision.seat, move, chance)


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


def shown(scene, query=""):
    return panel_context(scene, QueryDict(query.removeprefix("?")))["shown"]


@pytest.fixture
def state():
    """The first turn of a game among three persons begins, and it is seat 0's."""
    chance = FastChance(2)
    options = Options(quick=True, fixed_seats=True)
    state, _ = new_game(CLASSIC, [True] * 3, options, CODE, chance)
    while not (state.decision_of(0) and state.round):
        play(state, state.decisions[0].seat, Default(), chance, "clock")
    assert state.decision_of(0).kind is DecisionKind.REINFORCE
    return state


def deal(state, cards):
    """Give seat 0 these territory cards, taken from wherever they are."""
    held = state.territory_cards
    everywhere = [*held.deck, *held.pile, *(card for hand in held.hands for card in hand)]
    for card in cards:
        everywhere.remove(card)
    held.deck, held.pile, held.hands = sorted(everywhere), [], [sorted(cards), [], []]


def of_seat(state, seat, symbol, number):
    """Some territories of a player whose cards show a symbol."""
    found = [
        name
        for name, held in state.holdings.items()
        if held.owner == seat and state.board.territories[name].symbol == symbol
    ]
    return found[:number]


def test_the_armies_of_a_turn_are_counted_up(state):
    for name in state.board.groups["australia"].territories:
        state.holdings[name].owner = 0
    held = len(state.held_by(0))
    state.placings[0].left = held // 3 + 2
    panel = shown(scene_of(state, 0))
    assert f"{held // 3} for {held} territories and 2 for Australia" in panel.lead[0]
    assert panel.body.held is None


def test_cards_without_a_set_are_shown_with_the_reason(state):
    mine = of_seat(state, 0, "infantry", 2)
    deal(state, mine)
    html = panel_html(scene_of(state, 0))
    assert "A set takes three cards." in html
    assert all(state.board.territories[name].name in html for name in mine)
    assert TRADE not in html
    deal(state, [*mine, *of_seat(state, 1, "cavalry", 1)])
    assert "None of your cards make a set" in panel_html(scene_of(state, 0))


def test_a_set_is_chosen_and_the_armies_more_on_the_map(state):
    mine, other = of_seat(state, 0, "infantry", 2), of_seat(state, 1, "infantry", 1)
    deal(state, [*mine, *other, WILD])
    scene = scene_of(state, 0)
    assert "the next one brings 4 armies" in panel_html(scene)
    panel = shown(scene, TRADE)
    # The set without the wild card comes first, as it brings the armies more, too.
    cards = tuple(sorted([*mine, *other]))
    assert panel.choice[1:4] == tuple(("set_cards", card) for card in cards)
    assert panel.body.button.startswith("Trade these for 4 armies and 2 in ")
    html = panel_html(scene, TRADE)
    assert html.count('data-role="bonus"') == 2
    assert reachable(scene, start=TRADE) == {
        move for move in scene.view.legal_moves() if isinstance(move, TradeSet)
    }


def test_a_set_that_is_no_longer_there_gives_way_to_the_best(state):
    deal(state, [*of_seat(state, 0, "infantry", 2), WILD])
    scene = scene_of(state, 0)
    asked = f"{TRADE}&set_cards=alaska&set_cards=brazil&set_cards=wild&territory=nowhere"
    assert shown(scene, asked).body == shown(scene, TRADE).body


def test_armies_of_sets_are_counted_with_the_others(state):
    deal(state, [*of_seat(state, 0, "infantry", 2), WILD])
    trade = next(move for move in view(state, 0).legal_moves() if isinstance(move, TradeSet))
    play(state, 0, trade, FastChance(1))
    assert "and 4 for sets" in shown(scene_of(state, 0)).lead[0]


def test_who_holds_five_cards_is_told_why_they_must_trade(state):
    cards = of_seat(state, 0, "infantry", 2) + of_seat(state, 1, "cavalry", 3)
    deal(state, cards)
    state.territory_cards.trading = True
    state.decisions = ()
    state.ask(0, DecisionKind.SETS)
    panel = shown(scene_of(state, 0))
    assert panel.heading == "You must trade a set" and panel.back is None
    assert "You hold 5 cards. Who holds five or more at the start of a turn" in panel.lead[0]
    assert reachable(scene_of(state, 0)) == set(view(state, 0).legal_moves())


def fortifying(state):
    """Let seat 0 place its armies on one territory that borders another of its own, and stop."""
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
    assert "Move none and end the turn" in html and "draw no card" in html
    assert f'data-territory="{source}" data-role="from"' in html
    state.territory_cards.captured = True
    assert "you draw a card when the turn ends" in panel_html(scene_of(state, 0))
    option = next(option for option in scene.view.offer() if option.move is Fortify)
    (start,), (end,) = option.choices["source"], option.choices["target"]
    html = panel_html(scene, f"?source={start}&target={end}")
    assert read_panel(html).forms[0].move == Fortify.name
    assert Pass() not in reachable(scene, start=f"?source={start}&target={end}", depth=0)


def test_the_neutral_army_is_named_where_it_is_attacked():
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
    assert "The neutral army rolls as many dice as it can: 2 dice." in html


def test_neutral_armies_are_mustered_after_ones_own():
    chance = FastChance(4)
    state, _ = new_game(CLASSIC, [True, True], Options(quick=True), CODE, chance)
    panel = shown(scene_of(state, 0))
    own = set(state.held_by(0))
    assert {row.territory for rows in panel.body.placing.groups for row in rows.rows} == own
    assert "13 armies of the neutral army come after them" in panel.lead[0]
    for move in proposal(view(state, 0), CODE):
        if move.territory in own:
            play(state, 0, move, chance)
    panel = shown(scene_of(state, 0))
    assert (panel.heading, panel.rule) == ("Muster the neutral army", "CLA-2")
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


def test_headquarters_are_marked_unseen_and_named_once_shown():
    chance = FastChance(3)
    options = Options(quick=True, headquarters=2)
    state, _ = new_game(HEADQUARTERS, [True] * 3, options, CODE, chance)
    while state.decisions[0].kind is not DecisionKind.HEADQUARTERS:
        play(state, state.decisions[0].seat, Default(), chance, "clock")
    scene = scene_of(state, 1)
    assert reachable(scene) == {MarkHeadquarters(name) for name in state.held_by(1)}
    assert "Whoever holds 2 headquarters, their own among them" in panel_html(scene)
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


def test_who_holds_nothing_any_more_is_told_so(state):
    state.players[1].eliminated = 1
    panel = shown(scene_of(state, 1))
    assert panel.rule == "CLA-5" and "lost your last territory" in panel.lead[0]


def test_sets_after_an_elimination_are_traded_and_placed_before_anything_else(state):
    seat_of_all = dict.fromkeys(state.holdings, 2) | {"kamchatka": 1, "alaska": 0, "siam": 0}
    for name, held in state.holdings.items():
        held.owner, held.armies = seat_of_all[name], 1
    state.placings[0].left, state.holdings["alaska"].armies = 3, 7
    deal(state, ["argentina", "brazil", "peru"])
    state.territory_cards.deck = [
        card for card in state.territory_cards.deck if card not in ("congo", "egypt", "venezuela")
    ]
    state.territory_cards.hands[1] = ["congo", "egypt", "venezuela"]
    play(state, 0, Place("alaska", 3), FastChance(1))
    seed = 0
    while state.decision_of(0).kind is not DecisionKind.MOVE_IN:
        seed += 1
        play(state, 0, DeclareAttack("alaska", "kamchatka", dice=3), FastChance(seed))
    play(state, 0, MoveIn(3), FastChance(1))
    panel = shown(scene_of(state, 0))
    assert panel.heading == "You must trade a set"
    assert "You hold 6 cards. Who holds six or more after a player has fallen" in panel.lead[0]
    assert reachable(scene_of(state, 0)) == set(view(state, 0).legal_moves())
    play(state, 0, next(view(state, 0).legal_moves()), FastChance(1))
    panel = shown(scene_of(state, 0))
    assert (panel.heading, panel.rule) == ("Place the armies of your sets", "CLA-4")
    assert panel.lead[0].startswith("You have 4 armies to place.")


# Words

FOREIGN = re.compile(
    r"stronghold|castle|\bhero\b|\bheroes\b|\bfortification|mercenar|assassin|ambassador|\bspy\b"
    r"|spoils|banner|hidden armies|battle card|event|\bfleet|truce",
    re.IGNORECASE,
)
"""What the games of chapter 11 have not."""


@pytest.mark.parametrize("ruleset", [CLASSIC, HEADQUARTERS])
@pytest.mark.parametrize("quick", [True, False])
def test_every_question_is_put_in_words_of_the_game(ruleset, quick):
    seen = Counter()
    for state, decision, events in positions(ruleset, 2, 3, 400, quick=quick):
        seen[decision.kind] += 1
        if seen[decision.kind] > 3:
            continue
        scene = scene_of(state, decision.seat, events)
        for html in (*panels_of(scene), *beside(scene)):
            assert FOREIGN.search(said(html)) is None, FOREIGN.search(said(html))
    assert len(seen) >= 5


def panels_of(scene):
    """A panel, and every step that a link of it leads to."""
    html = panel_html(scene)
    links = (link.partition("#")[0] for link in read_panel(html).links)
    return [html] + [
        panel_html(scene, link.removeprefix(ADDRESS)) for link in links if link.startswith(ADDRESS)
    ]


def beside(scene):
    """What stands beside the panel: orders, wishes, and how one leaves."""
    request = RequestFactory().get("/")
    for name, made in (
        ("orders", orders_context(scene)),
        ("wishes", wishes_context(scene)),
        ("leaving", leaving_context(scene)),
    ):
        if made:
            context = {name: made, "seen": SimpleNamespace(code=CODE), "html": {}}
            yield render_to_string(f"games/_{name}.html", context, request=request)


def said(html):
    """What HTML says to who reads it or hears it read."""
    spoken = re.findall(r'(?:aria-label|title|placeholder)="([^"]*)"', html)
    return " ".join([*spoken, re.sub(r"<[^>]+>", " ", html)])


# Odds and dice


def test_the_dice_are_capped_and_their_odds_are_the_published_ones(state):
    source, target = next(
        (source, target)
        for source in state.held_by(0)
        for target in state.board.territories[source].neighbours
        if state.holdings[target].owner == 1
    )
    play(state, 0, Place(source, state.placings[0].left), FastChance(1))
    state.holdings[source].armies, state.holdings[target].armies = 9, 5
    html = panel_html(scene_of(state, 0), f"?source={source}&target={target}")
    assert re.findall(r'name="dice" value="(\d)"', html) == ["3", "2", "1"]
    # Of 7,776 rolls of three dice against two the attack loses both armies in 2,275, one in
    # 2,611; the defence both in 2,890: 0.92 and 1.08 armies on average.
    assert "you\u00a0−0.9, they\u00a0−1.1" in html
    state.holdings[source].armies = 3
    html = panel_html(scene_of(state, 0), f"?source={source}&target={target}")
    assert re.findall(r'name="dice" value="(\d)"', html) == ["2", "1"]
    # Two against two: 0.78 more of the attack's are lost than of the defence's on average.
    assert "you\u00a0−1.2, they\u00a0−0.8" in html


# Standing orders


def test_the_orders_are_those_of_the_game(state):
    shown = orders_context(scene_of(state, 0))
    assert [question["name"] for question in shown["questions"]] == ["dice", "sets"]
    assert shown["questions"][1]["rule"] == "CLA-4"
    told = in_words(Orders(sets="best"), CLASSIC, state.options)
    assert told == "Saved: all 2 questions are answered for you."


# Hints


def test_hints_are_those_of_the_game_and_come_when_they_matter(state):
    assert hints.moments(view(state, 0)) == ("armies",)
    deal(state, of_seat(state, 1, "cavalry", 2))
    assert hints.moments(view(state, 0)) == ("sets", "armies")
    told = hints.hints_context(scene_of(state, 0), User(name="alice", preferences={}))["hints"]
    assert [hint["name"] for hint in told] == list(hints.hints_of(CLASSIC))
    text = " ".join(hint["text"] for hint in told)
    assert "Mercenaries" not in text and "stronghold" not in text and "spoils" not in text
    assert "You may move armies once from one territory of yours into one beside it" in text
    fortifying(state)
    assert hints.moments(view(state, 0)) == ("fortify",)
