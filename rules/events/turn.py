"""Chapter 3: what happens in a turn, to seats, and at the end of a game; see `events/base.py`."""

from rules.events.base import Event, named
from rules.reasons import GameEnd


@named("turn_began")
class TurnBegan(Event):
    """The turn of a seat begins, in this round."""

    seat: int
    round: int


@named("cards_drawn")
class CardsDrawn(Event):
    """TRN-1, TRN-4, SET-7: how many battle cards were drawn."""

    seat: int
    count: int


@named("cards_seen", private=True)
class CardsSeen(Event):
    """Which battle cards came into one's own hand."""

    seat: int
    cards: tuple[str, ...]


@named("pile_shuffled")
class PileShuffled(Event):
    """TRN-7, CLA-4: a pile became the new deck, "battle", "event" or "territory"."""

    deck: str
    cards: int


@named("ambassador_removed")
class AmbassadorRemoved(Event):
    """AMB-4: Ambassadors that left the game for good."""

    seat: int
    count: int


@named("mercenaries_played")
class MercenariesPlayed(Event):
    """MRC-1: the numbers covered on the track and the armies they brought."""

    seat: int
    numbers: tuple[int, ...]
    armies: int


@named("spoils_counted")
class SpoilsCounted(Event):
    """TRN-6: (what, number of armies) for every source, and the sum."""

    seat: int
    items: tuple[tuple[str, int], ...]
    armies: int


@named("turn_ended")
class TurnEnded(Event):
    """The turn of a seat is over."""

    seat: int


@named("game_over")
class GameOver(Event):
    """TRN-8, TRN-9: winners (none: no result), the reason, and the places, best first."""

    winners: tuple[int, ...]
    reason: GameEnd
    places: tuple[tuple[int, ...], ...]


# Seats and results (ELM-7, TRN-9)


@named("resigned")
class Resigned(Event):
    """ELM-7: a player has left the game for good."""

    seat: int


@named("seat_taken")
class SeatTaken(Event):
    """ELM-7: who plays the seat from now on."""

    seat: int
    control: str


@named("result_agreed")
class ResultAgreed(Event):
    """TRN-9: one player's word for a result; winners None takes it back."""

    seat: int
    winners: tuple[int, ...] | None


@named("taken_back")
class TakenBack(Event):
    """FAIR-6: a moderator went back to a position of this round, on the turn of a seat.

    In the set-up `round` is 0 and `turn` None. What came since is undone.
    """

    round: int
    turn: int | None
    reason: str
