"""`python -m rules`: every command, its help, its complaints, and whole games by typed answers."""

import io
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from rules.events_setup import Claimed, Placed
from rules.events_turn import CardsDrawn, CardsSeen
from rules.moves import MOVES, Kind
from rules.players import DecisionKind
from rules.rulesets.greyhawk import GREYHAWK
from rules.sentences.telling import describe
from rules.sentences.words import Words
from rules.terminal.log import told
from rules.terminal.main import main
from rules.terminal.menu import Back, Menu, Quit
from rules.terminal.wording import FIELD_WORDS, HEADINGS, MOVE_WORDS, ORDER_WORDS

ROOT = Path(rules.__file__).parent.parent
COMMANDS = ("play", "simulate", "odds", "cases", "record", "replay", "verify", "bench")
LONGEST_GAME = 20_000


class Typed(io.StringIO):
    """Standard input that goes on for ever, each line drawn by a function."""

    def __init__(self, draw):
        super().__init__()
        self._draw = draw
        self.lines = 0

    def readline(self, *_):
        self.lines += 1
        return self._draw() + "\n" if self.lines < LONGEST_GAME else ""


@pytest.fixture
def type_in(monkeypatch):
    """Give the terminal lines to read: a text, or a function that draws them one by one."""

    def give(lines):
        typed = Typed(lines) if callable(lines) else io.StringIO(lines)
        monkeypatch.setattr(sys, "stdin", typed)
        return typed

    return give


@pytest.fixture(scope="module")
def record_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("records") / "game.json"
    arguments = ["--players", "3", "--bots", "random", "--seed", "4", "--rounds", "8"]
    assert main(["record", *arguments, "--out", str(file)]) == 0
    return file


# Help and complaints


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=str)
def test_every_command_explains_itself(command, capsys):
    with pytest.raises(SystemExit) as left:
        main([*command, "--help"])
    assert left.value.code == 0
    out, err = capsys.readouterr()
    assert out.startswith("usage: python -m rules") and not err


