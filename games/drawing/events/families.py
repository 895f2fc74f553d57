"""What the site shows of each kind of event."""

from games.drawing.events import agreements, attack, battle_cards, classic, event_cards, setup, turn
from games.drawing.events.rows import Table

SHOWN: Table = {
    **setup.SHOWN,
    **turn.SHOWN,
    **attack.SHOWN,
    **battle_cards.SHOWN,
    **event_cards.SHOWN,
    **agreements.SHOWN,
    **classic.SHOWN,
}
