"""Data of the page on which people set up the webhooks of a game or a circle."""

from collections.abc import Collection
from typing import Any

from games.community.notices.pages import sentence_of
from games.community.notices.shared.hooks import MOST_HOOKS, HookRow, hooks_of
from games.community.notices.shared.kinds import LABELS, PRESET
from games.community.notices.shared.places import Place, heading_of_place, kinds_of
from games.models import HookAddress, TableMessage, User


def hooks_context(
    place: Place, viewer: User, typed: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the context of the page; `typed` is what a refused form for a new webhook had."""
    rows = hooks_of(place, viewer)
    return {
        "code": place.code,
        "heading": heading_of_place(place),
        "hooks": [_shown(row, place) for row in rows],
        "formats": HookAddress.Format.choices,
        "typed": typed or {},
        "new_kinds": _boxes(place, typed["kinds"] if typed else PRESET),
        "may_add": len(rows) < MOST_HOOKS,
        "most": MOST_HOOKS,
    }


def _shown(row: HookRow, place: Place) -> dict[str, Any]:
    return {
        "row": row,
        "format": dict(HookAddress.Format.choices)[row.format],
        "kinds": _boxes(place, row.kinds),
        "newest": _sentence(row.newest),
    }


def _boxes(place: Place, chosen: Collection[str]) -> list[tuple[str, str, bool]]:
    return [(kind.value, LABELS[kind], kind.value in chosen) for kind in kinds_of(place)]


def _sentence(message: TableMessage | None) -> str:
    if message is None:
        return ""
    return (_TRIAL if message.is_trial else _NEWEST).format(state=sentence_of(message))


_TRIAL = "Test message: {state}"
_NEWEST = "Newest message: {state}"
