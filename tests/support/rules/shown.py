"""Everything that a view shows, for comparison."""

import json

from rules.state import State
from rules.view import View, view

PROPERTIES = {name for name in dir(View) if isinstance(getattr(View, name), property)}
PROPERTIES -= {"board", "ruleset"}


def viewers(state: State) -> list[int | None]:
    """Return the spectator and every seat."""
    return [None, *range(len(state.players))]


def shown(state: State, seat: int | None) -> tuple[str, str]:
    """Return everything a view shows: its document and the values of its properties."""
    seen = view(state, seat)
    return json.dumps(seen.to_json()), repr([value_of(seen, name) for name in sorted(PROPERTIES)])


def value_of(seen: View, name: str) -> object:
    """Return the value of a property, or the LookupError if the view has no such part now."""
    try:
        return getattr(seen, name)
    except LookupError as error:
        return error
