"""What is kept of moderation: reports, measures on people, and the record of who did what."""

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
    """Something reported from a table or about a name, from its making to the last answer.

    `evidence` is what was public of it at that moment, kept as data: it outlives what it shows.
    `answer` and `answer_to_reported` are what the two sides are told, word for word.
    """

    class About(models.TextChoices):
        """What is reported."""

        SEAT = "seat"
        MESSAGE = "message"
        NAME = "name"
        GAME = "game"

    class Category(models.TextChoices):
        """Why it is reported."""

        WORDS = "words", "Insults, threats or spam"
        NAME = "name", "A name that offends"
        TOGETHER = "together", "Playing together unfairly, or one person at two seats"
        STALLING = "stalling", "Stalling or leaving on purpose"
        STUCK = "stuck", "The game is stuck or went wrong"
        OTHER = "other", "Something else"

    class Status(models.TextChoices):
        """How far it is."""

        OPEN = "open"
        CLAIMED = "claimed"
        DECIDED = "decided"
        APPEALED = "appealed"
        CLOSED = "closed"

    class Decision(models.TextChoices):
        """What became of it."""

        NOTHING = "nothing", "No rule of the house was broken"
        TALKED = "talked", "Talked to, nothing more"
        MEASURE = "measure", "A measure was taken"
        REPAIRED = "repaired", "The game was put right"
        DUPLICATE = "duplicate", "Decided with another report"
        ABUSIVE = "abusive", "The report itself was made to harm"

    class Appeal(models.TextChoices):
        """What became of an appeal."""

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
            models.Index(fields=["status", "made_at"], name="report_queue"),
            models.Index(fields=["reporter", "made_at"], name="report_maker"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"


class MeasureQuerySet(models.QuerySet):
    """Measures, some of them over."""

    def in_force(self) -> "MeasureQuerySet":
        """Leave out those that have ended or were lifted."""
        return self.filter(Q(until=None) | Q(until__gt=timezone.now()), lifted_at=None)


class Measure(models.Model):
    """What was done to a user; `reason` is what they are told, word for word.

    Without `until` it lasts until it is lifted; a warning forbids nothing.
    """

    class Kind(models.TextChoices):
        """What it forbids."""

        WARN = "warn", "Warning"
        MUTE = "mute", "No table talk"
        NAME = "name", "No change of name"
        LIMIT = "limit", "No new games"
        SUSPEND = "suspend", "Suspended"
        BAN = "ban", "Banned"

    class Appeal(models.TextChoices):
        """What became of an appeal."""

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
        indexes = [
            models.Index(fields=["user", "kind"], name="measure_user"),
            models.Index(
                fields=["appealed_at"],
                condition=Q(appealed_at__isnull=False, appeal_decision=""),
                name="measure_appealed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user.name}"


class Kept(models.QuerySet):
    """Rows that are written once."""

    def update(self, **columns: Any) -> int:
        """Refuse: the record is only written on."""
        raise TypeError("The record of moderation is not changed.")

    def delete(self) -> tuple[int, dict[str, int]]:
        """Refuse: the record is only written on."""
        raise TypeError("The record of moderation is not deleted.")


class Action(models.Model):
    """One line of the record of moderation: never changed and never deleted.

    `by` and `person` are numbers of users who may be gone since. An attempt that was refused
    stands here too, with why in `refusal`. `before` and `after` hold nothing secret of a game, and
    no name of a person but by the number of a NameOnRecord.
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

    objects = Kept.as_manager()

    class Meta:
        verbose_name_plural = "record"
        indexes = [
            models.Index(fields=["person", "done_at"], name="action_person"),
            models.Index(fields=["game", "name"], name="action_game"),
        ]

    def __str__(self) -> str:
        return f"{self.name} at {self.done_at:%Y-%m-%d %H:%M:%S}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write it once."""
        if self.pk is not None:
            raise TypeError("The record of moderation is not changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refuse: the record is only written on."""
        raise TypeError("The record of moderation is not deleted.")


class NameOnRecord(models.Model):
    """A name that somebody bore, to which lines of the record refer by its number.

    It goes with the account: the line stays as it is written, and then names nobody. Whoever takes
    another name leaves the old one here too, so that what the house said by it is found then.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="names_on_record")
    name = models.CharField(max_length=LONGEST_NAME)

    class Meta:
        verbose_name_plural = "names on record"
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="name_on_record")]

    def __str__(self) -> str:
        return f"name {self.pk} on record"


class Sitting(models.Model):
    """Who sat down at a seat that changed hands, the first one included, in order."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="sittings")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="sittings")
    bot = models.CharField(max_length=20, default="", blank=True)
    sat_down_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"sitting {self.pk}"


class House(models.Model):
    """The one row with what holds for the whole site: its mode, and what it announces."""

    class Mode(models.TextChoices):
        """What the site lets people do."""

        OPEN = "open", "Open"
        READ_ONLY = "read only", "Read only: people may look, nobody may change anything"
        MAINTENANCE = "maintenance", "Maintenance: only the admin can be reached"

    mode = models.CharField(max_length=12, choices=Mode, default=Mode.OPEN)
    since = models.DateTimeField(default=timezone.now)
    announcement = models.CharField(max_length=LONGEST_REASON, default="", blank=True)

    class Meta:
        verbose_name_plural = "house"

    def __str__(self) -> str:
        return "the site"


class Trace(models.Model):
    """That a user came from a network with a kind of device, on a day; kept for a short time.

    `network` and `device` are keyed digests: from them nobody learns an address. `hours` has a
    bit for every hour of the day at which they were here.
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
