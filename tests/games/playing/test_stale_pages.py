"""FAIR-6: after a take-back, old pages and bots cannot answer a decision with the same number."""

import re

import pytest

from games.community.moderation.take_back import take_back
from games.community.trust.roles import Role
from games.exceptions import Stale
from games.models import Game, Move
from games.playing.play import play_for, play_move
from games.storage.store.stored_game import load
from rules import move_to_json
from rules.moves import Default, OfferPact
from tests.support.tables.positions.diplomacy import buttons_of, page, post, press
from tests.support.visitors.moderators import action, moderator

pytestmark = pytest.mark.django_db


@pytest.fixture
def back(db):
    """A function that takes a game back to an entry, as a senior moderator."""
    dora = moderator("dora", Role.SENIOR)

    def go_back(code, to):
        take_back(action("take_back", dora, game=Game.objects.get(code=code)), to)

    return go_back


def carried(html):
    """Return the decision, epoch and key in the forms of a page's panel, by name."""
    panel = html[html.index('<section id="panel"') :]
    fields = r'<input type="hidden" name="(decision|epoch|key)" value="([^"]*)"'
    return dict(re.findall(fields, panel[: panel.index("</section>")]))


def asked_with_a_form(client, table):
    """Play until a person's panel has a form; return the person."""
    while True:
        user = table.persons.get(table.state().decisions[0].seat)
        if user is not None and "decision" in carried(page(client, user, table.code)):
            return user
        table.answer()


def test_an_old_form_answers_no_later_question_of_its_number(client, table, back):
    to, user = table.number(), asked_with_a_form(client, table)
    while table.number() == to:
        table.answer()
        user = asked_with_a_form(client, table)
    decision, move = table.decision()
    old = carried(page(client, user, table.code))
    assert "epoch" not in old
    table.answer()
    back(table.code, to)
    while table.state().decisions[0] != decision:
        table.answer()
    asked_with_a_form(client, table)
    decision, move = table.decision()
    new = carried(page(client, user, table.code))
    assert (new["decision"], new["epoch"]) == (old["decision"], "1")
    before = table.number()
    stale = post(client, user, table.code, **move_to_json(move) | old)
    assert stale.status_code == 409 and "took the game back" in stale.content.decode()
    assert table.number() == before
    assert post(client, user, table.code, **move_to_json(move) | new).status_code == 302
    assert table.number() > before


def test_an_old_button_accepts_no_later_pact_of_its_number(client, table, back):
    (alice, bob), code = table.persons.values(), table.code
    to = table.number()

    def offer(rounds):
        pact = OfferPact((0,), ("peace",), rounds, "")
        play_move(code, bob, pact, key=table.key(), decision=None)

    offer(2)
    old = buttons_of(page(client, alice, code))["Accept (1)"]
    back(code, to)
    offer(20)
    assert post(client, alice, code, said=old).status_code == 409
    (pact,) = table.state().pacts
    assert (pact.rounds, pact.status) == (20, "offered")
    assert press(client, alice, code, "Accept (1)").status_code == 302
    assert table.state().pacts[0].status == "in_force"


def test_a_bots_late_answer_is_dropped(bots_game, back):
    state = load(bots_game.code).state()
    asked = state.decisions[0]
    back(bots_game.code, load(bots_game.code).number - 1)
    thought = {"decision": asked.number, "epoch": state.epoch}
    with pytest.raises(Stale, match="took the game back"):
        play_for(bots_game.code, asked.seat, Default(), Move.By.BOT, **thought)


def test_a_reopened_decision_draws_a_new_panel(client, table, back):
    to = table.number()
    before = client.get(f"/games/{table.code}/").context["panel"]["offer"]
    table.answer()
    back(table.code, to)
    assert client.get(f"/games/{table.code}/").context["panel"]["offer"] != before
