"""The reason for a bot's move: a kind with its arguments, and the move itself."""

from dataclasses import dataclass, field
from enum import StrEnum

from rules.json import LATER
from rules.moves import Move


class ReasonKind(StrEnum):
    """The purpose of a move. Games store kinds: they may be added, but never removed."""

    # Plans
    STORM = "storm"
    SWEEP = "sweep"
    TAKE_HEADQUARTERS = "take_headquarters"
    ELIMINATE = "eliminate"
    COMPLETE = "complete"
    BREAK = "break"
    EARN_CARD = "earn_card"
    SHIELD = "shield"
    APPROACH = "approach"
    TAKE = "take"
    STAY = "stay"
    CAUTION = "caution"
    # Armies
    GUARD = "guard"
    FRONT = "front"
    SHARE = "share"
    EXPOSED = "exposed"
    CONCEDE = "concede"
    RESERVE = "reserve"
    GATHER = "gather"
    NEUTRAL = "neutral"
    ADVANCE = "advance"  # only in older games
    HOLD_BACK = "hold_back"
    INLAND = "inland"
    MARCH = "march"
    # Set-up
    SETTLE = "settle"
    CLAIM = "claim"
    HIDE = "hide"
    CAMP = "camp"
    # Cards
    HIRE = "hire"
    FORCE_TRUCE = "force_truce"
    REVEAL = "reveal"
    LOOK = "look"
    DISARM = "disarm"
    END_TRUCE = "end_truce"
    BREACH = "breach"
    TRADE_SET = "trade_set"
    # Answers to others
    ROLL = "roll"
    FORTIFY = "fortify"
    KEEP_FORTIFICATION = "keep_fortification"
    REVEAL_DEFENCE = "reveal_defence"
    BLOCK_HERO = "block_hero"
    COUNTER = "counter"
    BLOCK_EVENT = "block_event"
    DRAGON = "dragon"
    OCCUPY = "occupy"
    FILL = "fill"
    SPARE = "spare"
    AGREE = "agree"
    REFUSE = "refuse"
    TRADE = "trade"
    END_PACT = "end_pact"
    TRUCE = "truce"
    NOBODY_LEFT = "nobody_left"
    BROKEN_BEFORE = "broken_before"
    TOO_LONG = "too_long"
    LAND_OF_OTHERS = "land_of_others"
    TOO_STRONG = "too_strong"
    TOO_WEAK = "too_weak"
    WANT_CARD = "want_card"
    NO_ANSWER = "no_answer"
    # Bots that do not choose
    ORDERS = "orders"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a bot moves: a kind, and the arguments of its sentence.

    `target` and `source` are territories, `region` a group of them, `seat` is another player or the
    garrison's owner. `card` is a battle card; in advice on a storm, it is the Hero to be played.
    `armies` is the garrison that the target or the source needs, 1 if the target has only one army
    to defend it, or the number of armies that join a storm from other territories. `chance` is the
    chance that the plan succeeds. `value` is the estimated chance of winning the game with the
    plan, `staying` without it; both are shares of all strength.
    """

    kind: ReasonKind
    target: str = field(default="", metadata=LATER)
    source: str = field(default="", metadata=LATER)
    region: str = field(default="", metadata=LATER)
    seat: int | None = field(default=None, metadata=LATER)
    card: str = field(default="", metadata=LATER)
    armies: int = field(default=0, metadata=LATER)
    chance: float | None = field(default=None, metadata=LATER)
    value: float | None = field(default=None, metadata=LATER)
    staying: float | None = field(default=None, metadata=LATER)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A bot's move; `reason` is None if it follows from the move (see `reasons.moves`)."""

    move: Move
    reason: Reason | None = None
