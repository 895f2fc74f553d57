"""Castle Risk (chapter 10): its data, words and options, and documents from before it existed."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import rules
from rules import turn
from rules.cards import BattleCard
from rules.chance import FastChance
from rules.errors import IllegalMove, InvalidMove, RecordError
from rules.json import from_plain, later_fields, to_plain
from rules.moves import Claim, Default, PlayMercenaries, SailFleet
from rules.record.document import read_head
from rules.record.replaying import replay
from rules.record.verifying import verify
from rules.rulesets import OWN_OPTIONS, RULESETS
from rules.rulesets.castle import CASTLE
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.headquarters import HEADQUARTERS
from rules.rulesets.words import in_words_of
from rules.state import Options, State, from_json, to_json
from rules.terminal.recording import record_game
from rules.view import view
from tests.support.rules.recorded_games import Table

RULEBOOK = Path(rules.__file__).parent / "rulebook.md"

OPTIONS = Options(quick=True, fixed_seats=True, hidden_at_start=True, regions="beside", rounds=3)


def begun(options: Options = OPTIONS) -> State:
    return turn.new_game(CASTLE, (True,) * 3, options, "castle", FastChance(3))[0]


# Data


def test_the_deck_is_that_of_the_published_list():
    """The numbers of each card are those published in source S4 of the rulebook (CAS-2)."""
    called = {CASTLE.card_texts[card].title: count for card, count in CASTLE.battle_cards.items()}
    assert called == {
        "Reinforcements": 12,
        "General": 8,
        "Marshall": 8,
        "Diplomat": 7,
        "Spy": 7,
        "Admiral": 6,
    }
    assert not CASTLE.event_cards
    assert dict(CASTLE.starting_armies) == {2: 40, 3: 35, 4: 30, 5: 25, 6: 20}
    assert CASTLE.track == (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_options_list_their_default_first(ruleset):
    names = [option.name for option in ruleset.options]
    assert set(names) <= set(OWN_OPTIONS) and len(set(names)) == len(names)
    for option in ruleset.options:
        (default, *_), *others = option.choices
        assert default == getattr(Options(), option.name) and others
        assert option.title and option.rule in RULEBOOK.read_text(encoding="utf-8")
        assert all(name and sentence.endswith(".") for _, name, sentence in option.choices)


def test_options_of_one_ruleset_are_absent_from_others():
    assert {*OWN_OPTIONS, "first_seat", "tutorial"} == later_fields(Options).keys()


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("players", range(2, 7))
def test_every_option_is_playable_with_its_number_of_players(ruleset, players):
    for option in ruleset.options:
        for value, _, _ in option.choices:
            options = Options(**{option.name: value})
            if value in option.choices_of(players):
                state, _ = turn.new_game(ruleset, (True,) * players, options, "own", FastChance(1))
                assert getattr(state.options, option.name) == value
            else:
                with pytest.raises(IllegalMove, match=option.rule):
                    turn.new_game(ruleset, (True,) * players, options, "own", FastChance(1))


def test_headquarters_are_from_two_to_all_or_as_many_as_the_rules_say():
    (option,) = HEADQUARTERS.options
    assert option.choices_of(2) == (0, 2) and option.choices_of(6) == (0, 2, 3, 4, 5, 6)


def test_the_options_of_castle_risk():
    assert [(option.name, option.rule) for option in CASTLE.options] == [
        ("hidden_at_start", "CAS-7"),
        ("regions", "CAS-8"),
    ]
    assert GREYHAWK.options == ()


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        (GREYHAWK, Options(hidden_at_start=True)),
        (GREYHAWK, Options(regions="beside")),
        (CASTLE, Options(regions="thrice")),
        (CASTLE, Options(regions=2)),
        (CASTLE, Options(hidden_at_start=1)),
        (CASTLE, Options(headquarters=2)),
        (CLASSIC, Options(headquarters=2)),
        (HEADQUARTERS, Options(headquarters=1)),
        (HEADQUARTERS, Options(headquarters=7)),
        (HEADQUARTERS, Options(headquarters=False)),
        (HEADQUARTERS, Options(regions="beside")),
    ],
)
def test_fixed_rules_are_not_options(ruleset, options):
    with pytest.raises(InvalidMove, match="is not a choice for"):
        turn.new_game(ruleset, (True,) * 3, options, "castle", FastChance(1))


# Documents from when Greyhawk was the only game


def test_options_keep_their_old_json_form():
    plain = to_plain(Options(quick=True))
    assert "regions" not in plain and "hidden_at_start" not in plain
    assert from_plain(Options, plain) == Options(quick=True)
    later = to_plain(OPTIONS)
    assert later["regions"] == "beside" and later["hidden_at_start"] is True
    assert from_plain(Options, json.loads(json.dumps(later))) == OPTIONS
    for odd in ({"regions": 3}, {"towers": 1}):
        with pytest.raises(RecordError):
            from_plain(Options, {**plain, **odd})
    del plain["quick"]
    with pytest.raises(RecordError, match="quick"):
        from_plain(Options, plain)


def test_positions_keep_their_old_json_form():
    state = begun()
    plain = to_json(state)
    assert "fortified" not in plain and "spying" not in plain
    assert from_json(json.loads(json.dumps(plain))) == state
    state.this_turn.fortified = [1]
    assert to_json(state)["fortified"] == [1]
    assert from_json(json.loads(json.dumps(to_json(state)))) == state


def test_views_of_other_games_omit_marshalls_and_spies():
    state, _ = turn.new_game(GREYHAWK, (True,) * 3, Options(), "old", FastChance(3))
    assert {"fortified", "spying"}.isdisjoint(view(state, None).to_json())
    shown = view(begun(), None).to_json()
    assert shown["fortified"] == [] and shown["spying"] is None


# Words


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("You have no {Fleet}.", "You have no Admiral."),
        ("{A fleet} cannot stop.", "An Admiral cannot stop."),
        ("Ratik, {by fleet}:", "Ratik, by sea:"),
        ("{An Assassin} goes against {a Hero}.", "A Spy goes against a General."),
        ("There are no {Ambassadors} with two left.", "There are no Diplomats with two left."),
        ("Stay in the {stronghold}.", "Stay in the castle."),
        ("The {Heroes} of Fortificationville", "The Generals of Fortificationville"),
    ],
)
def test_sentences_use_the_games_own_terms(sentence, said):
    assert in_words_of(CASTLE, sentence) == said
    assert in_words_of(GREYHAWK, sentence) == sentence.replace("{", "").replace("}", "")


def test_refusals_name_the_games_own_cards():
    state = begun()
    while not state.round:
        turn.play(state, state.decisions[0].seat, Default(), FastChance(1), "clock")
    seat = state.turn
    state.players[seat].hand = [BattleCard.MERCENARIES]
    for move, told in (
        (PlayMercenaries(2), "You have only one Reinforcements card."),
        (SailFleet("london", "naples", 1, 1), "You have no Admiral."),
    ):
        with pytest.raises(IllegalMove) as refusal:
            turn.verify(state, seat, move)
        assert refusal.value.message == told
    with pytest.raises(IllegalMove) as refusal:
        turn.verify(state, seat, Claim("london"))
    assert refusal.value.rule == "SET-4"


# Records


def test_a_record_of_castle_risk_is_verified_and_keeps_its_options():
    table = Table(4, 9, replace(OPTIONS, fixed_seats=False), ruleset=CASTLE)
    table.go_on(60)
    table.take_back(12)
    table.go_on(400)
    document = json.loads(json.dumps(table.end()))
    report = verify(document)
    assert report.ok, report.problems
    head = read_head(document)
    assert head.rules is CASTLE and head.ruleset.options.regions == "beside"
    assert replay(document) == table.state
    document["ruleset"]["options"]["regions"] = "instead"
    assert not verify(document).ok
    document["ruleset"]["options"]["regions"] = "thrice"
    assert "is not a choice" in verify(document).problems[0]


def test_bots_record_a_game_of_castle_risk():
    document = record_game(CASTLE, ("captain", "random", "steward"), 5, 12)
    report = verify(document)
    assert report.ok, report.problems
    assert document["board"]["id"] == "europe" and "regions" not in document["ruleset"]["options"]
