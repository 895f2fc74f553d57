"""The panel beside the steps of an attack: defence and windows, hints, and waiting."""

import pytest

from games.drawing.display.drawing import draw
from games.models import User
from games.table.panel.panel import PANELS, offer_key
from games.table.sidebar.hints import hint_parts, hints_context, moments
from games.table.sidebar.status import figures_context, status_context
from rules import FastChance, View, play, view
from rules.cards import BattleCard
from rules.moves import AcceptTrade, Control, DeclareAttack, Default, Defend, LayCards, Scope, Spy
from rules.moves.orders_and_wishes import Orders
from rules.questions import DecisionKind, Reopening
from rules.state.players import Holding
from rules.state.under_way import BattleStep
from tests.support.tables.panels import ADDRESS, panel_html, reachable, scene_of
from tests.support.tables.positions.attacks import (
    ME,
    OTHER,
    THIRD,
    attacks_of_the_first_player,
    shown,
)
from tests.support.tables.robot import read_panel
from tests.support.visitors.markup import one_line


@pytest.fixture
def state():
    return attacks_of_the_first_player()


# The open attack and its windows


def opened(state, move_hand=(), dice=3):
    """Attack Irongate with these cards in its defender's hand; return the events."""
    state.players[OTHER].hand = list(move_hand)
    return play(state, ME, DeclareAttack("onnwal", "irongate", dice=dice), FastChance(1))


def test_the_defender_is_asked_all_at_once_and_the_cheap_answer_is_filled_in(state):
    opened(state, [BattleCard.FORTIFICATION])
    panel = shown(state, seat=OTHER)
    form = panel.body.forms[0]
    filled = {field.name: field.value for field in form.fields} | dict(form.settled)
    assert filled == {"fortification": "", "scope": Scope.ATTACK, "dice": 2, "reveal": 0}
    assert panel.body.odds.is_danger
    attacking = state.holdings["onnwal"].armies
    own = state.holdings["irongate"].armies
    compared = f"Alice attacks Irongate from Onnwal: {attacking} armies against your {own}."
    assert panel.lead[0] == compared
    assert Defend(2, fortification=True, scope=Scope.TURN) in reachable(scene_of(state, OTHER))


def test_a_fortification_is_preselected_for_a_stronghold_that_a_general_would_fortify(state):
    """Only for the own stronghold: elsewhere the default answer spends nothing."""
    state.holdings["irongate"] = Holding(OTHER, 6)
    state.players[OTHER].stronghold = "irongate"
    opened(state, [BattleCard.FORTIFICATION], dice=2)
    assert fortification(shown(state, seat=OTHER)) == "yes"
    assert fortification(shown(state, "fortification=", seat=OTHER)) == ""
    assert Defend(2, fortification=False) in reachable(scene_of(state, OTHER))
    state.players[OTHER].stronghold = "rel_astra"
    assert fortification(shown(state, seat=OTHER)) == ""


def test_a_defender_who_is_asked_again_reads_why(state):
    opened(state, [BattleCard.FORTIFICATION])
    assert not any("choose again" in sentence for sentence in shown(state, seat=OTHER).lead)
    state.attack.battles = 2
    lead = shown(state, seat=OTHER).lead
    assert lead[1].startswith(
        "The attack continues (2 rolls so far). Choose again. The attacker rolls"
    )


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        (Reopening.CHANGE, "Choose again: a card or hidden armies have changed the odds."),
        (Reopening.LOSSES, "Choose again: you’ve lost half of these armies."),
    ],
    ids=list(Reopening),
)
def test_a_defender_reads_what_ended_an_answer_for_the_whole_turn(state, fact, reason):
    opened(state, [BattleCard.FORTIFICATION])
    play(state, OTHER, Defend(2, scope=Scope.TURN), FastChance(1))
    ask_again(state, fact)
    assert View(state, OTHER).reopening is fact
    assert View(state, ME).reopening is None
    assert shown(state, seat=OTHER).lead[1].startswith(reason)


def ask_again(state, fact):
    """Let a public fact of the open attack change, and ask its defender for the next battle."""
    if fact is Reopening.CHANGE:
        state.attack.changes += 1
    else:
        state.holdings["irongate"].armies = state.this_turn.answers[OTHER].defenders // 2
    state.decisions = ()
    state.attack.step = BattleStep.DEFENDER
    state.ask(OTHER, DecisionKind.DEFEND)


def fortification(panel):
    """Return the preselected answer to whether the Fortification is played."""
    return next(
        field.value for field in panel.body.forms[0].fields if field.name == "fortification"
    )


def test_only_the_status_says_whom_the_game_waits_for(state):
    opened(state, [BattleCard.FORTIFICATION])
    for seat in (THIRD, None):
        assert status_context(scene_of(state, seat))["waits_for"] == ["Bob"]
        panel = panel_html(scene_of(state, seat))
        assert "Bob" not in panel and "Alice" not in panel
        assert "efend" not in panel
        assert "Fortification" not in panel


def test_between_battles_the_attack_continues_stops_or_changes(state):
    opened(state, [BattleCard.HERO])
    chance = FastChance(3)
    while state.decisions[0].seat != ME:
        play(state, OTHER, Default(), chance, "clock")
    assert state.attack is not None
    moves = reachable(scene_of(state, ME), depth=3)
    assert {"battle", "stop", "end_attacks", "attack"} <= {move.name for move in moves}


