"""Notices about absences: a player runs out of time, or their seat changes hands."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.community.notices.notices import Draft, write
from games.community.notices.shared.kinds import TableKind
from games.community.notices.shared.lines import asked_in, until_when
from games.community.notices.shared.messages import TableNews, active_hooks, write_messages
from games.drawing.display.seating import player_name
from games.drawing.display.titles import name_in_sentence
from games.drawing.display.words import capitalised
from games.models import AbsenceStep, Game, Notice, Player, TableWebhook
from games.playing.clocks.time_controls import SLOW_FROM
from games.storage.store import clocks
from games.storage.store.database_time import moment_now
from rules import RULESETS
from rules.moves import Control
from rules.sentences import Words

Kind, Step = Notice.Kind, AbsenceStep.Step

BY_A_PLAYER = "resumed by a player"
"""The key of the text for a pause that a player ended."""

TO_WHOM_IT_HAPPENS: dict[str, str] = {
    Step.WARNED: "You’re running out of time in {table}.",
    Step.MISSED: "You missed a turn in {table}. Miss another and a stand-in plays for you.",
    Step.NUDGED: "The other players in {table} are waiting for your move.",
    Step.STEWARD: "You missed two turns in {table}, so a stand-in is defending for you. Make "
    "any move to take your seat back.",
    Step.OPENED: "You were away, so your seat in {table} is open to others. You can still take it "
    "back.",
    Step.CAPTAIN: "A bot has taken over your seat in {table}. You can still watch.",
}
TO_THE_OTHERS: dict[str, str] = {
    Step.UNATTENDED: "Nobody was watching, so {table} is paused. Open it to continue, or it will "
    "end without a result.",
    Step.OPENED: "A seat in {table} is open: anyone can take it over.",
    Step.SUBSTITUTE: "The open seat in {table} has been taken.",
    Step.RETURNED: "A player is back in {table} and has taken over from the stand-in.",
    Step.CAPTAIN: "A bot has taken the open seat in {table}.",
    Step.PAUSED: "Everyone agreed, so {table} is paused.",
    Step.RESUMED: "The pause of {table} is over.",
    BY_A_PLAYER: "{name} resumed {table}.",
}
"""Texts by step for the other people still in the game; a step without a seat is for all people."""

REPLACED = "{name} has taken over your seat in {table}. You can still watch."

RUNNING_OUT = "{name} is running out of time."
"""The text for the webhooks of a game."""

MOVES_DEADLINES = frozenset((Step.PAUSED, Step.UNATTENDED, Step.RESUMED))
"""The steps after which the turn ends at another time."""

KINDS: dict[str, str] = {
    **dict.fromkeys((Step.OPENED, Step.SUBSTITUTE, Step.RETURNED, Step.CAPTAIN), Kind.SEAT),
    **dict.fromkeys((Step.PAUSED, Step.RESUMED), Kind.REQUESTED),
}
"""The kinds of the steps that are not about a player's time."""

LOST = frozenset((Step.OPENED, Step.CAPTAIN))
"""Steps that cost a player their seat."""

SEEN_AT_TABLE = frozenset((Step.SUBSTITUTE, Step.RETURNED, Step.CAPTAIN, Step.PAUSED, Step.RESUMED))
"""In live games, the other players are notified of these steps on the site only."""


def notify_step(code: str, seat: int | None, step: str, by: int | None = None, **_: Any) -> None:
    """Signal receiver: notify the players affected by an absence step, except `by`, who took it.

    Steps without a text and steps of tutorials notify nobody. The same step at the same log entry
    notifies at most once a day. A pause because nobody watched, and the end of any pause, notify at
    most once a day whatever the log entry.
    """
    if step not in TO_WHOM_IT_HAPPENS and step not in TO_THE_OTHERS:
        return
    game = _games().get(code=code)
    if game.is_tutorial:
        return
    seated = Player.objects.public().filter(game=game).select_related("user").order_by("seat")
    players = list(seated)
    names = {player.seat: player_name(player) for player in players}
    parts = {"table": name_in_sentence(game), "name": "" if by is None else names[by]}
    # A player who comes back only to look makes the game pause and resume again and again.
    number = "" if step in (Step.UNATTENDED, Step.RESUMED) else game.number
    cause = f"{step} {seat} {number} {moment_now():%Y-%m-%d}"
    kind, is_live = KINDS.get(step, Kind.TIME), game.turn_seconds < SLOW_FROM
    drafts = []
    for player in players:
        text = _text_for(player, step, seat, by).format(**parts)
        if text and player.user_id is not None:
            # Players of a live game see these steps at the table; all other steps are also sent.
            is_seen = is_live and player.seat != seat and step in SEEN_AT_TABLE
            is_lost = player.seat == seat and step in LOST
            drafts.append(
                _lost(player.user_id, game, cause, text)
                if is_lost
                else Draft(player.user_id, kind, game.pk, cause, text, is_seen)
            )
    write(drafts)
    _post(game, step, seat, by, players)


