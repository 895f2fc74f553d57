"""Validation of board documents.

The parts of a document are compared with shapes. A shape is a type, a list (of any length), a tuple
(for a list of that length) or a dict (for an object). In a dict, "name?" is an optional name, and
`...` matches all other names, which are refused without it.
"""

from collections.abc import Iterator
from typing import Any

from rules.errors import BoardError

SCHEMA = 1
GROUP_KINDS = ("empire", "independent", "continent")
CONNECTION_KINDS = ("land", "sea", "pass")
SYMBOLS = ("infantry", "cavalry", "artillery")
"""The symbols of territory cards (CLA-4)."""

_TERRITORY_DRAWING = {
    "path": str,
    "badge": (float, float),
    "label": {"x": float, "y": float, "lines": [str], "size": float, "width": float, ...: object},
    ...: object,
}
_TERRITORY = {
    "name": str,
    "group": str,
    "seas?": [str],
    "wooded?": bool,
    "rakers?": bool,
    "symbol?": str,
    "drawing": _TERRITORY_DRAWING,
}
_CONNECTION = {
    "a": str,
    "b": str,
    "kind": str,
    "path?": str,
    "river?": str,
    "crosses?": [str],
    "provenance?": str,
}
_DOCUMENT = {
    "schema": int,
    "id": str,
    "name": str,
    "viewBox": str,
    "credits?": str,
    "groups": {...: {"name": str, "kind": str, "color": str, "bonus?": int}},
    "territories": {...: _TERRITORY},
    "connections": [_CONNECTION],
    "sea_zones?": {...: {"name": str, "neighbours": [str]}},
    "drawing": {
        "borders": {"inner": str, ...: object},
        "rivers?": {...: str},
        "seas?": {...: {"zone?": str, ...: object}},
        ...: object,
    },
}
_TOP = "document"
_CALLED = {
    bool: "true or false",
    int: "a whole number",
    str: "a non-empty text",
    float: "a number",
}


def verify_document(data: object) -> None:
    """Raise BoardError for the first fault in a board document."""
    _verify_shape(data, _DOCUMENT, _TOP)
    document: dict[str, Any] = data  # type: ignore[assignment]
    if document["schema"] != SCHEMA:
        raise BoardError(
            f"The board has schema {document['schema']}, but only schema {SCHEMA} is supported."
        )
    _verify_groups(document)
    _verify_symbols(document)
    _verify_sea_zones(document)
    _verify_seas_drawn(document)
    _verify_connections(document)
    _verify_dotted_lines(document)
    _verify_rivers(document)
    _verify_connected(document)


def _verify_shape(value: object, shape: Any, where: str) -> None:
    if isinstance(shape, dict):
        _verify_object(value, shape, where)
    elif isinstance(shape, list | tuple):
        _verify_list(value, shape, where)
    elif shape is not object and not _is_a(value, shape):
        raise BoardError(f"The board’s {where} is not {_CALLED[shape]}.")


def _is_a(value: object, shape: type) -> bool:
    # In Python bool is a subclass of int, but true and false are not numbers in a board document.
    if isinstance(value, bool):
        return shape is bool
    return isinstance(value, int | float if shape is float else shape) and value != ""


def _verify_list(value: object, shape: list[Any] | tuple[Any, ...], where: str) -> None:
    if not isinstance(value, list):
        raise BoardError(f"The board’s {where} is not a list.")
    if isinstance(shape, tuple) and len(value) != len(shape):
        raise BoardError(f"The board’s {where} is not a list of {len(shape)} items.")
    for position, item in enumerate(value):
        _verify_shape(item, shape[0], f"{where}[{position}]")


def _verify_object(value: object, shape: dict[Any, Any], where: str) -> None:
    if not isinstance(value, dict):
        raise BoardError(f"The board’s {where} is not an object.")
    required = {name for name in shape if name is not ... and not name.endswith("?")}
    if missing := sorted(required - value.keys()):
        raise BoardError(f"The board’s {where} is missing “{missing[0]}”.")
    parts = {name.removesuffix("?"): part for name, part in shape.items() if name is not ...}
    for name, item in value.items():
        if name not in parts and ... not in shape:
            raise BoardError(f"The board’s {where} has an unknown field, “{name}”.")
        inside = str(name) if where == _TOP else f"{where}.{name}"
        _verify_shape(item, parts.get(name, shape.get(...)), inside)


def _verify_groups(document: dict[str, Any]) -> None:
    groups = document["groups"]
    for group_id, group in groups.items():
        if group["kind"] not in GROUP_KINDS:
            raise BoardError(f"The group {group_id} has an unknown kind, “{group['kind']}”.")
        if group["kind"] == "continent" and "bonus" not in group:
            raise BoardError(f"The continent {group_id} has no bonus.")
    used = set()
    for territory_id, territory in document["territories"].items():
        used.add(territory["group"])
        if territory["group"] not in groups:
            raise BoardError(
                f"The territory {territory_id} belongs to {territory['group']}, "
                "which is not a group of the board."
            )
    for group_id in groups:
        if group_id not in used:
            raise BoardError(f"The group {group_id} has no territories.")


