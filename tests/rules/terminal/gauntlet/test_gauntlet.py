"""The gauntlet: seats rotate over the same seeds; a match can be stopped and resumed."""

import json

import pytest

from rules.terminal.gauntlet.games import GameResult, Match, play_game
from rules.terminal.gauntlet.running import load_results, run_match
from rules.terminal.main import main

MATCH = Match("classic", ("captain", "steward", "random"), 7, 40, quick=True)


@pytest.fixture(scope="module")
def result():
    return play_game(MATCH, 1)


def without_times(result):
    return {k: v for k, v in result.to_json().items() if k not in ("decisions", "turns")}


def test_every_seed_is_played_from_every_seat():
    assert [MATCH.seats(number)[0] for number in range(4)] == [
        *("captain", "random", "steward", "captain"),
    ]
    assert all(sorted(MATCH.seats(number)) == sorted(MATCH.bots) for number in range(6))


def test_a_game_is_the_same_again_except_for_its_times(result):
    assert without_times(play_game(MATCH, 1)) == without_times(result)
    assert result.winner == "captain" and result.reason == "last_standing"
    assert result.places[0] == ["captain"] and sum(map(len, result.places)) == 3
    assert sum(result.turns["captain"].values()) == result.rounds


def test_a_game_that_its_last_round_ends_has_no_winner():
    ended = play_game(Match("castle", ("steward", "steward"), 1, 1, quick=True), 0)
    assert ended.reason == "rounds" and ended.winner == "" and ended.rounds == 1


def test_results_survive_json(result):
    assert GameResult.from_json(json.loads(json.dumps(result.to_json()))) == result


def test_a_match_that_was_stopped_goes_on_where_it_was(tmp_path):
    saved = tmp_path / "games.jsonl"
    first = run_match(MATCH, 2, saved=saved)
    with saved.open("a", encoding="utf-8") as file:
        file.write('{"match": {"game": "cla')
    kept = load_results(MATCH, saved)
    assert sorted(kept) == [0, 1]
    assert load_results(Match("classic", MATCH.bots, 8, 40, quick=True), saved) == {}
    saved.write_text(saved.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    again = run_match(MATCH, 2, saved=saved, processes=2)
    assert (again.wins, again.rankings) == (first.wins, first.rankings)
    assert sorted(load_results(MATCH, saved)) == [0, 1]


def test_the_sequential_test_stops_a_match():
    standing = run_match(MATCH, 60, sequential=True)
    assert standing.verdict is True and standing.games < 60


def test_the_command_prints_every_match(capsys):
    arguments = "gauntlet captain random,steward --game classic,castle --players 2,3 --games 1"
    assert main([*arguments.split(), "--rounds", "30", "--quick", "--json"]) == 0
    played = json.loads(capsys.readouterr().out)
    assert [(match["game"], len(match["bots"])) for match in played] == [
        *(("classic", 2), ("classic", 3), ("castle", 2), ("castle", 3)),
    ]
    one = played[1]["results"]["captain"]
    assert one["fair_share"] == pytest.approx(1 / 3, abs=1e-3) and one["decision_p99_ms"] > 0
    assert main([*arguments.split()[:5], "--players", "2", "--games", "2", "--quick"]) == 0
    assert "95 % interval" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", ["general x", "captain nobody", "captain captain --players 2,9"])
def test_bad_arguments_are_refused(wrong, capsys):
    assert main(["gauntlet", *wrong.split()]) == 2
    assert capsys.readouterr().err
