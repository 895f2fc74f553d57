"""Tuning: the fit finds known weights, SPSA climbs, and the command writes usable weights."""

import json
import math
import random
from dataclasses import asdict, replace

import pytest

from rules.bots.weights import load_weights, weights_from_json
from rules.terminal.gauntlet.games import GameResult, Match
from rules.terminal.main import main
from rules.terminal.tune.fit import FITTED, fit, loss
from rules.terminal.tune.matches import TUNED, compare, score, scores
from rules.terminal.tune.positions import Sample, collect, strengths_of
from rules.terminal.tune.spsa import Search, climb

MATCH = Match("classic", (TUNED, "steward"), 3, 12, quick=True)


def result(winner, places, rounds=6):
    return GameResult(0, winner, "last_standing", rounds, places, {}, {})


def test_a_win_scores_most_and_a_late_end_more_than_an_early_one():
    quick, slow = (score(result(TUNED, [[TUNED], ["a"]], rounds), 12) for rounds in (3, 12))
    third, second = (
        score(result("a", places), 12)
        for places in ([["a"], ["b"], [TUNED]], [["a"], [TUNED], ["b"]])
    )
    assert 1 > quick > slow > second > third == 0
    assert score(result("", [["a", TUNED]]), 12) == 0


def test_the_same_weights_score_the_same_in_the_same_games():
    weights = load_weights("classic")
    first, second = scores(MATCH, (weights, weights), range(2))
    assert first == second and len(first) == 2
    assert compare(MATCH, weights, weights, 2).gain == 0


def test_spsa_climbs_towards_the_best_weights():
    best = {"a": 4.0, "b": 0.1}

    def quality(values):
        return -sum(math.log(values[name] / best[name]) ** 2 for name in best)

    reached = climb(
        {"a": 1.0, "b": 1.0},
        lambda up, down, step: (quality(up), quality(down)),
        Search(300),
        random.Random(1),
    )
    assert reached == {name: pytest.approx(value, rel=0.1) for name, value in best.items()}


def test_the_fit_finds_weights_that_predict_the_winners_better():
    samples = collect(Match("classic", ("captain",) * 3, 5, 300, quick=True), 1)
    weights = load_weights("classic")
    # The winners are made up: those predicted by weights with a longer outlook.
    outlook = replace(weights, turns=9.0)
    made = [
        Sample(sample.view, max(strength, key=strength.__getitem__))
        for sample in samples[:12]
        for strength in (strengths_of(sample.view, outlook),)
    ]
    fitted = fit("classic", made, weights)
    assert loss(made, fitted) < loss(made, weights)
    unfitted = set(asdict(weights)) - set(FITTED["classic"])
    assert all(getattr(fitted, name) == getattr(weights, name) for name in unfitted)


@pytest.mark.parametrize("game", ["classic", "castle"])
def test_the_command_writes_weights_that_say_how_they_were_made(game, tmp_path, capsys):
    out = tmp_path / "weights.json"
    arguments = (
        f"tune --game {game} --players 2 --against steward --fit 1 --steps 1 --games 1 --check 1"
        f" --rounds 4 --processes 1 --seed 3 --only turns,card --out {out}"
    )
    assert main(arguments.split()) == 0
    document = json.loads(out.read_text("utf-8"))
    weights = weights_from_json(game, document)
    assert asdict(weights).keys() == asdict(load_weights(game)).keys()
    assert "python -m rules tune --game" in document["made_by"]
    assert "--steps 1" in document["made_by"] and str(out) not in document["made_by"]
    printed = capsys.readouterr().out
    assert "step 1" in printed and "fresh games" in printed
