"""Animated maps become jobs of one kind of several."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0030_sharing"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="animatedmap", name="animated_map_waiting"),
        migrations.RenameModel(old_name="AnimatedMap", new_name="Job"),
        migrations.AddField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("analysis", "Analysis"),
                    ("animation", "Animation"),
                    ("mistakes", "Mistakes"),
                ],
                default="animation",
                max_length=12,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="job",
            name="edition",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="job",
            name="result",
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name="job",
            name="asked_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="jobs",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="jobs",
                to="games.game",
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.UniqueConstraint(fields=("game", "kind"), name="job_once"),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(
                condition=models.Q(("failure", ""), ("percent__lt", 100)),
                fields=["asked_at"],
                name="job_waiting",
            ),
        ),
    ]
