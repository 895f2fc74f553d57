"""What people are told of their games, and by which ways it is brought to them."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.fields import DocumentField
from games.models.games import Game
from games.models.people import User

LONGEST_TEXT, LONGEST_CAUSE, LONGEST_ADDRESS, LONGEST_ANSWER = 300, 80, 500, 200
LONGEST_DESTINATION = 260


class Looking(models.Model):
    """When a user last had a table open, and the newest entry of its log then.

    `since` is the entry after which the last absence began, `back` the newest one when it ended;
    None where there was none.
    `dismissed` are the keys of the table's requests that the user wants to see no more.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="lookings")
    game = models.ForeignKey(Game, models.CASCADE, related_name="lookings")
    seen_at = models.DateTimeField(default=timezone.now)
    number = models.IntegerField(default=-1)
    since = models.IntegerField(null=True)
    back = models.IntegerField(null=True)
    dismissed = DocumentField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="looking_once")]

    def __str__(self) -> str:
        return f"looking at {self.game_id}"


class Notice(models.Model):
    """Something a user is told; of each cause there is one.

    `withheld` says by channel why it was not to be brought there. Nothing secret stands in it.
    """

    class Kind(models.TextChoices):
        """What it is about."""

        TURN = "turn"
        ASKED = "asked"
        TIME = "time"
        ATTACKED = "attacked"
        OFFERED = "offered"
        REQUESTED = "requested"
        FILLING = "filling"
        STARTING = "starting"
        OVER = "over"
        MENTIONED = "mentioned"
        SEAT = "seat"
        MODERATION = "moderation"
        TRIAL = "trial"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    user = models.ForeignKey(User, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=Kind)
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="notices")
    cause = models.CharField(max_length=LONGEST_CAUSE)
    text = models.CharField(max_length=LONGEST_TEXT)
    withheld = DocumentField(default=dict)
    made_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "game", "cause"], name="notice_once_a_cause"
            ),
            models.UniqueConstraint(
                fields=["user", "kind", "cause"],
                condition=Q(game__isnull=True),
                name="notice_of_no_game_once",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-made_at"], name="notice_newest"),
            models.Index(fields=["user"], condition=Q(read_at=None), name="notice_unread"),
            # The list of the admin, of all people together.
            models.Index(fields=["-made_at"], name="notice_newest_of_all"),
        ]

    def __str__(self) -> str:
        return f"notice {self.pk}"


class PushBrowser(models.Model):
    """A browser that takes pushes: where they are sent, and the keys they are sealed with."""

    user = models.ForeignKey(User, models.CASCADE, related_name="push_browsers")
    endpoint = models.CharField(max_length=LONGEST_ADDRESS, unique=True)
    key = models.CharField(max_length=120)
    secret = models.CharField(max_length=40)
    name = models.CharField(max_length=60, default="")
    made_at = models.DateTimeField(default=timezone.now)
    rests_since = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name or "a browser"


class Webhook(models.Model):
    """An address of one's own that is told; what is sent is signed with its secret."""

    user = models.OneToOneField(User, models.CASCADE, related_name="webhook")
    url = models.CharField(max_length=LONGEST_ADDRESS)
    secret = models.CharField(max_length=60)

    def __str__(self) -> str:
        return f"webhook of {self.user_id}"


class NoticeChoice(models.Model):
    """Of what a user wants to be told, and how: channels by kind; nothing chosen is no row."""

    user = models.OneToOneField(User, models.CASCADE, related_name="notice_choice")
    channels = DocumentField(default=dict)
    digest = models.BooleanField(default=False)
    digest_hour = models.PositiveSmallIntegerField(default=8)

    def __str__(self) -> str:
        return f"choice of {self.user_id}"


class RestingAddress(models.Model):
    """An address that gets no notices: it was stopped by its owner, or refused for good."""

    class Reason(models.TextChoices):
        """Why it rests."""

        STOPPED = "stopped"
        REFUSED = "refused"

    address = models.CharField(max_length=254, unique=True)
    reason = models.CharField(max_length=10, choices=Reason)
    answer = models.CharField(max_length=LONGEST_ANSWER, default="")
    since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.reason} address"


class Delivery(models.Model):
    """A notice on its way by one channel; its id is sent along, so that twice can be told.

    `next_at` is when it is tried next, `tries` how often it was tried, `answer` the last answer.
    """

    class Channel(models.TextChoices):
        """By which way."""

        MAIL = "mail"
        PUSH = "push"
        HOOK = "hook"

    class State(models.TextChoices):
        """How far it is."""

        WAITING = "waiting"
        SENT = "sent"
        WITHHELD = "withheld"
        RESTING = "resting"
        GIVEN_UP = "given up"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=5, choices=Channel)
    browser = models.ForeignKey(PushBrowser, models.CASCADE, null=True)
    # Host and port of a push or webhook; what was written before has none.
    destination = models.CharField(max_length=LONGEST_DESTINATION, default="", db_default="")
    in_digest = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=LONGEST_ANSWER, default="")
    done_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(fields=["next_at"], condition=Q(state="waiting"), name="delivery_waiting"),
            # The list of the admin, the newest first, of all people together.
            models.Index(fields=["-next_at"], name="delivery_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.state}"
