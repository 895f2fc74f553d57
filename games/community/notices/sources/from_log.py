"""Notices from game logs, written by workers after the moves are committed.

Notices add no work to a move, and no entry is skipped: `Game.noticed`, the last entry read,
advances in the transaction that writes the notices. Notices mention only public events; players
are also notified when the game waits for them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.db.models import F

from games.community.notices.notices import Draft, write
from games.community.notices.sending.wanted import DECISION
from games.community.notices.shared.kinds import TableKind
from games.community.notices.shared.lines import (
    STARTED,
    asked_in,
    is_turn_over,
    lines_of,
    turn_of,
    until_when,
)
from games.community.notices.shared.messages import TableNews, active_hooks, write_messages
from games.drawing.display.seating import player_name
from games.drawing.display.titles import name_in_sentence
from games.drawing.display.words import capitalised
from games.drawing.events.families import SHOWN
from games.drawing.events.rows import NoticeType
from games.models import Game, Move, Notice, Player, SeatHolder, TurnPlan
from games.playing.clocks.time_controls import SLOW_FROM
from games.storage.processes.partition import WHOLE, Partition
from games.storage.store import clocks
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import moment_now
from games.storage.store.sql import Select, Writes, ask
from rules import RULESETS, Event
from rules.events.attack import Eliminated
from rules.events.cards import CardLost
from rules.events.json import EVENTS, from_json
from rules.events.turn import GameOver, ResultAgreed
from rules.json import from_plain
from rules.moves import Control
from rules.questions import DecisionKind, Trait
from rules.sentences import Words
from rules.sentences.events import filled
from rules.sentences.words import paragraph

Kind = Notice.Kind

MOST_ENTRIES = 200
"""The maximum number of log entries read at once."""

BATCH = 50
"""The maximum number of games read in one pass."""

LATE = timedelta(seconds=2)
"""Entries unread for this long are read by any idle worker, whatever its share."""


class Text(StrEnum):
    """The texts for players of a game that starts or waits for them; events have their own."""

    STARTED = "Play has started in {table}."
    STARTED_TO_MOVE = "Play has started in {table}, and it’s your move."
    SETTING_UP = "Your move: {table} is being set up."
    TURN = "It’s your turn in {table}, round {round}."
    RESPONSE = "You need to respond in {table}, round {round}."
    PLAN_OFF = "Your plan was cancelled. {reason}"
    PLAN_OFF_SECRETLY = "Your plan was cancelled. Open the game to see why."


@dataclass(frozen=True, slots=True)
class _Entry:
    """A log entry with its public events."""

    number: int
    round: int
    seat: int | None
    by: str
    events: list[dict[str, Any]]


@dataclass(frozen=True, slots=True, repr=False)
class _Table:
    """A game with its players by seat."""

    game: Game
    players: dict[int, Player]
    clocks: Clocks

    @property
    def title(self) -> str:
        """Return the game's title for use in a sentence."""
        return name_in_sentence(self.game)

    @property
    def words(self) -> Words:
        """Return the players' public names, for sentences that address no player as “you”."""
        names = [player_name(self.players[seat]) for seat in sorted(self.players)]
        return Words(names, RULESETS[self.game.ruleset])

    def users(self, seats: Iterable[int]) -> list[int]:
        """Return the persons at some seats who have neither left nor been eliminated."""
        players = (self.players[seat] for seat in seats)
        there = (each.user_id for each in players if each.own and not each.eliminated)
        return [user for user in there if user is not None]

    def draft(self, seat: int, kind: str, cause: str, text: str) -> Iterator[Draft]:
        """Yield a draft for the person at a seat, unless they have left or been eliminated."""
        for user in self.users([seat]):
            yield Draft(user, kind, self.game.pk, cause, text)

    def everybody(self) -> set[int]:
        """Return the users who have a seat, eliminated or not, and those whose seat was taken."""
        users = {player.user_id for player in self.players.values()}
        users.update(
            SeatHolder.objects.filter(player__game=self.game).values_list("user", flat=True)
        )
        return {user for user in users if user is not None}


# Reading the logs


def notice_moves(share: Partition = WHOLE) -> int:
    """Write the notices for unread log entries; return the number of games read.

    If no game of the share has unread entries, reads entries of other shares older than LATE.
    """
    own, oldest = _behind(share, BATCH), _behind(WHOLE, BATCH)
    mine, others = ask((own, oldest), (*own.values, *oldest.values))
    late = moment_now() - LATE
    rows = mine or [row for row in others if row[1] < late]
    if rows:
        _notice([number for number, _ in rows])
    return len(rows)


@lru_cache
def _behind(share: Partition, most: int) -> Select:
    """Return the compiled query for games with unread entries; cached, as it runs constantly."""
    behind = Game.objects.filter(share.own("id"), noticed__lt=F("number")).order_by("moved_at")
    return Select(behind.values_list("pk", "moved_at")[:most])


