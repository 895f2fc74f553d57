"""Fill deadlines of correspondence tables, dismissed requests, and two kinds of notices."""

from datetime import timedelta

from django.db import migrations, models
from django.utils import timezone

import games.models.fields

SLOW_FROM = 12 * 3600


def give_open_tables_two_weeks(apps, schema_editor):
    """Give open tables of correspondence games the usual time to fill."""
    opened = apps.get_model("games", "Game").objects.filter(status="open", fills_until=None)
    opened.filter(turn_seconds__gte=SLOW_FROM).update(
        fills_until=timezone.now() + timedelta(days=14)
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_games_found"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="fills_until",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="looking",
            name="dismissed",
            field=games.models.fields.DocumentField(null=True),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "Turn"),
                    ("asked", "Asked"),
                    ("time", "Time"),
                    ("attacked", "Attacked"),
                    ("offered", "Offered"),
                    ("requested", "Requested"),
                    ("filling", "Filling"),
                    ("starting", "Starting"),
                    ("over", "Over"),
                    ("mentioned", "Mentioned"),
                    ("seat", "Seat"),
                    ("moderation", "Moderation"),
                    ("trial", "Trial"),
                ],
                max_length=12,
            ),
        ),
        migrations.RunPython(give_open_tables_two_weeks, migrations.RunPython.noop),
    ]
