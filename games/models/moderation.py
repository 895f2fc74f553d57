"""Moderation: reports, measures against users, and the record of moderators' actions."""

from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.display_names import LONGEST_NAME
from games.models.fields import DocumentField
from games.models.games import Game, Player
from games.models.people import User

LONGEST_WORDS = 1000
LONGEST_REASON = 300


class Report(models.Model):
    """A report from a table or about a name, with its decision, answers and appeal.

    `evidence` is a copy of the public data at the time of the report, kept if the data is deleted.
    `answer` and `answer_to_reported` are shown word for word to the two sides.
    """

    class About(models.TextChoices):
        """The subject of a report."""

        SEAT = "seat"
        MESSAGE = "message"
        NAME = "name"
        GAME = "game"

    class Category(models.TextChoices):
        """The reason for a report."""

        WORDS = "words", "Insults, threats or spam"
        NAME = "name", "An offensive name"
        TOGETHER = "together", "Secret teaming, or one person in two seats"
        STALLING = "stalling", "Stalling or leaving on purpose"
        STUCK = "stuck", "The game is stuck or broken"
        OTHER = "other", "Something else"

    class Status(models.TextChoices):
        """The state of the report."""

        OPEN = "open"
        CLAIMED = "claimed"
        DECIDED = "decided"
        APPEALED = "appealed"
        CLOSED = "closed"

    class Decision(models.TextChoices):
        """The decision on the report."""

        NOTHING = "nothing", "No rules broken"
        TALKED = "talked", "Informal warning"
        MEASURE = "measure", "Penalty imposed"
        REPAIRED = "repaired", "Problem fixed"
        DUPLICATE = "duplicate", "Duplicate report"
        ABUSIVE = "abusive", "Malicious report"

    class Appeal(models.TextChoices):
        """The decision on an appeal."""

        UPHELD = "upheld", "The decision stands"
        CHANGED = "changed", "The decision was changed"

    about = models.CharField(max_length=10, choices=About)
    category = models.CharField(max_length=10, choices=Category)
    words = models.CharField(max_length=LONGEST_WORDS, blank=True)
    key = models.CharField(max_length=64, unique=True)
    reporter = models.ForeignKey(User, models.SET_NULL, null=True, related_name="reports_made")
    reported = models.ForeignKey(User, models.SET_NULL, null=True, related_name="reports_about")
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="reports")
    seat = models.PositiveSmallIntegerField(null=True)
    message = models.PositiveBigIntegerField(null=True)
    evidence = DocumentField(default=dict)
    made_at = models.DateTimeField(default=timezone.now)

    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    handler = models.ForeignKey(User, models.SET_NULL, null=True, related_name="reports_handled")
    claimed_at = models.DateTimeField(null=True)
    decision = models.CharField(max_length=10, choices=Decision, default="", blank=True)
    reason = models.CharField(max_length=LONGEST_REASON, default="", blank=True)
    answer = models.CharField(max_length=LONGEST_WORDS, default="", blank=True)
    answer_to_reported = models.CharField(max_length=LONGEST_WORDS, default="", blank=True)
    decided_at = models.DateTimeField(null=True)

    appellant = models.ForeignKey(User, models.SET_NULL, null=True, related_name="appeals_made")
    appeal = models.CharField(max_length=LONGEST_WORDS, default="", blank=True)
    appealed_at = models.DateTimeField(null=True)
    appeal_handler = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="appeals_decided"
    )
    appeal_decision = models.CharField(max_length=10, choices=Appeal, default="", blank=True)
    appeal_answer = models.CharField(max_length=LONGEST_WORDS, default="", blank=True)
    appeal_decided_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            # Covers sorting and searching the queue: rows are wide, because they keep the evidence.
            models.Index(
                fields=["status", "made_at", "reporter", "reported", "game"], name="report_queue"
            ),
            models.Index(fields=["reporter", "made_at"], name="report_maker"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"

    @property
    def waits_since(self) -> datetime:
        """Return the time from which the report has waited for its next step."""
        since = {self.Status.CLAIMED: self.claimed_at, self.Status.APPEALED: self.appealed_at}
        return since.get(self.Status(self.status)) or self.made_at


class MeasureQuerySet(models.QuerySet["Measure"]):
    """Measures, both in force and ended."""

    def in_force(self) -> "MeasureQuerySet":
        """Return the measures that have neither expired nor been lifted."""
        return self.filter(Q(until=None) | Q(until__gt=timezone.now()), lifted_at=None)

    def appealed(self) -> "MeasureQuerySet":
        """Return the measures with an undecided appeal."""
        return self.filter(appealed_at__isnull=False, appeal_decision="")


class Measure(models.Model):
    """A measure against a user, who is shown the `reason` word for word.

    If `until` is None, the measure lasts until it is lifted. A warning forbids nothing.
    """

    class Kind(models.TextChoices):
        """The kind of measure, by the activity it forbids."""

        WARN = "warn", "Warning"
        MUTE = "mute", "Mute"
        NAME = "name", "Name lock"
        LIMIT = "limit", "No new games"
        SUSPEND = "suspend", "Suspension"
        BAN = "ban", "Ban"

    class Appeal(models.TextChoices):
        """The decision on an appeal."""

        UPHELD = "upheld", "The decision stands"
        CHANGED = "changed", "The decision was changed"

    user = models.ForeignKey(User, models.CASCADE, related_name="measures")
    kind = models.CharField(max_length=10, choices=Kind)
    until = models.DateTimeField(null=True)
    reason = models.CharField(max_length=LONGEST_REASON)
    report = models.ForeignKey(Report, models.SET_NULL, null=True, related_name="measures")
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="measures_taken")
    taken_at = models.DateTimeField(default=timezone.now)
    lifted_at = models.DateTimeField(null=True)

    appeal = models.CharField(max_length=LONGEST_WORDS, default="", db_default="", blank=True)
    appealed_at = models.DateTimeField(null=True)
    appeal_handler = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="measure_appeals_decided"
    )
    appeal_decision = models.CharField(
        max_length=10, choices=Appeal, default="", db_default="", blank=True
    )
    appeal_answer = models.CharField(
        max_length=LONGEST_WORDS, default="", db_default="", blank=True
    )
    appeal_decided_at = models.DateTimeField(null=True)

    objects = MeasureQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = "penalty", "penalties"
        indexes = [
            models.Index(fields=["user", "kind"], name="measure_user"),
            models.Index(
                fields=["appealed_at"],
                condition=Q(appealed_at__isnull=False, appeal_decision=""),
                name="measure_appealed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user}"


class AppendOnly(models.QuerySet["Action"]):
    """Rows that can only be inserted."""

    def update(self, **columns: Any) -> int:
        """Raise TypeError: the record is append-only."""
        raise TypeError("The moderation log cannot be changed.")

    def delete(self) -> tuple[int, dict[str, int]]:
        """Raise TypeError: the record is append-only."""
        raise TypeError("The moderation log cannot be deleted.")


class Action(models.Model):
    """A line of the moderation record, which is append-only.

    `by` and `person` may refer to deleted users. A refused attempt is recorded too, with the
    reason in `refusal`. `before` and `after` contain no secrets of a game, and refer to people's
    names only by the primary key of a NameOnRecord.
    """

    name = models.CharField(max_length=30)
    key = models.CharField(max_length=64, unique=True, null=True)
    request_id = models.CharField(max_length=64, default="", blank=True)
    done_at = models.DateTimeField(default=timezone.now, db_index=True)
    by = models.ForeignKey(
        User, models.DO_NOTHING, null=True, db_constraint=False, related_name="actions_done"
    )
    by_name = models.CharField(max_length=60)
    person = models.ForeignKey(
        User, models.DO_NOTHING, null=True, db_constraint=False, related_name="actions_on"
    )
    game = models.ForeignKey(
        Game, models.DO_NOTHING, null=True, db_constraint=False, related_name="actions_on"
    )
    report = models.ForeignKey(
        Report, models.DO_NOTHING, null=True, db_constraint=False, related_name="actions_on"
    )
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)
    before = DocumentField(default=dict)
    after = DocumentField(default=dict)
    refusal = models.CharField(max_length=LONGEST_REASON, default="", blank=True)

    objects = AppendOnly.as_manager()

    class Meta:
        verbose_name_plural = "record"
        indexes = [
            models.Index(fields=["person", "done_at"], name="action_person"),
            models.Index(fields=["game", "name"], name="action_game"),
        ]

    def __str__(self) -> str:
        return f"{self.name} at {self.done_at:%Y-%m-%d %H:%M:%S}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; raise TypeError if it is stored already."""
        if self.pk is not None:
            raise TypeError("The moderation log cannot be changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raise TypeError: the record is append-only."""
        raise TypeError("The moderation log cannot be deleted.")


class NameOnRecord(models.Model):
    """A name of a user, past or present, to which the moderation record refers by primary key.

    The row is deleted with the account: the record stays unchanged but then names nobody. After a
    change of name the old name stays here, so that announcements containing it can be found.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="names_on_record")
    name = models.CharField(max_length=LONGEST_NAME)

    class Meta:
        verbose_name_plural = "names on record"
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="name_on_record")]

    def __str__(self) -> str:
        return f"name {self.pk} on record"


class SeatHolder(models.Model):
    """A user or bot that took a seat; a seat has no rows until it first changes hands."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="holders")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="seats_held")
    bot = models.CharField(max_length=20, default="", blank=True)
    sat_down_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"seat holder {self.pk}"


class SiteSettings(models.Model):
    """The site-wide settings, in a single row: the mode of the site and its announcement."""

    class Mode(models.TextChoices):
        """The mode of the site: how much people may do."""

        OPEN = "open", "Open"
        READ_ONLY = "read only", "Read-only: people can look, but nobody can change anything"
        MAINTENANCE = "maintenance", "Maintenance: only the admin is available"

    mode = models.CharField(max_length=12, choices=Mode, default=Mode.OPEN)
    since = models.DateTimeField(default=timezone.now)
    announcement = models.CharField(max_length=LONGEST_REASON, default="", blank=True)

    class Meta:
        verbose_name = verbose_name_plural = "site"

    def __str__(self) -> str:
        return "the site"


class Trace(models.Model):
    """A day on which a user visited from a network with a kind of device; kept for a short time.

    `network` and `device` are keyed digests, which reveal no address. `hours` is a bit mask of the
    hours of the day in which the user visited.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="traces")
    network = models.CharField(max_length=32, db_index=True)
    device = models.CharField(max_length=32)
    day = models.DateField(db_index=True)
    hours = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "network", "device", "day"], name="trace_of_a_day"
            ),
        ]

    def __str__(self) -> str:
        return f"trace of {self.user_id} on {self.day}"