def _post(
    game: Game, step: str, seat: int | None, by: int | None, players: Sequence[Player]
) -> None:
    """Post a step to the webhooks of a game, if spectators may know it."""
    hooks = active_hooks([game.pk]).get(game.pk, [])
    text = TO_THE_OTHERS.get(_key(step, by), "")
    if hooks and step == Step.WARNED and seat is not None:
        _post_warning(game, hooks, seat, players)
    elif hooks and text:
        name = "" if by is None else player_name(players[by])
        line = text.format(table=name_in_sentence(game), name=name)
        asked, until = _whose_turn(game, players) if step in MOVES_DEADLINES else (None, None)
        lines = ((TableKind.SEATS, capitalised(line)),)
        write_messages(TableNews(game.pk, lines, asked, until), hooks)


def _post_warning(
    game: Game, hooks: Sequence[TableWebhook], seat: int, players: Sequence[Player]
) -> None:
    """Post that a player’s time runs out in their own turn; other decisions may be secret."""
    asked, until = _whose_turn(game, players)
    if game.turn == seat and until is not None:
        line = (TableKind.TIME, RUNNING_OUT.format(name=player_name(players[seat])))
        write_messages(TableNews(game.pk, (line,), asked, until), hooks)


def _whose_turn(game: Game, players: Sequence[Player]) -> tuple[str, datetime | None]:
    """Return the sentence that says whose turn it is, and until when; "" during a pause."""
    # The only secret column read here; nothing but the clock of an open turn is taken from it.
    times = clocks.from_json(Game.objects.values_list("clocks", flat=True).get(pk=game.pk))
    seat = game.turn
    if times.pause or seat is None or players[seat].control != Control.PLAYER:
        return "", None
    words = Words([player_name(player) for player in players], RULESETS[game.ruleset])
    return asked_in(seat, game.round, words), until_when(times, seat)


def _lost(user: int, game: Game, cause: str, text: str) -> Draft:
    """Return the notice to a player who loses their seat.

    Its email waits for no other, and is sent although the one about the missed turn is unopened.
    """
    return Draft(user, Kind.TIME, game.pk, cause, text, also=Kind.SEAT)


def _text_for(player: Player, step: str, seat: int | None, by: int | None) -> str:
    """Return the text of a step for a player; "" if they are not told."""
    if player.eliminated or player.seat == by:
        return ""
    if player.seat != seat:
        return TO_THE_OTHERS.get(_key(step, by), "") if player.own else ""
    if step == Step.MISSED and player.control != Control.PLAYER:
        # The second missed turn in a row: the notice of the stand-in says so.
        return ""
    return TO_WHOM_IT_HAPPENS.get(step, "") if player.own or step in LOST else ""


def _key(step: str, by: int | None) -> str:
    """Return the key of the text for the others."""
    return BY_A_PLAYER if step == Step.RESUMED and by is not None else step


def notify_replaced(player: Player, name: str) -> None:
    """Notify a seat's player that `name` takes the seat over."""
    if player.user_id is not None and not player.eliminated:
        game = _games().get(pk=player.game_id)
        cause = f"replaced {player.seat} {game.number} {moment_now():%Y-%m-%d}"
        text = REPLACED.format(name=name, table=name_in_sentence(game))
        write([_lost(player.user_id, game, cause, text)])


_TURN = ("turn", "round", "ruleset")


def _games() -> QuerySet[Game]:
    columns = ("code", "title", "number", "host__name", "turn_seconds", "is_tutorial", *_TURN)
    return Game.objects.select_related("host").only(*columns)
