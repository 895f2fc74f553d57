"""Notices to players about their games, and their delivery by mail, push and webhook."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.fields import DocumentField
from games.models.games import Game
from games.models.people import User

LONGEST_TEXT, LONGEST_CAUSE, LONGEST_ADDRESS, LONGEST_ANSWER = 300, 80, 500, 200
LONGEST_DESTINATION = 260


class LastVisit(models.Model):
    """A user's last view of a table: its time, and the newest log entry at that time.

    `since` is the newest log entry when the user's last absence began, None if there is none to
    catch up on; `back` is the newest entry when that absence ended. `dismissed` names the requests
    at the table (such as a vote on a pause) that the user has hidden.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="last_visits")
    game = models.ForeignKey(Game, models.CASCADE, related_name="last_visits")
    seen_at = models.DateTimeField(default=timezone.now)
    number = models.IntegerField(default=-1)
    since = models.IntegerField(null=True)
    back = models.IntegerField(null=True)
    dismissed = DocumentField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="last_visit_once")]

    def __str__(self) -> str:
        return f"last visit to {self.game_id}"


class Notice(models.Model):
    """A notice to a user, unique per cause; its text contains nothing secret.

    `withheld` maps each channel that does not deliver the notice to the reason.
    """

    class Kind(models.TextChoices):
        """The subject of a notice."""

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
        INVITED = "invited"
        SEAT = "seat"
        MODERATION = "moderation"
        REPORT = "report"
        CHANNEL = "channel"
        CIRCLE = "circle"
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
            # For erasing names: invitations also name people who never had a seat there.
            models.Index(fields=["user"], condition=Q(kind="invited"), name="notice_invited"),
            # For the admin's list of all users' notices.
            models.Index(fields=["-made_at"], name="notice_newest_of_all"),
        ]

    def __str__(self) -> str:
        return f"notice {self.pk}"


class PushBrowser(models.Model):
    """A browser's push subscription: its endpoint and encryption keys."""

    user = models.ForeignKey(User, models.CASCADE, related_name="push_browsers")
    endpoint = models.CharField(max_length=LONGEST_ADDRESS, unique=True)
    key = models.CharField(max_length=120)
    secret = models.CharField(max_length=40)
    name = models.CharField(max_length=60, default="")
    made_at = models.DateTimeField(default=timezone.now)
    rests_since = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name or "a browser"


class NoticeChoice(models.Model):
    """A user's channels by kind of notice; a user without a row gets the defaults."""

    user = models.OneToOneField(User, models.CASCADE, related_name="notice_choice")
    channels = DocumentField(default=dict)
    digest = models.BooleanField(default=False)
    digest_hour = models.PositiveSmallIntegerField(default=8)

    def __str__(self) -> str:
        return f"choice of {self.user_id}"


class RestingAddress(models.Model):
    """An email address that gets no notices: its owner stopped them, or its server refuses mail."""

    class Reason(models.TextChoices):
        """Why the address gets no notices."""

        STOPPED = "stopped"
        REFUSED = "refused"

    address = models.CharField(max_length=254, unique=True)
    reason = models.CharField(max_length=10, choices=Reason)
    answer = models.CharField(max_length=LONGEST_ANSWER, default="")
    since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.reason} address"


class Sending(models.Model):
    """Base of everything that workers send and try again; `id` is sent too, against duplicates.

    `next_at` is the time of the next attempt, `tries` the number of attempts so far, `answer` the
    last response. The texts in the `cleared` columns are not kept once it is done.
    """

    cleared: tuple[str, ...] = ()

    class State(models.TextChoices):
        """The state of the sending."""

        WAITING = "waiting"
        SENT = "sent"
        WITHHELD = "withheld"
        RESTING = "resting"
        GIVEN_UP = "given up"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    # Host and port of a push service or webhook; empty for mail and in rows of earlier versions.
    destination = models.CharField(max_length=LONGEST_DESTINATION, default="", db_default="")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=LONGEST_ANSWER, default="")
    done_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class Delivery(Sending):
    """A delivery of a notice by one channel."""

    class Channel(models.TextChoices):
        """How the notice is delivered."""

        MAIL = "mail"
        PUSH = "push"
        HOOK = "hook"

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=5, choices=Channel)
    browser = models.ForeignKey(PushBrowser, models.CASCADE, null=True)
    in_digest = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(fields=["next_at"], condition=Q(state="waiting"), name="delivery_waiting"),
            # For the admin's list of all users' deliveries, newest first.
            models.Index(fields=["-next_at"], name="delivery_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.state}"
