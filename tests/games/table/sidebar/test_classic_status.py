"""The parts around the board in Classic and headquarters are correct and reveal no secrets."""

import random
import re

import pytest
from django.template.loader import render_to_string

from games.drawing.board import parts as board
from games.drawing.display.log import LogEntry, lines
from games.drawing.display.parts import Part, build_sections
from games.playing.start import create_game, start_game
from games.table.animations.last_moves import latest_events_part
from games.table.sidebar import status
from games.table.sidebar.sets import (
    continent_context,
    continents_of,
    headquarters_context,
    neutral_figures,
    sets_context,
    values_of,
)
from games.table.sidebar.status import ledger_of, status_context
from games.table.sidebar.territory_hand import territory_hand_parts
from rules import BOTS, CLASSIC, GREYHAWK, HEADQUARTERS, FastChance, Options, new_game, play, view
from rules.cards import WILD
from rules.events.attack import BattleFought
from rules.events.classic import SetTraded, TerritoryCardSeen
from rules.questions import DecisionKind
from rules.rulesets.ruleset import Phase
from rules.sentences import Words
from rules.state.players import Decision
from tests.support.tables.panels import scene_of
from tests.support.tables.positions.pinned import pin
from tests.support.tables.scenes import shown
from tests.support.visitors.markup import one_line

FOREIGN = re.compile(
    r"stronghold|castle|\bhero|fortification|mercenar|assassin|ambassador|\bspy|banner|spoils"
    r"|fleet|hidden armies|event card|battle card|HID-|TRN-[67]",
    re.IGNORECASE,
)
"""Words for things that these games lack or name differently."""


def begun(ruleset, players, seed=4, until=lambda state: state.round > 0, quick=True):
    """Play captains until a condition holds; return the position and the last events."""
    chance = FastChance(seed)
    options = Options(quick=quick, fixed_seats=True)
    state, events = new_game(ruleset, [True] * players, options, "x", chance)
    bots = [BOTS["captain"](random.Random(seat)) for seat in range(players)]
    while not until(state):
        seat = state.decisions[0].seat
        events = play(state, seat, bots[seat].choose(view(state, seat)), chance, by="bot")
    return state, events


def parts_of(state, seat, events=()):
    """Return the parts of a viewer's table; public ones are built from a spectator's view."""
    seen = tuple(each for each in events if not each.private or each.seat == seat)
    scene, spectator = scene_of(state, seat, seen), scene_of(state, None)
    open_sections = (*board.OPEN_SECTIONS, *status.open_sections(state.ruleset))
    own_sections = (*board.OWN_SECTIONS, *status.own_sections(state.ruleset))
    return (
        build_sections(open_sections, spectator).parts | build_sections(own_sections, scene).parts
    )


def drawn(name, part):
    return render_to_string(part.template, {"id": name, "is_swap": False, **part.context})


@pytest.fixture
def state():
    """A Classic game of three in its first turn; nobody holds a card yet."""
    return begun(CLASSIC, 3)[0]


# Sets


def test_the_series_of_set_values_is_shown_with_the_next_one_marked():
    assert [item["value"] for item in values_of(CLASSIC, 0)] == [
        *(4, 6, 8, 10, 12, 15),
        *(20, 25, 30, 35),
    ]
    for traded, value in ((0, 4), (1, 6), (5, 15), (6, 20), (9, 35), (20, 90)):
        shown = values_of(CLASSIC, traded)
        assert [item["value"] for item in shown if item["is_next"]] == [value]
        assert len(shown) == 10 and all(item["is_traded"] for item in shown[:1]) == bool(traded)


def test_sets_of_constant_value_have_no_series(state):
    assert values_of(HEADQUARTERS, 3) == []
    of_headquarters = begun(HEADQUARTERS, 3)[0]
    of_headquarters.territory_cards.traded = 7
    told = drawn("track", parts_of(of_headquarters, 0)["track"])
    assert "Every set brings <b>4</b> armies." in told and "<ol>" not in told
    state.territory_cards.traded = 7
    assert sets_context(view(state, 0))["next"] == 25


def hand_of(state, seat):
    """A viewer's own cards, as HTML."""
    parts = territory_hand_parts(scene_of(state, seat))
    return "".join(drawn(name, part) for name, part in parts)


