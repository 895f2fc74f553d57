"""The set-up."""

from games.drawing.events.rows import Recap, Shown, Table
from rules.events import setup

SHOWN: Table = {
    setup.SeatsOrdered: Shown(),
    setup.FirstRolled: Shown(),
    setup.FirstChosen: Shown(),
    setup.StrongholdDrawn: Shown(),
    setup.StrongholdPlaced: Shown(recap=Recap.MAP),
    setup.StrongholdChosen: Shown(),
    setup.Claimed: Shown(),
    setup.Placed: Shown(),
    setup.Mustered: Shown(),
    setup.HiddenChosen: Shown(),
    setup.HiddenKept: Shown(),
}
"""The events of chapter 2."""
