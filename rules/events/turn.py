"""Chapter 3: events of turns, seats and the end of a game; see `events/base.py`."""

from typing import ClassVar

from rules.events.base import Event, PrivateEvent, named
from rules.reasons import GameEnd


@named("turn_began")
class TurnBegan(Event):
    """A seat's turn began."""

    seat: int
    round: int


@named("cards_drawn")
class CardsDrawn(Event):
    """A player drew `count` battle cards (TRN-1, TRN-4, SET-7)."""

    seat: int
    count: int


@named("cards_seen")
class CardsSeen(PrivateEvent):
    """The battle cards a player drew, for that player only."""

    cards: tuple[str, ...]


@named("pile_shuffled")
class PileShuffled(Event):
    """A discard pile became the new "battle", "event" or "territory" deck (TRN-7, CLA-4)."""

    deck: str
    cards: int


@named("ambassador_removed")
class AmbassadorRemoved(Event):
    """Ambassadors left the game for good (AMB-4)."""

    seat: int
    count: int


@named("mercenaries_played")
class MercenariesPlayed(Event):
    """Mercenaries covered `numbers` on the track and gave their sum in armies (MRC-1)."""

    seat: int
    numbers: tuple[int, ...]
    armies: int


@named("spoils_counted")
class SpoilsCounted(Event):
    """Spoils as (source, armies) pairs, and their sum (TRN-6)."""

    seat: int
    items: tuple[tuple[str, int], ...]
    armies: int


@named("turn_ended")
class TurnEnded(Event):
    """A seat's turn ended."""

    seat: int


@named("game_over")
class GameOver(Event):
    """The game ended (TRN-8, TRN-9).

    `winners` is empty if there is no result. `places` groups the seats by place, best first.
    """

    winners: tuple[int, ...]
    reason: GameEnd
    places: tuple[tuple[int, ...], ...]


# Seats and the result (ELM-7, TRN-9)


@named("resigned")
class Resigned(Event):
    """A player resigned from the game (ELM-7)."""

    seat: int


@named("seat_taken")
class SeatTaken(Event):
    """A seat was taken over by a player, bot or steward (ELM-7)."""

    is_absence: ClassVar[bool] = True
    seat: int
    control: str


@named("result_agreed")
class ResultAgreed(Event):
    """A player voted for a result (TRN-9), or withdrew their vote if `winners` is None."""

    seat: int
    winners: tuple[int, ...] | None


@named("taken_back")
class TakenBack(Event):
    """A moderator took the game back to a position in this round and turn (FAIR-6).

    In the set-up `round` is 0 and `turn` None. Everything after that position is undone.
    """

    mark: ClassVar[str] = "take_back"
    unsaid: ClassVar[dict[str, str]] = {"reason": "known to the players."}
    round: int
    turn: int | None
    reason: str
