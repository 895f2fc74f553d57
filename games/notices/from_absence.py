"""Notices about absences: a player runs out of time, or their seat changes hands."""

from typing import Any

from games.clocks.time_controls import SLOW_FROM
from games.display.titles import name_in_sentence
from games.models import AbsenceStep, Game, Notice, Player
from games.notices.notices import Draft, write
from games.store.database_time import moment_now

Kind, Step = Notice.Kind, AbsenceStep.Step

TO_WHOM_IT_HAPPENS: dict[str, str] = {
    Step.WARNED: "You’re running out of time in {table}.",
    Step.NUDGED: "The other players in {table} are waiting for your move.",
    Step.UNATTENDED: "Nobody was watching, so {table} is paused. Open it to continue, or it will "
    "end without a result.",
    Step.STEWARD: "You missed two turns in {table}, so a stand-in is defending for you. Make "
    "any move to take your seat back.",
}
TO_THE_OTHERS: dict[str, str] = {
    Step.OPENED: "A seat in {table} is open: anyone can take it over.",
    Step.SUBSTITUTE: "The open seat in {table} has been taken.",
    Step.RETURNED: "A player is back in {table} and has taken over from the stand-in.",
    Step.CAPTAIN: "A bot has taken the open seat in {table}.",
}
"""Texts by step, for the other people still in the game."""

SEEN_AT_TABLE = frozenset((Step.SUBSTITUTE, Step.RETURNED, Step.CAPTAIN))
"""Steps of live games that are shown on the site only."""


def notify_step(code: str, seat: int | None, step: str, **_: Any) -> None:
    """Signal receiver: notify the players affected by an absence step.

    Steps without a text and steps of tutorials notify nobody. The same step at the same log entry
    notifies at most once a day.
    """
    if step not in TO_WHOM_IT_HAPPENS and step not in TO_THE_OTHERS:
        return
    game = (
        Game.objects.select_related("host")
        .only("code", "title", "number", "host__name", "turn_seconds", "is_tutorial")
        .get(code=code)
    )
    if game.is_tutorial:
        return
    players = Player.objects.filter(game=game, user__isnull=False, own=True, eliminated=0)
    cause = f"{step} {seat} {game.number} {moment_now():%Y-%m-%d}"
    if step in TO_WHOM_IT_HAPPENS:
        kind, sentence = Kind.TIME, TO_WHOM_IT_HAPPENS[step]
        recipients = players.filter(seat=seat) if seat is not None else players.none()
    else:
        kind, sentence = Kind.SEAT, TO_THE_OTHERS[step]
        recipients = players.exclude(seat=seat) if seat is not None else players
    text = sentence.format(table=name_in_sentence(game))
    users = [user for user in recipients.values_list("user", flat=True) if user is not None]
    # Players of a live game see these steps at the table; all other steps are also sent.
    is_live = game.turn_seconds < SLOW_FROM and step in SEEN_AT_TABLE
    write([Draft(user, kind, game.pk, cause, text, is_live) for user in users])
