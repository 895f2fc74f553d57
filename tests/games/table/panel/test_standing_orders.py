"""Standing orders and their limits (ORD-9) with the page's form, without scripts."""

import re
from dataclasses import replace

import pytest
from django.http import QueryDict

from games.playing.forms import read_moves
from games.playing.play import play_move
from games.playing.start import create_game, start_game
from games.table.page.lazy_forms import form_key
from games.table.page.viewer import look
from games.table.panel.orders.in_place import ASKED_BY
from games.table.panel.orders.standing_orders import (
    GROUPS,
    QUESTIONS,
    in_words,
    orders_context,
    orders_parts,
)
from games.table.panel.panel import panel_context
from rules import CASTLE, GREYHAWK, FastChance, Options, play
from rules.cards import BattleCard
from rules.chapters.orders.standing_orders import CORRESPONDENCE
from rules.moves import DeclareAttack, SetOrders
from rules.moves.orders_and_wishes import FALLBACKS, ORDER_CHOICES, Limit, Orders
from rules.questions import DecisionKind
from rules.state.players import Holding
from tests.support.tables.panels import scene_of
from tests.support.tables.positions.attacks import ME, OTHER, attacks_of_the_first_player
from tests.support.tables.scenes import scene_at, seen_by
from tests.support.visitors.markup import one_line
from tests.support.visitors.posted import forms_of, sent


def order_forms(code, user):
    seen = scene_at(code, user)
    return forms_of("table/panel/orders/_orders.html", "orders", seen, orders_context(seen))


def test_every_order_has_a_question_and_answers():
    assert QUESTIONS.keys() == ORDER_CHOICES.keys()
    for name, question in QUESTIONS.items():
        assert question.words.keys() == set(ORDER_CHOICES[name]) - {"ask"}


def test_submitting_the_unchanged_form_changes_no_order(table):
    (post,) = order_forms(table.code, table.mover)
    (move,) = read_moves(post).moves
    fallbacks = {name: FALLBACKS[name] for name in GREYHAWK.standing_orders}
    assert move == SetOrders(Orders(fallbacks=fallbacks))


def test_orders_are_saved_by_the_form_and_shown_when_it_is_drawn_again(client, table):
    user = table.mover
    client.force_login(user)
    (post,) = order_forms(table.code, user)
    post["order:fortification"], post["order:counter"] = "home", "ask"
    post["fallback:counter"] = "always"
    assert sent(client, table.code, post) == 302
    orders = scene_at(table.code, user).view.orders
    assert (orders.fortification, orders.fallbacks["counter"]) == ("home", "always")
    again = order_forms(table.code, user)[0]
    assert again["order:fortification"] == "home" and again["fallback:counter"] == "always"


def test_the_first_orders_come_back_with_one_press(client, table):
    user = table.mover
    client.force_login(user)
    orders = Orders(block="never")
    play_move(table.code, user, SetOrders(orders), key="orders-once", decision=None)
    posts = order_forms(table.code, user)
    assert sent(client, table.code, posts[1]) == 302
    assert scene_at(table.code, user).view.orders == Orders()


def test_a_game_by_correspondence_begins_with_its_own_orders(alice, bob):
    game = create_game([alice, bob], Options(pace="correspondence"))
    start_game(game.code)
    seen = scene_at(game.code, alice)
    assert seen.view.orders == CORRESPONDENCE
    assert orders_context(seen)["is_first"]


def test_orders_change_no_other_page(table, charlie):
    assert orders_context(scene_at(table.code, charlie)) is None
    assert list(orders_parts(scene_at(table.code, charlie))) == []
    before = look(table.code, table.waiting.pk).table.version
    move = SetOrders(Orders(hidden="always"))
    play_move(table.code, table.mover, move, key="orders-once", decision=None)
    assert look(table.code, table.waiting.pk).table.version == before


