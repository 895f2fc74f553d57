"""Chapter 12: the verifiable record of a finished game (FAIR-2), and the public log of any game."""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from games.drawing.display.seating import plain_name
from games.exceptions import NoSuchGame, Stale
from games.models import Game, HiddenArmies, Move, Player, User
from games.storage.evidence import signing
from games.storage.store.database_time import time_text
from games.storage.store.log_entries import recorded_entry
from rules import RULESETS, Options
from rules.json import from_plain, to_plain
from rules.record.document import (
    SCHEMA,
    SIGNED_SCHEMA,
    BoardUsed,
    RecordedSeat,
    RecordHead,
    RulesetUsed,
    board_version,
    head_digest,
)
from rules.record.entries import entry_digest

ENTRIES_AT_ONCE = 200
"""The number of log entries held in memory at a time while a record is written."""


class NotOver(Stale):
    """A record was requested before the end of the game, until which the seed is secret."""


# The record of a finished game


def record(code: str) -> Iterator[str]:
    """Return an iterator over pieces of a finished game's record, the JSON that `verify` reads.

    Raises NoSuchGame or NotOver when called, not during the iteration.
    """
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise NoSuchGame("That game doesn’t exist.")
    if game.status != Game.Status.OVER:
        raise NotOver("The record with the seed is published when the game is over.")
    return _pieces(game, _head(game))


def _pieces(game: Game, head: RecordHead) -> Iterator[str]:
    yield _written(to_plain(head)).removesuffix("}") + ',"entries":['
    for number, entry in enumerate(_entries(game, head)):
        yield ("," if number else "") + _written(entry)
    seed = bytes(game.seed or b"").hex()
    end = {"outcome": game.outcome, "seed": seed, "hidden": _opened(game)}
    if head.schema == SIGNED_SCHEMA:
        end |= _evidence(game)
    yield "]," + _written(end).removeprefix("{")


def _written(part: Any) -> str:
    return json.dumps(part, separators=(",", ":"))


def _head(game: Game) -> RecordHead:
    private = Move.objects.filter(game=game, number=0).values_list("private", flat=True).get()
    persons, players = private["move"]["persons"], _players(game)
    return RecordHead(
        schema=schema_of(game),
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


def schema_of(game: Game) -> int:
    """Return the schema of a game's record; only games with an unbroken chain are signed."""
    return SIGNED_SCHEMA if game.end_signature else SCHEMA


def _ruleset(game: Game) -> RulesetUsed:
    return RulesetUsed(game.ruleset, game.ruleset_version, from_plain(Options, game.options))


def _board(game: Game) -> BoardUsed:
    board = RULESETS[game.ruleset].board
    return BoardUsed(board.id, board_version(board))


def _players(game: Game) -> list[Player]:
    players = Player.objects.public().filter(game=game).select_related("user")
    return list(players.prefetch_related("holders__user").order_by("seat"))


def _seat(player: Player, is_person: bool) -> RecordedSeat:
    """Return a seat's player at the start of the game, under their current name.

    Later players are listed as substitutes.
    """
    given_at = player.value_given_at
    sat, bot = _who_sat(player), player.bot
    if sat and not is_person:
        bot = player.holders.all()[0].bot
    return RecordedSeat(
        seat=player.seat,
        name=sat[0] if sat else _name(player.seat, player.user, player.bot),
        kind="person" if is_person else "bot",
        bot="" if is_person else bot,
        value_given=time_text(given_at) if given_at else "",
        substitutes=tuple(sat[1:]),
    )


def _name(seat: int, user: User | None, bot: str) -> str:
    return plain_name(seat, user.name if user else None, bot)


def _who_sat(player: Player) -> list[str]:
    """Return the names of a seat's players in order; [] if the seat never changed hands."""
    return [_name(player.seat, one.user, one.bot) for one in player.holders.all()]


def _entries(game: Game, head: RecordHead) -> Iterator[dict[str, Any]]:
    """Yield the entries of a log in the record's form, chained by their digests."""
    before = head_digest(head)
    moves = Move.objects.filter(game=game).order_by("number")
    rows = moves.values_list("number", "seat", "by", "public", "private")
    for row in rows.iterator(chunk_size=ENTRIES_AT_ONCE):
        entry = recorded_entry(*row, head.schema)
        before = entry["digest"] = entry_digest(before, entry)
        yield entry


def _evidence(game: Game) -> dict[str, Any]:
    """Return the parts of a record with the public chain and what the site signed."""
    players = Player.objects.filter(game=game).order_by("seat")
    steps = Move.objects.filter(game=game).exclude(step_signatures="").order_by("number")
    return {
        "public_chain": {"steps": game.steps, "digest": game.step_digest},
        "signatures": {
            "keys": signing.keys(),
            "opened": time_text(game.created_at),
            "seal": game.seal_signature,
            "values": list(players.values_list("value_signature", flat=True)),
            "steps": " ".join(steps.values_list("step_signatures", flat=True)).split(),
            "end": game.end_signature,
        },
    }


def _opened(game: Game) -> list[dict[str, Any]]:
    choices = HiddenArmies.objects.filter(game=game).order_by("place")
    return [{**choice} for choice in choices.values("maker", "territory", "commitment", "salt")]


def names_now(game: Game) -> list[str]:
    """Return all current and former players' names: the only part of a record that can change."""
    return [
        name
        for player in _players(game)
        for name in (_name(player.seat, player.user, player.bot), *_who_sat(player))
    ]


# The public log of any game


def public_log(game: Game) -> dict[str, Any]:
    """Return all public data of a game so far, JSON-ready.

    `game` and the rows read here are loaded without secret columns. Events are grouped by round,
    because grouping them by entry would show whether a person or a standing order answered (ORD-5).
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
                "name": _name(player.seat, player.user, player.bot),
                "kind": "bot" if player.bot else "person",
                "empire": player.empire,
            }
            for player in players
        ],
        "commitment": game.seed_commitment,
        "values": [player.public_value for player in players],
        "chain": chain_of(game),
        "hidden": _sealed(game),
        "rounds": _rounds(Move.objects.public().filter(game=game)),
        "outcome": game.outcome,
    }


def chain_of(game: Game) -> dict[str, Any] | None:
    """Return the ends of a game's public chain; None if it has none."""
    if game.steps is None:
        return None
    return {"head": game.head_digest, "steps": game.steps, "digest": game.step_digest}


def _sealed(game: Game) -> list[dict[str, Any]]:
    choices = HiddenArmies.objects.filter(game=game).order_by("place")
    return [{**choice} for choice in choices.values("maker", "holder", "commitment", "revealed")]


def _rounds(moves: QuerySet[Move]) -> list[dict[str, Any]]:
    rows = moves.order_by("number").values_list("round", "public")
    entries_shown = (
        (round_, event)
        for round_, public in rows.iterator(chunk_size=ENTRIES_AT_ONCE)
        for event in public["events"]
    )
    return [
        {"round": round_, "events": [event for _, event in group]}
        for round_, group in groupby(entries_shown, key=lambda pair: pair[0])
    ]
