"""Leaving by the page's forms, without scripts: to resign, or to agree on a result."""

from django.template.loader import render_to_string
from django.test import RequestFactory

from games.models import Move
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.table.page.lazy_forms import lazy_form_context
from games.table.panel.orders.leaving import leaving_context
from rules.moves import AgreeResult, Control, Resign
from tests.support.tables.scenes import scene_at
from tests.support.visitors.posted import forms_of, sent

SEEN = {"table": {"version": "v"}}


def leaving_forms(code, user):
    seen = scene_at(code, user)
    posts = forms_of("table/panel/orders/_leaving.html", "leaving", seen, leaving_context(seen))
    return {(post["move"], "winners" in post): post for post in posts}


def leaving_key(scene):
    return lazy_form_context("leave", scene)["lazy_form"]["drawn"]


def test_resigning_is_final_and_seats_a_bot(client, table):
    user, seat = table.mover, 0 if table.mover == table.persons[0] else 1
    seen = scene_at(table.code, user)
    request = RequestFactory().get("/")
    context = {"leaving": leaving_context(seen), "seen": SEEN}
    html = render_to_string("table/panel/orders/_leaving.html", context, request=request)
    assert "just close the page" in html and "Your clock keeps running" in html
    assert "can’t be undone" in html and "A bot takes your seat" in html and "required" in html
    client.force_login(user)
    post = leaving_forms(table.code, user)[Resign.name, False]
    assert sent(client, table.code, post) == 302
    assert load(table.code).state().players[seat].control is Control.BOT
    assert (
        leaving_context(scene_at(table.code, user)) is None
        or not leaving_context(scene_at(table.code, user))["may_resign"]
    )
    # A form that is already open is fetched again, since its key has changed.
    assert leaving_key(seen) and not leaving_key(scene_at(table.code, user))


def test_the_last_person_reads_that_resigning_ends_the_game(alice):
    game = create_game([alice, "general", "captain"])
    start_game(game.code)
    context = {"leaving": leaving_context(scene_at(game.code, alice)), "seen": SEEN}
    html = render_to_string(
        "table/panel/orders/_leaving.html", context, request=RequestFactory().get("/")
    )
    assert "No other people play in this game, so it ends without a result." in html
    assert "takes your seat" not in html


def test_a_result_both_agree_on_ends_the_game(client, table):
    for user in (table.mover, table.waiting):
        client.force_login(user)
        post = leaving_forms(table.code, user)[AgreeResult.name, False]
        post.setlist("winners", ["0", "1"])
        assert sent(client, table.code, post) == 302
    outcome = load(table.code).state().outcome
    assert outcome.winners == (0, 1)
    assert leaving_context(scene_at(table.code, table.persons[0])) is None


def test_an_agreement_can_be_withdrawn(client, table):
    client.force_login(table.mover)
    for winners in (["0"], []):
        post = leaving_forms(table.code, table.mover)[AgreeResult.name, False]
        post["key"] = f"word-{len(winners)}-of-mine"
        post.setlist("winners", winners)
        assert sent(client, table.code, post) == 302
    assert not load(table.code).state().agreed
    assert Move.objects.filter(game__code=table.code, key__startswith="word-").count() == 2


def test_agreements_are_listed_and_only_the_own_is_withdrawn(client, table):
    def form_of(user):
        context = {"leaving": leaving_context(scene_at(table.code, user)), "seen": SEEN}
        return render_to_string(
            "table/panel/orders/_leaving.html", context, request=RequestFactory().get("/")
        )

    assert "Withdraw my vote" not in form_of(table.mover) + form_of(table.waiting)
    before = leaving_key(scene_at(table.code, table.waiting))
    client.force_login(table.mover)
    post = leaving_forms(table.code, table.mover)[AgreeResult.name, False]
    post.setlist("winners", ["0", "1"])
    assert sent(client, table.code, post) == 302
    assert "You: alice and bob." in form_of(table.mover)
    assert "Withdraw my vote" in form_of(table.mover)
    assert f"{table.mover.name}: alice and bob." in form_of(table.waiting)
    assert "Withdraw my vote" not in form_of(table.waiting)
    # Open forms are fetched again.
    assert leaving_key(scene_at(table.code, table.waiting)) != before


def test_spectators_get_no_form_to_leave(table, charlie):
    assert leaving_context(scene_at(table.code, charlie)) is None
