"""Advice in the panel: what a general would decide, against bots or on the terms of the table."""

import random
import re
from html import unescape

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from games.models import Game
from games.playing.forms import read_moves
from games.playing.plans.proposals import explained_proposal, placed_in
from games.playing.play import play_move
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.table.page.viewer import look
from games.table.panel.advice import (
    ADVICE,
    PASSES,
    advice_panel,
    advice_query,
    advise,
    describe_all,
    form_of,
    is_asked,
    risks,
)
from rules import BOTS, GREYHAWK, RULESETS, Options, View, legal_moves, moves
from rules.bots.adviser import Adviser
from rules.bots.general.garrisons import garrison_needed
from rules.bots.reasons import ReasonKind
from rules.cards import BattleCard
from rules.moves import Move, Pass, PlayAmbassador, PlayMercenaries
from rules.questions import DecisionKind
from rules.sentences.moves import MOVES_IN_WORDS
from rules.state.players import Holding
from rules.state.under_way import CapturedTerritory
from rules.turn.answers import ANSWERS
from tests.support.rules.bot_tables import with_safe_home
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin
from tests.support.tables.robot import read_panel

DECLARED = {
    *(moves.AcceptTrade, moves.AgreeResult, moves.AnswerPact, moves.AskOnlyPlayable),
    *(moves.ClaimWin, moves.Default, moves.Disarm, moves.EndGame, moves.EndPact, moves.LayCards),
    *(moves.OfferPact, moves.Resign, moves.SetOrders, moves.SetWishes, moves.TakeSeat),
    moves.WithdrawTrade,
}
"""Moves that answer no decision."""


def begun(seats, ruleset="greyhawk", kinds=frozenset(DecisionKind)):
    """Return the code of a game in round 1 in which seat 0 has a decision of one of these kinds."""
    game = pin(create_game(seats, Options(quick=True), ruleset), "advice2g")
    start_game(game.code)
    play_ahead(
        game.code,
        random.Random(2),
        lambda state: state.round == 1 and getattr(state.decision_of(0), "kind", "") in kinds,
        people="captain",
    )
    return game.code


def test_every_answer_has_words():
    answers = {kind for kind in vars(moves).values() if isinstance(kind, type)}
    answers = {kind for kind in answers if issubclass(kind, Move) and kind is not Move}
    assert answers - DECLARED == MOVES_IN_WORDS.keys()


def panel_of(code, user, query=""):
    """Return the panel's HTML as sent to a user."""
    browser = Client()
    browser.force_login(user)
    return browser.get(f"/games/{code}/panel/{query}").content.decode()


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_a_player_against_bots_reads_what_a_general_would_do(alice, ruleset):
    code = begun([alice, "general", "captain"], ruleset)
    scene = look(code, alice.pk).scene
    question = advice_query(scene)
    assert question and f'href="/games/{code}/{question}#panel"' in panel_of(code, alice)
    page = panel_of(code, alice, question)
    chosen = advise(code, scene.view)
    moves = [each.move for each in chosen]
    sentence = describe_all(scene, moves)
    assert f"A general would {sentence}." in unescape(page)
    assert "Why: " in page or len(moves) > 1
    assert 'id="panel-advice"' not in page
    assert advise(code, scene.view) == chosen
    assert moves[0] in legal_moves(load(code).state(), 0)
    # One press plays it.
    browser, before = Client(), load(code).number
    browser.force_login(alice)
    form = next(form for form in read_panel(page).forms if form.method == "post")
    fields = dict(form.filled(random.Random(1)))
    assert browser.post(f"/games/{code}/moves/", fields).status_code == 302
    assert load(code).number > before


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_the_form_of_an_advice_is_read_as_its_move(alice, ruleset):
    state = load(begun([alice, "general", "captain"], ruleset)).state()
    for move in legal_moves(state, 0):
        form = form_of([move], "Do it")
        post = QueryDict(mutable=True)
        post.update({"move": form.move, "key": "a-key-of-its-own"})
        for name, value in form.settled:
            post.appendlist(name, str(value))
        assert read_moves(post).moves == (move,)


def test_an_ambassador_is_advised_only_against_a_danger():
    state, own = with_safe_home(GREYHAWK)
    state.turn = 0
    state.ask(0, DecisionKind.ATTACKS)
    state.players[0].hand = [BattleCard.AMBASSADOR, BattleCard.MERCENARIES]
    for name, holding in state.holdings.items():
        if state.stronghold_on(name) is not None:
            holding.armies = 24
    # Opponents could only come from afar, and Mercenaries find a target nearby.
    assert isinstance(BOTS["general"](random.Random(1)).choose(View(state, 0)), PlayAmbassador)
    chosen = Adviser(random.Random(1)).decide(View(state, 0))
    assert chosen.move == PlayMercenaries(1)
    assert chosen.reason.chance > 0.7
    state.players[0].hand = [BattleCard.AMBASSADOR]
    beside = state.board.territories[own].neighbours[0]
    state.holdings[beside].owner, state.holdings[beside].armies = 1, 60
    chosen = Adviser(random.Random(1)).decide(View(state, 0))
    assert chosen.move == PlayAmbassador(1)


