"""Why a game, an attack, a pact or a trade ended: the `reason` field of its last event."""

from enum import StrEnum


class GameEnd(StrEnum):
    """Why a game ended (TRN-8, TRN-9, CLA-6)."""

    LAST_STANDING = "last_standing"
    ROUNDS = "rounds"
    AGREED = "agreed"
    CLAIMED = "claimed"
    MODERATOR = "moderator"
    ABANDONED = "abandoned"
    CANCELLED = "cancelled"
    HEADQUARTERS = "headquarters"


class AttackEnd(StrEnum):
    """Why an attack ended (ATT-6)."""

    CAPTURED = "captured"
    STOPPED = "stopped"
    SPENT = "spent"


class PactEnd(StrEnum):
    """Why a pact ended (DIP-1).

    A party ended it, its rounds are over, a party was eliminated, or the offer was refused.
    """

    ENDED = "ended"
    OVER = "over"
    ELIMINATED = "eliminated"
    REFUSED = "refused"


class TradeEnd(StrEnum):
    """Why a trade was withdrawn (DIP-3)."""

    TAKEN_BACK = "taken back"
    ELIMINATED = "eliminated"
    RESIGNED = "resigned"
    CARD_GONE = "a laid card left the hand"
