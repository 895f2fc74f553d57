"""The log on the page: grouped by rounds, with each viewer's private lines, and links to rules."""

import itertools
import random
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.drawing.display.log import LogEntry, LogLine
from games.drawing.display.log_tail import LATELY
from games.models import Game, Move
from games.playing.start import create_game, start_game
from games.storage.store.stored_game import load
from games.table.page import frames
from games.table.page import log as page_log
from games.table.page.attack_lines import entries_of_open_attack
from games.table.page.log import AT_ONCE, FEW, lines_of, newest_page, round_page
from games.table.page.setup_runs import starts
from games.table.page.viewer import look
from rules import Options
from rules.events.attack import Captured
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin
from tests.support.tables.tables import play_bots


@pytest.fixture
def long_game(db):
    """A game of captains in its fourth round."""
    game = pin(create_game(["captain"] * 4, Options(quick=True)), "l0ng2game")
    start_game(game.code)
    play_ahead(game.code, random.Random(5), lambda state: state.round == AT_ONCE + 2)
    return game


ATTACK_KINDS = {"attack_declared", "battle_fought", "attack_ended", "captured"}


def texts(page):
    return [line.text for line in page["lines"]]


def unfolded(page):
    return [part.text for line in page["lines"] for part in line.parts or (line,)]


def test_the_log_starts_with_the_newest_rounds_and_links_to_earlier_ones(long_game):
    seen = look(long_game.code, None)
    last = seen.scene.view.round
    assert last > AT_ONCE
    page = newest_page(seen)
    assert len(page["lines"]) >= FEW
    assert last - AT_ONCE < page["earlier"] <= last
    before = round_page(seen, page["earlier"], page["first"])
    whole = texts(round_page(seen, page["earlier"]))
    assert texts(before) + texts(page)[: len(whole) - page["first"]] == whole
    assert before["earlier"] == page["earlier"] - 1


def test_the_first_page_has_the_last_turn_of_each_opponent(long_game):
    seen = look(long_game.code, None)
    lines = newest_page(seen)["lines"]
    began = {seat for line in lines if line.kind == "turn_began" for seat in line.seats}
    assert began >= {each.seat for each in seen.scene.view.players if not each.eliminated}


def test_headings_are_on_the_page_of_their_lines(long_game):
    seen = look(long_game.code, None)
    last = seen.scene.view.round
    for number in range(1, last + 1):
        of_round = round_page(seen, number)["lines"]
        turns = [line.text for line in of_round if line.kind == "turn_began"]
        assert of_round[0].text == turns[0]
        assert all(turn.startswith(f"Round {number}: ") for turn in turns)
    assert "turn_began" not in {line.kind for line in round_page(seen, 0)["lines"]}


def test_no_log_page_ends_with_a_heading(long_game, monkeypatch):
    seen, begins = look(long_game.code, None), set()
    for few in range(1, 60):
        monkeypatch.setattr(page_log, "FEW", few)
        page = newest_page(seen)
        begins.add(page["lines"][0].kind)
        if page["first"]:
            before = round_page(seen, page["earlier"], page["first"])
            assert before["lines"][-1].kind != "turn_began"
    assert {"turn_began"} < begins


def test_earlier_lines_are_fetched_by_link(client, long_game):
    seen = look(long_game.code, None)
    page = newest_page(seen)
    path = f"/games/{long_game.code}/log/?round={page['earlier']}&amp;first={page['first']}"
    assert path in client.get(f"/games/{long_game.code}/").content.decode()
    assert f"Earlier in round {page['earlier']}" in client.get(f"/games/{long_game.code}/").text
    assert "Earlier in" not in client.get(f"/games/{long_game.code}/log/?round=1").text
    sent = client.get(path.replace("&amp;", "&"), headers={"HX-Request": "true"})
    assert sent.content.decode().count("<li") == page["first"]
    for odd in ("first=-1", "first=x", "first=99999999999"):
        found = client.get(f"/games/{long_game.code}/log/?round={page['earlier']}&{odd}")
        assert found.content.decode().count("<li") >= page["first"]


def test_the_rounds_make_up_the_whole_log(long_game):
    seen = look(long_game.code, None)
    page, whole = newest_page(seen), []
    while True:
        whole = unfolded(page) + whole
        if page["earlier"] is None:
            break
        page = round_page(seen, page["earlier"], page["first"])
    public = Move.objects.filter(game=seen.game).order_by("number").values_list("public", flat=True)
    assert len(whole) == sum(len(entry["events"]) for entry in public)


def test_the_battles_of_an_attack_are_one_line_that_unfolds(long_game):
    seen = look(long_game.code, None)
    last = seen.scene.view.round
    found = [line for number in range(1, last + 1) for line in round_page(seen, number)["lines"]]
    folded = [line for line in found if line.parts]
    assert folded
    for line in folded:
        kinds = [part.kind for part in line.parts]
        assert "battle_fought" in kinds and {*kinds} <= ATTACK_KINDS
        verb = " took " if "captured" in kinds else " attacked "
        assert verb in line.text and line.text[0].isupper()
        assert line.html.count("<p>") == len(kinds)
        assert 'data-topic="battles"' in line.html


