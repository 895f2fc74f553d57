"""The commands of `python -m rules`: arguments and help."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from rules.bots.general.characters import CHARACTERS
from rules.errors import RulesError
from rules.terminal import commands
from rules.terminal.commands import BAD_INPUT, FAILED
from rules.terminal.gauntlet import command as gauntlet
from rules.terminal.options import (
    LARGEST_SEED,
    SEATS,
    Parser,
    add_bots,
    add_game,
    add_json,
    integer,
    whole,
)
from rules.terminal.play import BOT
from rules.terminal.tune import command as tune
from rules.turn.game_options import MOST_ROUNDS

MOST_GAMES = 1_000_000
OPPONENTS = ("recruit", "captain", "general", *CHARACTERS)
"""The bots a person may play against, by strength; characters are as strong as generals."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    0: success; 1: failure; 2: bad input; 3 and 4: `verify` was given an unfinished game, or a
    record without errors that proves nothing.
    """
    try:
        chosen = make_parser().parse_args(arguments)
        status: int = chosen.run(chosen)
        return status
    except RulesError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader has closed the pipe: redirect stdout, so that the flush at exit does not fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return FAILED


def make_parser() -> argparse.ArgumentParser:
    """Return the parser for all commands; it raises BadInput for wrong arguments."""
    parser = Parser(
        prog="python -m rules",
        description="Play Castle Risk and related games at the terminal, and test their rules.",
        epilog="For help on a command: python -m rules play --help",
    )
    added = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (
        _add_play,
        _add_simulate,
        _add_gauntlet,
        _add_tune,
        _add_odds,
        _add_cases,
        _add_record,
        _add_replay,
        _add_verify,
        _add_bench,
    ):
        add(added)
    return parser


def _add(
    added: Any, name: str, run: Callable[[argparse.Namespace], int], summary: str, more: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = added.add_parser(
        name, help=summary, description=f"{summary}\n\n{more}"
    )
    parser.set_defaults(run=run)
    return parser


# The commands


def _add_play(added: Any) -> None:
    parser = _add(
        added,
        "play",
        commands.play,
        "Play a game against bots.",
        "You are player A and choose from numbered menus. At any question you can type board,\n"
        "near (the neighbours of a territory), hand, log, orders, ? (why a move is not offered),\n"
        "back, help or quit. A game you leave is not saved. Territories are dealt at random;\n"
        "with --full, players claim them.",
    )
    add_game(parser)
    parser.add_argument(
        "--players",
        type=whole(*SEATS),
        default=4,
        metavar="N",
        help="2 to 6, including you (default: 4)",
    )
    parser.add_argument(
        "--seed",
        type=whole(0, LARGEST_SEED),
        metavar="S",
        help="a whole number; the same seed and the same answers give the same game",
    )
    parser.add_argument(
        "--bot",
        choices=OPPONENTS,
        default=BOT,
        metavar="BOT",
        help=f"your opponents: {', '.join(OPPONENTS)} (default: {BOT})",
    )
    parser.add_argument(
        "--explain", action="store_true", help="print the reason for each move of a bot"
    )
    parser.add_argument(
        "--full", action="store_true", help="use the full set-up (SET-3 to SET-6, CLA-2)"
    )
    parser.add_argument(
        "--rounds",
        type=whole(0, MOST_ROUNDS),
        default=0,
        metavar="N",
        help="end the game after N rounds (TRN-9; default: 0, no limit)",
    )


def _add_simulate(added: Any) -> None:
    parser = _add(
        added,
        "simulate",
        commands.simulate,
        "Let bots play many games, and print statistics.",
        "Every game has the full set-up. A game that reaches its round limit counts as capped,\n"
        "not as finished. Wins are counted in finished games only, rounds in all games. Each\n"
        "battle and each other decision is one move. The games have the seeds S, S + 1 and so\n"
        "on. A game that fails counts as an error; the first error is printed, and the exit\n"
        "status is 1.\n\n"
        "  python -m rules simulate --players 4 --games 100 --bots captain,random --seed 1",
    )
    add_bots(parser)
    parser.add_argument(
        "--games",
        type=whole(1, MOST_GAMES),
        default=100,
        metavar="N",
        help="number of games (default: 100)",
    )
    parser.add_argument(
        "--seed",
        type=whole(0, LARGEST_SEED),
        metavar="S",
        help="a whole number; the same seed gives the same games (default: a random one)",
    )
    add_json(parser)


def _add_gauntlet(added: Any) -> None:
    gauntlet.add_arguments(
        _add(added, "gauntlet", gauntlet.run, gauntlet.SUMMARY, gauntlet.DETAILS)
    )


def _add_tune(added: Any) -> None:
    tune.add_arguments(_add(added, "tune", tune.run, tune.SUMMARY, tune.DETAILS))


def _add_odds(added: Any) -> None:
    parser = _add(
        added,
        "odds",
        commands.odds,
        "Calculate the exact odds of an attack in which both sides roll as many dice as they can.",
        "--attackers is the number of armies that can fight: all in the territory but one, or all\n"
        "aboard a fleet. Averages and distributions include lost attacks.\n\n"
        "  python -m rules odds --attackers 7 --defenders 4 --heroes 1",
    )
    for name, needed, text in (
        ("--attackers", True, "attacking armies that can fight"),
        ("--defenders", True, "defending armies"),
        ("--heroes", False, "the attacker's Heroes (default: 0)"),
        ("--fortifications", False, "the defender's Fortifications (default: 0)"),
        ("--attack-bonus", False, "what events add to the attacker's highest die (default: 0)"),
        ("--defence-bonus", False, "what events add to the defender's highest die (default: 0)"),
        ("--stop-at", False, "stop when only N attackers are left (default: 0)"),
    ):
        parser.add_argument(name, type=integer, required=needed, default=0, metavar="N", help=text)
    parser.add_argument(
        "--max-dice",
        type=integer,
        default=3,
        metavar="N",
        help="the most dice the attacker can roll: 2 against a stronghold (default: 3)",
    )
    add_json(parser)


def _add_cases(added: Any) -> None:
    parser = _add(
        added,
        "cases",
        commands.cases,
        "Run case files: positions and moves in plain text, with the expected results.",
        "Prints each failure with its file and line, then the numbers of cases that passed and\n"
        "failed. The exit status is 1 if a case failed.\n\n"
        "  python -m rules cases tests/cases",
    )
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="a case file, or a folder of case files"
    )


def _add_record(added: Any) -> None:
    parser = _add(
        added,
        "record",
        commands.record,
        "Let bots play a game with committed dice and cards, and write its record.",
        "The record is one JSON document for replay and verify. Anybody can check it with a\n"
        "program of their own (rulebook, chapter 12). With --seed all secrets are derived from\n"
        "that number, and the record is marked as a test.\n\n"
        "  python -m rules record --players 4 --bots captain,random --seed 1 --out game.json",
    )
    add_bots(parser)
    parser.add_argument(
        "--seed", type=whole(0, LARGEST_SEED), metavar="S", help="a whole number, for tests"
    )
    parser.add_argument("--out", required=True, metavar="FILE", help="the file to write")


def _add_replay(added: Any) -> None:
    parser = _add(
        added,
        "replay",
        commands.replay,
        "Replay a recorded game, and print its public log and final board.",
        "Stops with an error if the moves, draws or events of the record do not fit the rules.",
    )
    parser.add_argument("file", metavar="FILE", help="the record of a game")


def _add_verify(added: Any) -> None:
    parser = _add(
        added,
        "verify",
        commands.verify,
        "Check every die, draw, commitment and move of a record.",
        "Prints the first error. A wrong digest is printed first; it means that the file was\n"
        "changed after it was written.\n\n"
        "A file that a browser saved as proof is checked too: whether the site signed two\n"
        "different texts about the same thing.\n\n"
        "exit status:\n"
        "  0  the game is over, and the record is correct\n"
        "  1  the record has an error, or the site signed two different things\n"
        "  2  the file cannot be read\n"
        "  3  no errors so far, but the game is not over: its seed is still secret\n"
        "  4  no errors, but no proof: the game was drawn for a test, its signatures were not\n"
        "     checked, which needs the package cryptography, it has none to compare with --keys,\n"
        "     or nothing in a proof was signed twice",
    )
    parser.add_argument("file", metavar="FILE", help="the record of a game")
    parser.add_argument(
        "--keys",
        metavar="KEYS",
        help="the keys that the site publishes, saved from /.well-known/castlerisk-keys.json; "
        "without them, the keys are only what the record says",
    )


def _add_bench(added: Any) -> None:
    parser = _add(
        added,
        "bench",
        commands.bench,
        "Measure the speed of the engine; takes a few seconds.",
        "moves_per_second: moves of random full games, chosen beforehand; each is verified and\n"
        "played, and the decisions and events that follow are created. One roll or one placement\n"
        "is one move. chosen_moves_per_second: the same, including the bots' choices.\n"
        "floor_per_second: steps of a baseline loop over dicts and lists of a game's size; ratio:\n"
        "moves per step, to compare machines. replay_ and play_events_per_second: events of a\n"
        "record replayed from its text, and of the same game while it is played. roll_us: a\n"
        "committed roll of 3 dice against 2. odds_first_ms and odds_again_us: the odds of one\n"
        "attack, computed and from the cache.",
    )
    add_json(parser)