def test_the_help_names_every_command(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    assert all(re.search(rf"^ +{name} ", out, re.MULTILINE) for name in COMMANDS)


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "chess",
        "play --players 7",
        "play --players 1",
        "play --seed x",
        "play --rounds -1",
        "play --option headquarters=3",
        "play --game headquarters --players 3 --option headquarters=4",
        "play --game headquarters --option headquarters=1",
        "play --game castle --option regions",
        "simulate --game castle --option regions=thrice",
        "simulate --game headquarters --players 2 --option headquarters=3",
        "record --out nowhere.json --option hidden_at_start=yes",
        "play --game ludo",
        "play extra",
        "simulate --game chess",
        "simulate --games 0",
        "simulate --games -3",
        "simulate --games 1.5",
        "simulate --seed -1",
        "simulate --bots nobody",
        "simulate --bots captain,,random",
        "simulate --bots captain,captain,captain --players 2",
        "simulate --bots",
        "simulate --players six",
        "simulate --players 9999999999999999999999999999",
        "simulate --players 00000000000000000000000000000000000009",
        "simulate --rounds 0",
        "odds",
        "odds --attackers 3",
        "odds --attackers three --defenders 2",
        "odds --attackers -3 --defenders 2",
        "odds --attackers 3 --defenders -2",
        "odds --attackers 3 --defenders 2 --max-dice 4",
        "odds --attackers 3 --defenders 2 --stop-at -1",
        "odds --attackers 3 --defenders 2 --heroes -1",
        "odds --attackers 3 --defenders 2 --attack-bonus ½",
        "odds --attackers 99999 --defenders 2",
        "odds --attackers 3 --defenders 2 --att 3",
        "cases",
        "cases no-such-folder",
        "replay",
        "replay no-such-file",
        "verify no-such-file",
        "record",
        "record --seed 1 --out no-such-folder/game.json --players 2 --rounds 1",
        "bench --fast",
    ],
)
def test_bad_input_is_refused_in_one_sentence(arguments, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert main(arguments.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(".\n") and err.count("\n") == 1 and err[0] != " "
    assert "usage" not in err and "Traceback" not in err


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("text", ["", "[]", "{", "\x00", "no JSON at all"])
def test_a_file_that_is_no_record_is_refused(command, text, tmp_path, capsys):
    file = tmp_path / "odd.json"
    file.write_text(text)
    assert main([command, str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1


def test_the_commands_need_nothing_but_python():
    command = [sys.executable, "-S", "-m", "rules", "odds", "--attackers", "1", "--defenders", "1"]
    done = subprocess.run(
        [*command, "--json"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["win"] == pytest.approx(15 / 36)
    assert done.stderr == ""


# Odds, simulations, speeds


@pytest.mark.parametrize(
    ("arguments", "win"),
    [
        # Published win probabilities of three dice against two; the attackers are those that
        # may fight.
        ("--attackers 1 --defenders 1", 0.417),
        ("--attackers 2 --defenders 1", 0.754),
        ("--attackers 3 --defenders 2", 0.656),
        ("--attackers 3 --defenders 3", 0.470),
        ("--attackers 10 --defenders 10", 0.568),
        # Counted by hand: one die each, the Hero's +1, 21 of 36; one Fortification, 10 of 36.
        ("--attackers 1 --defenders 1 --heroes 1", 21 / 36),
        ("--attackers 1 --defenders 1 --fortifications 1", 10 / 36),
        ("--attackers 1 --defenders 1 --attack-bonus 1 --defence-bonus 1", 15 / 36),
        ("--attackers 2 --defenders 1 --attack-bonus -6", 0),
        ("--attackers 3 --defenders 2 --stop-at 3", 0),
    ],
)
def test_odds_are_the_published_ones(arguments, win, capsys):
    assert main(["odds", *arguments.split(), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["win"] == pytest.approx(win, abs=0.0005)
    assert list(data) == [
        "win",
        "attackers_left",
        "defenders_left",
        "attackers_left_distribution",
        "defenders_left_distribution",
    ]
    assert sum(data["attackers_left_distribution"]) == pytest.approx(1)
    assert data["defenders_left_distribution"][0] == data["win"]


def test_a_terminal_without_the_signs_is_no_reason_to_break_off():
    command = [sys.executable, "-m", "rules", "play", "--players", "2", "--seed", "1"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        input=b"\xff\xfe\nboard\n",
        capture_output=True,
        check=True,
    )
    assert b"not saved" in done.stdout and not done.stderr


def test_odds_are_told_in_words(capsys):
    assert main(["odds", "--attackers", "3", "--defenders", "2"]) == 0
    assert "65.6%" in capsys.readouterr().out


def test_a_simulation_prints_one_object_or_its_text(capsys):
    arguments = [
        "simulate",
        "--players",
        "2",
        "--games",
        "2",
        "--bots",
        "random",
        "--seed",
        "3",
        "--rounds",
        "10",
    ]
    assert main([*arguments, "--json"]) == 0
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert data["games"] == 2 and data["finished"] + data["capped"] == 2 and not err
    assert main(arguments) == 0
    assert f"{data['moves']:,}" in capsys.readouterr().out


# Cases


def test_cases_pass_and_fail_with_their_line(tmp_path, capsys):
    file = tmp_path / "seats.txt"
    file.write_text("== SET-1: six may play, not seven\nnew game: 7 players refused SET-1\n")
    assert main(["cases", str(file)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    file = tmp_path / "odd.txt"
    file.write_text("\nthis is no case\n")
    assert main(["cases", str(file)]) == 1
    out = capsys.readouterr().out
    assert f"{file}:2:" in out and out.endswith("0 passed, 1 failed\n")


# Records


def test_a_record_is_told_again_and_verified(record_file, capsys):
    assert main(["verify", str(record_file)]) == 0
    out = capsys.readouterr().out
    assert "test" in out and "Everything holds." in out
    assert main(["replay", str(record_file)]) == 0
    out = capsys.readouterr().out
    assert "The game is over." in out and "random A" in out and "Iron League" in out
    assert "New in your hand" not in out


def test_a_changed_die_is_found(record_file, tmp_path, capsys):
    document = json.loads(record_file.read_text())
    draw = next(
        draw
        for entry in document["entries"]
        for draw in entry["draws"]
        if draw["purpose"] == "attack dice"
    )
    draw["values"][0] = draw["values"][0] % 6 + 1
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(document))
    assert main(["verify", str(changed)]) == 1
    assert "attack dice" in capsys.readouterr().out
    assert main(["replay", str(changed)]) == 2
    assert capsys.readouterr().err.startswith("Entry ")


# Games by typed answers


def play(type_in, lines, arguments):
    typed = type_in(lines)
    assert main(["play", *arguments.split()]) == 0
    return typed


@pytest.mark.parametrize(
    "arguments",
    [
        "--players 2 --seed 1",
        "--players 2 --seed 2 --full",
        "--players 3 --seed 3 --rounds 12",
        "--game castle --players 3 --seed 1 --rounds 12",
        "--game castle --players 2 --seed 2 --full --rounds 12",
        "--game classic --players 2 --seed 1 --rounds 9",
        "--game classic --players 3 --seed 2 --rounds 9 --full",
        "--game headquarters --players 4 --seed 3 --rounds 9 --option headquarters=3",
    ],
)
def test_who_always_takes_the_first_choice_plays_to_the_end(arguments, type_in, capsys):
    typed = play(type_in, lambda: "1", arguments)
    out = capsys.readouterr().out
    assert "The game is over." in out and typed.lines < LONGEST_GAME
    assert "not saved" not in out


def test_what_was_chosen_of_a_game_is_told_before_it_begins(type_in, capsys):
    play(type_in, lambda: "quit", "--game castle --option hidden_at_start=yes")
    out = " ".join(capsys.readouterr().out.split())
    assert "before your first attack. (CAS-7)" in out and "are worth 6 armies. (CAS-8)" in out
    play(type_in, lambda: "quit", "--game headquarters --option headquarters=3")
    assert "Three headquarters win, the own one among them. (CLA-6)" in capsys.readouterr().out


def test_a_record_keeps_what_was_chosen_of_a_game(tmp_path, capsys):
    path = tmp_path / "game.json"
    typed = (
        f"record --game headquarters --players 3 --rounds 3 --option headquarters=2 --out {path}"
    )
    assert main(typed.split()) == 0
    assert json.loads(path.read_text())["ruleset"]["options"]["headquarters"] == 2
    assert main(["verify", str(path)]) == 0


def test_castle_risk_is_played_in_its_own_words(type_in, capsys):
    drawn = random.Random(3)
    words = ("1", "2", "3", "", "board", "hand", "orders", "?", "ire", "back")
    play(
        type_in,
        lambda: drawn.choices(words, (30, 10, 5, 30, 1, 1, 1, 1, 3, 3))[0],
        "--game castle --players 3 --seed 4 --rounds 12",
    )
    out = " ".join(capsys.readouterr().out.split())
    others = "stronghold Mercenaries Fortification Hero Ambassador event"
    assert [word for word in others.split() if word in out] == []
    assert "castle" in out and "Reinforcements" in out and "Send a Spy" in out


@pytest.mark.parametrize("game", ["classic", "headquarters"])
def test_classic_risk_names_nothing_that_it_has_not(game, type_in, capsys):
    drawn = random.Random(5)
    words = ("1", "2", "3", "", "board", "hand", "orders", "?", "alas", "back")
    play(
        type_in,
        lambda: drawn.choices(words, (30, 10, 5, 30, 1, 1, 1, 1, 3, 3))[0],
        f"--game {game} --players 3 --seed 4 --rounds 12",
    )
    out = " ".join(capsys.readouterr().out.split())
    others = "stronghold banner Mercenaries Fortification Hero Ambassador Assassin Fleet event"
    assert [word for word in others.split() if word in out] == []
    assert "territory cards" in out and "Fortify" in out


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ["greyhawk", "classic", "headquarters"])
def test_whatever_is_typed_the_game_comes_to_its_end(game, seed, type_in, capsys):
    drawn = random.Random(seed)
    words = ("1", "2", "3", "5", "", "", "back", "board", "hand", "log", "near", "?", "x", "nyr")
    often = (30, 10, 5, 3, 30, 30, 2, 1, 1, 1, 1, 1, 1, 1)
    full = " --full" * (seed % 2)
    arguments = f"--game {game} --players {2 + seed % 2} --seed {seed} --rounds 15{full}"
    typed = play(type_in, lambda: drawn.choices(words, often)[0], arguments)
    out = capsys.readouterr().out
    assert "The game is over." in out or "You are out." in out
    assert typed.lines < LONGEST_GAME
    # Battles are told item by item, as the log has them.
    assert re.search(r"rolled [1-6]( [1-6])*.* against ", out.replace("\n    ", " "))
    assert "Top dice" in out


def test_the_same_seed_and_answers_make_the_same_game(type_in, capsys):
    told_twice = []
    for _ in range(2):
        play(type_in, lambda: "1", "--players 2 --seed 8")
        told_twice.append(capsys.readouterr().out)
    assert told_twice[0] == told_twice[1]
    assert "This game had the seed 8." in told_twice[0]


@pytest.mark.parametrize("lines", ["", "1\n", "quit\n", "board\nQUIT\n"])
def test_who_leaves_is_told_that_nothing_is_saved(lines, type_in, capsys):
    play(type_in, lines, "--players 3 --seed 5")
    assert "not saved" in capsys.readouterr().out


def test_a_seed_is_drawn_where_none_is_named(type_in, capsys):
    play(type_in, "", "")
    play(type_in, "", "")
    first, second = re.findall(r"had the seed (\d+)\.", capsys.readouterr().out)
    assert first != second


def test_commands_answer_at_any_question(type_in, capsys):
    play(type_in, "board\nhand\nlog\nhelp\nback\nquit\n", "--players 3 --seed 5")
    out = capsys.readouterr().out
    assert "marks a stronghold" in out and "Theocracy of the Pale" in out
    assert "Your hand: nothing." in out
    assert out.count("The order around the table") == 2
    assert out.count("At any question") == 2
    assert out.count("Your empire is") == 2


def test_a_question_mark_tells_the_rule(type_in, capsys):
    lines = "?\nattack by land\nnyrond\nalmor\np\n\n\nquit\n"
    play(type_in, lines, "--players 3 --seed 5")
    out = capsys.readouterr().out
    assert "ATT-1: You are asked something else now." in out


def test_what_lies_beside_a_territory_is_shown(type_in, capsys):
    play(type_in, "near\nirongate\nnear\nback\nquit\n", "--players 3 --seed 5")
    out = capsys.readouterr().out
    shown = out[out.index("Beside which") : out.index("Irongate belongs")]
    assert all(name in shown for name in ("Onnwal", "Idee", "Ahlissa", "Iron Hills"))
    assert "Nyrond" not in shown
    assert "Irongate belongs to Iron League; on the sea:" in out


def test_standing_orders_are_changed_at_any_question(type_in, capsys):
    play(type_in, "orders\ncounter\nalways\norders\nback\nquit\n", "--players 3 --seed 5")
    out = capsys.readouterr().out
    assert "You changed the standing orders." in out
    assert "Counter an Assassin: always" in out


@pytest.mark.parametrize("watches", [True, False])
def test_one_who_is_out_may_watch_the_others(watches, type_in, capsys):
    for seed in range(20):
        heard = [""]

        def answer(heard=heard):
            heard.append(capsys.readouterr().out)
            return "1" if watches or "Do you watch" not in heard[-1] else "2"

        play(type_in, answer, f"--players 3 --rounds 40 --seed {seed}")
        heard.append(capsys.readouterr().out)
        if any("Do you watch" in each for each in heard):
            break
    assert "".join(heard).count("You are out.") == 1
    assert ("The game is over." in heard[-1]) == watches


# The menus


def menu_of(type_in, lines, commands=None):
    type_in(lines)
    return Menu(commands or {})


def test_a_menu_understands_numbers_and_beginnings_of_names(type_in, capsys):
    items = [("A  3  County of Urnst", 1), ("A  1* Nyrond", 2), ("B  2  Northern Province", 3)]
    menu = menu_of(type_in, "2\nnor\ncounty\n\n0\n4\nn\nzzz\n3\n")
    assert [menu.choose("Which?", items) for _ in range(4)] == [2, 3, 1, 1]
    assert menu.choose("Which?", items) == 3
    out = capsys.readouterr().out
    assert out.count("none of these") == 3 and out.count("more than one of these") == 1


def test_a_menu_without_a_default_asks_again(type_in):
    menu = menu_of(type_in, "\n\n2\n")
    assert menu.choose("Which?", [("a", 1), ("b", 2)], None) == 2


def test_a_name_typed_in_full_is_meant_even_where_others_begin_alike(type_in):
    menu = menu_of(type_in, "Nyrond\n")
    assert menu.choose("Which?", [("Nyrond East", 1), ("Nyrond", 2)]) == 2


def test_numbers_dice_and_yes_are_asked_until_they_fit(type_in):
    menu = menu_of(type_in, "9\n-1\n٣\n3\n\nP\n4\n\n2\nmaybe\nyes\n\nn\n")
    assert menu.number("How many?", range(1, 6), 5) == 3
    assert menu.number("How many?", range(1, 6), 5) == 5
    assert menu.dice("How many?", (1, 2, 3), 3) is None
    assert menu.dice("How many?", (1, 2, 3), 3) == 3
    assert menu.dice("How many?", (1, 2, 3), 3) == 2
    assert menu.yes("Well?") is True
    assert menu.yes("Well?", True) is True
    assert menu.yes("Well?", True) is False


def test_several_are_chosen_in_the_order_typed(type_in):
    menu = menu_of(type_in, "3 1\n1 1\n4\n2,1\n\n")
    items = [("a", "A"), ("b", "B"), ("c", "C")]
    assert menu.several("Which?", items) == ("C", "A")
    assert menu.several("Which?", items) == ("B", "A")
    assert menu.several("Which?", items) == ()


def test_commands_are_carried_out_and_the_question_comes_again(type_in, capsys):
    menu = menu_of(type_in, "Shout\nanswer\nback\nquit\n", {"shout": lambda: print("Ho!")})
    assert menu.ask("Well?", menu="1 this 2 that") == "answer"
    out = capsys.readouterr().out
    assert out.index("Ho!") < out.index("1 this 2 that")
    with pytest.raises(Back):
        menu.ask("Well?")
    with pytest.raises(Quit):
        menu.ask("Well?")
    with pytest.raises(Quit):
        menu.ask("Well?")


def test_every_answer_decision_and_order_has_its_words():
    answers = {move for move in MOVES.values() if move.kind is Kind.ANSWER}
    assert set(MOVE_WORDS) == answers
    fields = {name for move in answers for name in move.__dataclass_fields__}
    assert set(FIELD_WORDS) == fields
    assert set(HEADINGS) == set(DecisionKind)
    assert set(ORDER_WORDS) | {"fallbacks", "limits", "off"} == set(
        rules.forms.Orders.__dataclass_fields__
    )


# The log


WORDS = Words(("you", "B"), GREYHAWK)


def test_the_secrets_of_others_are_not_told():
    drawn = [CardsDrawn(1, 2), CardsSeen(1, ("hero", "fleet"))]
    assert list(told(drawn, 0, WORDS)) == ["B drew 2 battle cards."]
    assert list(told(drawn, None, WORDS)) == ["B drew 2 battle cards."]
    assert len(list(told(drawn, 1, WORDS))) == 2


def test_a_long_series_of_armies_is_told_together():
    claimed = [Claimed(seat, name) for seat, name in ((0, "ratik"), (1, "idee"))]
    assert len(list(told(claimed, 0, WORDS))) == 2
    together = list(told(claimed * 3, 0, WORDS))
    assert together == [
        "You put armies down: Ratik 1, Ratik 1 and Ratik 1.",
        "B put armies down: Idee 1, Idee 1 and Idee 1.",
    ]
    placed = [Placed(0, "ratik", number, "muster") for number in (1, 2, 3, 4)]
    assert list(told(placed, 0, WORDS)) == [
        "You put armies down: Ratik 1, Ratik 2, Ratik 3 and Ratik 4."
    ]


def test_lines_are_no_wider_than_the_terminal():
    event = Claimed(1, "ratik")
    names = ("you", "B " * 60)
    (line,) = told([event], 0, Words(names, GREYHAWK))
    assert max(map(len, line.split("\n"))) <= 79
    assert " ".join(line.split()) == " ".join(describe(event, names, GREYHAWK).split())
