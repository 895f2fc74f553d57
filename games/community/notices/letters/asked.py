"""What a game asks of a player, and until when."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, tzinfo

from django.utils.formats import date_format

from games.drawing.display.words import capitalised
from games.models import Notice
from games.playing.clocks.durations import spoken
from games.storage.store.clocks import Clocks
from games.storage.store.database_time import moment
from rules import View
from rules.questions import DecisionKind, Trait
from rules.sentences import Words

Kind = Notice.Kind

HOUR = 3600
WHOLE_HOURS_FROM = 3 * HOUR
"""From this many seconds on, the time left is given in whole hours."""

DAYS_BY_NAME = 6
"""A deadline in at most this many days is named by its day of the week."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked: a sentence, the same in a few words for a subject, and until when.

    `until` is the deadline, `left` the time to it; both are "" if no clock runs. `attack` is the
    attack against the reader in a few words. All are "" if nothing is asked.
    """

    sentence: str = ""
    briefly: str = ""
    until: str = ""
    left: str = ""
    attack: str = ""


NOTHING = Asked()


def asked_of(
    seat: int, seen: View, clocks: Clocks, words: Words, zone: tzinfo, now: datetime
) -> Asked:
    """Return what the game asks of the player at a seat, as every spectator may see it."""
    kinds = [DecisionKind(kind) for who, kind in seen.asked if who == seat]
    has_plan = clocks.plan is not None and clocks.plan.seat == seat
    if not kinds or clocks.pause or has_plan:
        return NOTHING
    (kind, *_), clock = kinds, clocks.running.get(seat)
    until, left = deadline(None if clock is None else clock.until, zone, now)
    attack = _attack(seen, words)
    return Asked(_sentence(kind, seen, words), _BRIEFLY[_is_turn(kind)], until, left, attack)


def deadline(until: int | None, zone: tzinfo, now: datetime) -> tuple[str, str]:
    """Return a deadline in a time zone, such as “Thursday 20:15”, and the time left.

    `until` is a Unix time in milliseconds; for None both are "".
    """
    if until is None:
        return "", ""
    at = moment(until)
    local, today = at.astimezone(zone), now.astimezone(zone)
    is_near = 0 <= (local.date() - today.date()).days <= DAYS_BY_NAME
    seconds = max(0, int((at - now).total_seconds()))
    if seconds >= WHOLE_HOURS_FROM:
        seconds -= seconds % HOUR
    else:
        seconds -= seconds % 60
    return date_format(local, _NEAR if is_near else _FAR), spoken(seconds)


_NEAR, _FAR = "l H:i", "j F H:i"


def _is_turn(kind: DecisionKind) -> bool:
    return Trait.ANNOUNCED in kind.traits


_BRIEFLY = {True: "your turn", False: "your answer"}
_SENTENCES = {
    "setup": "It’s your move in the set-up.",
    "turn": "It’s your turn, round {round}.",
    "defend": "{attack}: you need to respond.",
    "other": "You need to respond, round {round}.",
}


def _sentence(kind: DecisionKind, seen: View, words: Words) -> str:
    if not seen.round:
        return _SENTENCES["setup"]
    if _is_turn(kind):
        return _SENTENCES["turn"].format(round=seen.round)
    attack = _attack(seen, words)
    if attack:
        return _SENTENCES["defend"].format(attack=attack)
    return _SENTENCES["other"].format(round=seen.round)


_ATTACK = "{attacker} is attacking {target} from {source}"


def _attack(seen: View, words: Words) -> str:
    """Return the open attack against the reader in a few words; "" if there is none."""
    attack = seen.attack
    if attack is None or attack.defender is None or attack.defender != words.reader:
        return ""
    attacker, target = words.player(attack.attacker), words.territory(attack.target)
    source = words.territory(attack.source)
    return capitalised(_ATTACK.format(attacker=attacker, target=target, source=source))


# Subjects


_SUBJECTS = {
    "told": "{told} – {briefly}",
    "told until": "{told} – {briefly} until {until}",
    "": "{briefly} in {table}",
    "until": "{briefly} in {table} until {until}",
    "left": "{left} left – {briefly} in {table} until {until}",
}
_TWO = "{told} – {waits}"
_TOLD, _WAITS = "{told} in {table}", "{waits} in {table}"


def subject_of(told: str, asked: Asked, waits: str, table: str, kinds: Collection[str]) -> str:
    """Return a subject from the headline and what is asked, or else what waits; "" if from nothing.

    With a notice about time among the `kinds`, it says how much is left.
    """
    if not asked.sentence:
        text = _TWO if told and waits else _WAITS if waits else _TOLD
        return (
            capitalised(text.format(told=told, waits=waits, table=table)) if told or waits else ""
        )
    told = told or asked.attack
    if Kind.TIME in kinds and asked.left:
        key = "left"
    else:
        key = " ".join(filter(None, ("told" if told else "", "until" if asked.until else "")))
    parts = {"briefly": asked.briefly, "until": asked.until, "left": asked.left}
    return capitalised(_SUBJECTS[key].format(told=told, table=table, **parts))