@pytest.mark.parametrize("hand", [[BattleCard.HERO], [BattleCard.FORTIFICATION]])
def test_an_own_attack_stays_on_the_page_while_the_defender_answers(state, hand):
    opened(state, hand)
    scene = scene_of(state, ME)
    page = one_line(panel_html(scene))
    assert "Attacking Irongate</h2>" in page and "Bob is choosing a defence …" in page
    assert "is-deciding is-awaiting-defence" in page and "not your turn" not in page
    assert 'data-territory="irongate" data-role="target"' in page
    status = one_line(draw("table/sidebar/_status.html", status_context(scene)))
    assert "<strong>Your turn</strong>" in status and "attacking Irongate" in status
    assert "waiting for" not in status and "asked" not in status
    assert [figures_context(scene, seat)["doing"] for seat in (ME, OTHER)] == [
        "attacking",
        "defending",
    ]
    assert moments(scene.view) == ()


def test_the_attack_of_a_steward_is_not_the_viewers(state):
    opened(state, [BattleCard.FORTIFICATION])
    state.players[ME].control = Control.STEWARD
    assert shown(state).heading == "A stand-in is playing your seat"
    assert not status_context(scene_of(state, ME))["target"]


# Hints


def hinted(state, seat, **told):
    """Return the name of the hint shown to a seat that has dismissed none, or None."""
    user = User(name="Visitor", preferences={})
    hints = hints_context(scene_of(state, seat), user, **told)["hints"]
    return next((hint["name"] for hint in hints if hint["is_now"]), None)


def test_odds_are_explained_to_the_attacker_only(state):
    assert hinted(state, ME, is_attacking=True) == "odds"
    opened(state, [BattleCard.FORTIFICATION])
    assert state.decisions[0].kind is DecisionKind.DEFEND
    assert shown(state, seat=OTHER).body.odds
    assert hinted(state, OTHER, is_attacking=True) == "defend"


def test_a_page_of_the_first_rounds_hides_its_hints_later(state):
    assert not dict(hint_parts(scene_of(state, ME)))["moment"].context["is_late"]
    state.round = 4
    assert dict(hint_parts(scene_of(state, ME)))["moment"].context["is_late"]


def test_impossible_actions_are_not_explained(state):
    assert moments(view(state, ME)) == ("cards", "choose")
    state.players[ME].hand = []
    assert moments(view(state, ME)) == ("choose",)
    state.holdings["onnwal"].armies = 1
    assert moments(view(state, ME)) == ()
    state.players[ME].hand = [BattleCard.MERCENARIES]
    assert moments(view(state, ME)) == ("cards",)
    state.players[ME].control = Control.STEWARD
    assert moments(view(state, ME)) == ()


# Waiting


def test_spectators_and_waiting_players_see_their_role(state):
    assert shown(state, seat=None).heading == "You are watching"
    assert shown(state, seat=OTHER).heading == "Waiting"
    assert shown(state, seat=OTHER).lead == ("We’ll alert you when you need to respond.",)
    state.players[ME].hand = [BattleCard.ASSASSIN]
    state.players[OTHER].hand = [BattleCard.HERO]
    sent = state.copy()
    events = play(sent, ME, Spy(OTHER), FastChance(1))
    told = "Alice sent an Assassin to spy on you."
    assert shown(sent, seat=OTHER, events=events).lead[0] == told
    assert shown(sent).lead == ("Waiting for Bob to answer.",)
    status = one_line(draw("table/sidebar/_status.html", status_context(scene_of(sent, ME))))
    assert "<strong>Your turn</strong>" in status and "waiting for Bob" in status
    state.players[OTHER].eliminated = 1
    assert moments(view(state, OTHER)) == ()


def test_a_player_can_return_from_a_steward(state):
    state.players[ME].control = Control.STEWARD
    panel = shown(state)
    assert [form.button for form in panel.body.forms] == ["Take my seat back"]
    state.players[ME].own = False
    assert shown(state).body.forms == ()


def test_the_panels_key_depends_on_the_own_offer_only(state):
    key, others = (offer_key(scene_of(state, seat)) for seat in (ME, OTHER))
    state.players[THIRD].orders = Orders(block="never")
    assert offer_key(scene_of(state, ME)) == key
    assert offer_key(scene_of(state, OTHER)) == others
    state.players[ME].orders = Orders(block="never")
    assert offer_key(scene_of(state, ME)) != key


def test_a_name_is_never_markup(state, monkeypatch):
    monkeypatch.setattr("tests.support.tables.panels.NAMES", ("Alice", "<b>Bob", "Charlie"))
    html = panel_html(scene_of(state, ME), "?source=onnwal")
    assert "<b>Bob" not in html
    assert "&lt;b&gt;Bob" in html


def test_links_work_without_scripts(state):
    links = read_panel(panel_html(scene_of(state, ME))).links
    assert all(link.startswith((f"{ADDRESS}?", "/rules/")) for link in links)


# Trades


def test_the_player_on_turn_is_asked_about_a_trade_of_others(state):
    state.players[OTHER].hand = [BattleCard.HERO]
    state.players[THIRD].hand = [BattleCard.FLEET]
    chance = FastChance(1)
    play(state, OTHER, LayCards(THIRD, (BattleCard.HERO,)), chance)
    play(state, THIRD, LayCards(OTHER, (BattleCard.FLEET,)), chance)
    for seat, partner in ((OTHER, THIRD), (THIRD, OTHER)):
        give, get = state.players[seat].hand, state.players[partner].hand
        play(state, seat, AcceptTrade(partner, tuple(give), tuple(get)), chance)
    panel = shown(state)
    assert panel.lead == ("Bob and Charlie are trading Hero for Admiral’s Fleet.",)
    assert set(view(state, ME).legal_moves()) == reachable(scene_of(state, ME))


def test_every_decision_has_its_panel():
    assert set(PANELS) == set(DecisionKind)
