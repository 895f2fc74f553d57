"""The case files: all pass, they cover every rule, and their runner reports every failure."""

import io
import re
from pathlib import Path

import pytest

import rules
from rules.cards import EVENT_CARDS
from rules.cases.files import read_file, read_text
from rules.cases.moves import FORMS
from rules.cases.running import run_case, run_paths
from rules.moves import MOVES, SetOrders, SetWishes

FOLDER = Path(__file__).parents[2] / "cases"
RULEBOOK = Path(rules.__file__).parent / "rulebook.md"
FILES = {path: read_file(path) for path in sorted(FOLDER.glob("*.txt"))}
CASES = [case for cases, _ in FILES.values() for case in cases]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{Path(case.path).stem}: {case.title}")
def test_case(case):
    failures = run_case(case)
    assert not failures, "\n".join(map(str, failures))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_whole_file_is_read(path):
    assert FILES[path][1] == []


def test_every_rule_of_chapters_2_to_11_and_every_event_card_has_a_case():
    text = RULEBOOK.read_text(encoding="utf-8")
    chapters = text[text.index("\n## 2 ") : text.index("\n## 12 ")]
    ids = re.findall(r"^(?:- |\| )([A-Z]{3}-\d+)\b", chapters, re.MULTILINE)
    assert len(ids) == len(set(ids)) and "SET-1" in ids and "DIP-4" in ids
    assert [name for name in ids if name.startswith("CAS")] == [f"CAS-{n}" for n in range(1, 10)]
    assert [name for name in ids if name.startswith("CLA")] == [f"CLA-{n}" for n in range(1, 7)]
    events = [row.rule for row in EVENT_CARDS.values()]
    assert [name for name in ids if name.startswith("EVT")] == events
    shown = {name for case in CASES for name in case.rules}
    missing = [name for name in ids if name not in shown]
    assert not missing, f"These rules have no case: {', '.join(missing)}."


def test_cases_cite_existing_rules():
    text = RULEBOOK.read_text(encoding="utf-8")
    assert [(str(case), name) for case in CASES for name in case.rules if name not in text] == []


def test_the_examples_of_the_readme_are_those_of_the_file():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"```case\n(.*?)```", text, re.DOTALL))

    def told(cases):
        return [(case.title, [line.text for line in case.lines]) for case in cases]

    assert told(read_text(examples, "")[0]) == told(FILES[FOLDER / "examples.txt"][0])


def test_every_move_can_be_written():
    assert {cls for cls, _, _ in FORMS} | {SetOrders, SetWishes} == set(MOVES.values())


# The runner

POSITION = """== ATT-1: a stronghold is attacked
players: alice great_kingdom at rauxes, bob north_province at eastfair
turn: alice attacks
alice holds: rauxes 3
bob holds: the rest 1
"""
GOOD = POSITION + "alice: attack rauxes -> eastfair with 2 dice | 6 5 / 4\n"


def run(text):
    """The failures of the only case in a text, as (line, message)."""
    (case,), failures = read_text(text, "some.txt")
    assert failures == []
    return [(failure.number, failure.message) for failure in run_case(case)]


def test_a_good_case_passes():
    assert run(GOOD + "over: alice by last_standing\n") == []


def test_every_stated_fact_is_checked():
    facts = """options: correspondence, rounds 9, fixed seats, bots on resigning
order: bob, alice, carol, dave
first: alice
round: 4
turn: alice attacks
eliminated: dave
track: 3
in force: solnor_storms by bob ends 1, azure_storms by alice ends 2
truces: alice on bob
this turn: attacked, hero, halved, spied 1
trades: bob lays hero and carol lays fleet, accepted by carol; alice lays nothing and bob lays hero
pacts: alice with bob, carol: peace, spare:idee (in_force until 6); bob with alice: help (offered)
attack: rauxes -> eastfair, 2 dice, 3 battles, fortification, hero fought
deck: assassin 2, fleet
removed: nothing
event deck: dragon_unleashed 2, peasants_revolt
alice holds: rauxes 7, almor 3
bob holds: eastfair 3
carol holds: the rest 2
alice hand: fleet, assassin
bob hand: hero, mercenaries 2
carol hand: fleet
alice banners: great_kingdom, south_province_empire
bob hidden: idee, medegia used, almor of dave
alice orders: fortification stronghold, block event ask else always
carol wishes: claims idee, almor; strongholds iron_league idee; placements idee 3
alice unplaced: 2
carol seat: steward, left
bob hand seen: hero
carol received: fleet
state: spied 1
""".replace("carol holds: the rest 2\n", "carol holds: the rest 2, torrich 4\n")
    players = (
        "players: alice great_kingdom at rauxes, bob north_province at eastfair, "
        "carol iron_league at irongate, dave south_province_empire at ahlissa\n"
    )
    checks = facts.replace("the rest 2, ", "")
    assert run(f"== ATT-1: title\n{players}{facts}begin:\n{checks}asked: alice attacks\n") == []


