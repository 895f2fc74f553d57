"""Chapter 12: a stored game as a record to verify (FAIR-2), and its public log while it runs."""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from games.clocks.durations import time_told
from games.display.seating import player_name, seat_name
from games.exceptions import NoSuchGame, Stale
from games.models import Game, HiddenArmies, Move, Player
from games.store.log_entries import all_events, take_back_of
from rules import RULESETS, Options
from rules.json import from_plain, to_plain
from rules.record.document import (
    SCHEMA,
    BoardUsed,
    Head,
    RulesetUsed,
    Seat,
    board_version,
    head_digest,
)
from rules.record.entries import MOVE, START, TAKE_BACK, entry_digest

ENTRIES_AT_ONCE = 200
"""How many entries of a log are held in memory while they are written down."""


class NotOver(Stale):
    """The record was asked for while the game's seed is still secret."""


# The record, after the end


def record(code: str) -> Iterator[str]:
    """Yield the record of a finished game piece by piece: together the JSON text `verify` reads.

    Raises NoSuchGame or NotOver, before the first piece.
    """
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise NoSuchGame("There is no such game.")
    if game.status != Game.Status.OVER:
        raise NotOver("The record with the seed is published when the game is over.")
    return _pieces(game, _head(game))


def _pieces(game: Game, head: Head) -> Iterator[str]:
    yield _written(to_plain(head)).removesuffix("}") + ',"entries":['
    for number, entry in enumerate(_entries(game, head)):
        yield ("," if number else "") + _written(entry)
    end = {"outcome": game.outcome, "seed": bytes(game.seed).hex(), "hidden": _opened(game)}
    yield "]," + _written(end).removeprefix("{")


def _written(part: Any) -> str:
    return json.dumps(part, separators=(",", ":"))


def _head(game: Game) -> Head:
    private = Move.objects.filter(game=game, number=0).values_list("private", flat=True).get()
    persons, players = private["move"]["persons"], _players(game)
    return Head(
        schema=SCHEMA,
        game=game.code,
        ruleset=_ruleset(game),
        board=_board(game),
        seats=tuple(
            _seat(player, is_person) for player, is_person in zip(players, persons, strict=True)
        ),
        commitment=game.seed_commitment,
        values=tuple(player.public_value for player in players),
        test=False,
        note="",
    )


def _ruleset(game: Game) -> RulesetUsed:
    return RulesetUsed(game.ruleset, game.ruleset_version, from_plain(Options, game.options))


def _board(game: Game) -> BoardUsed:
    board = RULESETS[game.ruleset].board
    return BoardUsed(board.id, board_version(board))


def _players(game: Game) -> list[Player]:
    players = Player.objects.public().filter(game=game).select_related("user")
    return list(players.prefetch_related("sittings__user").order_by("seat"))


def _seat(player: Player, is_person: bool) -> Seat:
    """Return who sat at a seat when the game began, under the name they have now.

    Whoever sat down there later is a substitute.
    """
    given_at = player.value_given_at
    sat, bot = _who_sat(player), player.bot
    if sat and not is_person:
        bot = player.sittings.all()[0].bot
    return Seat(
        seat=player.seat,
        name=sat[0] if sat else player_name(player),
        kind="person" if is_person else "bot",
        bot="" if is_person else bot,
        value_given=time_told(given_at) if given_at else "",
        substitutes=tuple(sat[1:]),
    )


def _who_sat(player: Player) -> list[str]:
    """Return the names of all who sat at a seat that changed hands, in order."""
    return [
        seat_name(player.seat, sitting.user and sitting.user.name, sitting.bot)
        for sitting in player.sittings.all()
    ]


def _entries(game: Game, head: Head) -> Iterator[dict[str, Any]]:
    """Yield the entries of a log as a record has them, each held to all before it."""
    before = head_digest(head)
    moves = Move.objects.filter(game=game).order_by("number")
    rows = moves.values_list("number", "seat", "by", "public", "private")
    for number, seat, by, public, private in rows.iterator(chunk_size=ENTRIES_AT_ONCE):
        entry: dict[str, Any] = {"number": number, "kind": MOVE if number else START}
        if take_back_of(number, private) is not None:
            entry |= {"kind": TAKE_BACK, "by": by, **private[TAKE_BACK]}
        else:
            if number:
                entry |= {"seat": seat, "by": by, "move": private["move"]}
            entry |= {"draws": private["draws"], "events": all_events(public, private)}
        before = entry["digest"] = entry_digest(before, entry)
        yield entry


def _opened(game: Game) -> list[dict[str, Any]]:
    choices = HiddenArmies.objects.filter(game=game).order_by("place")
    return list(choices.values("maker", "territory", "commitment", "salt"))


def names_now(game: Game) -> list[str]:
    """Return the names of who sat or sits at the seats: all in a record that can still change."""
    return [name for player in _players(game) for name in (player_name(player), *_who_sat(player))]


# The public log, at any time


def public_log(game: Game) -> dict[str, Any]:
    """Return all that everybody may know of a game so far, as JSON-ready data.

    `game` and all that is read here come without secret columns. Events stand one after another
    under their rounds and nothing tells which came with which entry, for that would tell whether
    a person or a standing order answered (ORD-5).
    """
    players = _players(game)
    return {
        "game": game.code,
        "status": game.status,
        "ruleset": to_plain(_ruleset(game)),
        "board": to_plain(_board(game)),
        "seats": [
            {
                "seat": player.seat,
                "name": player_name(player),
                "kind": "bot" if player.bot else "person",
                "empire": player.empire,
            }
            for player in players
        ],
        "commitment": game.seed_commitment,
        "values": [player.public_value for player in players],
        "hidden": _sealed(game),
        "rounds": _rounds(Move.objects.public().filter(game=game)),
        "outcome": game.outcome,
    }


def _sealed(game: Game) -> list[dict[str, Any]]:
    choices = HiddenArmies.objects.filter(game=game).order_by("place")
    return list(choices.values("maker", "holder", "commitment", "revealed"))


def _rounds(moves: QuerySet[Move]) -> list[dict[str, Any]]:
    rows = moves.order_by("number").values_list("round", "public")
    told = (
        (round_, event)
        for round_, public in rows.iterator(chunk_size=ENTRIES_AT_ONCE)
        for event in public["events"]
    )
    return [
        {"round": round_, "events": [event for _, event in group]}
        for round_, group in groupby(told, key=lambda pair: pair[0])
    ]
