"""Wishes for the set-up (SET-10) with the page's form, without scripts."""

from itertools import count

from games.playing.play import play_move
from games.playing.start import start_game
from games.storage.store.stored_game import load
from games.table.panel.orders.wishes import wishes_context
from rules import legal_moves
from rules.moves import SetWishes
from rules.moves.orders_and_wishes import Wishes
from tests.support.tables.panels import panel_html
from tests.support.tables.scenes import scene_at
from tests.support.visitors.posted import forms_of, sent

LED = "Your wish list"


def wish_form(code, user):
    seen = scene_at(code, user)
    (post,) = forms_of("table/panel/orders/_wishes.html", "wishes", seen, wishes_context(seen))
    return post


def test_wishes_are_kept_in_their_order_and_shown_again(client, claiming, alice):
    client.force_login(alice)
    post = wish_form(claiming, alice)
    post.setlist("claims", ["", "nyrond", "onnwal", "", "oldred"])
    post["place:nyrond"] = "4"
    assert sent(client, claiming, post) == 302
    wishes = scene_at(claiming, alice).view.wishes
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
    assert wishes_context(scene_at(table.code, table.mover)) is None
    assert wishes_context(scene_at(claiming, charlie)) is None


def test_the_waiting_panel_links_to_wishes(opened, claiming, alice, bob):
    asked = load(claiming).state().decisions[0].seat
    assert LED in panel_html(scene_at(claiming, (bob, alice)[asked]))
    start_game(opened.code)
    numbers = count()
    while decision := (state := load(opened.code).state()).decision_of(0):
        move, key = next(legal_moves(state, 0)), f"waits-{next(numbers)}"
        play_move(opened.code, alice, move, key=key, decision=decision.number)
    waiting = scene_at(opened.code, alice)
    assert not waiting.view.round and LED not in panel_html(waiting)


def test_an_empty_list_takes_wishes_back(client, claiming, alice):
    client.force_login(alice)
    move = SetWishes(Wishes(placements=(("nyrond", 2),)))
    play_move(claiming, alice, move, key="wishes-once", decision=None)
    post = wish_form(claiming, alice)
    post["place:nyrond"] = ""
    assert sent(client, claiming, post) == 302
    assert scene_at(claiming, alice).view.wishes.placements == ()
