"""`python -m rules play`: whole games by typed answers."""

import json
import random
import re

import pytest

from rules.terminal.main import main
from tests.support.rules.typing_in import LONGEST_GAME


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
def test_always_taking_the_first_choice_finishes_the_game(arguments, type_in, capsys):
    typed = play(type_in, lambda: "1", arguments)
    out = capsys.readouterr().out
    assert "Game over" in out and typed.lines < LONGEST_GAME
    assert "not saved" not in out


def test_bots_explain_their_moves_if_asked(type_in, capsys):
    arguments = "--game classic --players 2 --seed 1 --rounds 2 --bot general"
    printed = []
    for more in ("", " --explain"):
        play(type_in, lambda: "1", arguments + more)
        printed.append(capsys.readouterr().out.splitlines())
    plain, explained = printed
    reasons = [line for line in explained if line.startswith("  B: ")]
    assert any("chance of winning the game" in line for line in reasons)
    assert [line for line in plain if line in explained] == plain


def test_chosen_options_are_printed_before_the_game(type_in, capsys):
    play(type_in, lambda: "quit", "--game castle --option hidden_at_start=yes")
    out = " ".join(capsys.readouterr().out.split())
    assert "before your first attack. (CAS-7)" in out and "is worth 6 armies. (CAS-8)" in out
    play(type_in, lambda: "quit", "--game headquarters --option headquarters=3")
    assert "Hold three headquarters, including yours, to win. (CLA-6)" in capsys.readouterr().out


def test_a_record_keeps_the_chosen_options(tmp_path, capsys):
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
def test_classic_risk_mentions_no_castle_risk_terms(game, type_in, capsys):
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
def test_any_input_lets_the_game_end(game, seed, type_in, capsys):
    drawn = random.Random(seed)
    words = ("1", "2", "3", "5", "", "", "back", "board", "hand", "log", "near", "?", "x", "nyr")
    often = (30, 10, 5, 3, 30, 30, 2, 1, 1, 1, 1, 1, 1, 1)
    full = " --full" * (seed % 2)
    arguments = f"--game {game} --players {2 + seed % 2} --seed {seed} --rounds 15{full}"
    typed = play(type_in, lambda: drawn.choices(words, often)[0], arguments)
    out = capsys.readouterr().out
    assert "Game over" in out or "You were eliminated." in out
    assert typed.lines < LONGEST_GAME
    # Battles are itemised, as in the log.
    assert re.search(
        r" against .*: .* rolled [1-6]( [1-6])*.*, .* rolled ", out.replace("\n    ", " ")
    )


def test_the_same_seed_and_answers_make_the_same_game(type_in, capsys):
    told_twice = []
    for _ in range(2):
        play(type_in, lambda: "1", "--players 2 --seed 8")
        told_twice.append(capsys.readouterr().out)
    assert told_twice[0] == told_twice[1]
    assert "This game had the seed 8." in told_twice[0]


@pytest.mark.parametrize("lines", ["", "1\n", "quit\n", "board\nQUIT\n"])
def test_quitting_warns_that_nothing_is_saved(lines, type_in, capsys):
    play(type_in, lines, "--players 3 --seed 5")
    assert "not saved" in capsys.readouterr().out


def test_a_seed_is_drawn_if_none_is_given(type_in, capsys):
    play(type_in, "", "")
    play(type_in, "", "")
    first, second = re.findall(r"had the seed (\d+)\.", capsys.readouterr().out)
    assert first != second


def test_commands_answer_at_any_question(type_in, capsys):
    play(type_in, "board\nhand\nlog\nhelp\nback\nquit\n", "--players 3 --seed 5")
    out = capsys.readouterr().out
    assert "marks a stronghold" in out and "Theocracy of the Pale" in out
    assert "Your hand: nothing." in out
    assert out.count("Turn order: ") == 2
    assert out.count("At any question") == 2
    assert out.count("Your empire is") == 2


def test_a_question_mark_shows_the_rule(type_in, capsys):
    lines = "?\nattack by land\nnyrond\nalmor\np\n\n\nquit\n"
    play(type_in, lines, "--players 3 --seed 5")
    out = capsys.readouterr().out
    assert "ATT-1: You have a different decision to make now." in out


def test_a_territorys_neighbours_are_shown(type_in, capsys):
    play(type_in, "near\nirongate\nnear\nback\nquit\n", "--players 3 --seed 5")
    out = capsys.readouterr().out
    shown = out[out.index("Which territory’s neighbours") : out.index("Irongate belongs")]
    assert all(name in shown for name in ("Onnwal", "Idee", "Ahlissa", "Iron Hills"))
    assert "Nyrond" not in shown
    assert "Irongate belongs to Iron League; on the sea:" in out


def test_standing_orders_are_changed_at_any_question(type_in, capsys):
    play(type_in, "orders\ncounter\nalways\norders\nback\nquit\n", "--players 3 --seed 5")
    out = capsys.readouterr().out
    assert "You changed your standing orders." in out
    assert "Counter an Assassin: always" in out


@pytest.mark.parametrize("watches", [True, False])
def test_an_eliminated_player_can_keep_watching(watches, type_in, capsys):
    for seed in range(20):
        heard = [""]

        def answer(heard=heard):
            heard.append(capsys.readouterr().out)
            return "1" if watches or "Watch the others" not in heard[-1] else "2"

        play(type_in, answer, f"--players 3 --rounds 40 --seed {seed}")
        heard.append(capsys.readouterr().out)
        if any("Watch the others" in each for each in heard):
            break
    assert "".join(heard).count("You were eliminated.") == 1
    assert ("Game over" in heard[-1]) == watches
