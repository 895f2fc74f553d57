"""Notices from game logs, written by workers after the moves are committed.

Notices add no work to a move, and no entry is skipped: `Game.noticed`, the last entry read,
advances in the transaction that writes the notices. Notices mention only public events; players
are also notified when the game waits for them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.db.models import F

from games.community.notices.log_texts import LogText, log_text
from games.community.notices.notices import Draft, write
from games.drawing.display.seating import player_name
from games.drawing.display.titles import name_in_sentence
from games.models import Game, Move, Notice, Player, SeatHolder, TurnPlan
from games.playing.clocks.time_controls import SLOW_FROM
from games.storage.processes.partition import WHOLE, Partition
from games.storage.store import clocks
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import moment_now
from games.storage.store.sql import Select, Writes, ask
from rules import RULESETS, Ruleset
from rules.json import from_plain
from rules.moves import Control
from rules.questions import DecisionKind, Trait
from rules.sentences.words import listed, paragraph

Kind = Notice.Kind
Event = dict[str, Any]

MOST_ENTRIES = 200
"""The maximum number of log entries read at once."""

BATCH = 50
"""The maximum number of games read in one pass."""

LATE = timedelta(seconds=2)
"""Entries unread for this long are read by any idle worker, whatever its share."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A log entry with its public events."""

    number: int
    round: int
    seat: int | None
    by: str
    events: list[Event]


@dataclass(frozen=True, slots=True, repr=False)
class _Table:
    """A game with its players by seat."""

    game: Game
    players: dict[int, Player]
    clocks: Clocks

    @property
    def ruleset(self) -> Ruleset:
        return RULESETS[self.game.ruleset]

    @property
    def title(self) -> str:
        """Return the game's title for use in a sentence."""
        return name_in_sentence(self.game)

    def name(self, seat: int) -> str:
        """Return the public name of a seat's player."""
        return player_name(self.players[seat])

    def names(self, seats: Collection[int]) -> str:
        """Return the public names of some seats' players; "" for no seats."""
        return listed([self.name(seat) for seat in seats]) if seats else ""

    def place(self, territory: str) -> str:
        """Return a territory's name."""
        return self.ruleset.board.territories[territory].name

    def draft(self, seat: int, kind: str, cause: str, text: str) -> Iterator[Draft]:
        """Yield a draft for the person at a seat, unless they have left or been eliminated."""
        player = self.players[seat]
        if player.user_id is not None and player.own and not player.eliminated:
            yield from self.draft_anyway(seat, kind, cause, text)

    def everybody(self) -> set[int]:
        """Return the users who have a seat, eliminated or not, and those whose seat was taken."""
        users = {player.user_id for player in self.players.values()}
        users.update(
            SeatHolder.objects.filter(player__game=self.game).values_list("user", flat=True)
        )
        return {user for user in users if user is not None}

    def draft_anyway(self, seat: int, kind: str, cause: str, text: str) -> Iterator[Draft]:
        """Yield a draft for the person at a seat, even if they have left or been eliminated."""
        user = self.players[seat].user_id
        if user is not None:
            yield Draft(user, kind, self.game.pk, cause, text)


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
    for table, entries in _read(numbers):
        last = entries[-1].number
        read[table.game.pk] = table.game.noticed, last
        if table.game.is_tutorial:
            continue
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
        cause = _in_epoch(table, f"decision {decision['number']}")
        if Trait.ANNOUNCED not in traits:
            text = _move_text(table, seat, LogText.RESPONSE)
            yield from table.draft(seat, Kind.ASKED, cause, text)
        elif game.round:
            yield from table.draft(seat, Kind.TURN, cause, _move_text(table, seat, LogText.TURN))
        else:
            text = log_text(LogText.SETTING_UP, table=table.title)
            yield from table.draft(seat, Kind.TURN, cause, text)


def _move_text(table: _Table, seat: int, key: LogText) -> str:
    """Return the text for a player to move; if their turn plan is off, it says why."""
    text = log_text(key, table=table.title, round=table.game.round)
    return paragraph(text, _plan_over(table, seat))


def _in_epoch(table: _Table, cause: str) -> str:
    """Make a cause unique to the epoch: decision numbers and rounds recur after a take-back."""
    epoch = table.game.epoch
    return f"{cause} of {epoch}" if epoch else cause


def _plan_over(table: _Table, seat: int) -> str:
    """Return why a seat's plan was switched off (ORD-8); "" if it was not, or by its owner."""
    note = table.clocks.plans.get(seat)
    if note is None or note.status != "off" or note.user != table.players[seat].user_id:
        return ""
    rows = TurnPlan.objects.filter(game=table.game, seat=seat)
    if rows.filter(is_secret=True).exists():
        # A reason that reveals cards in hand must not leave the site.
        return log_text(LogText.PLAN_OFF_SECRETLY)
    return log_text(LogText.PLAN_OFF, reason=note.reason) if note.reason else ""


def _begins_turn(event: Event, seat: int) -> bool:
    return bool(event["event"] == "turn_began" and event["seat"] == seat)


# Events


