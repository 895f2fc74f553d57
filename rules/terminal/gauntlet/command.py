"""The command `python -m rules gauntlet`: its arguments, and what it prints."""

import json
import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rules.rulesets import RULESETS
from rules.terminal.gauntlet.games import Match
from rules.terminal.gauntlet.report import Standing, describe_standing
from rules.terminal.gauntlet.running import run_match
from rules.terminal.options import (
    BOTS_TOLD,
    LARGEST_SEED,
    SEATS,
    add_json,
    bots,
    list_of,
    one_game,
    whole,
)
from rules.terminal.simulate import LAST_ROUND, fill_seats
from rules.turn.game_options import MOST_ROUNDS

MOST_GAMES, MOST_PROCESSES = 1_000_000, 256
SUMMARY = "Measure the strength of a bot in games against others."
DETAILS = (
    "The first bot has one seat, the others fill the rest in turn. Each seed is played once for\n"
    "each seat of the first bot. A game that reaches its round limit has no winner. The strength\n"
    "is a Plackett-Luce rating of the finishing places; times are CPU times. With --save the\n"
    "results are kept in a file, and a later run plays only the games that are missing.\n\n"
    "  python -m rules gauntlet general captain --game classic --players 2,4,6 --games 400"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("bots", type=bots, metavar="BOT", help=f"the bot to measure: {BOTS_TOLD}")
    parser.add_argument(
        "others",
        type=bots,
        metavar="BOT,…",
        help="its opponents, repeated until all seats are filled",
    )
    parser.add_argument(
        "--game",
        type=list_of(one_game),
        default=tuple(RULESETS),
        metavar="GAME,…",
        help="the games (default: all)",
    )
    parser.add_argument(
        "--players",
        type=list_of(whole(*SEATS)),
        default=tuple(range(SEATS[0], SEATS[1] + 1)),
        metavar="N,…",
        help="numbers of seats (default: 2 to 6)",
    )
    _add_numbers(parser)
    parser.add_argument("--quick", action="store_true", help="use the quick set-up (SET-9)")
    parser.add_argument(
        "--no-deals", action="store_true", help="play without pacts and trades (chapter 9)"
    )
    parser.add_argument(
        "--sprt",
        action="store_true",
        help="stop as soon as the first bot is shown to win its fair share, or 10 points more",
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the results in a file")
    add_json(parser)


def _add_numbers(parser: ArgumentParser) -> None:
    for name, reader, default, text in (
        ("--games", whole(1, MOST_GAMES), 400, "games for each ruleset and number of seats"),
        ("--seed", whole(0, LARGEST_SEED), 1, "the first seed"),
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


def run(chosen: Namespace) -> int:
    """Play the chosen matches and print the result of each when it is over."""
    played = []
    for game in chosen.game:
        for players in chosen.players:
            standing = _play(chosen, game, players)
            played.append(standing)
            if not chosen.json:
                print(describe_standing(standing), end="\n\n", flush=True)
    if chosen.json:
        print(json.dumps([standing.to_json() for standing in played]))
    return 0


def _play(chosen: Namespace, game: str, players: int) -> Standing:
    line_up = (chosen.bots[0], *fill_seats(chosen.others, players - 1))
    return run_match(
        Match(game, line_up, chosen.seed, chosen.rounds, chosen.quick, not chosen.no_deals),
        chosen.games,
        processes=chosen.processes,
        sequential=chosen.sprt,
        saved=chosen.save,
    )
