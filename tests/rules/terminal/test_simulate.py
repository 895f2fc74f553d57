"""Games between bots: simulated in bulk, recorded, and benchmarked."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from rules.bots import BOTS
from rules.chance import FastChance, seed_commitment
from rules.events.attack import BattleFought
from rules.record.replaying import replay
from rules.record.verifying import verify
from rules.rulesets.classic import CLASSIC
from rules.rulesets.greyhawk import GREYHAWK
from rules.rulesets.headquarters import HEADQUARTERS
from rules.state import Options
from rules.terminal.bench import GAMES, GAMES_OF_SIX, describe_speeds, measure
from rules.terminal.recording import record_game, seed_from
from rules.terminal.simulate import (
    Series,
    Tally,
    describe_tally,
    fill_seats,
    make_bots,
    play_as_bot,
    play_out,
    simulate,
)
from rules.turn import new_game

ROOT = Path(rules.__file__).parent.parent
TIMES = ("seconds", "moves_per_second")


def series(bots=("random",), players=3, games=4, seed=7, rounds=40, ruleset=GREYHAWK):
    return Series(ruleset, fill_seats(bots, players), games, seed, rounds)


def sums(tally):
    return {name: value for name, value in tally.to_json().items() if name not in TIMES}


def no_complaint(complaint):
    raise AssertionError(complaint)


def test_the_list_of_bots_is_repeated_until_all_seats_are_filled():
    assert fill_seats(("captain", "random"), 5) == (
        "captain", "random", "captain", "random", "captain",
    )  # fmt: skip


def test_every_win_is_counted_by_bot_and_by_empire():
    tally = simulate(series(bots=("captain", "random"), players=4, games=6), no_complaint)
    data = tally.to_json()
    assert data["games"] == data["finished"] + data["capped"] == 6
    assert data["errors"] == 0
    assert sum(data["wins_by_bot"].values()) == data["finished"]
    assert sum(data["wins_by_empire"].values()) == data["finished"]
    assert set(data["wins_by_bot"]) == {"captain", "random"}
    assert set(data["wins_by_empire"]) == set(GREYHAWK.board.empires)
    assert data["rounds"]["min"] <= data["rounds"]["median"] <= data["rounds"]["p90"]
    assert data["rounds"]["p90"] <= data["rounds"]["max"] <= 40
    assert list(data) == [
        "games", "finished", "capped", "errors", "moves", "seconds", "moves_per_second", "rounds",
        "wins_by_bot", "wins_by_empire",
    ]  # fmt: skip
    assert f"{data['moves']:,}" in describe_tally(tally)


@pytest.mark.parametrize("ruleset", [CLASSIC, HEADQUARTERS], ids=lambda ruleset: ruleset.name)
def test_games_without_empires_are_counted_by_bot_only(ruleset):
    bots = ("captain", "random")
    tally = simulate(series(bots=bots, players=4, games=3, ruleset=ruleset), no_complaint)
    data = tally.to_json()
    assert data["errors"] == 0 and data["wins_by_empire"] == {}
    assert sum(data["wins_by_bot"].values()) == data["finished"] > 0
    assert "empire" not in describe_tally(tally)


def test_unwinnable_games_end_with_the_last_round():
    data = simulate(series(bots=("steward",), rounds=3), no_complaint).to_json()
    assert (data["finished"], data["capped"]) == (0, 4)
    assert data["rounds"] == {"min": 3, "median": 3, "p90": 3, "max": 3}
    assert data["wins_by_bot"] == {"steward": 0}


def test_failed_games_are_counted_and_the_first_is_reported_with_its_seed():
    complaints = []
    tally = simulate(series(bots=("nobody",), seed=30), complaints.append)
    assert tally.to_json()["errors"] == 4
    assert tally.to_json()["rounds"] == {"min": None, "median": None, "p90": None, "max": None}
    (complaint,) = complaints
    assert "seed 30" in complaint and "nobody" in complaint
    assert "errors" in describe_tally(tally)


def test_the_same_seed_plays_the_same_games():
    whole = simulate(series(seed=11, games=3), no_complaint)
    assert sums(whole) == sums(simulate(series(seed=11, games=3), no_complaint))
    parts = [simulate(series(seed=seed, games=1), no_complaint) for seed in (11, 12, 13)]
    assert whole.moves == sum(part.moves for part in parts)
    assert whole.rounds == [part.rounds[0] for part in parts]


@pytest.mark.long
def test_the_same_seed_plays_the_same_games_under_any_hash_seed():
    command = [sys.executable, "-m", "rules", "simulate", "--players", "5", "--games", "3"]
    command += ["--bots", "captain,random,steward", "--seed", "5", "--rounds", "12", "--json"]
    told = []
    for hashing in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hashing}
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, check=True, text=True
        )
        data = json.loads(done.stdout)
        told.append({name: value for name, value in data.items() if name not in TIMES})
    assert told[0] == told[1] == told[2]


def test_the_spread_of_rounds_matches_a_hand_count():
    spread = Tally(series(), rounds=[10, 3, 7, 1, 9, 2, 8, 5, 4, 6]).to_json()["rounds"]
    assert spread == {"min": 1, "median": 5.5, "p90": 9, "max": 10}


def test_every_answer_counts_as_a_move():
    chance = FastChance(3)
    state, _ = new_game(GREYHAWK, [False] * 3, Options(rounds=20), "counted", chance)
    rolls, others = 0, 0

    def door(state, seat, move, chance):
        nonlocal rolls, others
        events = play_as_bot(state, seat, move, chance)
        battles = [event for event in events if isinstance(event, BattleFought)]
        rolls += len(battles)
        others += not battles
        return events

    moves = play_out(state, make_bots(("random",) * 3, 3), chance, door)
    assert state.is_over
    assert moves == rolls + others and rolls > 20 and others > 20


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_bot_is_made_from_its_random_numbers(name):
    assert hasattr(BOTS[name](random.Random(1)), "choose")


# Records


def test_a_test_record_is_reproducible_and_marked_as_such():
    bots = fill_seats(("captain", "random"), 3)
    record = record_game(GREYHAWK, bots, 9, 15)
    assert json.dumps(record) == json.dumps(record_game(GREYHAWK, bots, 9, 15))
    assert record["test"] is True and record["seed"] == seed_from(9).hex()
    assert [seat["bot"] for seat in record["seats"]] == ["captain", "random", "captain"]
    report = verify(record)
    assert report.ok, report.problems
    assert any("test" in note for note in report.notes)
    assert replay(record).outcome is not None


@pytest.mark.parametrize("ruleset", [CLASSIC, HEADQUARTERS], ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("players", [2, 5])
def test_classic_games_are_recorded_and_verified(ruleset, players):
    document = json.loads(json.dumps(record_game(ruleset, ("captain",) * players, 4, 12)))
    report = verify(document)
    assert report.ok, report.problems
    drawn = [draw for entry in document["entries"] for draw in entry["draws"]]
    picked = next(draw for draw in drawn if draw["purpose"] == "territory card")
    picked["values"] = [(picked["values"][0] + 1) % picked["of"]]
    problems = verify(document).problems
    assert "its digest is wrong" in problems[0]
    assert any("the draw of a territory card" in problem for problem in problems)


def test_a_record_without_a_seed_number_uses_random_seeds():
    first, second = (record_game(GREYHAWK, ("random",) * 2, None, 10) for _ in range(2))
    assert first["seed"] != second["seed"] and first["game"] != second["game"]
    assert first["test"] is False
    assert first["commitment"] == seed_commitment(bytes.fromhex(first["seed"]))
    assert {choice["salt"] for choice in first["hidden"]}.isdisjoint(
        choice["salt"] for choice in second["hidden"]
    )
    report = verify(first)
    assert report.ok, report.problems


# Speeds


def test_measured_speeds_are_consistent():
    speeds = measure(GAMES[:1], of_six=GAMES_OF_SIX[:1], repeats=1)
    data = speeds.to_json()
    assert all(value > 0 for value in data.values())
    assert data["ratio"] == pytest.approx(
        data["moves_per_second"] / data["floor_per_second"], rel=0.01
    )
    assert data["castle_ratio"] == pytest.approx(
        data["castle_moves_per_second"] / data["classic_moves_per_second"], rel=0.01
    )
    assert set(data) >= {
        "moves_per_second", "floor_per_second", "ratio", "replay_events_per_second", "roll_us",
        "odds_first_ms", "odds_again_us", "classic_moves_per_second",
        "castle_moves_per_second", "castle_ratio",
    }  # fmt: skip
    assert "baseline" in describe_speeds(speeds)
