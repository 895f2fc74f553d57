"""Classic Risk: headquarters, reinforcements, and territory cards."""

from games.drawing.board.territory_cards import face_of
from games.drawing.display.parts import Scene
from games.drawing.events.moments import TerritoryCards, big, small, told
from games.drawing.events.rows import Shown, Table
from rules.events import classic


def _new_card(scene: Scene, event: classic.TerritoryCardSeen) -> TerritoryCards:
    return TerritoryCards("territory", (face_of(scene.view.board, event.territory_card),))


def _set(scene: Scene, event: classic.SetTraded) -> TerritoryCards:
    faces = (face_of(scene.view.board, card) for card in event.set_cards)
    return TerritoryCards("set", tuple(faces), told(scene, event))


SHOWN: Table = {
    classic.NeutralClaimed: Shown(),
    classic.HeadquartersMarked: Shown(),
    classic.HeadquartersShown: Shown(big, is_animated=True),
    classic.ReinforcementsCounted: Shown(small),
    classic.SetTraded: Shown(_set),
    classic.Fortified: Shown(small),
    classic.TerritoryCardDrawn: Shown(),
    classic.TerritoryCardSeen: Shown(_new_card),
    classic.TerritoryCardsTaken: Shown(small),
    classic.TerritoryCardsTakenSeen: Shown(small),
}
"""The events of chapter 11."""
