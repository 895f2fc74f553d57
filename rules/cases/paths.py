"""Case files: dotted paths to any part of a position, or of a view, with JSON values."""

import json
from typing import Any

from rules.cases.files import CaseError, number
from rules.errors import RecordError
from rules.state import State, from_json, to_json


def with_part(state: State, text: str) -> State:
    """Return the position with one part set by “path value”; raise CaseError if it is invalid."""
    data = to_json(state)
    path, _, value = text.partition(" ")
    place, last = _walk(data, path)
    try:
        place[last] = json.loads(value)
        return from_json(data)
    except (ValueError, RecordError) as error:
        raise CaseError(f"“{path}” cannot be {value}: {error}") from None


def check_part(state: State, text: str) -> None:
    """Raise CaseError unless the position has this value at this path; `text` is “path value”."""
    path, _, value = text.partition(" ")
    check_path(to_json(state), path, value)


def check_path(data: Any, path: str, value: str) -> None:
    """Raise CaseError unless a dotted path leads to the given JSON value."""
    place, last = _walk(data, path)
    actual = place[last]
    try:
        wanted = json.loads(value)
    except ValueError:
        wanted = value.strip()
    if actual != wanted:
        raise CaseError(f"{path} is {json.dumps(actual)}, not {json.dumps(wanted)}.")


def _walk(data: Any, path: str) -> tuple[Any, Any]:
    """Return the object or list that contains the end of a dotted path, and its key there."""
    place: Any = None
    key: Any = None
    for step in path.split("."):
        place = data if place is None else place[key]
        key = number(step) if isinstance(place, list) else step
        if isinstance(place, list) and key >= len(place):
            raise CaseError(f"“{path}” leads nowhere: there are {len(place)} at “{step}”.")
        if not isinstance(place, list | dict) or (isinstance(place, dict) and key not in place):
            raise CaseError(f"“{path}” leads nowhere at “{step}”.")
    return place, key