def test_mercenaries_are_advised_for_an_attack_that_needs_them():
    state, own = with_safe_home(GREYHAWK)
    state.turn = 0
    state.ask(0, DecisionKind.ATTACKS)
    state.players[0].hand = [BattleCard.MERCENARIES]
    assert Adviser(random.Random(1)).decide(View(state, 0)).move == PlayMercenaries(1)
    source, _ = next(weakly_defended(state, own))
    state.holdings[source].armies = 9
    # The stronghold is in danger now, but the adviser suggests Mercenaries only for attacks.
    state.holdings[own].armies = 1
    general = BOTS["general"](random.Random(1)).decide(View(state, 0))
    assert general.move == PlayMercenaries(1) and general.reason.kind is ReasonKind.GUARD
    assert not isinstance(Adviser(random.Random(1)).decide(View(state, 0)).move, PlayMercenaries)


def weakly_defended(state, own):
    """Yield pairs of a territory of seat 0, not its stronghold, and a neighbour with one army."""
    view = View(state, 0)
    for source in view.held_by(0):
        for near in state.board.territories[source].neighbours:
            if source != own and view.owner(near) not in (None, 0) and view.armies(near) == 1:
                yield source, near


def test_nobody_with_people_as_opponents_gets_advice(alice, bob):
    code = begun([alice, bob, "general"])
    scene = look(code, alice.pk).scene
    assert advice_query(scene) == ""
    page = panel_of(code, alice, f"?{ADVICE}={scene.view.open_decision.number}")
    assert "A general would" not in page and 'id="panel-advice"' not in page


@pytest.mark.parametrize("allows", [False, True])
def test_the_terms_decide_whether_players_get_advice_against_people(
    table, client, charlie, dora, allows
):
    Game.objects.filter(code=table.code).update(allows_advice=allows)
    mover = table.mover
    scene = look(table.code, mover.pk).scene
    question = f"?{ADVICE}={scene.view.open_decision.number}"
    assert advice_query(scene) == (question if allows else "")
    for user in (mover, table.waiting, charlie, dora, None):
        client.logout()
        if user is not None:
            client.force_login(user)
        may_ask = allows and user == mover
        for address in (f"/games/{table.code}/", f"/games/{table.code}/panel/"):
            assert ('id="panel-advice"' in client.get(address).content.decode()) == may_ask
            assert ("A general would" in client.get(address + question).content.decode()) == may_ask
        # A refused move shows the same panel again.
        refused = client.post(f"/games/{table.code}/moves/", {ADVICE: question.partition("=")[2]})
        assert ("A general would" in refused.content.decode()) == may_ask


def test_both_players_get_advice_about_their_own_decisions(alice, bob):
    game = pin(create_game([alice, bob], Options(quick=True)), "advice2h")
    Game.objects.filter(pk=game.pk).update(allows_advice=True)
    start_game(game.code)
    for user in (alice, bob):
        scene = look(game.code, user.pk).scene
        assert scene.view.open_decision.seat == scene.seat
        assert "A general would" in panel_of(game.code, user, advice_query(scene))


@pytest.mark.parametrize("has_left", [False, True])
def test_a_held_game_and_an_absent_player_get_no_advice(table, has_left):
    Game.objects.filter(code=table.code).update(allows_advice=True)
    mover = table.mover
    question = advice_query(look(table.code, mover.pk).scene)
    if has_left:
        play_move(table.code, mover, moves.Resign(), key="gone-for-good", decision=None)
    else:
        Game.objects.filter(code=table.code).update(held_since=timezone.now())
    page = panel_of(table.code, mover, question)
    assert "A general would" not in page and 'id="panel-advice"' not in page


def test_advice_is_about_the_open_decision_only(alice):
    code = begun([alice, "general", "captain"])
    scene = look(code, alice.pk).scene
    for number in ("", "0", "99", "x", "²"):
        assert not is_asked(scene, QueryDict(f"{ADVICE}={number}"))
        assert "A general would" not in panel_of(code, alice, f"?{ADVICE}={number}")


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_the_panel_says_why_armies_are_suggested_where(alice, ruleset):
    placing = {DecisionKind.SPOILS, DecisionKind.REINFORCE}
    code = begun([alice, "captain", "captain"], ruleset, placing)
    view, page = look(code, alice.pk).scene.view, unescape(panel_of(code, alice))
    choices = explained_proposal(view, code)
    assert choices
    for item in choices:
        name = view.board.territories[item.move.territory].name
        reason = r"(, (where|which)| to (take|win|eliminate|guard)| for later)"
        assert re.search(rf"{item.move.armies} on {re.escape(name)}{reason}", page)


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_the_advice_is_what_the_panel_suggests(alice, ruleset):
    placing = {DecisionKind.SPOILS, DecisionKind.REINFORCE}
    code = begun([alice, "captain", "captain"], ruleset, placing)
    scene = look(code, alice.pk).scene
    chosen = advise(code, scene.view)
    assert [each.move for each in chosen] == [
        each.move for each in explained_proposal(scene.view, code)
    ]
    panel = advice_panel(scene, QueryDict())
    assert "Do it" not in panel.body.forms[0].button
    placed = placed_in(tuple(each.move for each in chosen))
    assert all(scene.view.board.territories[name].name in panel.lead[0] for name in placed)


