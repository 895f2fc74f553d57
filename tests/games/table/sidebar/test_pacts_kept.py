"""The ledger of pacts (DIP-1): broken and kept pacts, and who may read their texts."""

import re

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Game, Move, Player
from games.playing.play import play_for
from games.playing.start import create_game
from games.storage.store.stored_game import load
from games.table.sidebar.diplomacy import diplomacy_parts
from rules import GREYHAWK, Options, legal_moves
from rules.cards import BattleCard
from rules.moves import DeclareAttack, EndGame, PlayAmbassador
from rules.questions import DecisionKind
from rules.state.treaties import Pact, Truce
from tests.support.tables.panels import scene_of
from tests.support.tables.positions.diplomacy import (
    begun,
    buttons_of,
    deal,
    ledger_of,
    offer,
    page,
    panel_of,
    post,
    press,
)
from tests.support.visitors.markup import one_line


def attack(three):
    """Play until somebody may attack a person; return the decision and the attack."""
    while True:
        state = three.state()
        decision = state.decisions[0]
        if decision.kind is DecisionKind.ATTACKS and state.attack is None:
            for move in legal_moves(state, decision.seat):
                if isinstance(move, DeclareAttack) and move.dice == 1:
                    return decision, move
        three.answer()


def test_breaking_a_pact_is_warned_of_allowed_and_recorded(client, three):
    decision, move = attack(three)
    attacker, defender = decision.seat, three.state().holdings[move.target].owner
    choice = f"?source={move.source}&target={move.target}"
    client.force_login(three.persons[attacker])
    address = reverse("table", args=[three.code])
    assert "breaks" not in panel_of(client.get(address + choice).content.decode())
    offer(client, three, attacker, (defender,))
    assert "breaks" not in panel_of(page(client, three.persons[attacker], three.code))
    press(client, three.persons[defender], three.code, "Accept (1)")
    client.force_login(three.persons[attacker])
    name = ("alice", "bob", "charlie")[defender]
    warning = f"This attack breaks pact 1 with {name}: don’t attack each other."
    assert warning in panel_of(client.get(address + choice).content.decode())
    targets = panel_of(client.get(f"{address}?source={move.source}").content.decode())
    assert "breaks your pact" in targets
    fields = {"move": "attack", "source": move.source, "target": move.target, "dice": 1}
    answer = post(client, three.persons[attacker], three.code, decision=decision.number, **fields)
    assert answer.status_code == 302
    entry, board = load(three.code), GREYHAWK.board.territories
    for user in (*three.persons.values(), None):
        html = page(client, user, three.code)
        who = "you" if user == three.persons[attacker] else ("alice", "bob", "charlie")[attacker]
        where = f"attacking {board[move.target].name} from {board[move.source].name}."
        round_now = entry.state().round
        assert f"Broken by {who} in round {round_now}, {where}" in ledger_of(html)
        assert f"/log/?round={round_now}#pact-1-over" in html
    log = client.get(reverse("game_log", args=[three.code]) + f"?round={round_now}")
    assert 'id="pact-1-over"' in log.content.decode()


def test_truces_are_listed_in_the_pact_ledger(three):
    state = three.state()
    state.truces.append(Truce(0, 1))
    for seat in (0, 1, 2, None):
        ledger = dict(diplomacy_parts(scene_of(state, seat)))["ledger"].context
        (truce,) = ledger["truces"]
        names = [("Alice", "Bob")[one] if one != seat else "you" for one in (0, 1)]
        assert [truce["one"], truce["other"]] == names


def test_the_page_says_that_a_truce_is_enforced(client, three):
    state = three.state()
    seat, decision = state.turn, state.decision_of(state.turn)
    deal(three.code, {seat: [BattleCard.AMBASSADOR]})
    move = PlayAmbassador((seat + 1) % 3)
    play_for(three.code, seat, move, Move.By.PLAYER, decision=decision.number)
    for user in (*three.persons.values(), None):
        told = ledger_of(page(client, user, three.code))
        assert "enforced Truce: they can’t attack each other until" in told


def test_a_pact_that_came_to_the_end_of_the_game_was_kept(client, three):
    offer(client, three)
    press(client, three.persons[1], three.code, "Accept (1)")
    offer(client, three, partners=(2,))
    play_for(three.code, 0, EndGame((0,)), Move.By.MODERATOR, decision=None)
    html = page(client, three.persons[1], three.code)
    assert "Kept to the end of the game." in ledger_of(html)
    assert "Not accepted before the game ended." in ledger_of(html)
    assert not buttons_of(html)


def test_only_the_newest_failed_offers_are_shown():
    state = begun(GREYHAWK, 3)
    for number in range(1, 30):
        state.pacts.append(Pact(number, 0, (1,), ("peace",), 0, "", status="refused"))
    state.pacts.append(Pact(30, 0, (1,), ("help",), 0, "", [1], "ended"))
    past = dict(diplomacy_parts(scene_of(state, 0)))["ledger"].context["past"]
    assert [pact["number"] for pact in past] == [30, 29, 28, 27, 26, 25]


def test_a_profile_shows_the_pact_record_without_more_queries(client, alice, bob):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            html = client.get(reverse("profile", args=["alice"])).content.decode()
        return html, len(queries)

    def finished(**pacts):
        game = create_game([alice, bob], Options(quick=True))
        Game.objects.filter(pk=game.pk).update(
            status="over", outcome={"winners": [0], "reason": "agreed", "places": [[0], [1]]}
        )
        Player.objects.filter(game=game, seat=0).update(**pacts)

    finished()
    html, few = asked()
    assert "Pacts kept" not in html
    for number in range(4):
        finished(pacts_kept=2, pacts_broken=number % 2, pacts_ended=1)
    html, many = asked()
    figures = dict(re.findall(r"<dt>(Pacts [a-z ]+)</dt><dd>(\d+)</dd>", html))
    assert figures == {"Pacts kept": "8", "Pacts broken": "2", "Pacts ended early": "4"}
    assert many == few


def test_blocking_hides_messages_in_ledger_and_log(client, three):
    alice, bob, charlie = three.persons.values()
    offer(client, three, words="You toad")
    bob.blocked.add(alice)
    hidden = '[data-words-of="0"] { display: none; }'
    for path in ("", "log/"):
        for reader, is_hidden in ((bob, True), (charlie, False)):
            client.force_login(reader)
            html = client.get(f"/games/{three.code}/{path}").content.decode()
            # Wherever the pact's text is shown, it is marked as the player's words.
            marked = html.count('<q data-words-of="0">You toad</q>')
            assert marked and marked == html.count("You toad")
            assert (hidden in one_line(html)) is is_hidden
