"""A game with its seats, cards, hidden armies and log of moves."""

import secrets

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.models.fields import DocumentField
from games.models.people import User
from games.models.secrets import HasSecrets, SecretsApart

CODE_LETTERS = "23456789abcdefghjkmnpqrstvwxyz"
CODE_LENGTH = 8
LONGEST_TITLE = 60

VALUE_COLUMNS = ("public_value", "value_given_at", "value_signature")
"""The columns of Player that `give_value` changes."""


def new_code() -> str:
    """Return a random code for a game, such as k3v9x2mq, without look-alike characters."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_invitation() -> str:
    """Return the random token of a table's invitation link."""
    return secrets.token_urlsafe(12)


class Game(HasSecrets):
    """A game, from the open table to the outcome.

    `number` is the number of the newest log entry, -1 before the game starts; notices have been
    written for entries up to `noticed`. `talked` counts chat messages. `held_since` is set while a
    moderator holds the game: nobody can move and all clocks are stopped. A correspondence table
    that has not begun by `fills_until` is closed. `clocks` holds the deadlines. Besides the times
    to move and to react, the time control has a bank per player, refilled every turn, and an
    excuse: extra time, once per player and game. If `keeps_rest`, deadlines avoid the players'
    vacations, quiet hours and weekends off. `takeover_bot` plays the seats that players have left
    for good. If `allows_advice`, every player may ask what a general would do.

    The columns from `phase` on are the position: `holdings` lists owner and armies in board order,
    and `position` is a document with all parts that have no column. Until the game is over, its
    seed is stored encrypted in `sealed_seed` (see games.models.seeds).

    The public chain (FAIR-9) has reached step `steps`, null in games without one. `chained` counts
    the entries that it and the chain of all entries cover: fewer than the log has if a process of
    an earlier version made a move, and then there is no chain any more.
    """

    class Status(models.TextChoices):
        """The state of a game."""

        OPEN = "open"
        RUNNING = "running"
        OVER = "over"
        CANCELLED = "cancelled"

    class Pace(models.TextChoices):
        """How fast bots move."""

        CALM = "calm"
        QUICK = "quick"
        AT_ONCE = "at once"

    # `decisions` is secret because its numbers reveal how many secret steps other players took.
    secrets = ("seed", "sealed_seed", "invitation", "decisions", "clocks", "attack", "position",
               "chained", "entries_digest")  # fmt: skip

    code = models.CharField(max_length=16, unique=True, default=new_code)
    ruleset = models.CharField(max_length=20)
    ruleset_version = models.PositiveSmallIntegerField()
    options = DocumentField()
    seed = models.BinaryField(max_length=32, null=True)
    sealed_seed = models.BinaryField(max_length=200, null=True)
    seed_commitment = models.CharField(max_length=64)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    number = models.IntegerField(default=-1)
    created_at = models.DateTimeField(default=timezone.now)
    moved_at = models.DateTimeField(default=timezone.now)
    looked_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now, db_index=True)
    fills_until = models.DateTimeField(null=True)

    title = models.CharField(max_length=LONGEST_TITLE, default="", blank=True)
    host = models.ForeignKey(User, models.SET_NULL, null=True, related_name="hosted")
    is_listed = models.BooleanField(default=True)
    # Processes of the previous version insert games without this column.
    is_tutorial = models.BooleanField(default=False, db_default=False)
    takes_guests = models.BooleanField(default=True)
    invitation = models.CharField(max_length=24, default=new_invitation)
    pace = models.CharField(max_length=10, choices=Pace, default=Pace.CALM)
    turn_seconds = models.PositiveIntegerField(default=300)
    reaction_seconds = models.PositiveIntegerField(default=20)
    bank_seconds = models.PositiveIntegerField(default=0)
    refill_seconds = models.PositiveIntegerField(default=0)
    excuse_seconds = models.PositiveIntegerField(default=0)
    keeps_rest = models.BooleanField(default=False)
    # Processes of the previous version insert games without these columns.
    takeover_bot = models.CharField(max_length=20, default="captain", db_default="captain")
    allows_advice = models.BooleanField(default=False, db_default=False)
    clocks = DocumentField(default=dict)
    talked = models.PositiveIntegerField(default=0)
    noticed = models.IntegerField(default=-1)
    diplomacy = DocumentField(default=dict)
    held_since = models.DateTimeField(null=True)
    next_game = models.ForeignKey("self", models.SET_NULL, null=True, related_name="last_games")
    circle = models.ForeignKey("Circle", models.SET_NULL, null=True, related_name="games")

    # Processes of the previous version insert games without these columns.
    seal_signature = models.CharField(max_length=128, default="", db_default="")
    steps = models.PositiveIntegerField(null=True)
    head_digest = models.CharField(max_length=64, default="", db_default="")
    step_digest = models.CharField(max_length=64, default="", db_default="")
    signed_digest = models.CharField(max_length=64, default="", db_default="")
    step_signature = models.CharField(max_length=128, default="", db_default="")
    end_signature = models.CharField(max_length=128, default="", db_default="")
    chained = models.PositiveIntegerField(default=0, db_default=0)
    entries_digest = models.CharField(max_length=64, default="", db_default="")

    phase = models.CharField(max_length=20, default="")
    round = models.PositiveIntegerField(default=0)
    turn = models.PositiveSmallIntegerField(null=True)
    epoch = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    holdings = DocumentField(default=list)
    decisions = DocumentField(default=list)
    outcome = DocumentField(null=True)
    attack = DocumentField(null=True)
    position = DocumentField(default=dict)

    objects = SecretsApart.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["status", "moved_at"], name="game_status"),
            models.Index(fields=["status", "id"], name="game_by_status"),
            models.Index(fields=["code", "title"], name="game_found"),
            models.Index(fields=["ruleset"], name="game_ruleset"),
            models.Index(fields=["created_at"], name="game_opened"),
            models.Index(
                fields=["id"], condition=Q(noticed__lt=F("number")), name="game_not_noticed"
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.code}"

    @property
    def has_begun(self) -> bool:
        """Return whether the game has started and has a position to show."""
        return self.status in (self.Status.RUNNING, self.Status.OVER)