def _notice(numbers: Collection[int]) -> None:
    drafts: list[Draft] = []
    read = {}
    hooks = active_hooks(numbers)
    news = {}
    for table, entries in _read(numbers):
        last = entries[-1].number
        read[table.game.pk] = table.game.noticed, last
        if table.game.is_tutorial:
            continue
        if table.game.pk in hooks:
            news[table.game.pk] = _public_news(table, entries)
        asked = list(_asked(table, entries)) if last == table.game.number else []
        drafts += _started(table, asked) if entries[0].number == 0 else asked
        drafts += [draft for entry in entries for draft in _drafts_of(table, entry)]
    with transaction.atomic():
        # If two workers read the same entries, the unique cause prevents duplicates.
        write(drafts)
        # Lock the games last. Those locked by another transaction are skipped and read again.
        games = Game.objects.filter(pk__in=read).order_by("pk")
        free = games.select_for_update(skip_locked=True, no_key=True)
        writes = Writes()
        for number, noticed in free.values_list("pk", "noticed"):
            if noticed == read[number][0]:
                writes.update(Game, number, {"noticed": read[number][1]})
                if number in news:
                    write_messages(news[number], hooks[number])
        writes.send()


def _read(numbers: Collection[int]) -> Iterator[tuple[_Table, list[_Entry]]]:
    """Yield games with their unread log entries, in three queries."""
    # The only secret columns read: `decisions` (who the game waits for), `clocks` (turn plans).
    names = ("code", "title", "host__name", "ruleset", "number", "noticed", "turn_seconds")
    where = ("turn", "round", "epoch", "decisions", "clocks", "is_tutorial")
    games = Game.objects.select_related("host").only(*names, *where).in_bulk(numbers)
    unread: dict[int, list[_Entry]] = defaultdict(list)
    moves = Move.objects.filter(game__in=numbers, number__gt=F("game__noticed"))
    columns = ("game", "number", "round", "seat", "by", "public")
    rows = moves.order_by("game", "number").values_list(*columns)
    for key, number, round_, seat, by, public in rows[:MOST_ENTRIES]:
        if number <= games[key].number:
            unread[key].append(_Entry(number, round_, seat, by, public["events"]))
    seated: dict[int, dict[int, Player]] = defaultdict(dict)
    for player in Player.objects.public().filter(game__in=unread).select_related("user"):
        seated[player.game_id][player.seat] = player
    for key, entries in unread.items():
        game = games[key]
        yield _Table(game, seated[key], clocks.from_json(game.clocks)), entries


def _public_news(table: _Table, entries: list[_Entry]) -> TableNews:
    """Return what the webhooks of a game post of some entries, and whose turn has begun."""
    game, words = table.game, table.words
    events = [event for entry in entries for event in entry.events]
    lines = list(lines_of(events, words))
    if entries[0].number == 0:
        lines.insert(0, (TableKind.GAME, STARTED))
    persons = [seat for seat, each in table.players.items() if each.control == Control.PLAYER]
    if not is_turn_over(events):
        return TableNews(game.pk, tuple(lines))
    begun = turn_of(game, events, persons) if entries[-1].number == game.number else None
    if begun is None:
        return TableNews(game.pk, tuple(lines), asked="")
    asked = asked_in(*begun, words)
    return TableNews(game.pk, tuple(lines), asked, until_when(table.clocks, begun[0]))


# Players the game waits for


def _asked(table: _Table, entries: list[_Entry]) -> Iterator[Draft]:
    """Yield a draft for each player the game waits for now.

    A player who has just moved is skipped, unless their turn has begun since. So is one who has
    missed this turn: `from_absence` notifies them.
    """
    game, newest = table.game, entries[-1]
    plan, turn = table.clocks.plan, table.clocks.turn
    for decision in game.decisions:
        seat, traits = decision["seat"], DecisionKind(decision["kind"]).traits
        has_begun = any(_begins_turn(event, seat) for one in entries for event in one.events)
        has_just_moved = newest.seat == seat and newest.by == Move.By.PLAYER
        if table.players[seat].control != Control.PLAYER or (has_just_moved and not has_begun):
            continue
        if plan is not None and (plan.seat, plan.number) == (seat, decision["number"]):
            # The turn plan answers; the player is notified if it is switched off (ORD-8).
            continue
        if turn is not None and turn.missed and Trait.OWN_TURN in traits:
            continue
        cause = _in_epoch(table, DECISION.format(number=decision["number"]))
        if Trait.ANNOUNCED not in traits:
            text = _move_text(table, seat, Text.RESPONSE)
            yield from table.draft(seat, Kind.ASKED, cause, text)
        elif game.round:
            yield from table.draft(seat, Kind.TURN, cause, _move_text(table, seat, Text.TURN))
        else:
            text = Text.SETTING_UP.format(table=table.title)
            yield from table.draft(seat, Kind.TURN, cause, text)


