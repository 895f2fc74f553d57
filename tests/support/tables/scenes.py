"""Helpers for tests of pages: what somebody sees of a table, unchanged or changed."""

import html
import re
from dataclasses import replace

from games.drawing.display.log_tail import LogTail
from games.table.page.viewer import look
from rules import view
from rules.events.attack import BattleFought


def scene_at(code, user=None):
    """Return what a user, or a spectator, sees of a table."""
    return look(code, user.pk if user else None).scene


def seen_by(scene, seat, change=None):
    """Return the scene as a seat sees it, after `change` has altered its position."""
    state = scene.view._state
    if change:
        change(state)
    log = LogTail(scene.game, scene.newest.number, (), {seat}) if scene.newest else None
    return replace(scene, view=view(state, seat), log=log)


def battle(**changes):
    """Return a battle in which each side wins a pair; `changes` replace fields."""
    fought = BattleFought(
        attacker=0,
        defender=1,
        source="almor",
        target="torrich",
        attack_dice=(2, 6, 4),
        defence_dice=(3, 6),
        attack_modifiers=(),
        defence_modifiers=(),
        attack_total=6,
        defence_total=6,
        pairs=("defender", "attacker"),
        attack_losses=1,
        defence_losses=1,
        attackers_left=7,
        defenders_left=2,
    )
    return replace(fought, **changes)


def shown(page):
    """Return the text of a page, including what a screen reader announces."""
    main = page[page.index("<main") :] if "<main" in page else page
    main = re.sub(r"<(script|style|defs)\b.*?</\1>", " ", main, flags=re.DOTALL)
    said = re.findall(r'(?:aria-label|title|placeholder|alt|data-says)="([^"]*)"', main)
    words = [html.unescape(part) for part in (*said, re.sub(r"<[^>]+>", " ", main))]
    return " ".join(" ".join(words).split())