class Player(HasSecrets):
    """A seat of a game: a user's, a bot's, or empty while the table is open.

    A seat that `is_by_link` can only be taken with the game's invitation. `missed` counts turns
    missed in a row, `returned` how many times the player took the seat back from a steward.
    `away_round` and `away_since` are the round and the time at which a steward took over. A seat
    that `is_vacant` waits for a substitute. Pacts are counted when the game is over (DIP-1). The
    columns from `person` on are the position; the player's hand is in Card.
    """

    secrets = ("orders", "wishes", "muster", "unseen_stronghold", "asked")

    game = models.ForeignKey(Game, models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="seats")
    bot = models.CharField(max_length=20, default="", blank=True)
    is_by_link = models.BooleanField(default=False)
    public_value = models.CharField(max_length=64, default="", blank=True)
    value_given_at = models.DateTimeField(null=True)
    value_signature = models.CharField(max_length=128, default="", db_default="")
    missed = models.PositiveSmallIntegerField(default=0)
    away_round = models.PositiveIntegerField(null=True)
    away_since = models.DateTimeField(null=True)
    returned = models.PositiveSmallIntegerField(default=0)
    is_vacant = models.BooleanField(default=False)
    pacts_kept = models.PositiveSmallIntegerField(default=0)
    pacts_broken = models.PositiveSmallIntegerField(default=0)
    pacts_ended = models.PositiveSmallIntegerField(default=0)

    person = models.BooleanField(default=False)
    control = models.CharField(max_length=10, default="player")
    own = models.BooleanField(default=True)
    empire = models.CharField(max_length=60, null=True)
    stronghold = models.CharField(max_length=60, null=True)
    banners = DocumentField(default=list)
    unplaced = models.PositiveIntegerField(default=0)
    eliminated = models.PositiveSmallIntegerField(default=0)
    asked = models.PositiveIntegerField(default=0)
    orders = DocumentField(default=dict)
    wishes = DocumentField(default=dict)
    muster = DocumentField(null=True)
    unseen_stronghold = models.CharField(max_length=60, null=True)

    objects = SecretsApart.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="player_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="player_user"),
            models.CheckConstraint(
                condition=Q(user__isnull=True) | Q(bot=""), name="player_user_or_bot"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}"

    def give_value(self, value: str) -> None:
        """Set the public value and its time; "" clears both.

        The caller signs the value and saves the columns.
        """
        self.public_value = value
        self.value_given_at = timezone.now() if value else None
        self.value_signature = ""