def test_own_sets_are_listed_with_their_armies(state):
    # Infantry: Alaska; cavalry: Alberta, Ontario; artillery: Brazil.
    hand = ["alaska", "alberta", "brazil", "ontario"]
    state.territory_cards.hands[1] = hand
    for name, holding in state.holdings.items():
        holding.owner = 1 if name == "ontario" else 0
    parts = dict(territory_hand_parts(scene_of(state, 1)))
    context = parts["hand_sets"].context
    assert [set_["cards"] for set_ in context["sets"]] == [
        ["Alaska", "Brazil", "Ontario"],
        ["Alaska", "Alberta", "Brazil"],
    ]
    assert [set_["on"] for set_ in context["sets"]] == [["Ontario"], []]
    cards = parts["hand"].context["cards"]
    assert [card["is_in_set"] for card in cards] == [True] * 4
    assert [card["sign"] for card in cards] == ["infantry", "cavalry", "artillery", "cavalry"]
    told = drawn("hand_sets", parts["hand_sets"])
    assert "Alaska, Brazil, Ontario: 4 and 2 more in Ontario" in one_line(told)
    assert "you must trade" not in told


def test_five_cards_must_be_traded_and_wild_cards_go_last(state):
    state.territory_cards.hands[0] = ["alaska", "argentina", "china", "wild", "wild"]
    parts = dict(territory_hand_parts(scene_of(state, 0)))
    sets = parts["hand_sets"]
    assert sets.context["sets"][0]["cards"] == ["Alaska", "Argentina", "China"]
    assert "with five cards you must trade at the start of your turn" in drawn("hand_sets", sets)
    assert "Wild card" in drawn("hand", parts["hand"])


def test_only_the_best_sets_are_listed(state):
    # Nine cards with the same symbol contain 84 sets.
    same = [name for name, each in state.board.territories.items() if each.symbol == "cavalry"]
    state.territory_cards.hands[0] = sorted(same[:9])
    context = dict(territory_hand_parts(scene_of(state, 0)))["hand_sets"].context
    assert (context["set_count"], len(context["sets"]), context["more"]) == (84, 8, 76)


def test_hands_without_sets_or_cards_say_so(state):
    assert "You have no territory cards" in hand_of(state, 0)
    state.territory_cards.hands[0] = ["alaska", "alberta"]
    assert "No set yet" in hand_of(state, 0)
    watched = hand_of(state, None)
    assert "<h2" not in watched and "<p" not in watched


# The strip


def test_player_counts_fit_the_game(state):
    assert ledger_of(CLASSIC) == ("territories", "armies", "cards", "due")
    assert ledger_of(GREYHAWK) == ("territories", "armies", "cards", "hidden", "spoils")
    state.territory_cards.hands[2] = ["alaska", "alberta"]
    parts = parts_of(state, 0)
    figures = parts["figures-2"].context
    assert figures["cards"] == 2 and "hidden" not in figures
    assert drawn("figures-2", parts["figures-2"]).count("<b>") == 3


def test_reinforcements_are_listed_by_source(state):
    for name, holding in state.holdings.items():
        group = state.board.territories[name].empire
        holding.owner = 0 if group in ("asia", "australia") else 1
    parts = parts_of(state, 2)
    # 16 territories bring 5, Asia 7, Australia 2; 26 bring 8, the other continents 5, 2, 5 and 3.
    assert parts["spoils-0"].context == {
        "total": 14,
        "items": ["territories 5", "Asia 7", "Australia 2"],
        "seat": "0",
    }
    assert parts["spoils-1"].context["total"] == 23
    assert [each["name"] for each in continents_of(view(state, None), 0)] == ["Asia", "Australia"]
    assert "CLA-3" in drawn("spoils-0", parts["spoils-0"])
    assert "Holds all of Asia: 7 armies a turn" in drawn("player-0", parts["player-0"])


def test_a_continent_shows_each_players_share(state):
    board = state.board
    for place, name in enumerate(board.groups["africa"].territories):
        state.holdings[name].owner = 0 if place < 4 else 2
    context = continent_context(scene_of(state, None), board.groups["africa"])
    shares = [(share["holder"], share["count"]) for share in context["shares"]]
    assert shares == [("Alice", 4), ("Bob", 0), ("Charlie", 2)]
    assert ">all</b>" not in drawn(
        "continent-africa", Part("table/sidebar/sets/_continent.html", context)
    )
    for name in board.groups["africa"].territories:
        state.holdings[name].owner = 1
    context = continent_context(scene_of(state, None), board.groups["africa"])
    assert context["bonus"] == 3 and context["size"] == 6
    told = drawn("continent-africa", Part("table/sidebar/sets/_continent.html", context))
    assert '<b id="share-africa-1" class="is-complete">all</b>' in told
    assert '<b id="share-africa-0"></b>' in told


