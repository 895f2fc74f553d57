"""Absence: steps of the absence ladder, votes, rest times, vacations, and outages of the site."""

from django.db import models
from django.utils import timezone

from games.models.games import Game
from games.models.people import User

NOBODY = -1
"""The value of `Vote.about` for a vote that concerns no seat."""


class AbsenceStep(models.Model):
    """A step of the absence ladder in a game, or a related action of its players.

    `until` is the deadline of the next step. A step that `is_open` is visible to everybody, any
    other only to the player at its seat.
    """

    class Step(models.TextChoices):
        """The kind of step, in the order of the ladder."""

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
    """A player's vote for a pause, or for a captain in a vacant seat."""

    class For(models.TextChoices):
        """The subject of a vote."""

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
    """A person's daily and weekly rest, in whole hours of their time zone."""

    user = models.OneToOneField(User, models.CASCADE, related_name="rest_times")
    quiet_from = models.PositiveSmallIntegerField(null=True)
    quiet_until = models.PositiveSmallIntegerField(null=True)
    weekends = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"rest of {self.user_id}"


class Vacation(models.Model):
    """A person's vacation, first and last day included, in their time zone."""

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
    """The last heartbeat of a part of the site: one row for the workers, one for the web."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"


class Outage(models.Model):
    """Time without a worker or without a web process, to be given back to every running game.

    `told_from` is the start of the first of several outages that players see as one. Games with
    primary keys up to `given_to` have got their time back; `closed_at` is set when all games have.
    A row with `ended` before `began` records a backward step of the database's clock.
    """

    began = models.DateTimeField()
    ended = models.DateTimeField()
    told_from = models.DateTimeField(null=True)
    given_to = models.BigIntegerField(db_default=0, default=0)
    closed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.began:%Y-%m-%d %H:%M:%S} to {self.ended:%H:%M:%S}"
