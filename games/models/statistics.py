"""What finished games add up to: their dice, and what each seat did in them."""

from django.db import models
from django.utils import timezone

from games.models.fields import DocumentField
from games.models.games import Game, Player


class GameTally(models.Model):
    """The dice of a finished game, as `rules.record.dice` counts them; written once.

    Those of a game that `is_public` are added to the dice of the site, then it `is_added`.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="tally")
    size = models.PositiveSmallIntegerField()
    dice = DocumentField(default=list)
    is_public = models.BooleanField()
    is_added = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(
                fields=["id"],
                condition=models.Q(is_public=True, is_added=False),
                name="game_tally_to_add",
            ),
        ]

    def __str__(self) -> str:
        return f"tally of {self.game}"


class SeatTally(models.Model):
    """What a seat did in a finished game; `place` is None if the game ended without a result.

    `expected_lost` and `variance` are the mean and variance of the armies `lost` in battle.
    `march` is the most territories captured in a turn. `pacts` lists [seat, kept, broken] for each
    partner: the pacts with them that were kept, and those that the partner broke.
    """

    player = models.OneToOneField(Player, models.CASCADE, related_name="tally")
    place = models.PositiveSmallIntegerField(null=True)
    captures = models.PositiveIntegerField(default=0)
    march = models.PositiveSmallIntegerField(default=0)
    eliminations = models.PositiveSmallIntegerField(default=0)
    has_fallen = models.BooleanField(default=False)
    battles = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    expected_lost = models.FloatField(default=0)
    variance = models.FloatField(default=0)
    pacts = DocumentField(default=list)

    def __str__(self) -> str:
        return f"tally of {self.player}"


class SiteDice(models.Model):
    """The dice of all finished public games that have been added up, in a single row."""

    games = models.PositiveIntegerField(default=0)
    dice = DocumentField(default=list)
    counted_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"dice of {self.games} games"
