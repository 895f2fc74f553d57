"""Helpers for tests of panels: rendering a panel, and finding every move it can send."""

import itertools
import re
import secrets
from types import SimpleNamespace
from urllib.parse import urlencode

from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import RequestFactory

from games.drawing.display.log import LogEntry
from games.drawing.display.parts import Scene
from games.drawing.display.seating import SeatedPlayer, Seating
from games.playing.forms import read_moves
from games.table.panel.panel import panel_context
from rules import view
from tests.support.tables.robot import read_panel

NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil", "Fay")
CODE = "abcdefgh"
ADDRESS = f"/games/{CODE}/"
FOREIGN_TO_CASTLE = re.compile(
    r"stronghold|\bhero\b|\bheroes\b|fortification|mercenar|assassin|ambassador|flanaess|storm"
    r"|event card",
    re.IGNORECASE,
)
"""Words for things that Castle Risk lacks or names differently."""


def scene_of(state, seat, events=()):
    """Return what a seat sees of a position."""
    seats = tuple(
        SeatedPlayer(NAMES[number], number, False, True, "") for number in range(len(state.players))
    )
    seating = Seating(CODE, "", "running", "", "calm", 300, 20, seats)
    return Scene(view(state, seat), seating, LogEntry(1, tuple(events)) if events else None)


def panel_html(scene, query=""):
    """Return the panel of a scene for a query, as HTML."""
    context = {
        "panel": panel_context(scene, QueryDict(query.removeprefix("?"))),
        "seen": SimpleNamespace(table=SimpleNamespace(version="v"), code=CODE),
    }
    return render_to_string("table/page/_panel.html", context, request=RequestFactory().get("/"))


def sampled(numbers):
    """Return the first, a middle and the last of some numbers."""
    return sorted({numbers[0], numbers[len(numbers) // 2], numbers[-1]})


def reachable(scene, depth=4, start=""):
    """Return all moves that a panel and its steps can send; numbers in GET forms are sampled."""
    waiting, seen, moves = [(start, 0)], {start}, set()
    while waiting:
        query, steps = waiting.pop()
        panel = read_panel(panel_html(scene, query))
        links = (link.partition("#")[0] for link in panel.links)
        following = [link.removeprefix(ADDRESS) for link in links if link.startswith(ADDRESS)]
        for form in panel.forms:
            if form.method == "get":
                following += [f"?{urlencode(pairs)}" for pairs in fillings(form, sampled)]
            else:
                moves.update(sent(form))
        for link in following:
            if steps < depth and link not in seen:
                seen.add(link)
                waiting.append((link, steps + 1))
    return moves


def fillings(form, of_numbers=list):
    """Yield every way to complete a form, as (name, value) pairs."""
    fixed, choices = [], {}
    for item in form.controls:
        if item.kind == "radio":
            choices.setdefault(item.name, []).append(item.value)
        elif item.kind == "number":
            choices[item.name] = of_numbers(range(item.least, item.most + 1))
        elif item.kind == "select":
            choices[item.name] = item.values
        elif item.kind != "submit" and (item.kind != "checkbox" or item.is_on):
            fixed.append((item.name, item.value))
    for values in itertools.product(*choices.values()):
        yield [*fixed, *zip(choices, values, strict=True)]


def sent(form):
    """Return the moves that a form can send."""
    found = set()
    for pairs in fillings(form):
        data = QueryDict(mutable=True)
        for name, value in pairs:
            data.appendlist(name, str(value))
        data["key"] = secrets.token_urlsafe(12)
        found.update(read_moves(data).moves)
    return found
