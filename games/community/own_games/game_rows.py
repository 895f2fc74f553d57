"""Rows of the list of a person's games: the seats, a small map, whose move it is, the time left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import ngettext

from games.community.own_games.ended_games import result_of
from games.community.own_games.game_seats import (
    OwnSeat,
    Seat,
    SeatShown,
    running_marks,
    seats_shown,
)
from games.drawing.board.small_maps import SmallMap, small_map
from games.drawing.board.thumbnails import picture_of
from games.drawing.display.titles import heading_of
from games.models import Game, User
from games.playing.clocks.durations import spoken
from games.playing.clocks.rest_times import zone_named
from games.storage.processes import presence
from games.storage.store import clocks
from games.storage.store.database_time import milliseconds, moment
from rules import RULESETS

NEAR = timedelta(days=6)
"""A deadline within this time is shown as a weekday and a time, a later one as a date."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time until a deadline, in words; `at` is the deadline in ISO format.

    `until` is the deadline in the person's time zone. `is_late` is set if the clock runs on time
    bank or excuse.
    """

    at: str
    left: str
    until: str
    is_near: bool
    is_late: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """One of a person's games; `what` describes its state in a few words.

    `waits` is set if it waits for the person. `unread` counts the other players' messages since
    the person's last view. The map shows who holds which territory, which is public; a game that
    has not begun has a `picture` of its board instead.
    """

    code: str
    heading: str
    ruleset: str
    what: str
    seats: tuple[SeatShown, ...]
    map: SmallMap | None
    picture: dict[str, Any] | None = None
    free: int = 0
    time: TimeLeft | None = None
    is_paused: bool = False
    waits: bool = False
    unread: int = 0

    @property
    def deadline(self) -> str | None:
        """Return when the shown time ends, in ISO format."""
        return self.time.at if self.time else None

    @property
    def unread_text(self) -> str:
        """Return the number of unread messages in words."""
        text = ngettext("{unread} new message", "{unread} new messages", self.unread)
        return text.format(unread=self.unread)

    @property
    def free_text(self) -> str:
        """Return the number of free seats in words."""
        text = ngettext("{free} free seat", "{free} free seats", self.free)
        return text.format(free=self.free)


@dataclass(frozen=True, slots=True)
class RowFacts:
    """What the rows of a page are made from: seats and holdings by game, vacations by user."""

    user: User
    seated: Mapping[int, list[Seat]]
    holdings: Mapping[int, Sequence[Any]]
    vacations: Mapping[int | None, date]
    now: datetime

    def row(self, game: dict[str, Any], own: OwnSeat, place: str) -> GameRow:
        """Return the row of an open or running game, which is in the group `place`."""
        seats = self.seated[game["game"]]
        if place == "opened" or game["status"] == Game.Status.OPEN:
            return self._opened(game, own, seats)
        is_looking = self.user.pk in presence.looking(game["code"])
        return GameRow(
            game["code"],
            heading_of(game["title"], game["host"]),
            RULESETS[game["ruleset"]].title,
            _what(game, own, seats, place, self.vacations),
            seats_shown(game["ruleset"], seats, own.seat, running_marks(seats, game["turn"])),
            self._map(game, own.seat),
            time=self._time(clocks.clock_shown(game["clocks"], own.seat)),
            is_paused=clocks.is_paused(game["clocks"]),
            waits=place == "waiting",
            unread=0 if is_looking else game["unread"] or 0,
        )

    def ended_row(self, game: dict[str, Any]) -> GameRow:
        """Return the row of an ended game."""
        winners = game["outcome"]["winners"]
        seats = self.seated[game["game"]]
        return GameRow(
            game["code"],
            heading_of(game["title"], game["host"]),
            RULESETS[game["ruleset"]].title,
            result_of(game),
            seats_shown(game["ruleset"], seats, game["seat"], dict.fromkeys(winners, "won")),
            self._map(game, game["seat"]),
        )

    def _opened(self, game: dict[str, Any], own: OwnSeat, seats: list[Seat]) -> GameRow:
        is_looking = self.user.pk in presence.looking(game["code"])
        taken = [seat for seat in seats if not seat.is_free]
        return GameRow(
            game["code"],
            heading_of(game["title"], game["host"]),
            RULESETS[game["ruleset"]].title,
            _STATES["opened"],
            seats_shown(game["ruleset"], taken, own.seat, {}),
            None,
            picture_of(RULESETS[game["ruleset"]]),
            free=len(seats) - len(taken),
            unread=0 if is_looking else game["unread"] or 0,
        )

    def _map(self, game: dict[str, Any], seat: int) -> SmallMap | None:
        holdings = self.holdings.get(game["game"])
        if not holdings:
            return None
        empires = [each.empire for each in self.seated[game["game"]]]
        return small_map(RULESETS[game["ruleset"]].board, holdings, empires, seat)

    def _time(self, clock: dict[str, Any] | None) -> TimeLeft | None:
        if clock is None:
            return None
        at = moment(clock["until"])
        left = max(0, clock["until"] - milliseconds(self.now)) // 1000
        is_near = left < NEAR.total_seconds()
        local = at.astimezone(zone_named(self.user.time_zone))
        return TimeLeft(
            at.isoformat(),
            spoken(left if left < 3600 else left - left % 60),
            date_format(local, "l H:i" if is_near else "j F, H:i"),
            is_near,
            is_late=bool(clock.get("lent") or clock.get("excused")),
        )


_STATES = {
    "opened": "Not started",
    "setup": "Setting up",
    "out": "Round {round}, you were eliminated",
    "away": "Round {round}, somebody else plays your seat",
    "own turn": "Round {round}, your turn",
    "response": "Round {round}, {player}’s turn: you need to respond",
    "turn": "Round {round}, {player}’s turn",
    "vacation": "Round {round}, {player}’s turn, on vacation until {day}",
}
"""The state of a person's game in a few words."""


def _what(
    row: dict[str, Any],
    own: OwnSeat,
    seated: list[Seat],
    place: str,
    vacations: Mapping[int | None, date],
) -> str:
    mover = next((player for player in seated if player.seat == row["turn"]), None)
    until = vacations.get(mover.user) if mover else None
    state = _state(row, own, seated, place)
    if state == "turn" and until:
        state = "vacation"
    return _STATES[state].format(
        round=row["round"],
        player=mover.name if mover else "",
        day=date_format(until, "j F") if until else "",
    )


def _state(row: dict[str, Any], own: OwnSeat, seated: list[Seat], place: str) -> str:
    if not row["round"] or row["turn"] is None:
        return "setup"
    if any(player.seat == own.seat and player.is_out for player in seated):
        return "out"
    if not own.is_playing:
        return "away"
    if row["turn"] == own.seat:
        return "own turn"
    return "response" if place == "waiting" else "turn"
