"""The database models. A game's log of moves is authoritative: its other rows follow from it.

A model's `secrets` are columns that no page, spectator or administrator may see before the game is
over, except for a player's own data; `public()` does not load them. Other packages import models
from here; models import no other package of the site.
"""

from games.models.absence import (
    NOBODY,
    AbsenceStep,
    Heartbeat,
    Outage,
    RestTimes,
    Vacation,
    Vote,
)
from games.models.circles import LONGEST_CIRCLE_NAME, Circle, CircleInvitation, CircleMember
from games.models.evidence import SealDay, SigningKey
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
from games.models.invitations import LONGEST_ANSWER_TO_INVITATION, TableInvitation
from games.models.jobs import Due, Job
from games.models.moderation import (
    LONGEST_REASON,
    LONGEST_WORDS,
    Action,
    Measure,
    NameOnRecord,
    Report,
    SeatHolder,
    SiteSettings,
    Trace,
)
from games.models.people import User, UserManager, verify_time_zone
from games.models.plans import TurnPlan
from games.models.processes import Presence, Process
from games.models.secrets import SecretsApart
from games.models.sending.mail import OutgoingMail
from games.models.sending.notices import (
    Delivery,
    LastVisit,
    Notice,
    NoticeChoice,
    PushBrowser,
    RestingAddress,
    Sending,
)
from games.models.sending.webhooks import HookAddress, TableMessage, TableWebhook, Webhook
from games.models.sharing import PublicLink
from games.models.statistics import GameTally, SeatTally, SiteDice
from games.models.talk import LONGEST_MESSAGE, Message

__all__ = [
    "LONGEST_ANSWER_TO_INVITATION",
    "LONGEST_CIRCLE_NAME",
    "LONGEST_MESSAGE",
    "LONGEST_REASON",
    "LONGEST_TITLE",
    "LONGEST_WORDS",
    "NOBODY",
    "VALUE_COLUMNS",
    "AbsenceStep",
    "Action",
    "Card",
    "Circle",
    "CircleInvitation",
    "CircleMember",
    "Delivery",
    "Due",
    "Game",
    "GameTally",
    "Heartbeat",
    "HiddenArmies",
    "HookAddress",
    "Job",
    "LastVisit",
    "Measure",
    "Message",
    "Move",
    "NameOnRecord",
    "Notice",
    "NoticeChoice",
    "Outage",
    "OutgoingMail",
    "Player",
    "Presence",
    "Process",
    "PublicLink",
    "PushBrowser",
    "Report",
    "RestTimes",
    "RestingAddress",
    "SealDay",
    "SeatHolder",
    "SeatTally",
    "SecretsApart",
    "Sending",
    "SigningKey",
    "SiteDice",
    "SiteSettings",
    "TableInvitation",
    "TableMessage",
    "TableWebhook",
    "Trace",
    "TurnPlan",
    "User",
    "UserManager",
    "Vacation",
    "Vote",
    "Webhook",
    "new_code",
    "new_invitation",
    "verify_time_zone",
]
