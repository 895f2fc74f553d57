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

    0: success; 1: failure; 2: bad input; 3: `verify` was given an unfinished game.
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
        description="Castle Risk and its relatives at the terminal: play them, try out the rules.",
        epilog="Each command explains itself: python -m rules play --help",
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
        "You are player A. Choose from numbered menus; at any question you can type board,\n"
        "near (the neighbours of a territory), hand, log, orders, ? (why a move is not offered),\n"
        "back, help or quit. A game you leave is not saved. The quick set-up deals the\n"
        "territories; --full has you claim them.",
    )
    add_game(parser)
    parser.add_argument(
        "--players", type=whole(*SEATS), default=4, metavar="N", help="2 to 6, you included"
    )
    parser.add_argument(
        "--seed",
        type=whole(0, LARGEST_SEED),
        metavar="S",
        help="a whole number: the same seed and the same answers make the same game",
    )
    parser.add_argument(
        "--bot",
        choices=OPPONENTS,
        default=BOT,
        help=f"your opponents: {', '.join(OPPONENTS)} (default: {BOT})",
    )
    parser.add_argument(
        "--explain", action="store_true", help="print the reason for each move of a bot"
    )
    parser.add_argument(
        "--full", action="store_true", help="the full set-up (SET-3 to SET-6, CLA-2)"
    )
    parser.add_argument(
        "--rounds",
        type=whole(0, MOST_ROUNDS),
        default=0,
        metavar="N",
        help="end the game after N rounds (TRN-9); 0 (default): no limit",
    )


def _add_simulate(added: Any) -> None:
    parser = _add(
        added,
        "simulate",
        commands.simulate,
        "Let bots play many games and sum them up.",
        "Every game has the full set-up. A game that reaches its last round counts as capped,\n"
        "not as finished; wins are counted in finished games, rounds in both. Each battle and\n"
        "each other decision is one move. Game i of seed S is the first of seed S + i. A game\n"
        "that fails counts as an error; the first is printed, and the exit status is 1.\n\n"
        "  python -m rules simulate --players 4 --games 100 --bots captain,random --seed 1",
    )
    add_bots(parser)
    parser.add_argument(
        "--games",
        type=whole(1, MOST_GAMES),
        default=100,
        metavar="N",
        help="how many (default: 100)",
    )
    parser.add_argument(
        "--seed",
        type=whole(0, LARGEST_SEED),
        metavar="S",
        help="a whole number: the same seed plays the same games (default: a new one)",
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
        "Reckon the exact odds of an attack fought with the most dice.",
        "Attackers are the armies that may fight: those in the territory less the one that\n"
        "stays, or all aboard a fleet. Means and distributions are over all endings.\n\n"
        "  python -m rules odds --attackers 7 --defenders 4 --heroes 1",
    )
    for name, needed, text in (
        ("--attackers", True, "attacking armies that may fight"),
        ("--defenders", True, "defending armies"),
        ("--heroes", False, "the attacker's Heroes (default: 0)"),
        ("--fortifications", False, "the defender's Fortifications (default: 0)"),
        ("--attack-bonus", False, "what events add to the attacker's high die total"),
        ("--defence-bonus", False, "what events add to the defender's high die total"),
        ("--stop-at", False, "stop when no more attackers are left, counted like --attackers"),
    ):
        parser.add_argument(name, type=integer, required=needed, default=0, metavar="N", help=text)
    parser.add_argument(
        "--max-dice",
        type=integer,
        default=3,
        metavar="N",
        help="the attacker's most dice: 2 against a stronghold (default: 3)",
    )
    add_json(parser)


def _add_cases(added: Any) -> None:
    parser = _add(
        added,
        "cases",
        commands.cases,
        "Run case files: positions and moves in plain text, and what must come of them.",
        "Prints each failure with its file and line, and how many passed and failed; the exit\n"
        "status is 1 on any failure.\n\n"
        "  python -m rules cases tests/cases",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a case file, or a folder of them")


def _add_record(added: Any) -> None:
    parser = _add(
        added,
        "record",
        commands.record,
        "Let bots play a game with committed chance, and write its record.",
        "The record is one JSON document that replay and verify read, and that anybody can\n"
        "check with a program of their own (rulebook, chapter 12). With --seed everything\n"
        "secret comes from that number, and the record says that it was drawn for a test.\n\n"
        "  python -m rules record --players 4 --bots captain,random --seed 1 --out game.json",
    )
    add_bots(parser)
    parser.add_argument(
        "--seed", type=whole(0, LARGEST_SEED), metavar="S", help="for tests: a whole number"
    )
    parser.add_argument("--out", required=True, metavar="FILE", help="where the record is written")


def _add_replay(added: Any) -> None:
    parser = _add(
        added,
        "replay",
        commands.replay,
        "Play a record again and tell all that everybody could see.",
        "Refuses a record whose moves, draws and events are not those of the game.",
    )
    parser.add_argument("file", metavar="FILE", help="the record of a game")


def _add_verify(added: Any) -> None:
    parser = _add(
        added,
        "verify",
        commands.verify,
        "Check a record: every die, draw, commitment and move.",
        "Names the first thing that is wrong. A digest that is wrong is named first: the file was\n"
        "changed after it was written.\n\n"
        "exit status:\n"
        "  0  the game is over and everything holds\n"
        "  1  something is wrong\n"
        "  2  the file cannot be read\n"
        "  3  what can be checked holds, but the game is not over: its seed is still secret",
    )
    parser.add_argument("file", metavar="FILE", help="the record of a game")


def _add_bench(added: Any) -> None:
    parser = _add(
        added,
        "bench",
        commands.bench,
        "Measure how fast the engine is; takes some seconds.",
        "moves_per_second is the engine alone, on moves chosen beforehand in random full games:\n"
        "each is checked and played, and the decisions and events it leads to are made; a roll\n"
        "or a placement is one move. chosen_moves_per_second adds the choosing. The floor is a\n"
        "bare loop that goes once over dicts and lists of a game's size, and ratio is moves to\n"
        "its steps: compare machines by it. Events are those of one record, as it is replayed\n"
        "from its text (replay_) and as it was played (play_). roll_us is 3 committed dice\n"
        "against 2; odds_first_ms and odds_again_us are one question of odds, new and known.",
    )
    add_json(parser)