def test_every_stated_fact_of_classic_is_checked():
    facts = """options: headquarters 2, rounds 9
turn: alice attacks
alice holds: alaska 7
bob holds: siam 3
alice territory cards: alaska, wild 2
bob territory cards: siam
territory deck: peru, brazil
sets traded: 4
captured: yes
must trade: no
headquarters: alice at alaska, bob at siam
"""
    given = facts.replace("bob holds: siam 3\n", "bob holds: siam 3\nneutral holds: the rest 2\n")
    checks = f"{facts}neutral holds: china 2, peru 2\n"
    head = "== CLA-6: title\nruleset: headquarters\nplayers: alice, bob\n"
    assert run(f"{head}{given}begin:\n{checks}asked: alice attacks\n") == []


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("alice territory cards: alaska 2\nalice holds: the rest 1\n", "twice, or not at all"),
        ("alice territory cards: rauxes\nalice holds: the rest 1\n", "no territory card “rauxes”"),
        ("alice holds: siam 1\n", "Nobody holds"),
        ("alice holds: siam 1, siam 2\n", "stated twice"),
    ],
)
def test_an_impossible_classic_position_is_reported(position, message):
    head = "== CLA-4: title\nruleset: classic\nplayers: alice, bob, carol\n"
    ((_, told),) = run(f"{head}{position}begin:\n")
    assert message in told


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("alice holds: rauxes 2", "rauxes is held by alice with 3"),
        ("alice holds: winetha", "winetha is held by bob with 1"),
        ("alice holds: atlantis 1", "no territory “atlantis”"),
        ("alice hand: hero", "alice hand is nothing, not hero"),
        ("alice hand: dragon", "no card “dragon”"),
        ("track: 3", "track is 0, not 3"),
        ("track: many", "“many” is not a number"),
        ("turn: bob attacks", "turn is"),
        ("asked: bob attacks", "Asked is alice attacks"),
        ("asked: alice dinner", "no decision “dinner”"),
        ("over: alice by last_standing", "Over is: no"),
        ("logged: captured", "The log has no captured; it has: nothing"),
        ("logged: feasted", "no event “feasted”"),
        ("logged: captured by=alice", "no “by”, but: seat, territory, loser"),
        ("bob sees: captured", "has no captured"),
        ("bob does not see: captured", "Nobody sees “captured”"),
        ("bob view: track 2", "track is 0, not 2"),
        ("bob view: mine.wine 2", "leads nowhere at “wine”"),
        ("bob cannot tell: alice hand", "alice has no hand that could be otherwise"),
        ("alice is offered: spy", "“spy” is not offered"),
        ("alice is not offered: attack rauxes -> eastfair with 2 dice", "is offered"),
        ("state: spied 1", "spied is 0, not 1"),
        ("state: cheese 1", "leads nowhere at “cheese”"),
        ("alice: dance", "No move reads “dance”"),
        ("alice: stop", "Refused: ATT-6"),
        ("alice: stop refused ATT-7", "The move is refused ATT-6"),
        ("alice: stop invalid", "The move is refused ATT-6"),
        ("alice: stop refused ATT-6 “x”", "No move reads"),
        ('alice: stop refused ATT-6 "cake"', "with the sentence “There is no attack in progress"),
        ("alice: attack rauxes -> eastfair with 2 dice refused ATT-1", "should not be refused"),
        ("alice: attack rauxes -> atlantis with 2 dice refused ATT-1", "The move is invalid"),
        ("alice: resign refused ELM-7", "was played, not refused"),
        ("alice: attack rauxes -> eastfair with 2 dice", "has no dice for “attack dice”"),
        ("alice: attack rauxes -> eastfair with 2 dice | 6 5 4 / 1", "rolls 2 dice"),
        ("alice: attack rauxes -> eastfair with 2 dice | 6 5 / 4 / 4", "Left unused: 4"),
        ("alice: attack rauxes -> eastfair with 2 dice | 6 7 / 4", "not a roll of dice from 1"),
        ("alice: end attacks", "does not say which event card comes"),
        ("next cards: hero", "did not come: next cards: hero"),
        ("carol: stop", "no line “carol:”, nor a player of that name"),
        ("What now?", "has no colon"),
        ("begin:", "has begun already"),
        ("players: carol", "named already"),
    ],
)
def test_a_false_statement_is_reported_with_its_line(line, message):
    ((number, told),) = run(POSITION + "begin:\n" + line + "\n")
    assert message in told
    assert number == (1 if line.startswith("next") else 7)


