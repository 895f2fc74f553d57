"""A table as other pages show it to a visitor: its terms, its seats, its state."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import ngettext

from games.community.lobby.tables import host_of
from games.drawing.display.bot_levels import BOT_CHOICES, BotLevel
from games.drawing.display.options import Term, terms_of
from games.drawing.display.seals import sealed
from games.drawing.display.seating import player_name
from games.drawing.display.titles import heading_of
from games.models import Game, Player, User
from games.playing.clocks.durations import duration
from rules import RULESETS, Options
from rules.json import from_plain
from rules.sentences.words import YOU, listed

Visitor = User | AnonymousUser
_FREE = {"open": "Free", "link": "Invitation only"}
_SEAT_COLUMNS = ("game", "seat", "user", "user__name", "bot", "is_by_link", "public_value")
_VACANT = ("is_vacant", "eliminated")


@dataclass(frozen=True, slots=True)
class SeatShown:
    """The public facts of a seat; `kind` is person, bot, open, link or gone.

    `bot` is the level of the seat's bot, if people can choose that level.
    """

    number: int
    name: str
    kind: str
    public_value: str
    is_you: bool
    is_host: bool
    is_vacant: bool = False
    bot: BotLevel | None = None

    @property
    def is_free(self) -> bool:
        """Return whether the seat is free."""
        return self.kind in ("open", "link")


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table as a visitor may see it; `waits` is set if the game waits for this visitor.

    `own_terms` are the chosen values of its ruleset's options. `seal` is the commitment to the
    seed, set only while the table is open.
    """

    code: str
    heading: str
    has_title: bool
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
    def host(self) -> str:
        """Return the name of the host; "" if the host has no seat."""
        return next((seat.name for seat in self.seats if seat.is_host), "")

    @property
    def bots(self) -> int:
        """Return the number of bots."""
        return sum(seat.kind == "bot" for seat in self.seats)


def table_for(game: Game, visitor: Visitor) -> TableShown:
    """Return one table as the visitor may see it; runs one query if `game.host` is loaded."""
    return tables_for([game], visitor)[0]


def tables_for(games: Iterable[Game], visitor: Visitor) -> list[TableShown]:
    """Return tables as the visitor may see them; runs one query if the hosts are loaded."""
    listed = list(games)
    shown = summaries(listed, visitor, frozenset())
    return [shown[game.pk] for game in listed]


def summaries(
    games: list[Game], visitor: Visitor, waiting: frozenset[int]
) -> dict[int, TableShown]:
    """Return the tables by primary key; those in `waiting` wait for the visitor."""
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
        has_title=bool(game.title),
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
        bot=BOT_CHOICES.get(player.bot),
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
    "bank": "time bank of {bank}",
    "private": "Private",
    "no guests": "No guests",
    "advice": "Advice from a general",
}


def pace_of(game: Game) -> str:
    """Return the time limits of a game in a few words."""
    turn, reaction = duration(game.turn_seconds), duration(game.reaction_seconds)
    text = _TERMS["clock" if game.turn_seconds else "no clock"]
    return text.format(turn=turn, reaction=reaction)


def _terms(game: Game) -> tuple[str, ...]:
    rounds = game.options["rounds"]
    terms = [_TERMS["quick" if game.options["quick"] else "full"], pace_of(game)]
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
    if game.allows_advice:
        terms.append(_TERMS["advice"])
    return tuple(terms)
