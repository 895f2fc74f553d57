"""Orders, wishes, leaving and hints by the page's forms, without scripts."""

import re
from html.parser import HTMLParser

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import RequestFactory

from games import hints
from games.models import Move
from games.move_forms import read_moves
from games.panel_orders import (
    QUESTIONS,
    in_words,
    leaving_context,
    orders_context,
    orders_parts,
    wishes_context,
)
from games.play import play_move
from games.preferences import save_preferences
from games.sight import look
from games.starting import create_game, start_game
from games.store import load
from games.terms import PLAYABLE
from rules import CASTLE, GREYHAWK, Options, view
from rules.forms import FALLBACKS, ORDER_CHOICES, Limit, Orders, Wishes
from rules.moves import AgreeResult, Control, Resign, SetOrders, SetWishes
from rules.orders import CORRESPONDENCE
from rules.players import DecisionKind


class FormReader(HTMLParser):
    """Reads every form of a piece of HTML as (name, value) pairs a browser would send."""

    def __init__(self):
        super().__init__()
        self.forms = []
        self.select = None
        self.is_multiple = False

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "form":
            self.forms.append([])
        elif tag == "input" and self.forms and found.get("name"):
            is_off = found.get("type") in ("radio", "checkbox") and "checked" not in found
            if not is_off:
                self.forms[-1].append((found["name"], found.get("value", "")))
        elif tag == "select":
            self.select = [found["name"], []]
            self.is_multiple = "multiple" in found
        elif tag == "option" and self.select:
            self.take_option(found)

    def handle_endtag(self, tag):
        if tag == "select" and self.select:
            name, values = self.select
            self.forms[-1] += [(name, value) for value in values]
            self.select = None

    def take_option(self, found):
        """Take an option that is sent: those selected, or the first where one must be."""
        _, values = self.select
        if "selected" in found:
            self.select[1] = [*values, found["value"]] if self.is_multiple else [found["value"]]
        elif not values and not self.is_multiple:
            self.select[1] = [found["value"]]


def forms_of(template, name, scene, context):
    """Return the forms of a partial, each as a QueryDict ready to be posted."""
    request = RequestFactory().get("/")
    seen = {"table": {"version": "v"}, "code": scene.seating.code}
    html = render_to_string(template, {name: context, "seen": seen, "html": {}}, request=request)
    reader = FormReader()
    reader.feed(html)
    posts = []
    for pairs in reader.forms:
        post = QueryDict(mutable=True)
        for field, value in pairs:
            post.appendlist(field, value)
        posts.append(post)
    return posts


def sent(client, code, post):
    """Send a form as a browser would; return the status of the answer."""
    return client.post(f"/games/{code}/moves/", dict(post.lists())).status_code


def scene(code, user):
    return look(code, user.pk).scene


# Orders


def order_forms(code, user):
    seen = scene(code, user)
    return forms_of("games/_orders.html", "orders", seen, orders_context(seen))


def test_every_order_has_a_question_with_words_for_every_answer():
    assert QUESTIONS.keys() == ORDER_CHOICES.keys()
    for name, question in QUESTIONS.items():
        assert question.words.keys() == set(ORDER_CHOICES[name]) - {"ask"}


def test_the_form_sent_as_it_stands_changes_no_order(table):
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
    orders = scene(table.code, user).view.orders
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
    assert scene(table.code, user).view.orders == Orders()


def test_a_game_by_correspondence_begins_with_its_own_orders(alice, bob):
    game = create_game([alice, bob], Options(pace="correspondence"))
    start_game(game.code)
    seen = scene(game.code, alice)
    assert seen.view.orders == CORRESPONDENCE
    assert orders_context(seen)["is_first"]


def test_orders_are_for_players_alone_and_change_nobody_elses_page(table, charlie):
    assert orders_context(scene(table.code, charlie)) is None
    assert list(orders_parts(scene(table.code, charlie))) == []
    before = look(table.code, table.waiting.pk).table.version
    move = SetOrders(Orders(hidden="always"))
    play_move(table.code, table.mover, move, key="orders-once", decision=None)
    assert look(table.code, table.waiting.pk).table.version == before


def test_what_orders_say_is_told_in_a_sentence():
    assert "asked all" in in_words(Orders(dice="ask"), GREYHAWK, Options())
    assert "1 of 9" in in_words(Orders(), GREYHAWK, Options())
    assert "1 of 5" in in_words(Orders(), CASTLE, Options())
    assert "1 of 4" in in_words(Orders(), CASTLE, Options(hidden_at_start=True))
    by_letter = in_words(CORRESPONDENCE, GREYHAWK, Options())
    assert by_letter != in_words(Orders(), GREYHAWK, Options())