def _verify_symbols(document: dict[str, Any]) -> None:
    for territory_id, territory in document["territories"].items():
        symbol = territory.get("symbol")
        if symbol is not None and symbol not in SYMBOLS:
            raise BoardError(f"The territory {territory_id} has an unknown symbol, “{symbol}”.")


def _verify_sea_zones(document: dict[str, Any]) -> None:
    zones = document.get("sea_zones", {})
    for territory_id, territory in document["territories"].items():
        for zone_id in territory.get("seas", ()):
            if zone_id not in zones:
                raise BoardError(
                    f"The territory {territory_id} borders {zone_id}, "
                    "which is not a sea zone of the board."
                )
    for zone_id, zone in zones.items():
        for other in zone["neighbours"]:
            if other not in zones:
                raise BoardError(
                    f"The sea zone {zone_id} has the neighbour {other}, "
                    "which is not a sea zone of the board."
                )
            if other == zone_id:
                raise BoardError(f"The sea zone {zone_id} is its own neighbour.")
            if zone_id not in zones[other]["neighbours"]:
                raise BoardError(
                    f"The sea zone {zone_id} has the neighbour {other}, but not the reverse."
                )


def _verify_seas_drawn(document: dict[str, Any]) -> None:
    zones = document.get("sea_zones", {})
    drawn = set()
    for sea_id, sea in document["drawing"].get("seas", {}).items():
        drawn.add(sea.get("zone", sea_id))
        if "zone" in sea and sea["zone"] not in zones:
            raise BoardError(
                f"The drawing puts {sea_id} in {sea['zone']}, which is not a sea zone of the board."
            )
    for zone_id in zones:
        if zone_id not in drawn:
            raise BoardError(f"The sea zone {zone_id} is not drawn.")


def _verify_connections(document: dict[str, Any]) -> None:
    territories = document["territories"]
    seen = set()
    for connection in document["connections"]:
        ends = connection["a"], connection["b"]
        for end in ends:
            if end not in territories:
                raise BoardError(
                    f"The connection between {_between(connection)} names {end}, "
                    "which is not a territory of the board."
                )
        if ends[0] == ends[1]:
            raise BoardError(f"The territory {ends[0]} is connected to itself.")
        if frozenset(ends) in seen:
            raise BoardError(f"The connection between {_between(connection)} is listed twice.")
        seen.add(frozenset(ends))
        if connection["kind"] not in CONNECTION_KINDS:
            raise BoardError(
                f"The connection between {_between(connection)} has an unknown kind, "
                f"“{connection['kind']}”."
            )


def _verify_dotted_lines(document: dict[str, Any]) -> None:
    zones = document.get("sea_zones", {})
    for connection in document["connections"]:
        if connection["kind"] != "land" and "path" not in connection:
            raise BoardError(f"The dotted line between {_between(connection)} is not drawn.")
        crosses = connection.get("crosses", [])
        for zone_id in crosses:
            if zone_id not in zones:
                raise BoardError(
                    f"The connection between {_between(connection)} crosses {zone_id}, "
                    "which is not a sea zone of the board."
                )
        for end in (connection["a"], connection["b"]):
            seas = document["territories"][end].get("seas", [])
            if crosses and not set(crosses) & set(seas):
                raise BoardError(
                    f"The connection between {_between(connection)} crosses no sea "
                    f"that {end} borders."
                )


def _verify_rivers(document: dict[str, Any]) -> None:
    rivers = document["drawing"].get("rivers", {})
    for connection in document["connections"]:
        if "river" in connection and connection["river"] not in rivers:
            raise BoardError(
                f"The connection between {_between(connection)} crosses the river "
                f"{connection['river']}, which is not drawn."
            )


def _verify_connected(document: dict[str, Any]) -> None:
    if not document["territories"]:
        raise BoardError("The board has no territories.")
    first, *others = document["territories"]
    reached = set(_reachable(document, first))
    for territory_id in others:
        if territory_id not in reached:
            raise BoardError(f"No chain of connections leads from {first} to {territory_id}.")


def _reachable(document: dict[str, Any], start: str) -> Iterator[str]:
    neighbours: dict[str, list[str]] = {}
    for connection in document["connections"]:
        neighbours.setdefault(connection["a"], []).append(connection["b"])
        neighbours.setdefault(connection["b"], []).append(connection["a"])
    waiting, found = [start], {start}
    while waiting:
        here = waiting.pop()
        yield here
        fresh = [there for there in neighbours.get(here, ()) if there not in found]
        found.update(fresh)
        waiting.extend(fresh)


def _between(connection: dict[str, Any]) -> str:
    return f"{connection['a']} and {connection['b']}"