def test_several_placements_are_advised_in_one_sentence_and_played_at_once(alice):
    scene = look(begun([alice, "captain", "captain"]), alice.pk).scene
    several = [moves.Hide("ekul"), moves.Place("idee", 2), moves.Place("onnwal", 1)]
    said = "hide armies in Ekul and place 3 armies: 2 on Idee and 1 on Onnwal"
    assert describe_all(scene, several) == said
    form = form_of(several, said)
    assert form.button == "Place 3 armies"
    post = QueryDict(mutable=True)
    post.update({"move": form.move, "key": "a-key-of-its-own"})
    post.update(dict(form.settled))
    assert read_moves(post).moves == tuple(several)


def test_every_decision_that_can_be_declined_has_words():
    offered = {kind for kind, answers in ANSWERS.items() if Pass in answers.moves}
    assert offered == PASSES.keys()


def test_advice_that_leaves_a_stronghold_weak_says_so(alice):
    scene = look(begun([alice, "captain", "captain"]), alice.pk).scene
    view = scene.view
    own = view.player(0).stronghold
    target, threat = view.board.territories[own].neighbours[:2]
    state = view._state
    for near in view.board.territories[own].neighbours:
        state.holdings[near].owner = 0
    state.holdings[own].armies = 8
    state.holdings[target] = Holding(1, 2)
    state.holdings[threat] = Holding(2, 5)
    (warning,) = risks(scene, [moves.DeclareAttack(own, target, press=1)])
    needed = garrison_needed(view)
    assert "At most " in warning and f"It needs {needed} armies to be safe." in warning
    state.holdings[own].armies = needed + 2
    assert not list(risks(scene, [moves.DeclareAttack(own, target, press=needed)]))
    state.landing = CapturedTerritory(0, own, target, 1)
    assert list(risks(scene, [moves.MoveIn(needed)]))
    assert not list(risks(scene, [moves.MoveIn(2)]))


def test_advice_to_attack_by_sea_says_that_the_attack_cannot_be_stopped(alice):
    scene = look(begun([alice, "captain", "captain"], kinds={DecisionKind.ATTACKS}), alice.pk).scene
    view, state = scene.view, scene.view._state
    own, *others = (player.stronghold for player in view.players)
    for name in state.holdings:
        state.holdings[name] = Holding(0, 1) if name not in others else state.holdings[name]
    weak = next(name for name in others if view.board.coastal(name))
    near = view.board.territories[weak].neighbours
    port = next(name for name in view.board.voyages(weak, 2) if name not in (own, *others, *near))
    state.holdings[weak].armies, state.holdings[port].armies = 1, 30
    state.players[0].hand = [BattleCard.FLEET]
    advice, *_, warning = advice_panel(scene, QueryDict()).lead
    assert "by fleet" in advice and "you can’t stop it" in warning


def test_advice_to_attack_offers_the_cards_that_cannot_be_played_later(alice):
    scene = look(begun([alice, "captain", "captain"], kinds={DecisionKind.ATTACKS}), alice.pk).scene
    state = scene.view._state
    state.players[0].hand = [BattleCard.MERCENARIES, BattleCard.ASSASSIN]
    source, _ = next(weakly_defended(state, scene.view.player(0).stronghold))
    state.holdings[source].armies = 90
    panel = advice_panel(scene, QueryDict())
    assert "attack" in panel.lead[0]
    (card,) = panel.body.cards
    assert card.card == BattleCard.MERCENARIES and card.query == "?use=mercenaries"
    assert panel.body.cards_title == "To play before you attack"
    assert panel.body.others_summary == "Attack something else"
    state.this_turn.attacked = True
    assert not advice_panel(scene, QueryDict()).body.cards


def test_attacks_beside_advice_not_to_attack_are_called_instead(alice):
    scene = look(begun([alice, "captain", "captain"], kinds={DecisionKind.ATTACKS}), alice.pk).scene
    state = scene.view._state
    state.players[0].hand = []
    for holding in state.holdings.values():
        holding.armies = 2 if holding.owner == 0 else 40
    panel = advice_panel(scene, QueryDict())
    assert "would end the attacks" in panel.lead[0]
    assert panel.body.others and panel.body.others_summary == "Attack instead"


def test_the_map_offers_other_attacks_beside_advice_to_attack(alice):
    scene = look(begun([alice, "captain", "captain"], kinds={DecisionKind.ATTACKS}), alice.pk).scene
    number = scene.view.open_decision.number
    panel = advice_panel(scene, QueryDict(f"{ADVICE}={number}"))
    marked = {mark.territory for mark in panel.marks}
    offered = {pick.territory for group in panel.body.others for pick in group.picks}
    sources = {
        source
        for option in scene.view.offer()
        if option.move in (moves.DeclareAttack, moves.SailFleet)
        for source in option.values("source")
    }
    assert marked and offered == sources - marked