class Card(HasSecrets):
    """A physical card; `place` is its index in an ordered pile, otherwise 0."""

    class Zone(models.TextChoices):
        """The zone in which a card lies."""

        DECK = "deck"
        HAND = "hand"
        IN_PLAY = "in play"
        TRACK = "track"
        DISCARD = "discard"
        REMOVED = "removed"

    secrets = ("kind", "zone", "holder", "place")

    game = models.ForeignKey(Game, models.CASCADE, related_name="cards")
    number = models.PositiveSmallIntegerField()
    deck = models.CharField(max_length=10)
    kind = models.CharField(max_length=40)
    zone = models.CharField(max_length=10, choices=Zone)
    holder = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(default=0)

    objects = SecretsApart.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="card_number"),
            models.CheckConstraint(
                condition=~Q(zone="hand") | Q(holder__isnull=False), name="card_hand_of_somebody"
            ),
        ]

    def __str__(self) -> str:
        return f"card {self.number}"


class HiddenArmies(HasSecrets):
    """A sealed choice of hidden armies (HID-3); only its commitment is public."""

    secrets = ("territory", "salt")

    game = models.ForeignKey(Game, models.CASCADE, related_name="hidden_armies")
    place = models.PositiveSmallIntegerField()
    maker = models.PositiveSmallIntegerField()
    holder = models.PositiveSmallIntegerField()
    territory = models.CharField(max_length=60)
    salt = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    revealed = models.BooleanField(default=False)

    objects = SecretsApart.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "place"], name="hidden_armies_place"),
        ]

    def __str__(self) -> str:
        return f"hidden armies of seat {self.maker}"


class Move(HasSecrets):
    """An entry of a game's log. Entry 0 is the start, and entries never change.

    `round` is the round in which it was made; the log has one page per round. `public` holds the
    events visible to everybody; `private` holds the move itself, its draws, and the events visible
    to some seats only, each with its index among all events. `step_signatures` has the signatures
    of every tenth step of the public chain that the entry adds, separated by spaces (FAIR-10).
    """

    class By(models.TextChoices):
        """Who made a move."""

        START = "start"
        PLAYER = "player"
        ORDER = "order"
        CLOCK = "clock"
        BOT = "bot"
        MODERATOR = "moderator"

    of_persons = frozenset({By.PLAYER, By.ORDER})
    """The values for moves of a person, made by hand or by their plan (ORD-8)."""

    # Only the owner may know whether a person, a plan or the clock moved (ORD-5).
    secrets = ("seat", "by", "key", "private")

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    by = models.CharField(max_length=10, choices=By)
    key = models.CharField(max_length=64, null=True)
    public = DocumentField()
    private = DocumentField()
    step_signatures = models.TextField(default="", db_default="")
    round = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)

    objects = SecretsApart.as_manager()

    class Meta:
        indexes = [models.Index(fields=["game", "round"], name="move_round")]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="move_number"),
            models.UniqueConstraint(fields=["game", "key"], name="move_key"),
            models.CheckConstraint(
                condition=Q(seat__isnull=False) | Q(by="start"), name="move_of_a_seat"
            ),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"entry {self.number}"
