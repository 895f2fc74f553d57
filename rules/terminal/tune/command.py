"""The command `python -m rules tune`: its arguments, and what it prints and writes."""

import json
import os
import random
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from pathlib import Path

from rules.bots.weights import Weights, load_weights, weights_from_json
from rules.terminal.gauntlet.games import Match
from rules.terminal.options import BOTS_TOLD, LARGEST_SEED, SEATS, bots, one_game, whole
from rules.terminal.simulate import LAST_ROUND, fill_seats
from rules.terminal.tune.fit import FITTED, fit, loss
from rules.terminal.tune.matches import TUNED, Comparison, compare, scores
from rules.terminal.tune.positions import collect
from rules.terminal.tune.spsa import Search, Values, climb
from rules.turn.game_options import MOST_ROUNDS

MOST_GAMES, MOST_STEPS, MOST_PROCESSES = 100_000, 100_000, 256
FRESH = 1_000_000
"""The offset of the final comparison's seeds from the first seed."""
DIGITS = 4
NUMBERS = ("players", "fit", "steps", "games", "seed", "rounds")
"""The numeric arguments that affect the weights."""
SUMMARY = "Tune the weights of the general in games, and write them to a file."
DETAILS = (
    "Starts from the weights in rules/bots/weights, or from those of --start. First a logit fits\n"
    "the evaluation to the winners of games between generals. Then SPSA changes all weights at\n"
    "random, plays the same games with the opposite changes, and moves towards the better ones.\n"
    "At the end the old and the new weights play the same new games. --fit 0, --steps 0 or\n"
    "--check 0 skips a part. Copy the file to rules/bots/weights if the gain is clear.\n\n"
    "  python -m rules tune --game classic --players 4 --fit 40 --steps 60 --games 24 --out FILE"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--game", type=one_game, required=True, metavar="GAME", help="the game")
    parser.add_argument(
        "--against",
        type=bots,
        default=("captain",),
        metavar="BOT,…",
        help=f"the opponents, repeated until all seats are filled (default: captain); {BOTS_TOLD}",
    )
    for name, reader, default, text in (
        ("--players", whole(*SEATS), 4, "number of players"),
        ("--fit", whole(0, MOST_GAMES), 20, "games between generals for the fit"),
        ("--steps", whole(0, MOST_STEPS), 50, "number of SPSA steps"),
        ("--games", whole(1, MOST_GAMES), 24, "games in each step, each played twice"),
        (
            "--check",
            whole(0, MOST_GAMES),
            100,
            "games in which the old and the new weights are compared",
        ),
        ("--seed", whole(0, LARGEST_SEED - 2 * FRESH), 1, "the first seed"),
        ("--rounds", whole(1, MOST_ROUNDS), LAST_ROUND, "end a game after N rounds (TRN-9)"),
        (
            "--processes",
            whole(1, MOST_PROCESSES),
            os.cpu_count() or 1,
            "games played at the same time",
        ),
    ):
        parser.add_argument(
            name, type=reader, default=default, metavar="N", help=f"{text} (default: {default})"
        )
    parser.add_argument("--only", metavar="NAME,…", help="the weights that SPSA changes")
    parser.add_argument("--start", type=Path, metavar="FILE", help="the weights to start from")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file to write")


def run(chosen: Namespace) -> int:
    """Fit the weights, improve them by SPSA, write them, and compare them with the old ones."""
    start = load_weights(chosen.game)
    if chosen.start is not None:
        start = weights_from_json(chosen.game, json.loads(chosen.start.read_text("utf-8")))
    weights = _climb(chosen, _fit(chosen, start))
    document = _document(chosen, weights)
    chosen.out.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    if chosen.check:
        reached = weights_from_json(chosen.game, document)
        match = _match(chosen, chosen.seed + FRESH)
        print(_describe(compare(match, start, reached, chosen.check, chosen.processes)))
    return 0


def _match(chosen: Namespace, seed: int) -> Match:
    line_up = (TUNED, *fill_seats(chosen.against, chosen.players - 1))
    return Match(chosen.game, line_up, seed, chosen.rounds)


def _fit(chosen: Namespace, start: Weights) -> Weights:
    if not chosen.fit:
        return start
    line_up = ("general",) * chosen.players
    samples = collect(Match(chosen.game, line_up, chosen.seed, chosen.rounds), chosen.fit)
    if not samples:
        print("No game had a winner; nothing is fitted.")
        return start
    fitted = fit(chosen.game, samples, start)
    print(
        f"{len(samples)} positions of {chosen.fit} games: log loss {loss(samples, start):.4f}, "
        f"fitted {loss(samples, fitted):.4f}"
    )
    for name in FITTED[chosen.game]:
        print(f"  {name}: {getattr(start, name):.4g}, fitted {getattr(fitted, name):.4g}")
    return fitted


def _climb(chosen: Namespace, start: Weights) -> Weights:
    values: Values = asdict(start)
    tuned = sorted(chosen.only.split(",") if chosen.only else values)

    def filled(changed: Values) -> Weights:
        return weights_from_json(
            chosen.game, {"game": chosen.game, "weights": {**values, **changed}}
        )

    def measure(up: Values, down: Values, step: int) -> tuple[float, float]:
        first = chosen.games * step
        numbers = range(first, first + chosen.games)
        match = _match(chosen, chosen.seed)
        pair = scores(match, (filled(up), filled(down)), numbers, chosen.processes)
        better, worse = (sum(each) / len(each) for each in pair)
        print(f"step {step + 1}: {better:.3f} and {worse:.3f}", flush=True)
        return better, worse

    chance = random.Random(f"tune {chosen.seed}")  # noqa: S311
    return filled(
        climb({name: values[name] for name in tuned}, measure, Search(chosen.steps), chance)
    )


def _document(chosen: Namespace, weights: Weights) -> dict[str, object]:
    rounded = {name: float(f"{value:.{DIGITS}g}") for name, value in asdict(weights).items()}
    numbers = [f"--{name} {getattr(chosen, name)}" for name in NUMBERS]
    only = [f"--only {chosen.only}"] if chosen.only else []
    against = f"--against {','.join(chosen.against)}"
    made_by = " ".join(["python -m rules tune", f"--game {chosen.game}", against, *numbers, *only])
    return {"game": chosen.game, "made_by": made_by, "weights": rounded}


def _describe(comparison: Comparison) -> str:
    return (
        f"{comparison.games} fresh games: old weights score {comparison.first:.3f}, new ones "
        f"{comparison.second:.3f}; gain {comparison.gain:+.3f} ± {comparison.margin:.3f}"
    )
