"""The commands of `python -m rules`; each returns its exit status."""

import json
import secrets
import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from rules.cases.running import run_paths
from rules.odds import Odds, attack_odds
from rules.record.document import load_document, read_head
from rules.record.evidence import NOT_CHECKED, read_keys
from rules.record.proof import PROOF, keys_in, signed_twice
from rules.record.replaying import replay_entries
from rules.record.signatures import can_verify
from rules.record.verifying import VerificationReport
from rules.record.verifying import verify as verify_document
from rules.rulesets import RULESETS
from rules.sentences.words import Words, isolated
from rules.state import Options
from rules.terminal import bench as speeds
from rules.terminal import simulate as simulation
from rules.terminal.board import draw_board, wrapped
from rules.terminal.log import event_lines
from rules.terminal.options import BadInput, own_options
from rules.terminal.play import TerminalGame
from rules.terminal.recording import record_game
from rules.view import view

OK, FAILED, BAD_INPUT, UNFINISHED, NO_PROOF = range(5)
SEEDS = 2**32
SHOWN_FROM = 0.0005


def play(chosen: Namespace) -> int:
    """Let a person play at the terminal."""
    seed = secrets.randbelow(SEEDS) if chosen.seed is None else chosen.seed
    options = Options(
        quick=not chosen.full,
        rounds=chosen.rounds,
        only_playable=True,
        **own_options(chosen),
    )
    ruleset, explains = RULESETS[chosen.game], chosen.explain
    TerminalGame(ruleset, chosen.players, seed, options, chosen.bot, explains=explains).run()
    print(f"This game had the seed {seed}.")
    return OK


def _seated(chosen: Namespace) -> tuple[str, ...]:
    if len(chosen.bots) > chosen.players:
        raise BadInput(f"There are {chosen.players} seats for {len(chosen.bots)} bots.")
    return simulation.fill_seats(chosen.bots, chosen.players)


def simulate(chosen: Namespace) -> int:
    """Play many games between bots; return 1 if one failed."""
    seed = secrets.randbelow(SEEDS) if chosen.seed is None else chosen.seed
    series = simulation.Series(
        RULESETS[chosen.game],
        _seated(chosen),
        chosen.games,
        seed,
        chosen.rounds,
        own_options(chosen),
    )
    tally = simulation.simulate(series, lambda complaint: print(complaint, file=sys.stderr))
    _print(chosen, tally.to_json(), simulation.describe_tally(tally))
    return FAILED if tally.errors else OK


def _print(chosen: Namespace, data: dict[str, Any], text: str) -> None:
    print(json.dumps(data) if chosen.json else text)


def odds(chosen: Namespace) -> int:
    """Calculate and print the odds of an attack."""
    try:
        calculated = attack_odds(
            chosen.attackers,
            chosen.defenders,
            max_dice=chosen.max_dice,
            heroes=chosen.heroes,
            fortifications=chosen.fortifications,
            attack_bonus=chosen.attack_bonus,
            defence_bonus=chosen.defence_bonus,
            stop_at=chosen.stop_at,
        )
    except ValueError as error:
        raise BadInput(str(error)) from None
    _print(chosen, calculated.to_json(), describe_odds(calculated))
    return OK


def describe_odds(calculated: Odds) -> str:
    """Return odds as lines of text, omitting rows with probabilities below 1 in 2000."""
    lines = [
        f"Chance to take the territory: {calculated.win:.1%}.",
        f"Left on average: {calculated.attackers_left:.2f} attackers, "
        f"{calculated.defenders_left:.2f} defenders.",
        "",
        "armies left   attackers   defenders",
    ]
    attack, defence = calculated.attackers_left_distribution, calculated.defenders_left_distribution
    for number in range(max(len(attack), len(defence))):
        shares = [side[number] if number < len(side) else 0 for side in (attack, defence)]
        if max(shares) >= SHOWN_FROM:
            lines.append(f"{number:11}   {shares[0]:9.1%}   {shares[1]:9.1%}")
    return "\n".join(lines)


def cases(chosen: Namespace) -> int:
    """Run case files; return 1 if one fails."""
    for path in chosen.paths:
        if not Path(path).exists():
            raise BadInput(f"There is no file or folder {path}.")
    try:
        return run_paths(chosen.paths, sys.stdout)
    except OSError as error:
        raise BadInput(f"{error.filename} cannot be read: {error.strerror}.") from None


def record(chosen: Namespace) -> int:
    """Write the record of a game between bots."""
    bots = _seated(chosen)
    document = record_game(
        RULESETS[chosen.game], bots, chosen.seed, chosen.rounds, **own_options(chosen)
    )
    try:
        Path(chosen.out).write_text(json.dumps(document) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{chosen.out} cannot be written: {error.strerror}.") from None
    print(f"Written: {chosen.out}, a game of {len(document['entries'])} entries.")
    if document["test"]:
        print(document["note"])
    return OK


def _load(path: str) -> dict[str, Any]:
    try:
        return load_document(Path(path).read_bytes())
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None


def replay(chosen: Namespace) -> int:
    """Print the log of a record from start to end, and the final board."""
    document = _load(chosen.file)
    head = read_head(document)
    words = Words([isolated(seat.name) for seat in head.seats], head.rules)
    for each in replay_entries(document):
        known = replace(words, headquarters=each.state.headquarters)
        for line in event_lines(each.events, None, known):
            print(line)
    print(f"\n{draw_board(view(each.state, None), words)}")
    return OK


def _verdict(report: VerificationReport) -> str:
    if not report.ok:
        return "The record is not correct."
    if report.unfinished:
        return "No errors so far; the game is not over."
    return "No errors, but no proof." if report.proves_nothing else "The record is correct."


def verify(chosen: Namespace) -> int:
    """Verify a record; return 0 if it is correct and 1 if not.

    Return 3 if the game is not finished, and 4 if the record has no errors but proves nothing.
    """
    keys = read_keys(_load(chosen.keys)) if chosen.keys else None
    document = _load(chosen.file)
    if PROOF in document:
        return _judge(document, keys)
    report = verify_document(document, keys)
    for problem in report.problems:
        print(wrapped(problem))
    for note in report.notes:
        print(wrapped(note))
    print(_verdict(report))
    if not report.ok:
        return FAILED
    if report.unfinished:
        return UNFINISHED
    return NO_PROOF if report.proves_nothing else OK


def _judge(proof: dict[str, Any], keys: list[str] | None) -> int:
    """Print what the site signed twice, if anything; return 1 if it did, 4 if not."""
    if not can_verify:
        raise BadInput(NOT_CHECKED)
    if keys is None:
        keys = keys_in(proof)
        print(wrapped(f"The keys are only what the proof says: {', '.join(keys)}."))
    twice = signed_twice(proof, keys)
    if twice is None:
        print("Nothing in this proof was signed twice.")
        return NO_PROOF
    print("\n\n".join(("The site signed two different things:", *map(repr, twice))))
    return FAILED


def bench(chosen: Namespace) -> int:
    """Measure the speed of the engine."""
    measured = speeds.measure()
    _print(chosen, measured.to_json(), speeds.describe_speeds(measured))
    return OK
