"""Notices about absences: a player runs out of time, or their seat changes hands."""

from typing import Any

from django.db.models import QuerySet

from games.community.notices.notices import Draft, write
from games.drawing.display.seating import player_name
from games.drawing.display.titles import name_in_sentence
from games.models import AbsenceStep, Game, Notice, Player
from games.playing.clocks.time_controls import SLOW_FROM
from games.storage.store.database_time import moment_now
from rules.moves import Control

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
    players = list(Player.objects.public().filter(game=game).select_related("user"))
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
            drafts.append(Draft(player.user_id, kind, game.pk, cause, text, is_seen))
    write(drafts)


def _text_for(player: Player, step: str, seat: int | None, by: int | None) -> str:
    """Return the text of a step for a player; "" if they are not told."""
    if player.eliminated or player.seat == by:
        return ""
    if player.seat != seat:
        key = BY_A_PLAYER if step == Step.RESUMED and by is not None else step
        return TO_THE_OTHERS.get(key, "") if player.own else ""
    if step == Step.MISSED and player.control != Control.PLAYER:
        # The second missed turn in a row: the notice of the stand-in says so.
        return ""
    return TO_WHOM_IT_HAPPENS.get(step, "") if player.own or step in LOST else ""


def notify_replaced(player: Player, name: str) -> None:
    """Notify a seat's player that `name` takes the seat over."""
    if player.user_id is not None and not player.eliminated:
        game = _games().get(pk=player.game_id)
        cause = f"replaced {player.seat} {game.number} {moment_now():%Y-%m-%d}"
        text = REPLACED.format(name=name, table=name_in_sentence(game))
        write([Draft(player.user_id, Kind.SEAT, game.pk, cause, text)])


def _games() -> QuerySet[Game]:
    columns = ("code", "title", "number", "host__name", "turn_seconds", "is_tutorial")
    return Game.objects.select_related("host").only(*columns)