def _started(table: _Table, asked: list[Draft]) -> Iterator[Draft]:
    """Yield one draft for each player of a game that has started; some are `asked` to move."""
    seats = {player.user_id: seat for seat, player in table.players.items()}
    for draft in asked:
        text = _move_text(table, seats[draft.user], LogText.STARTED_TO_MOVE)
        yield replace(draft, text=text, also=Kind.STARTING)
    users = {draft.user for draft in asked}
    text = log_text(LogText.STARTED, table=table.title)
    for seat, player in table.players.items():
        if player.user_id not in users:
            yield from table.draft(seat, Kind.STARTING, "start", text)


def _drafts_of(table: _Table, entry: _Entry) -> Iterator[Draft]:
    for event in entry.events:
        teller = _TELLERS.get(event["event"])
        if teller is not None:
            yield from teller(table, entry, event)


def _say(key: LogText, table: _Table, entry: _Entry, **parts: object) -> str:
    """Return the text of an event; the template may use the table's title and the round."""
    return log_text(key, table=table.title, round=entry.round, **parts)


def _attack(table: _Table, entry: _Entry, event: Event) -> Iterator[Draft]:
    attacker, defender = event["attacker"], event["defender"]
    if defender is not None:
        cause = _in_epoch(table, f"attack {entry.round} by {attacker}")
        place = table.place(event["target"])
        text = _say(LogText.ATTACKED, table, entry, name=table.name(attacker), place=place)
        yield from table.draft(defender, Kind.ATTACKED, cause, text)


def _capture(table: _Table, entry: _Entry, event: Event) -> Iterator[Draft]:
    loser = event["loser"]
    if loser is not None:
        cause = _in_epoch(table, f"loss {entry.round} to {event['seat']}")
        place = table.place(event["territory"])
        name = table.name(event["seat"])
        text = _say(LogText.CAPTURED, table, entry, name=name, place=place)
        yield from table.draft(loser, Kind.ATTACKED, cause, text)


def _card_loss(table: _Table, entry: _Entry, event: Event) -> Iterator[Draft]:
    if event["seat"] != entry.seat:
        text = _say(LogText.CARD_LOST, table, entry)
        cause = _in_epoch(table, f"card {entry.round} by {entry.seat}")
        yield from table.draft(event["seat"], Kind.ATTACKED, cause, text)


def _fall(table: _Table, entry: _Entry, event: Event) -> Iterator[Draft]:
    if table.players[event["player"]].user_id is not None:
        text = _say(LogText.ELIMINATED, table, entry, name=table.name(event["captor"]))
        cause = _in_epoch(table, "out")
        yield from table.draft_anyway(event["player"], Kind.OVER, cause, text)


def _trade(table: _Table, entry: _Entry, event: Event) -> Iterator[Draft]:
    text = _say(LogText.TRADE, table, entry, name=table.name(event["seat"]))
    cause = f"trade {entry.number}"
    yield from table.draft(event["partner"], Kind.OFFERED, cause, text)


def _pact(table: _Table, entry: _Entry, event: Event) -> Iterator[Draft]:
    text = _say(LogText.PACT, table, entry, name=table.name(event["seat"]))
    for seat in event["partners"]:
        cause = _in_epoch(table, f"pact {event['pact']}")
        yield from table.draft(seat, Kind.OFFERED, cause, text)


def _result(table: _Table, entry: _Entry, event: Event) -> Iterator[Draft]:
    """Yield a draft for each player asked to agree, unless the same result was proposed before."""
    is_over = any(other["event"] == "game_over" for other in entry.events)
    if event["winners"] is None or is_over:
        return
    seat, names = event["seat"], table.names(event["winners"])
    agreed, voted_since = _votes_for(table, entry, tuple(sorted(event["winners"])))
    if agreed - voted_since - {seat}:
        return
    text = _say(LogText.RESULT, table, entry, name=table.name(seat), winners=names)
    cause = _in_epoch(table, f"result {entry.round} by {seat}")
    is_live = table.game.turn_seconds < SLOW_FROM
    for other in table.players.keys() - agreed - {seat}:
        for draft in table.draft(other, Kind.REQUESTED, cause, text):
            yield replace(draft, is_live=is_live)


def _votes_for(table: _Table, entry: _Entry, winners: tuple[int, ...]) -> tuple[set[int], set[int]]:
    """Return the seats that now vote for a result, and those that have voted since an entry."""
    position = Game.objects.values_list("position", flat=True).get(pk=table.game.pk)
    votes = from_plain(dict[int, tuple[int, ...]], position.get("agreed", {}))
    later = Move.objects.filter(game=table.game, number__gt=entry.number)
    events = (one for public in later.values_list("public", flat=True) for one in public["events"])
    voted_since = {one["seat"] for one in events if one["event"] == "result_agreed"}
    return {seat for seat, said in votes.items() if said == winners}, voted_since


def _end(table: _Table, entry: _Entry, event: Event) -> Iterator[Draft]:
    winners = table.names(event["winners"])
    key = LogText.ENDED if winners else LogText.ENDED_UNWON
    text = _say(key, table, entry, winners=winners)
    for user in table.everybody():
        yield Draft(user, Kind.OVER, table.game.pk, "end", text)


_TELLERS = {
    "attack_declared": _attack,
    "captured": _capture,
    "armies_converted": _capture,
    "card_lost": _card_loss,
    "eliminated": _fall,
    "cards_laid": _trade,
    "pact_offered": _pact,
    "result_agreed": _result,
    "game_over": _end,
}
"""The function that writes the drafts for an event, by event name.

Attacks, captures and lost cards notify once per round and attacker, which are their cause.
"""