def test_orders_are_summarised_in_a_sentence():
    assert "ask you all 9" in in_words(Orders(dice="ask"), GREYHAWK, Options())
    assert "1 of 9 automatic answers is on" in in_words(Orders(), GREYHAWK, Options())
    assert "1 of 5" in in_words(Orders(), CASTLE, Options())
    assert "1 of 4" in in_words(Orders(), CASTLE, Options(hidden_at_start=True))
    by_letter = in_words(CORRESPONDENCE, GREYHAWK, Options())
    assert by_letter != in_words(Orders(), GREYHAWK, Options())


@pytest.mark.parametrize("hand", [[], [BattleCard.FORTIFICATION]])
def test_a_question_offers_its_own_orders_whatever_the_player_holds(hand):
    state = attacks_of_the_first_player()
    state.players[OTHER].hand = hand or [BattleCard.FLEET]
    state.players[OTHER].orders = Orders(counter="always", limits={"counter": Limit(against=ME)})
    play(state, ME, DeclareAttack("onnwal", "irongate", dice=3), FastChance(1))
    scene = scene_of(state, OTHER)
    context = panel_context(scene, QueryDict())
    (post,) = forms_of("table/panel/orders/_in_place.html", "orders", scene, context["orders"])
    assert [order["name"] for order in context["orders"]["questions"]] == [
        *("fortification", "hidden", "block"),
    ]
    post["order:fortification"] = "stronghold"
    (move,) = read_moves(post).moves
    assert move.orders == replace(state.players[OTHER].orders, fortification="stronghold")
    play(state, OTHER, move, FastChance(1))
    assert state.open_decision(OTHER).kind is DecisionKind.DEFEND


def test_every_order_but_that_on_dice_can_be_changed_where_it_is_asked():
    assert set().union(*ASKED_BY.values()) == ORDER_CHOICES.keys() - {"dice"}


# Groups


def groups_of(code, user):
    """The groups of the form: for each title whether it is open, and the answers of its summary."""
    return {
        group["title"]: (
            group["is_open"],
            [f"{order['subject']}: {order['answer']}" for order in group["answered"]],
        )
        for group in orders_context(scene_at(code, user))["groups"]
    }


