"""The lobby's lists of tables and the waiting room, as a given visitor may see them.

Joinable tables are ordered by the time they were opened, all others by their last public change:
the time of the newest log entry would reveal entries visible to one player only (ORD-5).
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import ngettext

from games.clocks.durations import duration
from games.display.bot_levels import LEVELS
from games.display.options import Term, terms_of
from games.display.seals import sealed
from games.display.seating import player_name
from games.display.titles import heading_of
from games.lobby.fill_deadlines import may_keep_open
from games.lobby.tables import host_of
from games.models import Game, Player, User
from rules import RULESETS, Options
from rules.json import from_plain
from rules.moves import Control
from rules.sentences.words import YOU, listed

MINE, OPEN, NEEDS, WATCH = "mine", "open", "needs", "watch"
ATTENDED = timedelta(hours=2)
"""A live table is listed as joinable if one of its players has viewed it within this time."""

PER_PAGE = {MINE: 8, OPEN: 8, WATCH: 6}

Visitor = User | AnonymousUser

_COLUMNS = (
    *("code", "title", "ruleset", "options", "status", "host", "host__name", "is_listed"),
    *("takes_guests", "pace", "turn_seconds", "reaction_seconds", "round", "turn", "outcome"),
    *("bank_seconds", "seed_commitment"),
    *("changed_at", "next_game", "fills_until"),
)
_FREE = {"open": "Free", "link": "Invite only"}
_SEAT_COLUMNS = ("game", "seat", "user", "user__name", "bot", "is_by_link", "public_value")
_VACANT = ("is_vacant", "eliminated")


@dataclass(frozen=True, slots=True)
class SeatShown:
    """The public facts of a seat; `kind` is person, bot, open, link or gone.

    `strength` is that of a bot's level.
    """

    number: int
    name: str
    kind: str
    public_value: str
    is_you: bool
    is_host: bool
    is_vacant: bool = False
    strength: str = ""

    @property
    def is_free(self) -> bool:
        """Return whether the seat is free."""
        return self.kind in ("open", "link")


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table as a visitor may see it; `waits` is set if the game waits for this visitor.

    `own_terms` are the options only this ruleset has. `seal` is the commitment to the seed, set
    only while the table is open.
    """

    code: str
    heading: str
    ruleset: str
    status: str
    state: str
    terms: tuple[str, ...]
    own_terms: tuple[Term, ...]
    seats: tuple[SeatShown, ...]
    waits: bool
    is_mine: bool
    is_listed: bool
    takes_guests: bool
    seal: dict[str, str] | None = None

    @property
    def free(self) -> int:
        """Return the number of free seats."""
        return sum(seat.is_free for seat in self.seats)

    @property
    def needs_player(self) -> bool:
        """Return whether a seat of the running game is vacant."""
        return any(seat.is_vacant for seat in self.seats)

    @property
    def bots(self) -> int:
        """Return the number of bots."""
        return sum(seat.kind == "bot" for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Section:
    """One page of one list."""

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
    shown = _shown([game for page in found.values() for game in page], visitor, waiting)
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


# One table


def table_for(game: Game, visitor: Visitor) -> TableShown:
    """Return one table as the visitor may see it; runs one query if `game.host` is loaded."""
    return tables_for([game], visitor)[0]


def tables_for(games: Iterable[Game], visitor: Visitor) -> list[TableShown]:
    """Return tables as the visitor may see them; runs one query if the hosts are loaded."""
    listed = list(games)
    shown = _shown(listed, visitor, frozenset())
    return [shown[game.pk] for game in listed]


def _shown(games: list[Game], visitor: Visitor, waiting: frozenset[int]) -> dict[int, TableShown]:
    seated = defaultdict(list)
    players = Player.objects.filter(game__in=[game.pk for game in games])
    for player in players.select_related("user").only(*_SEAT_COLUMNS, *_VACANT).order_by("seat"):
        seated[player.game_id].append(player)
    return {game.pk: _table(game, seated[game.pk], visitor, game.pk in waiting) for game in games}


def _table(game: Game, players: list[Player], visitor: Visitor, waits: bool) -> TableShown:
    seats = tuple(_seat(game, player, players, visitor) for player in players)
    own_terms = tuple(terms_of(RULESETS[game.ruleset], from_plain(Options, game.options)))
    return TableShown(
        code=game.code,
        heading=heading_of(game.title, game.host.name if game.host else None),
        ruleset=RULESETS[game.ruleset].title,
        status=game.status,
        state=_state(game, seats),
        terms=_terms(game),
        own_terms=own_terms,
        seats=seats,
        waits=waits,
        is_mine=any(seat.is_you for seat in seats),
        is_listed=game.is_listed,
        takes_guests=game.takes_guests,
        seal=sealed(game.seed_commitment) if game.status == Game.Status.OPEN else None,
    )


def _seat(game: Game, player: Player, players: list[Player], visitor: Visitor) -> SeatShown:
    kind, user = _kind(game, player), player.user_id
    return SeatShown(
        number=player.seat,
        name=_FREE.get(kind) or player_name(player),
        kind=kind,
        public_value=player.public_value,
        is_you=user is not None and user == visitor.pk,
        is_host=user is not None and user == host_of(game, players),
        is_vacant=player.is_vacant and not player.eliminated,
        strength=LEVELS[player.bot].strength if player.bot in LEVELS else "",
    )


def _kind(game: Game, player: Player) -> str:
    if player.user_id is not None:
        return "person"
    if player.bot:
        return "bot"
    if game.status != Game.Status.OPEN:
        return "gone"
    return "link" if player.is_by_link else "open"


_STATES = {
    "free": "{free} of {seats} seats free",
    "full": "All seats taken, not started",
    "cancelled": "Cancelled before it started",
    "won": "Won by {winners}",
    "no result": "Ended without a result",
    "setup": "Setting up",
    "own turn": "Round {round}, your turn",
    "turn": "Round {round}, {player}’s turn",
}
"""The state of a game in a few words."""


def _state(game: Game, seats: tuple[SeatShown, ...]) -> str:
    if game.status == Game.Status.OPEN:
        free = sum(seat.is_free for seat in seats)
        return _STATES["free" if free else "full"].format(free=free, seats=len(seats))
    if game.status == Game.Status.CANCELLED:
        return _STATES["cancelled"]
    if game.status == Game.Status.OVER:
        return _result([seats[winner] for winner in game.outcome["winners"]])
    if vacant := sum(seat.is_vacant for seat in seats):
        text = ngettext(
            "Round {round}, {vacant} open seat", "Round {round}, {vacant} open seats", vacant
        )
        return text.format(round=game.round, vacant=vacant)
    if not game.round or game.turn is None:
        return _STATES["setup"]
    seat = seats[game.turn]
    text = _STATES["own turn" if seat.is_you else "turn"]
    return text.format(round=game.round, player=seat.name)


def _result(winners: list[SeatShown]) -> str:
    if not winners:
        return _STATES["no result"]
    names = listed([YOU if seat.is_you else seat.name for seat in winners])
    return _STATES["won"].format(winners=names)


_TERMS = {
    "quick": "Quick set-up",
    "full": "Full set-up",
    "no clock": "No clock",
    "clock": "{turn} per turn, {reaction} to respond",
    "fills": "Open until {day}",
    "bank": "{bank} time bank",
    "private": "Private",
    "no guests": "No guests",
}


def _clock(game: Game) -> str:
    turn, reaction = duration(game.turn_seconds), duration(game.reaction_seconds)
    text = _TERMS["clock" if game.turn_seconds else "no clock"]
    return text.format(turn=turn, reaction=reaction)


def _terms(game: Game) -> tuple[str, ...]:
    rounds = game.options["rounds"]
    terms = [_TERMS["quick" if game.options["quick"] else "full"], _clock(game)]
    if game.fills_until and game.status == Game.Status.OPEN:
        day = date_format(timezone.localtime(game.fills_until), "j F")
        terms.append(_TERMS["fills"].format(day=day))
    if game.bank_seconds:
        terms.append(_TERMS["bank"].format(bank=duration(game.bank_seconds)))
    if rounds:
        terms.append(ngettext("{rounds} round", "{rounds} rounds", rounds).format(rounds=rounds))
    if not game.is_listed:
        terms.append(_TERMS["private"])
    if not game.takes_guests:
        terms.append(_TERMS["no guests"])
    return tuple(terms)


@dataclass(frozen=True, slots=True)
class Room:
    """The waiting room of a table as a visitor may see it.

    `is_invited`: the visitor may take seats by link. `can_join`: a seat is free for the visitor.
    `needs_account`: the visitor must sign up first. `is_alone`: only one person is seated.
    `may_keep_open`: the deadline can be extended. `version` is a hash of everything shown.
    """

    table: TableShown
    is_host: bool
    is_invited: bool
    can_join: bool
    needs_account: bool
    is_alone: bool
    may_keep_open: bool
    version: str


def room_for(game: Game, visitor: Visitor, is_invited: bool) -> Room:
    """Return the waiting room of a table."""
    table = table_for(game, visitor)
    is_movable = may_keep_open(game.fills_until)
    plain = json.dumps([asdict(table), is_invited, visitor.pk, is_movable])
    free = {seat.kind for seat in table.seats if seat.is_free}
    return Room(
        table=table,
        is_host=any(seat.is_you and seat.is_host for seat in table.seats),
        is_invited=is_invited,
        can_join=not table.is_mine and bool(free if is_invited else free & {"open"}),
        needs_account=not table.takes_guests and getattr(visitor, "is_guest", True),
        is_alone=sum(seat.kind == "person" for seat in table.seats) == 1,
        may_keep_open=is_movable,
        version=hashlib.sha256(plain.encode()).hexdigest()[:16],
    )
