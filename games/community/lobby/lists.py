"""The lobby's lists of tables, as a given visitor may see them.

Joinable tables are ordered by the time they were opened, all others by their last public change:
the time of the newest log entry would reveal entries visible to one player only (ORD-5).
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from games.community.lobby.table_summaries import TableShown, Visitor, summaries
from games.models import Game, Player
from rules.moves import Control

MINE, OPEN, NEEDS, WATCH = "mine", "open", "needs", "watch"
ATTENDED = timedelta(hours=2)
"""A live table is listed as joinable if one of its players has viewed it within this time."""

PER_PAGE = {MINE: 8, OPEN: 8, WATCH: 6}
_COLUMNS = (
    "code", "title", "ruleset", "options", "status", "host", "host__name", "is_listed",
    "takes_guests", "pace", "turn_seconds", "reaction_seconds", "round", "turn", "outcome",
    "bank_seconds", "seed_commitment", "allows_advice",
    "changed_at", "next_game", "fills_until",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Section:
    """One page of one of the lobby's lists."""

    name: str
    tables: tuple[TableShown, ...]
    page: int
    pages: int
    count: int


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists, the number of games waiting for the visitor, and a hash of the lists."""

    sections: dict[str, Section]
    waiting: int
    version: str


def lists_for(visitor: Visitor, pages: Mapping[str, Any]) -> Lists:
    """Return the lobby's lists, each at the requested page, in a constant number of queries."""
    waiting = games_waiting_for(visitor)
    found = {
        name: Paginator(games, PER_PAGE[name]).get_page(pages.get(name))
        for name, games in _games(visitor, waiting).items()
    }
    shown = summaries([game for page in found.values() for game in page], visitor, waiting)
    sections = {name: _section(name, page, shown) for name, page in found.items()}
    sections |= _needs_apart(sections[WATCH])
    plain = json.dumps({name: asdict(section) for name, section in sections.items()})
    return Lists(sections, len(waiting), hashlib.sha256(plain.encode()).hexdigest()[:16])


def _section(name: str, page: Page[Game], shown: Mapping[int, TableShown]) -> Section:
    tables = tuple(shown[game.pk] for game in page)
    return Section(name, tables, page.number, page.paginator.num_pages, page.paginator.count)


def _needs_apart(watch: Section) -> dict[str, Section]:
    """Split the section of running games into tables that need a player and all others."""
    needs = tuple(table for table in watch.tables if table.needs_player)
    rest = tuple(table for table in watch.tables if not table.needs_player)
    return {NEEDS: Section(NEEDS, needs, 1, 1, len(needs)), WATCH: replace(watch, tables=rest)}


def games_waiting_for(visitor: Visitor) -> frozenset[int]:
    """Return the primary keys of the games that wait for an answer from the visitor.

    Open decisions are secret. They are read only for the visitor's own games, and only to check
    whether one of them is the visitor's.
    """
    if not visitor.is_authenticated:
        return frozenset()
    at_hand = Q(control=Control.PLAYER) | Q(control=Control.STEWARD, own=True)
    seats = Player.objects.filter(at_hand, user=visitor, game__status=Game.Status.RUNNING)
    rows = seats.values_list("game", "seat", "game__decisions")
    return frozenset(
        game
        for game, seat, decisions in rows
        if any(decision["seat"] == seat for decision in decisions)
    )


def _games(visitor: Visitor, waiting: Iterable[int]) -> dict[str, QuerySet[Game]]:
    games = Game.objects.select_related("host").only(*_COLUMNS)
    # Free seats have user NULL, so an anonymous visitor must not be matched by None.
    own = Player.objects.filter(game=OuterRef("pk"), user=visitor.pk or 0)
    free = Player.objects.filter(game=OuterRef("pk"), user=None, bot="", is_by_link=False)
    vacant = Player.objects.filter(game=OuterRef("pk"), is_vacant=True, eliminated=0)
    others = games.filter(~Exists(own), is_listed=True).order_by("-changed_at", "-pk")
    now = timezone.now()
    is_waiting = Q(fills_until=None, looked_at__gte=now - ATTENDED) | Q(fills_until__gt=now)
    rank = Case(
        When(pk__in=waiting, then=Value(0)),
        When(status=Game.Status.RUNNING, then=Value(1)),
        When(status=Game.Status.OPEN, then=Value(2)),
        default=Value(3),
    )
    mine = games.filter(Exists(own)).exclude(status=Game.Status.CANCELLED)
    return {
        MINE: mine.order_by(rank, "-changed_at", "-pk"),
        # Order by primary key, so that a joinable table keeps its place when it changes.
        OPEN: others.filter(Exists(free), is_waiting, status=Game.Status.OPEN).order_by("-pk"),
        # Put tables that need a player first; `_needs_apart` splits them off.
        WATCH: others.filter(status=Game.Status.RUNNING).order_by(
            Exists(vacant).desc(), "-changed_at", "-pk"
        ),
    }