@pytest.mark.parametrize(
    ("position", "line", "message"),
    [
        ("players: alice", 2, "2 to 6 players"),
        ("players: alice, alice", 2, "one name"),
        ("players: alice utopia at rauxes, bob", 2, "no empire left to draw “utopia”"),
        ("players: alice great_kingdom at idee, bob", 2, "no site in great_kingdom"),
        ("turn: alice attacks", 2, "begins with its players"),
        ("ruleset: chess\nplayers: alice, bob", 3, "no ruleset “chess”"),
        ("players: alice, bob\nbob holds: the rest 1", 1, "nothing happens"),
        ("players: alice, bob\nbob holds: the rest 1\nbegin:", 4, "without a stronghold"),
        ("players: alice, bob\nalice holds: idee 1, idee 2\nbegin:", 3, "stated twice"),
        ("players: alice, bob\nturn: bob claim\nbegin:", 3, "turn is"),
        ("players: alice, bob\nalice hand: hero 9\nbegin:", 4, "hero"),
        (POSITION.partition("\n")[2] + "alice hand: hero 9\nbegin:", 7, "8 cards hero, here 9"),
        (POSITION.partition("\n")[2] + "eliminated: bob\nbegin:", 7, "who is eliminated"),
        (POSITION.partition("\n")[2] + "bob banners: great_kingdom\nbegin:", 7, "held twice"),
        (POSITION.partition("\n")[2] + "state: spied x\nbegin:", 6, "cannot be x"),
        (POSITION.replace("the rest", "idee").partition("\n")[2] + "begin:", 6, "Nobody holds"),
    ],
)
def test_an_impossible_position_is_reported(position, line, message):
    ((number, told),) = run("== ATT-1: title\n" + position + "\n")
    assert message in told
    assert number == line


def test_checks_go_on_after_one_that_fails_but_not_after_a_move():
    assert [line for line, _ in run(POSITION + "begin:\ntrack: 1\nround: 4\n")] == [7, 8]
    assert [line for line, _ in run(POSITION + "alice: stop\nround: 4\n")] == [6]


def test_text_that_is_not_a_case_is_reported():
    cases, failures = read_text("hello\n== no rule here\ntrack: 1\n", "some.txt")
    assert cases == []
    assert [str(failure) for failure in failures] == [
        "some.txt:1: A case begins with its header: “== RULE: …”.",
        "some.txt:2: A header reads “== RULE-1 RULE-2: title”.",
    ]
    assert [failure.number for failure in read_text("# nothing\n", "some.txt")[1]] == [1]


def test_comments_and_spaces_are_free():
    text = "\n# a comment\n" + GOOD.replace("\n", "   # why\n\n").replace(" -> ", "  ->  ")
    assert run(text) == []


def test_the_command_counts_and_fails(tmp_path):
    (tmp_path / "good.txt").write_text(GOOD + "\n" + GOOD, encoding="utf-8")
    (tmp_path / "bad.txt").write_text(GOOD + "track: 9\n", encoding="utf-8")
    (tmp_path / "odd.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "notes.md").write_text("no case", encoding="utf-8")
    (tmp_path / "empty").mkdir()

    def command(*names):
        out = io.StringIO()
        status = run_paths([str(tmp_path / name) for name in names], out)
        return status, out.getvalue().splitlines()

    assert command("good.txt") == (0, ["2 passed, 0 failed"])
    assert command("bad.txt", "good.txt") == (
        1,
        [f"{tmp_path}/bad.txt:7: track is 0, not 9.", "2 passed, 1 failed"],
    )
    assert command("odd.txt")[1][0].endswith("odd.txt:1: This file is not plain text (UTF-8).")
    assert command("gone.txt") == (
        1,
        [f"There is no file or folder {tmp_path}/gone.txt.", "0 passed, 1 failed"],
    )
    assert command("empty")[0] == 1
    assert command("")[1][-1] == "2 passed, 2 failed"