# Wishes


@pytest.fixture
def claiming(alice, bob):
    """A full set-up of alice and bob that has just begun."""
    game = create_game([alice, bob], Options())
    start_game(game.code)
    return game.code


def wish_form(code, user):
    seen = scene(code, user)
    (post,) = forms_of("games/_wishes.html", "wishes", seen, wishes_context(seen))
    return post


def test_wishes_are_kept_in_their_order_and_shown_again(client, claiming, alice):
    client.force_login(alice)
    post = wish_form(claiming, alice)
    post.setlist("claims", ["", "nyrond", "onnwal", "", "oldred"])
    post["place:nyrond"] = "4"
    assert sent(client, claiming, post) == 302
    wishes = scene(claiming, alice).view.wishes
    assert wishes.claims == ("nyrond", "onnwal", "oldred")
    assert wishes.placements == (("nyrond", 4),)
    assert wish_form(claiming, alice).getlist("claims")[:4] == [*wishes.claims, ""]
    assert wish_form(claiming, alice)["place:nyrond"] == "4"


def test_a_wish_for_a_stronghold_is_done_at_once(client, claiming, alice, bob):
    state = load(claiming).state()
    seat = state.decisions[0].seat
    user, empire = (alice, bob)[seat], state.players[seat].empire
    wanted = state.board.empires[empire].territories[0]
    client.force_login(user)
    post = wish_form(claiming, user)
    post[f"stronghold:{empire}"] = wanted
    assert sent(client, claiming, post) == 302
    assert load(claiming).state().players[seat].stronghold == wanted


def test_wishes_end_with_the_set_up_and_are_not_for_quick_ones(table, charlie, claiming):
    assert wishes_context(scene(table.code, table.mover)) is None
    assert wishes_context(scene(claiming, charlie)) is None


def test_an_empty_list_takes_wishes_back(client, claiming, alice):
    client.force_login(alice)
    move = SetWishes(Wishes(placements=(("nyrond", 2),)))
    play_move(claiming, alice, move, key="wishes-once", decision=None)
    post = wish_form(claiming, alice)
    post["place:nyrond"] = ""
    assert sent(client, claiming, post) == 302
    assert scene(claiming, alice).view.wishes.placements == ()


# Leaving


def leaving_forms(code, user):
    seen = scene(code, user)
    posts = forms_of("games/_leaving.html", "leaving", seen, leaving_context(seen))
    return {(post["move"], "winners" in post): post for post in posts}


def test_who_resigns_is_told_that_it_is_for_good_and_a_bot_sits_down(client, table):
    user, seat = table.mover, 0 if table.mover == table.persons[0] else 1
    seen = scene(table.code, user)
    request = RequestFactory().get("/")
    context = {"leaving": leaving_context(seen), "seen": {"table": {"version": "v"}}}
    html = render_to_string("games/_leaving.html", context, request=request)
    assert "cannot be undone" in html and "A bot takes your seat" in html and "required" in html
    client.force_login(user)
    post = leaving_forms(table.code, user)[Resign.name, False]
    assert sent(client, table.code, post) == 302
    assert load(table.code).state().players[seat].control is Control.BOT
    assert (
        leaving_context(scene(table.code, user)) is None
        or not leaving_context(scene(table.code, user))["may_resign"]
    )


def test_a_result_both_agree_on_ends_the_game(client, table):
    for user in (table.mover, table.waiting):
        client.force_login(user)
        post = leaving_forms(table.code, user)[AgreeResult.name, False]
        post.setlist("winners", ["0", "1"])
        assert sent(client, table.code, post) == 302
    outcome = load(table.code).state().outcome
    assert outcome.winners == (0, 1)
    assert leaving_context(scene(table.code, table.persons[0])) is None


def test_a_word_can_be_taken_back(client, table):
    client.force_login(table.mover)
    for winners in (["0"], []):
        post = leaving_forms(table.code, table.mover)[AgreeResult.name, False]
        post["key"] = f"word-{len(winners)}-of-mine"
        post.setlist("winners", winners)
        assert sent(client, table.code, post) == 302
    assert not load(table.code).state().agreed
    assert Move.objects.filter(game__code=table.code, key__startswith="word-").count() == 2


def test_spectators_can_leave_nothing(table, charlie):
    assert leaving_context(scene(table.code, charlie)) is None


