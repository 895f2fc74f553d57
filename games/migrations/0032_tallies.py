import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import games.models.fields


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0031_jobs"),
    ]

    operations = [
        migrations.CreateModel(
            name="SiteDice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("games", models.PositiveIntegerField(default=0)),
                ("dice", games.models.fields.DocumentField(default=list)),
                ("counted_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="SeatTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("captures", models.PositiveIntegerField(default=0)),
                ("march", models.PositiveSmallIntegerField(default=0)),
                ("eliminations", models.PositiveSmallIntegerField(default=0)),
                ("has_fallen", models.BooleanField(default=False)),
                ("battles", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("expected_lost", models.FloatField(default=0)),
                ("variance", models.FloatField(default=0)),
                ("pacts", games.models.fields.DocumentField(default=list)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tally",
                        to="games.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GameTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("size", models.PositiveSmallIntegerField()),
                ("dice", games.models.fields.DocumentField(default=list)),
                ("is_public", models.BooleanField()),
                ("is_added", models.BooleanField(default=False)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tally",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("is_added", False), ("is_public", True)),
                        fields=["id"],
                        name="game_tally_to_add",
                    )
                ],
            },
        ),
    ]