def test_every_order_is_in_one_group():
    grouped = [name for _, names in GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(QUESTIONS)


def test_groups_other_than_defence_are_folded_with_a_summary(client, table):
    assert groups_of(table.code, table.mover) == {
        "Defence": (True, ["Dice: As many as possible"]),
        "Cards": (False, []),
        "Claims after an elimination": (False, []),
    }
    client.force_login(table.mover)
    page = one_line(client.get(f"/games/{table.code}/forms/orders/").content.decode())
    assert '<details class="order-group" open> <summary id="orders-defence">' in page
    assert '<details class="order-group"> <summary id="orders-cards">' in page
    assert page.count("Ask me </span>") == 2


def test_a_group_that_differs_from_the_defaults_is_open(table):
    for orders, opened in (
        (Orders(counter="always"), "Cards"),
        (Orders(fallbacks={"ruin": "never", "counter": "always"}), "Cards"),
        (Orders(fill="auto", limits={"fill": Limit(until=9)}), "Claims after an elimination"),
    ):
        key = table.key()
        play_move(table.code, table.mover, SetOrders(orders), key=key, decision=None)
        groups = groups_of(table.code, table.mover)
        assert [title for title, (is_open, _) in groups.items() if is_open] == ["Defence", opened]
    assert groups["Claims after an elimination"][1] == [
        "Claims: Those next to mine first, from where I have the most armies"
    ]


def test_the_group_of_the_open_question_is_open(table):
    def ask(state):
        state.decisions = [replace(state.decisions[0], kind=DecisionKind.COUNTER)]

    seen = scene_at(table.code, table.mover)
    groups = orders_context(seen_by(seen, seen.seat, ask))["groups"]
    assert [group["name"] for group in groups if group["is_open"]] == ["cards"]


def test_a_form_of_few_questions_is_not_folded(alice, bob):
    game = create_game([alice, bob], Options(), ruleset="classic")
    start_game(game.code)
    assert all(is_open for is_open, _ in groups_of(game.code, alice).values())


# Limits


def posted(**fields):
    """The move read from a posted form for orders; `__` in a field's name stands for a colon."""
    data = QueryDict(mutable=True)
    for name, values in {"move": "orders", "key": "k" * 9, **fields}.items():
        for value in values if isinstance(values, list) else [values]:
            data.appendlist(name.replace("__", ":"), value)
    return read_moves(data).moves[0]


def test_limits_are_read_from_their_fields_and_empty_ones_are_none():
    empty = {"at__hidden": "", "against__hidden": "", "until__hidden": ""}
    move = posted(
        order__fortification="always",
        order__hidden="always",
        at__fortification=["rauxes", "torrich"],
        against__fortification="2",
        keep__fortification="1",
        until__fortification="7",
        keep__hidden="0",
        **empty,
    )
    limit = Limit(("rauxes", "torrich"), 2, 1, 7)
    assert move.orders.limits == {"fortification": limit}


def test_an_order_is_enabled_again_with_one_press(client, table):
    user = table.mover
    seat = table.seat_of(user)
    state = table.state()
    theirs = next(name for name, held in state.holdings.items() if held.owner != seat)
    lost = Orders(
        counter="always", fortification="always", limits={"fortification": Limit((theirs,))}
    )
    play_move(table.code, user, SetOrders(lost), key=table.key(), decision=None)
    assert list(table.state().players[seat].orders.off) == ["fortification"]
    client.force_login(user)
    page = client.get(f"/games/{table.code}/forms/orders/").content.decode()
    assert "which you no longer hold." in page
    form = page.split('<form id="again-fortification"')[1].split("</form>")[0]
    fields = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form))
    fields.pop("csrfmiddlewaretoken", None)
    assert client.post(f"/games/{table.code}/moves/", fields).status_code == 302
    orders = table.state().players[seat].orders
    assert (orders.fortification, orders.counter) == ("always", "always")
    assert not orders.off
    assert not orders.limits


def test_a_saved_limit_is_shown_in_the_form_and_sent_again(client, table):
    user = table.mover
    seat = table.seat_of(user)
    mine = table.state().held_by(seat)[0]
    limit = Limit((mine,), 1 - seat, 0, 9)
    orders = Orders(fortification="always", limits={"fortification": limit})
    play_move(table.code, user, SetOrders(orders), key=table.key(), decision=None)
    client.force_login(user)
    page = client.get(f"/games/{table.code}/forms/orders/").content.decode()
    assert f'<option value="{mine}" selected>' in page
    assert '<option value="9" selected>' in page
    other = client.get(f"/games/{table.code}/panel/").content.decode()
    assert "at:fortification" not in other


def test_the_form_is_fetched_again_when_an_order_can_be_limited_to_something_else():
    state = attacks_of_the_first_player()

    def key():
        return form_key("orders", scene_of(state, ME))

    keys = [key(), key()]
    state.holdings["ratik"] = Holding(ME, 1)
    keys.append(key())
    state.holdings["ratik"].armies = 2
    keys.append(key())
    state.players[OTHER].eliminated = True
    keys.append(key())
    state.round += 1
    keys.append(key())
    first, captured, out, later = dict.fromkeys(keys)
    assert keys == [first, first, captured, captured, out, later]


def test_an_order_is_disabled_after_its_limit(client, table):
    user = table.mover
    client.force_login(user)
    (post,) = order_forms(table.code, user)
    post["order:fortification"], post["keep:fortification"] = "always", "6"
    assert sent(client, table.code, post) == 302
    seat = scene_at(table.code, user).seat
    assert "keep 6" in table.state().players[seat].orders.off["fortification"]
    post, again = order_forms(table.code, user)[:2]
    assert sent(client, table.code, again) == 302
    assert not table.state().players[seat].orders.off
