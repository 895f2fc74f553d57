"""Why a game, an attack, a pact or a trade ended: the `reason` of its last event."""

from enum import StrEnum


class GameEnd(StrEnum):
    """Why a game is over (TRN-8, TRN-9, CLA-6)."""

    LAST_STANDING = "last_standing"
    ROUNDS = "rounds"
    AGREED = "agreed"
    CLAIMED = "claimed"
    MODERATOR = "moderator"
    ABANDONED = "abandoned"
    CANCELLED = "cancelled"
    HEADQUARTERS = "headquarters"


class AttackEnd(StrEnum):
    """Why an attack is over (ATT-6)."""

    CAPTURED = "captured"
    STOPPED = "stopped"
    SPENT = "spent"


class PactEnd(StrEnum):
    """Why a pact is over (DIP-1): ended by a party, its rounds over, a party out, or refused."""

    ENDED = "ended"
    OVER = "over"
    ELIMINATED = "eliminated"
    REFUSED = "refused"


class TradeEnd(StrEnum):
    """Why a trade is off (DIP-3), in words that stand in the log as they are."""

    TAKEN_BACK = "taken back"
    ELIMINATED = "eliminated"
    RESIGNED = "resigned"
    CARD_GONE = "a laid card left the hand"
