"""Data of the page on which players set up the webhooks of a game."""

from collections.abc import Collection
from typing import Any

from games.community.notices.pages import sentence_of
from games.community.notices.shared.hooks import MOST_HOOKS, HookRow, hooks_of
from games.community.notices.shared.kinds import LABELS, PRESET
from games.drawing.display.titles import heading_of
from games.models import Game, HookAddress, TableMessage, User


def hooks_context(game: Game, viewer: User, typed: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the context of the page; `typed` is what a refused form for a new webhook had."""
    rows = hooks_of(game, viewer)
    return {
        "code": game.code,
        "heading": heading_of(game.title, game.host.name if game.host else None),
        "hooks": [_shown(row) for row in rows],
        "formats": HookAddress.Format.choices,
        "typed": typed or {},
        "new_kinds": _boxes(typed["kinds"] if typed else PRESET),
        "may_add": len(rows) < MOST_HOOKS,
        "most": MOST_HOOKS,
    }


def _shown(row: HookRow) -> dict[str, Any]:
    return {
        "row": row,
        "format": dict(HookAddress.Format.choices)[row.format],
        "kinds": _boxes(row.kinds),
        "newest": _sentence(row.newest),
    }


def _boxes(chosen: Collection[str]) -> list[tuple[str, str, bool]]:
    return [(kind.value, label, kind.value in chosen) for kind, label in LABELS.items()]


def _sentence(message: TableMessage | None) -> str:
    if message is None:
        return ""
    return (_TRIAL if message.is_trial else _NEWEST).format(state=sentence_of(message))


_TRIAL = "Test message: {state}"
_NEWEST = "Newest message: {state}"
