import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models.fields


def begin_now(apps, schema_editor):
    """Mark all log entries as read: nobody gets notices of earlier moves."""
    apps.get_model("games", "Game").objects.update(noticed=models.F("number"))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_slow_games"),
    ]

    operations = [
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, primary_key=True, serialize=False)),
                (
                    "channel",
                    models.CharField(
                        choices=[("mail", "Mail"), ("push", "Push"), ("hook", "Hook")], max_length=5
                    ),
                ),
                ("in_digest", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("sent", "Sent"),
                            ("withheld", "Withheld"),
                            ("resting", "Resting"),
                            ("given up", "Given Up"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("answer", models.CharField(default="", max_length=200)),
                ("done_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Looking",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("number", models.IntegerField(default=-1)),
                ("since", models.IntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "Turn"),
                            ("asked", "Asked"),
                            ("time", "Time"),
                            ("attacked", "Attacked"),
                            ("offered", "Offered"),
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
                ("cause", models.CharField(max_length=80)),
                ("text", models.CharField(max_length=300)),
                ("withheld", games.models.fields.DocumentField(default=dict)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("read_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="NoticeChoice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("channels", games.models.fields.DocumentField(default=dict)),
                ("digest", models.BooleanField(default=False)),
                ("digest_hour", models.PositiveSmallIntegerField(default=8)),
            ],
        ),
        migrations.CreateModel(
            name="PushBrowser",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=500, unique=True)),
                ("key", models.CharField(max_length=120)),
                ("secret", models.CharField(max_length=40)),
                ("name", models.CharField(default="", max_length=60)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("rests_since", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="RestingAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(max_length=254, unique=True)),
                (
                    "reason",
                    models.CharField(
                        choices=[("stopped", "Stopped"), ("refused", "Refused")], max_length=10
                    ),
                ),
                ("answer", models.CharField(default="", max_length=200)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("url", models.CharField(max_length=500)),
                ("secret", models.CharField(max_length=60)),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="noticed",
            field=models.IntegerField(default=-1),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("noticed__lt", models.F("number"))),
                fields=["id"],
                name="game_not_noticed",
            ),
        ),
        migrations.AddField(
            model_name="looking",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="lookings",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="looking",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="lookings",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="notice",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="notice",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="notice",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="games.notice",
            ),
        ),
        migrations.AddField(
            model_name="noticechoice",
            name="user",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notice_choice",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="pushbrowser",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="push_browsers",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="browser",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, to="games.pushbrowser"
            ),
        ),
        migrations.AddField(
            model_name="webhook",
            name="user",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="webhook",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="looking",
            constraint=models.UniqueConstraint(fields=("user", "game"), name="looking_once"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["user", "-made_at"], name="notice_newest"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("read_at", None)), fields=["user"], name="notice_unread"
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                fields=("user", "kind", "game", "cause"), name="notice_once_a_cause"
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("game__isnull", True)),
                fields=("user", "kind", "cause"),
                name="notice_of_no_game_once",
            ),
        ),
        migrations.AlterModelOptions(
            name="delivery",
            options={"verbose_name_plural": "deliveries"},
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state", "waiting")),
                fields=["next_at"],
                name="delivery_waiting",
            ),
        ),
        migrations.RunPython(begin_now, migrations.RunPython.noop),
    ]
