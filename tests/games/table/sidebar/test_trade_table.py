"""Trades at the table (DIP-2 to DIP-4): laid face up, answered, ruined, and interrupted."""

import pytest
from django.http import QueryDict

from games.models import Move
from games.playing.forms import read_moves
from games.playing.play import play_for
from games.table.sidebar.diplomacy import lay_part
from rules import CASTLE, IllegalMove
from rules.cards import BattleCard
from rules.events.json import from_json
from rules.moves import (
    AcceptTrade,
    Control,
    EndAttacks,
    LayCards,
    PlayMercenaries,
    Resign,
    TakeSeat,
    WithdrawTrade,
)
from rules.questions import DecisionKind
from tests.support.tables.panels import scene_of
from tests.support.tables.positions.diplomacy import (
    begun,
    buttons_of,
    count_of,
    deal,
    ledger_of,
    page,
    panel_of,
    post,
    press,
    shown_to,
)
from tests.support.tables.positions.trades import ASSASSIN, FLEET, HERO, Trading

NAMES = ("alice", "bob", "charlie")


@pytest.fixture
def table(alice, bob, charlie):
    """A table of three: the player on turn holds an Assassin, the others cards to trade."""
    return Trading([alice, bob, charlie], "t3adesab")


def events(table, since):
    """The names of the public events since an entry of the log."""
    entries = Move.objects.filter(game__code=table.code, number__gt=since).order_by("number")
    return [
        from_json(event).name
        for public in entries.values_list("public", flat=True)
        for event in public["events"]
    ]


def seen_by(client, table, seat):
    return page(client, table.persons.get(seat), table.code)


def test_a_trade_can_be_made_with_the_page_only(client, table):
    since, (one, other, turn) = table.number(), (table.one, table.other, table.turn)
    users = table.persons
    label = f"Offer them to {NAMES[other]}"
    assert press(client, users[one], table.code, label, cards=["hero"]).status_code == 302
    for seat in (turn, other, None):
        told = ledger_of(seen_by(client, table, seat))
        assert f"{NAMES[one]} offers Hero." in told
        assert (
            "You offer" if seat == other else f"{NAMES[other]} offers"
        ) + " nothing yet." in told
    assert count_of(seen_by(client, table, other)) == "1 waiting for you"
    assert f"{NAMES[one]} offers you a trade." in panel_of(seen_by(client, table, other))
    assert count_of(seen_by(client, table, turn)) == count_of(seen_by(client, table, one)) == ""
    answer = f"Give {NAMES[one]} 1 card for Hero"
    assert press(client, users[other], table.code, answer, cards=["fleet"]).status_code == 302
    told = ledger_of(seen_by(client, table, None))
    assert f"{NAMES[other]} offers Admiral’s Fleet. Accepted by {NAMES[other]}." in told
    assert "Accept the trade" not in buttons_of(seen_by(client, table, other))
    assert press(client, users[one], table.code, "Accept the trade").status_code == 302
    # The player on turn answers before anything else (DIP-4).
    assert table.state().decisions[0].kind is DecisionKind.RUIN
    assert "Agreed." in ledger_of(seen_by(client, table, one))
    assert "Offer them" not in "".join(buttons_of(seen_by(client, table, one)))
    html = seen_by(client, table, turn)
    assert "Break up this trade?" in panel_of(html)
    decision = table.state().decision_of(turn).number
    post(client, users[turn], table.code, move="pass", decision=decision)
    assert table.hand(one) == [FLEET, FLEET] and table.hand(other) == [ASSASSIN, HERO]
    assert table.state().decisions[0].kind is DecisionKind.ATTACKS
    assert events(table, since) == [
        *("cards_laid", "cards_laid", "trade_accepted", "trade_accepted", "trade_done"),
    ]
    assert " offers " not in ledger_of(seen_by(client, table, None))


def test_the_player_on_turn_ruins_a_trade_with_an_assassin(client, table):
    table.both_lay()
    table.accept(table.one, table.other)
    table.accept(table.other, table.one)
    since, decision = table.number(), table.state().decision_of(table.turn).number
    ruin = {"move": "ruin", "opponent": table.one, "card": "hero", "decision": decision}
    assert post(client, table.persons[table.turn], table.code, **ruin).status_code == 302
    # The owner of the cards is asked for a counter, with or without an Assassin (ASN-3, ORD-2).
    while table.state().bound is not None:
        asked = table.state().decisions[0]
        user = table.persons[asked.seat]
        post(client, user, table.code, move="pass", decision=asked.number)
    told = events(table, since)
    assert told[0] == "assassin_used" and "assassin_rolled" in told
    assert table.hand(table.turn) == []
    if "trade_ruined" in told:
        assert (table.hand(table.one), table.hand(table.other)) == ([FLEET], [ASSASSIN, FLEET])
    else:
        assert (table.hand(table.one), table.hand(table.other)) == ([FLEET] * 2, [ASSASSIN, HERO])
    assert table.state().trades == []


def test_cards_may_be_changed_until_both_have_accepted(client, table):
    table.both_lay()
    table.accept(table.other, table.one)
    old = table.acceptance(table.one, table.other)
    table.lay(table.other, table.one, ASSASSIN)
    with pytest.raises(IllegalMove, match="has changed"):
        table.say(table.one, old)
    assert table.state().trades[0].accepted == (False, False)
    assert count_of(seen_by(client, table, table.one)) == "1 waiting for you"


