"""What is stored: the log is the truth, the other rows are the position it comes to.

A model's `secrets` are the columns that no page, list, spectator or administrator is shown
before the game is over; `public()` leaves them in the database.
"""

from games.models.apart import SecretsApart
from games.models.due import Due
from games.models.games import (
    LONGEST_TITLE,
    VALUE_COLUMNS,
    Card,
    Game,
    HiddenArmies,
    Move,
    Player,
    new_code,
    new_invitation,
)
from games.models.people import User, UserManager, verify_time_zone
from games.models.processes import Presence, Process
from games.models.talk import LONGEST_MESSAGE, Message

__all__ = [
    "LONGEST_MESSAGE",
    "LONGEST_TITLE",
    "VALUE_COLUMNS",
    "Card",
    "Due",
    "Game",
    "HiddenArmies",
    "Message",
    "Move",
    "Player",
    "Presence",
    "Process",
    "SecretsApart",
    "User",
    "UserManager",
    "new_code",
    "new_invitation",
    "verify_time_zone",
]
