"""What is stored of people who are away: the ladder's steps, votes, rest, and the site's own."""

from django.db import models
from django.utils import timezone

from games.models.games import Game
from games.models.people import User

NOBODY = -1
"""Stands where a vote is about nobody's seat."""


class AbsenceStep(models.Model):
    """A step of the absence ladder in a game, or what people did about an absence.

    `until` says by when the next step comes. All see a step that `is_open`; any other only whom
    it is about.
    """

    class Step(models.TextChoices):
        """What happened, in the order of the ladder."""

        WARNED = "warned"
        BANK = "bank"
        EXTENDED = "extended"
        MISSED = "missed"
        STEWARD = "steward"
        RETURNED = "returned"
        OPENED = "opened"
        SUBSTITUTE = "substitute"
        CAPTAIN = "captain"
        NUDGED = "nudged"
        PAUSED = "paused"
        UNATTENDED = "unattended"
        RESUMED = "resumed"
        GIVEN_BACK = "given back"

    game = models.ForeignKey(Game, models.CASCADE, related_name="absence_steps")
    seat = models.PositiveSmallIntegerField(null=True)
    by = models.PositiveSmallIntegerField(null=True)
    step = models.CharField(max_length=12, choices=Step)
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)
    is_open = models.BooleanField(default=True)

    class Meta:
        indexes = [models.Index(fields=["game", "id"], name="absence_step")]

    def __str__(self) -> str:
        return f"{self.step} at {self.at:%Y-%m-%d %H:%M:%S}"


class Vote(models.Model):
    """A player's word for a pause, or for a captain in a seat that is open."""

    class For(models.TextChoices):
        """What is voted for."""

        PAUSE = "pause"
        CAPTAIN = "captain"

    game = models.ForeignKey(Game, models.CASCADE, related_name="votes")
    seat = models.PositiveSmallIntegerField()
    what = models.CharField(max_length=10, choices=For)
    about = models.SmallIntegerField(default=NOBODY)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat", "what", "about"], name="vote_once"),
        ]

    def __str__(self) -> str:
        return f"{self.what} by seat {self.seat}"


class RestTimes(models.Model):
    """When a person rests every day and week, in their own time zone, by whole hours."""

    user = models.OneToOneField(User, models.CASCADE, related_name="rest_times")
    quiet_from = models.PositiveSmallIntegerField(null=True)
    quiet_until = models.PositiveSmallIntegerField(null=True)
    weekends = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"rest of {self.user_id}"


class Vacation(models.Model):
    """Days on which a person is out, the first and the last included, in their own time zone."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacations")
    first = models.DateField()
    last = models.DateField()

    class Meta:
        ordering = ["first"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(last__gte=models.F("first")), name="vacation_ends_after"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"


class Heartbeat(models.Model):
    """When a worker of the site last lived: one row, written every few seconds."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"


class Outage(models.Model):
    """A time in which no worker or no web process lived, to be given back to every running game.

    `told_from` is when the first of several outages began that players hear of as one. Games up to
    the number `given_to` have their time; `closed_at` is when all had it. An outage that ended
    before it began is a clock that stepped back.
    """

    began = models.DateTimeField()
    ended = models.DateTimeField()
    told_from = models.DateTimeField(null=True)
    given_to = models.BigIntegerField(db_default=0, default=0)
    closed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.began:%Y-%m-%d %H:%M:%S} to {self.ended:%H:%M:%S}"
