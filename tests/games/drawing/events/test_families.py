"""The tables of events: every kind has one row, and what the rows name can be made."""

import inspect
from dataclasses import fields

import pytest

from games.drawing.display.parts import Part
from games.drawing.events import families
from games.drawing.events.families import SHOWN
from rules import CLASSIC, GREYHAWK, FastChance, Options, new_game
from rules.events.attack import BattleFought
from rules.events.json import EVENTS
from rules.events.turn import GameOver, ResultAgreed
from rules.sentences import Words
from rules.sentences.events import filled
from tests.support.rules.event_samples import CHAPTER_11, SAMPLES
from tests.support.tables.panels import scene_of

WORDS = Words(("Ash", "Birch", "Cedar") * 2, GREYHAWK)


def test_every_kind_of_event_has_a_row_in_one_family():
    modules = [each for _, each in inspect.getmembers(families, inspect.ismodule)]
    rows = [kind for module in modules for kind in module.SHOWN]
    assert sorted(kind.name for kind in rows) == sorted(EVENTS)
    assert set(SHOWN) == set(EVENTS.values())


@pytest.mark.parametrize(("ruleset", "samples"), [(GREYHAWK, SAMPLES), (CLASSIC, CHAPTER_11)])
def test_every_moment_and_result_can_be_made_for_every_seat(ruleset, samples):
    state, _ = new_game(ruleset, [True] * 4, Options(), "x", FastChance(1))
    for event in samples:
        row = SHOWN[type(event)]
        for seat in (None, *range(4)):
            scene = scene_of(state, seat, [event])
            if row.moment:
                assert Part("", {"moments": [row.moment(scene, event)]}).shown
            assert row.result is None or isinstance(row.result(scene, event), str)


def test_an_event_with_a_scene_has_a_moment():
    assert {kind for kind, row in SHOWN.items() if row.is_animated and not row.moment} == {
        BattleFought
    }


def test_notices_are_about_public_events_and_go_to_seats_that_these_name():
    told = {kind: row.notice for kind, row in SHOWN.items() if row.notice}
    assert not any(kind.private for kind in told)
    without = {kind for kind, notice in told.items() if not notice.to}
    assert without == {GameOver, ResultAgreed}
    for kind in told.keys() - without:
        assert told[kind].to in {item.name for item in fields(kind)}


def test_every_notice_says_what_happened():
    for event in SAMPLES:
        notice = SHOWN[type(event)].notice
        if notice:
            text = filled(notice.text, event, WORDS, table="the game", round="3")
            assert text.endswith(".") and "{" not in text and "_" not in text


def test_the_notice_of_a_game_without_winners_says_so():
    text = filled(SHOWN[GameOver].notice.text, GameOver((), "agreed", ()), WORDS, table="The game")
    assert text == "The game is over: nobody won."