# Hints


@pytest.fixture
def on_turn(table):
    """The table when whoever is to move is about to attack for the first time in the turn."""
    while True:
        decision, state = table.state().decisions[0], table.state()
        is_attacking = decision.kind is DecisionKind.ATTACKS and not state.attacked
        if is_attacking and decision.seat in table.persons:
            return table
        table.answer()


def shown_hint(code, user):
    found = hints.hints_context(scene(code, user), user)["hints"]
    return next((hint["name"] for hint in found if hint["is_now"]), None)


def test_there_are_at_most_six_hints_and_the_first_turn_begins_with_where_to_click(on_turn):
    assert all(1 < len(hints.hints_of(game)) <= 6 for game in PLAYABLE)
    assert shown_hint(on_turn.code, on_turn.mover) == "choose"


def test_a_hint_that_was_read_does_not_come_back(client, on_turn):
    table = on_turn
    client.force_login(table.mover)
    address = f"/games/{table.code}/hints/"
    assert client.post(address, {"hint": "choose"}).status_code == 302
    table.mover.refresh_from_db()
    assert shown_hint(table.code, fresh(table.mover)) == "cards"
    assert client.post(address, {"hint": "<script>"}).status_code == 302
    assert client.get(address).status_code == 405


def fresh(user):
    return type(user).objects.get(pk=user.pk)


def test_hints_can_be_switched_off_altogether(client, on_turn):
    table = on_turn
    client.force_login(table.mover)
    client.post(f"/games/{table.code}/hints/", {"off": "yes"})
    assert hints.hints_context(scene(table.code, table.mover), fresh(table.mover))["hints"] == []
    save_preferences(fresh(table.mover), {"hints": "on"})
    assert shown_hint(table.code, fresh(table.mover)) == "choose"


def test_the_answer_without_a_whole_page_holds_the_hints_that_are_left(client, table):
    client.force_login(table.mover)
    answer = client.post(
        f"/games/{table.code}/hints/", {"hint": "choose"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    html = answer.content.decode()
    assert 'data-hint="choose"' not in html and 'data-hint="cards"' in html


def test_hints_are_not_for_spectators_nor_before_the_first_turn(client, table, charlie, claiming):
    assert hints.hints_context(scene(table.code, charlie), charlie)["hints"] == []
    assert hints.moments(view(load(claiming).state(), 0)) == ()
    assert client.post(f"/games/{table.code}/hints/", {"hint": "choose"}).status_code == 302


# ORD-9: limits


def posted(**fields):
    """A form of orders as a page posts it; `_` in a name stands for the colon after a prefix."""
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


def test_an_order_is_switched_on_again_with_one_press(client, table):
    user = table.mover
    seat = next(seat for seat, one in table.persons.items() if one == user)
    state = table.state()
    theirs = next(name for name, held in state.holdings.items() if held.owner != seat)
    lost = Orders(
        counter="always", fortification="always", limits={"fortification": Limit((theirs,))}
    )
    play_move(table.code, user, SetOrders(lost), key=table.key(), decision=None)
    assert list(table.state().players[seat].orders.off) == ["fortification"]
    client.force_login(user)
    page = client.get(f"/games/{table.code}/sheets/orders/").content.decode()
    assert "you hold nothing of that now" in page
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
    seat = next(seat for seat, one in table.persons.items() if one == user)
    mine = table.state().held_by(seat)[0]
    limit = Limit((mine,), 1 - seat, 0, 9)
    orders = Orders(fortification="always", limits={"fortification": limit})
    play_move(table.code, user, SetOrders(orders), key=table.key(), decision=None)
    client.force_login(user)
    page = client.get(f"/games/{table.code}/sheets/orders/").content.decode()
    assert f'<option value="{mine}" selected>' in page
    assert '<option value="9" selected>round 9</option>' in page
    other = client.get(f"/games/{table.code}/panel/").content.decode()
    assert "at:fortification" not in other


def test_an_order_limited_on_its_form_is_off_where_its_limit_is_over(client, table):
    user = table.mover
    client.force_login(user)
    (post,) = order_forms(table.code, user)
    post["order:fortification"], post["keep:fortification"] = "always", "6"
    assert sent(client, table.code, post) == 302
    seat = scene(table.code, user).seat
    assert "keep 6" in table.state().players[seat].orders.off["fortification"]
    post, again = order_forms(table.code, user)[:2]
    assert sent(client, table.code, again) == 302
    assert not table.state().players[seat].orders.off