def test_the_neutral_army_has_a_row_in_two_player_games():
    state, _ = begun(CLASSIC, 2)
    parts = parts_of(state, 0)
    # A third of 42 territories, and 40 armies (CLA-2).
    assert parts["figures-neutral"].context == {"territories": 14, "armies": 40}
    row = drawn("player-neutral", parts["player-neutral"])
    assert "The neutral side" in row and "livery-neutral" in row and "<a" not in row
    assert neutral_figures(view(state, 0), ()) == {"territories": 0, "armies": 0}
    assert not any("neutral" in name for name in parts_of(begun(CLASSIC, 3)[0], 0))


def test_a_defeated_neutral_army_keeps_its_row():
    state, _ = begun(CLASSIC, 2)
    for holding in state.holdings.values():
        holding.owner = 0
    assert parts_of(state, 1)["figures-neutral"].context["territories"] == 0


def test_the_latest_events_show_battles_against_the_neutral_army():
    state, events = begun(CLASSIC, 2)
    bots = [BOTS["captain"](random.Random(seat)) for seat in range(2)]
    chance = FastChance(8)
    while not any(isinstance(each, BattleFought) and each.defender is None for each in events):
        seat = state.decisions[0].seat
        events = play(state, seat, bots[seat].choose(view(state, seat)), chance)
    moment = next(
        each
        for each in latest_events_part(scene_of(state, None, events)).context["moments"]
        if each.kind == "attack"
    )
    defender = moment.sides[1]
    assert (defender.name, defender.livery) == ("The neutral side", "neutral")


def test_eliminated_players_get_no_hint_about_cards(state):
    state.players[1].eliminated = 1
    assert "Capture a territory" in drawn("hand", parts_of(state, 0)["hand"])
    assert "Capture a territory" not in drawn("hand", parts_of(state, 1)["hand"])


def test_a_trading_player_gets_no_hint_to_trade(state):
    seat = state.turn
    state.territory_cards.hands[seat] = sorted(["alaska", "alberta", "brazil", "china", WILD])
    later = "you must trade at the start of your turn"
    state.decisions = ()
    assert later in hand_of(state, seat)
    state.decisions = (Decision(seat, DecisionKind.SETS, 1),)
    assert later not in hand_of(state, seat)


# Headquarters


def marking(state):
    """Whether somebody, but not everybody, has marked headquarters."""
    return bool(state.unseen_headquarters)


def test_headquarters_are_hidden_until_revealed():
    state, _ = begun(HEADQUARTERS, 3, until=marking)
    ((seat, territory),) = state.unseen_headquarters.items()
    own = parts_of(state, seat)
    assert own[f"t-{territory}"].context["keep"] == "headquarters"
    assert own[f"t-{territory}"].context["castle"] is not None
    assert "your headquarters, which only you see" in own[f"t-{territory}"].context["says"]
    name = state.board.territories[territory].name
    assert headquarters_context(scene_of(state, seat))["own"] == name
    assert "choosing a headquarters" in status_context(scene_of(state, None))["doing"]
    for other in {0, 1, 2, None} - {seat}:
        parts = parts_of(state, other)
        assert all(
            part.context.get("castle") is None
            for key, part in parts.items()
            if key.startswith("t-")
        )
        assert not any("headquarters" in parts[f"player-{each}"].context for each in range(3))
        context = parts["headquarters_held"].context
        assert (context["own"], context["shown"], context["needed"]) == (None, [], 3)


def test_secret_headquarters_and_cards_do_not_change_other_pages():
    state, _ = begun(HEADQUARTERS, 3, until=marking)
    ((seat, territory),) = state.unseen_headquarters.items()
    others = [other for other in (0, 1, 2, None) if other != seat]
    before = {other: parts_of(state, other) for other in others}
    state.unseen_headquarters[seat] = next(
        name for name in state.held_by(seat) if name != territory
    )
    assert {other: parts_of(state, other) for other in others} == before
    cards = state.territory_cards
    cards.hands[seat], cards.deck = ["peru", "siam"], [c for c in cards.deck if c != "ural"]
    before = {other: parts_of(state, other) for other in others}
    cards.hands[seat] = ["japan", "wild"]
    assert {other: parts_of(state, other) for other in others} == before
    written = "".join(part.shown for part in parts_of(state, seat).values())
    assert "Wild card" in written