def test_an_attack_that_goes_on_keeps_one_line(long_game):
    seen, checked = look(long_game.code, None), 0
    entries = seen.log.after(0, None)
    for place in range(1, len(entries)):
        before, since = entries[:place], entries[place : place + 1]
        begun = entries_of_open_attack(seen, since)
        told = lines_of(seen, since, begun=begun)
        continued = [line for line in told if line.is_continued]
        assert len(continued) == (1 if begun and told else 0)
        for line in continued:
            shown = lines_of(seen, before)
            (opened,) = [each for each in shown[-LATELY:] if each.is_open][-1:]
            (whole,) = [
                each for each in lines_of(seen, [*before, *since]) if each.text == line.text
            ][-1:]
            assert whole.parts == (opened.parts or (replace(opened, is_open=False),)) + line.parts
            assert "data-continues" in line.html and "data-open" in opened.html
            checked += 1
    assert checked


def test_private_lines_are_shown_to_their_owner_only(client, table, alice, bob):
    def log(user):
        client.force_login(user)
        return client.get(reverse("game_log", args=[table.code]) + "?round=0").content.decode()

    of_alice, of_bob = log(alice), log(bob)
    assert "only you see this" in of_alice
    client.logout()
    watched = client.get(reverse("game_log", args=[table.code]) + "?round=0").content.decode()
    assert "only you see this" not in watched
    own = look(table.code, alice.pk).scene.view.hidden[0]
    name = look(table.code, None).scene.view.board.territories[own].name
    assert f"Your hidden armies are in {name}" in of_alice
    assert "Your hidden armies" in of_bob
    assert "Your hidden armies" not in watched


def test_the_log_names_the_captured_headquarters(db):
    game = pin(create_game(["captain"] * 3, Options(quick=True), "headquarters"), "camp2game")
    state = start_game(game.code)
    while not state.headquarters:
        play_bots(game.code, 1)
        state = load(game.code).state()
    seen, camp = look(game.code, None), state.headquarters[2]
    (line,) = lines_of(seen, [LogEntry(seen.table.number, (Captured(0, camp, 1),))])
    one, other, third = seen.seating.names
    territory = state.board.territories[camp].name
    assert line.text == f"{one} captured {territory}, {third}’s headquarters, from {other}."


def test_a_line_links_to_its_rule():
    line = LogLine("Alice chose where to hide armies.", "hidden_chosen", False, rule="HID-3")
    link = '<a class="rule" href="/rules/#HID-3" aria-label="Rule HID-3">?</a>'
    assert link in line.html


def test_names_in_the_log_are_escaped():
    line = LogLine('<b>ATT-5</b> & "so on"', "claimed", False)
    assert "<b>" not in line.html
    assert "&amp; &#34;so on&#34;" in line.html


@pytest.mark.parametrize("text", ["99999", "-1", "1e3", "²", "", "x" * 500])
def test_an_unknown_round_is_no_error(client, bots_game, text):
    answer = client.get(reverse("game_log", args=[bots_game.code]), {"round": text})
    assert answer.status_code == 200


def test_without_scripts_a_round_is_a_page(client, bots_game):
    address = reverse("game_log", args=[bots_game.code])
    whole = client.get(address, {"round": "0"}).content.decode()
    part = client.get(address, {"round": "0"}, headers={"HX-Request": "true"}).content.decode()
    assert "<!doctype html>" in whole
    assert "<!doctype" not in part
    assert "stronghold is in" in part


def test_the_log_of_a_private_game_is_hidden_from_strangers(client, bots_game):
    Game.objects.filter(pk=bots_game.pk).update(is_listed=False)
    assert client.get(reverse("game_log", args=[bots_game.code])).status_code == 404


def test_query_count_does_not_depend_on_the_logs_length(long_game):
    seen = look(long_game.code, None)
    with CaptureQueriesContext(connection) as queries:
        newest_page(seen)
    # Two queries per round, and one for the history of the seats.
    assert len(queries) <= 2 * AT_ONCE + 1


def test_new_lines_are_sent_once_and_in_order(long_game):
    before = look(long_game.code, None)
    frames.keep(before.table)
    play_bots(long_game.code, 3)
    after = look(long_game.code, None)
    sent = frames.frame_since(after, before.table.version)
    whole = [line.text for line in newest_page(after)["lines"]]
    assert [line.text for line in sent.lines] == whole[-len(sent.lines) :]


def test_a_page_with_another_version_gets_the_whole_log(long_game):
    seen = look(long_game.code, None)
    sent = frames.frame_since(seen, "no such version")
    assert sent.is_whole
    assert sent.log == newest_page(seen)
    assert replace(sent, log=None).is_whole is False


def test_a_run_of_the_set_up_is_on_one_page_and_counts_as_one_line(db):
    game = pin(create_game(["captain"] * 4, Options(quick=False)), "setup2game")
    start_game(game.code)
    play_ahead(game.code, random.Random(5), lambda state: bool(state.round))
    found = newest_page(look(game.code, None))["lines"]
    runs = [run for run, _ in itertools.groupby(found, key=lambda line: line.run)]
    assert [run for run in runs if run] == ["claims", "placements"]
    assert len(starts(found)) == FEW
    whole = round_page(look(game.code, None), 0)["lines"]
    assert [line for line in found if line.run] == [line for line in whole if line.run]


def test_answers_of_a_wish_list_do_not_interrupt_a_run():
    claim, answer, other = (
        LogLine("", kind, False, run=run)
        for kind, run in (("claimed", "claims"), ("answered", "answers"), ("cards_drawn", ""))
    )
    placement = replace(claim, run="placements")
    assert starts([answer, claim, answer, claim, placement, answer, other, other]) == [
        0,
        1,
        4,
        6,
        7,
    ]
    assert starts([claim, replace(claim, is_undone=True), claim]) == [0, 1, 2]
