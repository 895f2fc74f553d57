"""Read boards from their documents."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rules.board.board import Board, Connection, Empire, SeaZone, Territory
from rules.board.checks import verify_document
from rules.errors import BoardError


@cache
def load_board(name: str) -> Board:
    """Return the board with this name (cached); raise BoardError if there is none."""
    document = files("rules.board.data") / f"{name}.json"
    if not name.isidentifier() or not document.is_file():
        raise BoardError(f"There is no board called {name}.")
    return board_from_json(json.loads(document.read_text(encoding="utf-8")))


def board_from_json(data: dict[str, Any]) -> Board:
    """Return the board that a document describes; raise BoardError if it is invalid."""
    verify_document(data)
    connections = tuple(
        Connection(item["a"], item["b"], item["kind"], item.get("river"), _tuple(item, "crosses"))
        for item in data["connections"]
    )
    return Board(
        id=data["id"],
        name=data["name"],
        schema=data["schema"],
        credits=data.get("credits", ""),
        view_box=data["viewBox"],
        territories=_territories(data, connections),
        groups=_groups(data),
        sea_zones={
            key: SeaZone(key, item["name"], _tuple(item, "neighbours"))
            for key, item in data.get("sea_zones", {}).items()
        },
        connections=connections,
        drawing={
            **data["drawing"],
            "territories": {key: item["drawing"] for key, item in data["territories"].items()},
            "connections": [item.get("path") for item in data["connections"]],
        },
    )


def check_named(board: Board, names: Mapping[str, Iterable[str]]) -> None:
    """Raise BoardError if an event card names a territory that the board lacks.

    `names` maps the id of an event card to the ids of the territories it names.
    """
    for card, territories in names.items():
        for territory in territories:
            if territory not in board.territories:
                raise BoardError(
                    f"The event card {card} names the territory {territory}, "
                    f"which is not on the board {board.name}."
                )


def _territories(data: dict[str, Any], connections: tuple[Connection, ...]) -> dict[str, Territory]:
    beside: dict[str, set[str]] = {key: set() for key in data["territories"]}
    for connection in connections:
        beside[connection.a].add(connection.b)
        beside[connection.b].add(connection.a)
    return {
        key: Territory(
            id=key,
            name=item["name"],
            empire=item["group"],
            seas=_tuple(item, "seas"),
            neighbours=tuple(other for other in data["territories"] if other in beside[key]),
            wooded=item.get("wooded", False),
            rakers=item.get("rakers", False),
            symbol=item.get("symbol"),
            number=number,
        )
        for number, (key, item) in enumerate(data["territories"].items())
    }


def _groups(data: dict[str, Any]) -> dict[str, Empire]:
    territories = data["territories"].items()
    return {
        key: Empire(
            id=key,
            name=item["name"],
            kind=item["kind"],
            color=item["color"],
            bonus=item.get("bonus", 0),
            territories=tuple(inside for inside, space in territories if space["group"] == key),
        )
        for key, item in data["groups"].items()
    }


def _tuple(item: dict[str, Any], name: str) -> tuple[str, ...]:
    return tuple(item.get(name, ()))