def test_shown_headquarters_stay_on_the_map_and_are_counted():
    state, _ = begun(HEADQUARTERS, 3)
    mine, theirs = state.headquarters[0], state.headquarters[1]
    state.holdings[theirs].owner = 0
    parts = parts_of(state, None)
    for seat, territory in state.headquarters.items():
        assert parts[f"t-{territory}"].context["castle"] == str(12 + seat)
    assert "headquarters of Bob" in parts[f"t-{theirs}"].context["says"]
    assert not parts["player-0"].context["headquarters"]["is_lost"]
    name = state.board.territories[theirs].name
    assert parts["player-1"].context["headquarters"] == {"name": name, "is_lost": True}
    assert f"{name} (headquarters, lost)" in shown(drawn("x", parts["player-1"]))
    assert parts[f"t-{mine}"].context["says"].endswith("headquarters")
    context = parts["headquarters_held"].context
    assert [item["taken_by"] for item in context["shown"]].count("Alice") == 1
    assert context["holding"] == ["Alice holds 2."]
    name = state.board.territories[theirs].name
    assert f"{name} (Bob) , held by Alice" in shown(drawn("x", parts["headquarters_held"]))
    part = parts_of(state, 0)["headquarters_held"]
    assert f"{name} (Bob) , held by you" in shown(drawn("x", part))
    assert part.context["holding"] == ["You hold 2."]
    lost = drawn("x", parts_of(state, 1)["headquarters_held"])
    assert f"{name} (yours) , held by Alice" in shown(lost)


def test_classic_has_no_headquarters_no_track_and_nothing_in_force(state):
    parts = parts_of(state, 0)
    assert not {"headquarters_held", "forces", "playable", "hidden"} & set(parts)
    assert parts["track"].template == "table/sidebar/sets/_sets.html"


# The page


@pytest.mark.parametrize(
    ("name", "is_wide", "columns"),
    [
        ("greyhawk", False, "territories armies cards hidden spoils"),
        ("castle", True, "territories armies cards hidden spoils"),
        ("classic", True, "territories armies cards due"),
        ("headquarters", True, "territories armies cards due"),
    ],
)
def test_sections_are_below_a_wide_board(client, db, name, is_wide, columns):
    game = pin(create_game(["captain", "captain"], Options(quick=True), name), f"{name}2345")
    start_game(game.code)
    page = client.get(f"/games/{game.code}/").content.decode()
    side, _, beneath = page.partition('<div class="table-below">')
    assert bool(beneath) == is_wide
    assert ('id="track"' in beneath) == is_wide == ('class="table-options"' not in side)
    heads = re.findall(r'<p class="players-head".*?</p>', page, re.DOTALL)
    assert [shown(head) for head in heads] == [columns] * 2
    assert ('id="headquarters_held"' in side) == (name == "headquarters")
    of_sets = name in ("classic", "headquarters")
    assert ("table/sidebar/sets.css" in page) == of_sets == ('id="continent-asia"' in page)
    assert ('id="player-neutral"' in page) == of_sets == ('id="sign-wild"' in page)
    assert ('id="motif-fleet"' in page) != of_sets


# The latest events


def test_a_drawn_card_is_private_and_a_traded_set_public(state):
    seen = TerritoryCardSeen(0, "peru")
    (moment,) = latest_events_part(scene_of(state, 0, [seen])).context["moments"]
    (face,) = moment.cards
    assert (moment.kind, face.title, face.sign) == ("territory", "Peru", "infantry")
    traded = SetTraded(1, ("alaska", "alberta", "brazil"), 2, 6, "alaska", 2)
    part = latest_events_part(scene_of(state, None, [traded]))
    (moment,) = part.context["moments"]
    assert [card.title for card in moment.cards] == ["Alaska", "Alberta", "Brazil"]
    assert "2 more went to Alaska" in drawn("latest_events", part)


@pytest.mark.parametrize(("ruleset", "players"), [(CLASSIC, 2), (HEADQUARTERS, 4)])
def test_whole_games_can_be_drawn_for_everybody(ruleset, players):
    chance = FastChance(3)
    state, events = new_game(ruleset, [True] * players, Options(quick=False), "x", chance)
    bots = [BOTS["captain"](random.Random(seat)) for seat in range(players)]
    asked, phases = {}, set()
    words = Words(("Alice", "Bob", "Charlie", "Dora"), ruleset)
    while state.decisions and state.round < 12:
        decision = state.decisions[0]
        asked[decision.kind] = asked.get(decision.kind, 0) + 1
        if asked[decision.kind] <= 2 or asked[decision.kind] % 40 == 0:
            phases.add(state.phase)
            for seat in (*range(players), None):
                for name, part in parts_of(state, seat, events).items():
                    html = drawn(name, part)
                    assert html.strip().startswith("<")
                    assert FOREIGN.search(shown(html)) is None, html
        move = bots[decision.seat].choose(view(state, decision.seat))
        events = play(state, decision.seat, move, chance)
        for line in lines(LogEntry(1, tuple(events)), words):
            assert FOREIGN.search(line.text) is None, line.text
    assert {Phase.REINFORCE, Phase.ATTACKS} <= phases
    assert {DecisionKind.PLACE, DecisionKind.ATTACKS} <= set(asked)