def _move_text(table: _Table, seat: int, text: Text) -> str:
    """Return the text that asks a player to move; it says why if their plan was switched off."""
    told = text.format(table=table.title, round=table.game.round)
    return paragraph(told, _plan_over(table, seat))


def _in_epoch(table: _Table, cause: str) -> str:
    """Make a cause unique to the epoch: decision numbers and rounds recur after a take-back."""
    epoch = table.game.epoch
    return f"{cause} of {epoch}" if epoch else cause


def _plan_over(table: _Table, seat: int) -> str:
    """Return why a seat's plan was switched off (ORD-8); "" if its owner did so or it is on."""
    note = table.clocks.plans.get(seat)
    if note is None or note.status != "off" or note.user != table.players[seat].user_id:
        return ""
    rows = TurnPlan.objects.filter(game=table.game, seat=seat)
    if rows.filter(is_secret=True).exists():
        # A reason that reveals cards in hand must not leave the site.
        return Text.PLAN_OFF_SECRETLY
    return Text.PLAN_OFF.format(reason=note.reason) if note.reason else ""


def _begins_turn(event: dict[str, Any], seat: int) -> bool:
    return bool(event["event"] == "turn_began" and event["seat"] == seat)


# Events


def _started(table: _Table, asked: list[Draft]) -> Iterator[Draft]:
    """Yield one draft for each player of a game that has started; `asked` are those to move."""
    seats = {player.user_id: seat for seat, player in table.players.items()}
    for draft in asked:
        text = _move_text(table, seats[draft.user], Text.STARTED_TO_MOVE)
        yield replace(draft, text=text, also=Kind.STARTING)
    users = {draft.user for draft in asked}
    text = Text.STARTED.format(table=table.title)
    for seat, player in table.players.items():
        if player.user_id not in users:
            yield from table.draft(seat, Kind.STARTING, "start", text)


def _drafts_of(table: _Table, entry: _Entry) -> Iterator[Draft]:
    for data in entry.events:
        row = SHOWN[EVENTS[data["event"]]].notice
        if row is not None:
            yield from _notices_of(table, entry, from_json(data), row)


def _notices_of(table: _Table, entry: _Entry, event: Event, row: NoticeType) -> Iterator[Draft]:
    """Yield the drafts for an event.

    For attacks, captures and lost cards, the cause is the round and the attacker, so that the same
    pair notifies a player only once.
    """
    of_round = {"table": table.title, "round": str(entry.round)}
    text = capitalised(filled(row.text, event, table.words, **of_round))
    cause = row.cause.format(event=event, entry=entry)
    if row.recurs:
        cause = _in_epoch(table, cause)
    is_live = row.kind == Kind.REQUESTED and table.game.turn_seconds < SLOW_FROM
    for user in _users_notified_of(table, entry, event, row):
        yield Draft(user, row.kind, table.game.pk, cause, text, is_live)


def _users_notified_of(
    table: _Table, entry: _Entry, event: Event, row: NoticeType
) -> Collection[int]:
    match event:
        case GameOver():
            return table.everybody()
        case Eliminated():
            user = table.players[event.player].user_id
            return () if user is None else (user,)
        case ResultAgreed():
            return table.users(_seats_asked_to_agree(table, entry, event))
        case CardLost() if event.seat == entry.seat:
            return ()
    seats = getattr(event, row.to)
    if seats is None:
        # The neutral army.
        return ()
    return table.users(seats if isinstance(seats, tuple) else (seats,))


def _seats_asked_to_agree(table: _Table, entry: _Entry, event: ResultAgreed) -> Collection[int]:
    """Return the seats asked to agree to a result; none if it was proposed before."""
    is_over = any(other["event"] == GameOver.name for other in entry.events)
    if event.winners is None or is_over:
        return ()
    agreed, voted_since = _votes_for(table, entry, tuple(sorted(event.winners)))
    if agreed - voted_since - {event.seat}:
        return ()
    return table.players.keys() - agreed - {event.seat}


def _votes_for(table: _Table, entry: _Entry, winners: tuple[int, ...]) -> tuple[set[int], set[int]]:
    """Return the seats that now vote for a result, and those that have voted since an entry."""
    position = Game.objects.values_list("position", flat=True).get(pk=table.game.pk)
    votes = from_plain(dict[int, tuple[int, ...]], position.get("agreed", {}))
    later = Move.objects.filter(game=table.game, number__gt=entry.number)
    events = (one for public in later.values_list("public", flat=True) for one in public["events"])
    voted_since = {one["seat"] for one in events if one["event"] == ResultAgreed.name}
    return {seat for seat, said in votes.items() if said == winners}, voted_since
