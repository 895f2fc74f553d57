"""Turns, seats, and the end of a game."""

from games.drawing.events.moments import own_result, small
from games.drawing.events.rows import NoticeType, Recap, Shown, Table
from games.models import Notice
from rules.events import turn

SHOWN: Table = {
    turn.TurnBegan: Shown(),
    turn.CardsDrawn: Shown(),
    turn.CardsSeen: Shown(),
    turn.PileShuffled: Shown(),
    turn.AmbassadorRemoved: Shown(),
    turn.MercenariesPlayed: Shown(small, result=own_result, recap=Recap.CARDS),
    turn.SpoilsCounted: Shown(small),
    turn.TurnEnded: Shown(),
    turn.GameOver: Shown(
        notice=NoticeType(
            Notice.Kind.OVER, "{table} is over: {winners} won.", cause="end", recurs=False
        ),
        recap=Recap.MAP,
    ),
    turn.Resigned: Shown(recap=Recap.MAP),
    turn.SeatTaken: Shown(recap=Recap.MAP),
    turn.ResultAgreed: Shown(
        notice=NoticeType(
            Notice.Kind.REQUESTED,
            "{seat} proposes to end {table} with a win for {winners}.",
            cause="result {entry.round} by {event.seat}",
        )
    ),
    turn.TakenBack: Shown(),
}
"""The events of chapter 3."""