def test_laying_and_accepting_is_atomic(client, table):
    table.lay(table.one, table.other, HERO, FLEET)
    before = table.number()
    label = f"Give {NAMES[table.one]} 2 cards for Admiral’s Fleet and Hero"
    answer = press(client, table.persons[table.other], table.code, label, cards=["fleet"])
    assert answer.status_code == 422
    assert "same number of cards" in answer.content.decode()
    assert table.number() == before
    assert (
        press(
            client, table.persons[table.other], table.code, label, cards=["fleet", "assassin"]
        ).status_code
        == 302
    )
    assert table.state().trades[0].accepted == (False, True)


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"cards": [""]}, 422, "at least one card"),
        ({"cards": ["hero", "hero"]}, 422, "have all those cards"),
        ({"cards": ["sword"]}, 400, "not a value for “cards”"),
        ({"cards": ["hero"], "partner": ""}, 400, "partner"),
        ({"cards": ["hero"], "partner": 9}, 400, "no seat 9"),
    ],
)
def test_invalid_trade_cards_are_refused_with_a_sentence(client, table, fields, status, sentence):
    form = {"move": "lay_cards", "partner": table.other, "cards": []} | fields
    answer = post(client, table.persons[table.one], table.code, **form)
    assert answer.status_code == status
    assert sentence in answer.content.decode()
    assert table.state().trades == []


def test_how_the_button_that_lays_and_accepts_is_read():
    form = QueryDict("key=lay-and-accept&cards=hero&cards=fleet", mutable=True)
    form["said"] = "move=lay_and_accept&partner=2&get=hero&get=assassin"
    assert read_moves(form).moves == (
        LayCards(2, (HERO, FLEET)),
        AcceptTrade(2, (FLEET, HERO), (ASSASSIN, HERO)),
    )


# Interruptions


def test_playing_an_offered_card_withdraws_the_offer(client, table):
    mercenaries = BattleCard.MERCENARIES
    deal(table.code, {table.turn: [mercenaries]})
    table.lay(table.turn, table.one, mercenaries)
    decision = table.state().decision_of(table.turn).number
    play_for(table.code, table.turn, PlayMercenaries(1), Move.By.PLAYER, decision=decision)
    assert table.state().trades == []
    assert events(table, table.number() - 1).count("trade_withdrawn") == 1
    with pytest.raises(IllegalMove, match="no such offer"):
        table.say(table.one, AcceptTrade(table.turn, (), (mercenaries,)))
    assert " offers " not in ledger_of(seen_by(client, table, None))


def test_resigning_withdraws_offers(client, table):
    table.both_lay()
    table.lay(table.one, table.turn, FLEET)
    table.say(table.one, Resign())
    assert table.state().trades == []
    assert events(table, table.number() - 1).count("trade_withdrawn") == 2
    with pytest.raises(IllegalMove, match="no such offer"):
        table.say(table.other, WithdrawTrade(table.one))


def test_an_offer_survives_the_turn_and_traded_cards_are_free(client, table):
    deal(table.code, {table.turn: [], table.one: [HERO, FLEET], table.other: [FLEET]})
    table.both_lay()
    table.accept(table.one, table.other)
    table.accept(table.other, table.one)
    # Nobody was asked: the player on turn holds no cards.
    assert table.hand(table.other) == [HERO]
    assert table.state().this_turn.received
    with pytest.raises(IllegalMove, match="be traded again this turn"):
        table.lay(table.other, table.one, HERO)
    assert "cards" not in shown_to(table.state(), table.other)
    table.lay(table.one, table.turn, FLEET)
    turn = table.state().turn
    while table.state().turn == turn:
        asked = table.state().decisions[0]
        if asked.kind is DecisionKind.ATTACKS:
            move = EndAttacks()
            play_for(table.code, asked.seat, move, Move.By.PLAYER, decision=asked.number)
        else:
            table.answer()
    assert table.state().this_turn.received == {}
    assert len(table.state().trades) == 1
    table.lay(table.other, table.one, HERO)


def test_an_open_trade_blocks_others(client, table):
    table.both_lay()
    table.accept(table.one, table.other)
    table.accept(table.other, table.one)
    assert "cards" not in shown_to(table.state(), table.one)
    form = {"move": "lay_cards", "partner": table.turn, "cards": ["fleet"]}
    answer = post(client, table.persons[table.one], table.code, **form)
    assert answer.status_code == 422
    assert "still being settled" in answer.content.decode()


def test_a_steward_withdraws_offers_and_the_player_returns_by_trading(client, table):
    steward = TakeSeat(Control.STEWARD, own=True)
    play_for(table.code, table.one, steward, Move.By.CLOCK, decision=None)
    form = {"move": "lay_cards", "partner": table.other, "cards": ["hero"]}
    assert post(client, table.persons[table.one], table.code, **form).status_code == 302
    state = table.state()
    assert state.players[table.one].control is Control.PLAYER
    assert len(state.trades) == 1


def test_only_parties_accept_or_withdraw_a_trade(client, table):
    table.both_lay()
    for seat, partner in ((table.turn, table.one), (table.turn, table.other)):
        said = {"move": "accept_trade", "partner": partner, "give": ["fleet"], "get": ["hero"]}
        assert post(client, table.persons[seat], table.code, **said).status_code == 422
        said = {"move": "withdraw_trade", "partner": partner}
        assert post(client, table.persons[seat], table.code, **said).status_code == 422
    for seat in (table.turn, None):
        labels = buttons_of(seen_by(client, table, seat))
        assert labels.keys().isdisjoint({"Accept the trade", "Withdraw (trade)"})
    client.logout()
    said = {"move": "withdraw_trade", "partner": table.one, "key": "not-logged-in"}
    assert client.post(f"/games/{table.code}/moves/", said).status_code == 403
    assert len(table.state().trades) == 1


def test_offered_cards_have_the_games_own_names():
    state = begun(CASTLE, 3)
    state.players[0].hand = [BattleCard.FORTIFICATION]
    form = lay_part(scene_of(state, 0)).context
    assert form["cards"] == [("fortification", "Marshall")]
