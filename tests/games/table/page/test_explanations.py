"""Bots' reasons in the log: secret until the end, unless a person alone against bots wants them."""

import json
import random
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.community.people.preferences import save_preferences
from games.community.privacy.personal_data import exported
from games.drawing.display.seating import seating_of
from games.models import Move
from games.playing.play import play_for
from games.playing.start import create_game, start_game
from games.storage.store.log_entries import EXPLANATION
from games.storage.store.stored_game import load
from games.table.page import frames
from games.table.page.explanations import explained_seats
from games.table.page.log import newest_page, round_page
from games.table.page.viewer import look
from rules import Options, move_from_json, move_to_json
from rules.moves import EndGame
from tests.support.tables.play_ahead import play_ahead
from tests.support.tables.positions.pinned import pin

MARK = 'class="why"'


def begun(seats, ruleset="classic", rounds=2):
    """Return the code of a game in which bots have played some rounds."""
    game = pin(create_game(seats, Options(quick=True), ruleset), "why2game")
    start_game(game.code)
    play_ahead(game.code, random.Random(4), lambda state: state.round == rounds)
    return game.code


def logs(code, user):
    """Return the pages of the log, a whole frame and the table's page, as sent to a user."""
    browser = Client()
    if user is not None:
        browser.force_login(user)
    pages = ("log/", "log/?round=1", "log/?round=0", "changes/?have=none", "")
    return "".join(browser.get(f"/games/{code}/{page}").content.decode() for page in pages)


def explain(user, word="on"):
    save_preferences(user, {"reasons": word})


@pytest.fixture
def alone(alice):
    """The code of a game of bots and one person, who does not want reasons."""
    return begun([alice, "general", "captain"])


def test_a_bot_moves_with_its_reason_and_a_person_without(alone):
    found = Move.objects.filter(game__code=alone).values_list("by", "private")
    assert all((EXPLANATION in private) == (by == "bot") for by, private in found)
    assert any(by == "bot" for by, _ in found)
    for _, private in found:
        if EXPLANATION in private:
            assert move_to_json(move_from_json(private["move"])) == private["move"]


def test_the_log_explains_moves_at_once_only_if_the_player_wants_it(alone, alice, bob):
    assert all(MARK not in logs(alone, user) for user in (alice, bob, None))
    explain(alice)
    assert MARK in logs(alone, alice)
    assert all(MARK not in logs(alone, user) for user in (bob, None))
    explain(alice, "off")
    assert MARK not in logs(alone, alice)


def test_nobody_with_people_at_the_table_reads_reasons_before_the_end(alice, bob, charlie):
    code = begun([alice, bob, "general"])
    for user in (alice, bob, charlie):
        explain(user)
    assert all(MARK not in logs(code, user) for user in (alice, bob, charlie, None))
    play_for(code, 0, EndGame(), Move.By.MODERATOR, decision=None)
    assert all(MARK in logs(code, user) for user in (alice, bob, charlie, None))


def test_a_vacant_seat_or_a_former_player_is_no_bot(alone, alice):
    explain(alice)
    stored = load(alone)
    assert explained_seats(stored, seating_of(stored)) == {0}
    for changed in ({"is_vacant": True}, {"bot": ""}):
        others = (*stored.seats[:2], stored.seats[2]._replace(**changed))
        other = replace(stored, seats=others)
        assert explained_seats(other, seating_of(other)) == set()


def test_records_and_public_logs_contain_no_reasons(alone, alice):
    explain(alice)
    browser = Client()
    browser.force_login(alice)
    public = browser.get(reverse("public_log", args=[alone])).content.decode()
    export = json.dumps(exported(alice))
    play_for(alone, 0, EndGame(), Move.By.MODERATOR, decision=None)
    record = b"".join(browser.get(f"/games/{alone}/record.json")).decode()
    for text in (public, export, record):
        assert EXPLANATION not in text


def test_frames_explain_moves_like_pages(alone, alice):
    explain(alice)
    before = look(alone, alice.pk)
    frames.keep(before.table)
    play_ahead(alone, random.Random(6), lambda state: state.round == 4)
    seen = look(alone, alice.pk)
    frame = frames.frame_between(seen, before.table)
    told = [line.why for line in frame.lines]
    assert any(told) and MARK in frame.html
    page = [line for number in (2, 3, 4) for line in round_page(seen, number)["lines"]]
    assert {line.why for line in frame.lines} - {""} <= {line.why for line in page}


def test_a_move_without_an_event_has_a_line_for_its_reason(alone, alice):
    explain(alice)
    seen = look(alone, alice.pk)
    lines = [line for number in (1, 2) for line in round_page(seen, number)["lines"]]
    silent = [line for line in lines if line.kind == EXPLANATION]
    assert silent and all(
        line.text.startswith(seen.seating.names[line.seats[0]]) for line in silent
    )
    assert all(not line.topic for line in silent)
    began = [line for line in lines if line.kind == "turn_began"]
    assert began and not any(line.why for line in began)
    assert seen.scene.newest.events


def test_reasons_cost_no_query(alone, alice):
    def queries():
        with CaptureQueriesContext(connection) as found:
            newest_page(look(alone, alice.pk))
        return len(found)

    before = queries()
    explain(alice)
    assert queries() == before
