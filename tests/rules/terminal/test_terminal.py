"""`python -m rules`: every command, its help, its error messages and its output."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from rules.record.document import pseudonymize
from rules.terminal.main import main
from tests.support.rules.recorded_games import Table

ROOT = Path(rules.__file__).parent.parent


COMMANDS = ("play", "simulate", "gauntlet", "odds", "cases", "record", "replay", "verify", "bench")


HEBREW = "\u05d3\u05d5\u05d3"


@pytest.fixture(scope="module")
def record_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("records") / "game.json"
    arguments = ["--players", "3", "--bots", "random", "--seed", "4", "--rounds", "8"]
    assert main(["record", *arguments, "--out", str(file)]) == 0
    return file


# Help and error messages


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=str)
def test_every_command_explains_itself(command, capsys):
    with pytest.raises(SystemExit) as left:
        main([*command, "--help"])
    assert left.value.code == 0
    out, err = capsys.readouterr()
    assert out.startswith("usage: python -m rules") and not err


@pytest.mark.parametrize("command", ["simulate", "gauntlet", "tune", "record"])
def test_the_help_lists_every_bot(command, capsys):
    text = help_of(command, capsys)
    assert [bot for bot in rules.BOTS if bot not in text] == []


@pytest.mark.parametrize("imported", ["rules.board", "rules.terminal.main"])
def test_ctrl_c_while_starting_prints_no_traceback(imported, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        f"""
import os, signal, sys
# A job in the background is started with the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
class Interrupting:
    def find_spec(self, name, path, target=None):
        if name == {imported!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
"""
    )
    done = subprocess.run(
        [sys.executable, "-m", "rules", "play"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


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
        "simulate --games 1 --rounds 1001",
        "play --rounds 1001",
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
def test_a_file_without_a_record_is_refused(command, text, tmp_path, capsys):
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
        # Published win probabilities of three dice against two. “Attackers” counts those that
        # may fight.
        ("--attackers 1 --defenders 1", 0.417),
        ("--attackers 2 --defenders 1", 0.754),
        ("--attackers 3 --defenders 2", 0.656),
        ("--attackers 3 --defenders 3", 0.470),
        ("--attackers 10 --defenders 10", 0.568),
        # Counted by hand for one die each: 21 of 36 with a Hero, 10 of 36 with a Fortification.
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


def test_a_terminal_without_unicode_still_works():
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


def test_odds_are_printed_in_words(capsys):
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


def test_a_record_is_replayed_and_verified(record_file, capsys):
    assert main(["verify", str(record_file)]) == 4
    out = capsys.readouterr().out
    assert "test" in out and "No errors, but no proof." in out
    assert main(["replay", str(record_file)]) == 0
    out = capsys.readouterr().out
    assert "Game over" in out and "random A" in out and "Iron League" in out
    assert "New in your hand" not in out


def test_names_from_right_to_left_are_isolated_in_a_replay(record_file, tmp_path, capsys):
    file = tmp_path / "renamed.json"
    file.write_text(json.dumps(pseudonymize(json.loads(record_file.read_text()), {0: HEBREW})))
    assert main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.count(f"\u2068{HEBREW}\u2069") == out.count(HEBREW) > 0


def test_an_unfinished_record_has_its_own_exit_status(tmp_path, capsys):
    table = Table(3, 21)
    table.go_on(60)
    file = tmp_path / "open.json"
    file.write_text(json.dumps(table.record.to_json()))
    assert main(["verify", str(file)]) == 3
    assert "No errors so far; the game is not over." in capsys.readouterr().out
    assert "seed is still secret" in help_of("verify", capsys)


def help_of(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    return " ".join(capsys.readouterr().out.split())


def test_a_duplicate_key_is_refused(record_file, tmp_path, capsys):
    text = record_file.read_text()
    twice = tmp_path / "twice.json"
    twice.write_text(text.replace('"schema": 1,', '"schema": 1, "schema": 1,', 1))
    assert main(["verify", str(twice)]) == 2
    assert "“schema” appears twice" in capsys.readouterr().err


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
    out = capsys.readouterr().out
    assert "attack dice" in out and "was changed after it was written" in out
    assert main(["replay", str(changed)]) == 2
    assert capsys.readouterr().err.startswith("Entry ")
