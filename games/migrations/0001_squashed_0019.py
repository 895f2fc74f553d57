"""Every table of the site, and the triggers that protect the record of moderation."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models.display_names
import games.models.fields
import games.models.games
import games.models.people

KEEP = {
    "sqlite": [
        "CREATE TRIGGER action_kept_{what} BEFORE {what} ON games_action "
        "BEGIN SELECT RAISE(ABORT, 'The record of moderation is only written on.'); END"
    ],
    "postgresql": [
        "CREATE OR REPLACE FUNCTION action_kept() RETURNS trigger AS $$ BEGIN "
        "RAISE EXCEPTION 'The record of moderation is only written on.'; END $$ LANGUAGE plpgsql",
        "CREATE TRIGGER action_kept_{what} BEFORE {what} ON games_action "
        "FOR EACH ROW EXECUTE FUNCTION action_kept()",
    ],
}
"""Triggers that make the database reject every UPDATE and DELETE of an action."""


def keep_the_record(apps, schema_editor):
    for what in ("UPDATE", "DELETE"):
        for statement in KEEP[schema_editor.connection.vendor]:
            schema_editor.execute(statement.format(what=what))


class Migration(migrations.Migration):
    # A database that has the last of the squashed migrations has all of them.
    replaces = [("games", "0019_measure_appeals")]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="House",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("read only", "Read only: people may look, nobody may change anything"),
                            ("maintenance", "Maintenance: only the admin can be reached"),
                        ],
                        default="open",
                        max_length=12,
                    ),
                ),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("announcement", models.CharField(blank=True, default="", max_length=300)),
            ],
            options={
                "verbose_name_plural": "house",
            },
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("began", models.DateTimeField()),
                ("ended", models.DateTimeField()),
                ("told_from", models.DateTimeField(null=True)),
                ("given_to", models.BigIntegerField(db_default=0, default=0)),
                ("closed_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Process",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(choices=[("web", "Web"), ("worker", "Worker")], max_length=10),
                ),
                ("host", models.CharField(max_length=200)),
                ("number", models.PositiveIntegerField()),
                ("began", models.BigIntegerField()),
                ("has_redis", models.BooleanField()),
                ("seed_key", models.CharField(db_default="", default="", max_length=16)),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "verbose_name_plural": "processes",
            },
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
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        max_length=30,
                        validators=[games.models.display_names.verify_name],
                        verbose_name="display name",
                    ),
                ),
                ("name_key", models.CharField(editable=False, max_length=600, unique=True)),
                ("is_guest", models.BooleanField(default=False)),
                (
                    "time_zone",
                    models.CharField(
                        default="UTC",
                        max_length=64,
                        validators=[games.models.people.verify_time_zone],
                    ),
                ),
                ("preferences", games.models.fields.DocumentField(blank=True, default=dict)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("logins_ended", models.PositiveIntegerField(default=0)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                ("muted", models.ManyToManyField(blank=True, to=settings.AUTH_USER_MODEL)),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("name",), name="user_name")],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=games.models.games.new_code, max_length=16, unique=True
                    ),
                ),
                ("ruleset", models.CharField(max_length=20)),
                ("ruleset_version", models.PositiveSmallIntegerField()),
                ("options", games.models.fields.DocumentField()),
                ("seed", models.BinaryField(max_length=32, null=True)),
                ("sealed_seed", models.BinaryField(max_length=200, null=True)),
                ("seed_commitment", models.CharField(max_length=64)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("running", "Running"),
                            ("over", "Over"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("number", models.IntegerField(default=-1)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("moved_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("looked_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "changed_at",
                    models.DateTimeField(db_index=True, default=django.utils.timezone.now),
                ),
                ("fills_until", models.DateTimeField(null=True)),
                ("title", models.CharField(blank=True, default="", max_length=60)),
                ("is_listed", models.BooleanField(default=True)),
                ("takes_guests", models.BooleanField(default=True)),
                (
                    "invitation",
                    models.CharField(default=games.models.games.new_invitation, max_length=24),
                ),
                (
                    "pace",
                    models.CharField(
                        choices=[("calm", "Calm"), ("quick", "Quick"), ("at once", "At Once")],
                        default="calm",
                        max_length=10,
                    ),
                ),
                ("turn_seconds", models.PositiveIntegerField(default=300)),
                ("reaction_seconds", models.PositiveIntegerField(default=20)),
                ("bank_seconds", models.PositiveIntegerField(default=0)),
                ("refill_seconds", models.PositiveIntegerField(default=0)),
                ("excuse_seconds", models.PositiveIntegerField(default=0)),
                ("keeps_rest", models.BooleanField(default=False)),
                ("clocks", games.models.fields.DocumentField(default=dict)),
                ("talked", models.PositiveIntegerField(default=0)),
                ("noticed", models.IntegerField(default=-1)),
                ("diplomacy", games.models.fields.DocumentField(default=dict)),
                ("held_since", models.DateTimeField(null=True)),
                ("phase", models.CharField(default="", max_length=20)),
                ("round", models.PositiveIntegerField(default=0)),
                ("turn", models.PositiveSmallIntegerField(null=True)),
                ("epoch", models.PositiveIntegerField(default=0)),
                ("draws", models.PositiveIntegerField(default=0)),
                ("holdings", games.models.fields.DocumentField(default=list)),
                ("decisions", games.models.fields.DocumentField(default=list)),
                ("outcome", games.models.fields.DocumentField(null=True)),
                ("attack", games.models.fields.DocumentField(null=True)),
                ("position", games.models.fields.DocumentField(default=dict)),
                (
                    "host",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hosted",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "next_game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="last_games",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["status", "moved_at"], name="game_status"),
                    models.Index(fields=["status", "id"], name="game_by_status"),
                    models.Index(fields=["code", "title"], name="game_found"),
                    models.Index(fields=["ruleset"], name="game_ruleset"),
                    models.Index(
                        condition=models.Q(("noticed__lt", models.F("number"))),
                        fields=["id"],
                        name="game_not_noticed",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Due",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("bot", "Bot"),
                            ("clock", "Clock"),
                            ("offer", "Offer"),
                            ("plan", "Plan"),
                        ],
                        max_length=10,
                    ),
                ),
                ("when", models.DateTimeField(db_index=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="due",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("game", "kind"), name="due_once")],
            },
        ),
        migrations.CreateModel(
            name="Card",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("deck", models.CharField(max_length=10)),
                ("kind", models.CharField(max_length=40)),
                (
                    "zone",
                    models.CharField(
                        choices=[
                            ("deck", "Deck"),
                            ("hand", "Hand"),
                            ("in play", "In Play"),
                            ("track", "Track"),
                            ("discard", "Discard"),
                            ("removed", "Removed"),
                        ],
                        max_length=10,
                    ),
                ),
                ("holder", models.PositiveSmallIntegerField(null=True)),
                ("place", models.PositiveSmallIntegerField(default=0)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cards",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="card_number"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("zone", "hand"), _negated=True),
                            ("holder__isnull", False),
                            _connector="OR",
                        ),
                        name="card_hand_of_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AbsenceStep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("by", models.PositiveSmallIntegerField(null=True)),
                (
                    "step",
                    models.CharField(
                        choices=[
                            ("warned", "Warned"),
                            ("bank", "Bank"),
                            ("extended", "Extended"),
                            ("missed", "Missed"),
                            ("steward", "Steward"),
                            ("returned", "Returned"),
                            ("opened", "Opened"),
                            ("substitute", "Substitute"),
                            ("captain", "Captain"),
                            ("nudged", "Nudged"),
                            ("paused", "Paused"),
                            ("unattended", "Unattended"),
                            ("resumed", "Resumed"),
                            ("given back", "Given Back"),
                        ],
                        max_length=12,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("until", models.DateTimeField(null=True)),
                ("is_open", models.BooleanField(default=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="absence_steps",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["game", "id"], name="absence_step")],
            },
        ),
        migrations.CreateModel(
            name="HiddenArmies",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("maker", models.PositiveSmallIntegerField()),
                ("holder", models.PositiveSmallIntegerField()),
                ("territory", models.CharField(max_length=60)),
                ("salt", models.CharField(max_length=64)),
                ("commitment", models.CharField(max_length=64)),
                ("revealed", models.BooleanField(default=False)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hidden_armies",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "place"), name="hidden_armies_place")
                ],
            },
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
                ("back", models.IntegerField(null=True)),
                ("dismissed", games.models.fields.DocumentField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lookings",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lookings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "game"), name="looking_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "room",
                    models.CharField(
                        choices=[("players", "Players"), ("spectators", "Spectators")],
                        max_length=10,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("text", models.CharField(max_length=400)),
                ("said_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by_house", models.BooleanField(default=False)),
                ("removed_at", models.DateTimeField(null=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="messages",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["game", "room", "id"], name="message_room")],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                (
                    "by",
                    models.CharField(
                        choices=[
                            ("start", "Start"),
                            ("player", "Player"),
                            ("order", "Order"),
                            ("clock", "Clock"),
                            ("bot", "Bot"),
                            ("moderator", "Moderator"),
                        ],
                        max_length=10,
                    ),
                ),
                ("key", models.CharField(max_length=64, null=True)),
                ("public", games.models.fields.DocumentField()),
                ("private", games.models.fields.DocumentField()),
                ("round", models.PositiveIntegerField(default=0)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moves",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "indexes": [models.Index(fields=["game", "round"], name="move_round")],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="move_number"),
                    models.UniqueConstraint(fields=("game", "key"), name="move_key"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("seat__isnull", False), ("by", "start"), _connector="OR"
                        ),
                        name="move_of_a_seat",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="NameOnRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=30)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="names_on_record",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "names on record",
                "constraints": [
                    models.UniqueConstraint(fields=("user", "name"), name="name_on_record")
                ],
            },
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
                ("cause", models.CharField(max_length=80)),
                ("text", models.CharField(max_length=300)),
                ("withheld", games.models.fields.DocumentField(default=dict)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["user", "-made_at"], name="notice_newest"),
                    models.Index(
                        condition=models.Q(("read_at", None)), fields=["user"], name="notice_unread"
                    ),
                    models.Index(fields=["-made_at"], name="notice_newest_of_all"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "kind", "game", "cause"), name="notice_once_a_cause"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("game__isnull", True)),
                        fields=("user", "kind", "cause"),
                        name="notice_of_no_game_once",
                    ),
                ],
            },
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
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_choice",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OutgoingMail",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("reset", "Reset"),
                            ("confirm", "Confirmation"),
                            ("other", "Other"),
                        ],
                        max_length=8,
                    ),
                ),
                ("recipient", models.CharField(max_length=64)),
                ("content", games.models.fields.DocumentField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("sent", "Sent"), ("dropped", "Dropped")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("next_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["next_at"],
                        name="mail_waiting",
                    ),
                    models.Index(fields=["recipient", "made_at"], name="mail_recipient"),
                    models.Index(fields=["made_at"], name="mail_made"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, default="", max_length=20)),
                ("is_by_link", models.BooleanField(default=False)),
                ("public_value", models.CharField(blank=True, default="", max_length=64)),
                ("value_given_at", models.DateTimeField(null=True)),
                ("missed", models.PositiveSmallIntegerField(default=0)),
                ("away_round", models.PositiveIntegerField(null=True)),
                ("away_since", models.DateTimeField(null=True)),
                ("returned", models.PositiveSmallIntegerField(default=0)),
                ("is_vacant", models.BooleanField(default=False)),
                ("pacts_kept", models.PositiveSmallIntegerField(default=0)),
                ("pacts_broken", models.PositiveSmallIntegerField(default=0)),
                ("pacts_ended", models.PositiveSmallIntegerField(default=0)),
                ("person", models.BooleanField(default=False)),
                ("control", models.CharField(default="player", max_length=10)),
                ("own", models.BooleanField(default=True)),
                ("empire", models.CharField(max_length=60, null=True)),
                ("stronghold", models.CharField(max_length=60, null=True)),
                ("banners", games.models.fields.DocumentField(default=list)),
                ("unplaced", models.PositiveIntegerField(default=0)),
                ("eliminated", models.PositiveSmallIntegerField(default=0)),
                ("asked", models.PositiveIntegerField(default=0)),
                ("orders", games.models.fields.DocumentField(default=dict)),
                ("wishes", games.models.fields.DocumentField(default=dict)),
                ("muster", games.models.fields.DocumentField(null=True)),
                ("unseen_stronghold", models.CharField(max_length=60, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat"), name="player_seat"),
                    models.UniqueConstraint(fields=("game", "user"), name="player_user"),
                    models.CheckConstraint(
                        condition=models.Q(("user__isnull", True), ("bot", ""), _connector="OR"),
                        name="player_user_or_bot",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Presence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("codes", games.models.fields.DocumentField(default=list)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="presences",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "process",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="presences",
                        to="games.process",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("process", "user"), name="presence_once")
                ],
            },
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
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_browsers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
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
                ("destination", models.CharField(db_default="", default="", max_length=260)),
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
                (
                    "notice",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="games.notice",
                    ),
                ),
                (
                    "browser",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="games.pushbrowser",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["next_at"],
                        name="delivery_waiting",
                    ),
                    models.Index(fields=["-next_at"], name="delivery_newest"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "about",
                    models.CharField(
                        choices=[
                            ("seat", "Seat"),
                            ("message", "Message"),
                            ("name", "Name"),
                            ("game", "Game"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("words", "Insults, threats or spam"),
                            ("name", "A name that offends"),
                            ("together", "Playing together unfairly, or one person at two seats"),
                            ("stalling", "Stalling or leaving on purpose"),
                            ("stuck", "The game is stuck or went wrong"),
                            ("other", "Something else"),
                        ],
                        max_length=10,
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=1000)),
                ("key", models.CharField(max_length=64, unique=True)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("message", models.PositiveBigIntegerField(null=True)),
                ("evidence", games.models.fields.DocumentField(default=dict)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("claimed", "Claimed"),
                            ("decided", "Decided"),
                            ("appealed", "Appealed"),
                            ("closed", "Closed"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("claimed_at", models.DateTimeField(null=True)),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("nothing", "No rule of the house was broken"),
                            ("talked", "Talked to, nothing more"),
                            ("measure", "A measure was taken"),
                            ("repaired", "The game was put right"),
                            ("duplicate", "Decided with another report"),
                            ("abusive", "The report itself was made to harm"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(blank=True, default="", max_length=300)),
                ("answer", models.CharField(blank=True, default="", max_length=1000)),
                ("answer_to_reported", models.CharField(blank=True, default="", max_length=1000)),
                ("decided_at", models.DateTimeField(null=True)),
                ("appeal", models.CharField(blank=True, default="", max_length=1000)),
                ("appealed_at", models.DateTimeField(null=True)),
                (
                    "appeal_decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("upheld", "The decision stands"),
                            ("changed", "The decision was changed"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("appeal_answer", models.CharField(blank=True, default="", max_length=1000)),
                ("appeal_decided_at", models.DateTimeField(null=True)),
                (
                    "appeal_handler",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="appeals_decided",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "appellant",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="appeals_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.game",
                    ),
                ),
                (
                    "handler",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports_handled",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reported",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["status", "made_at"], name="report_queue"),
                    models.Index(fields=["reporter", "made_at"], name="report_maker"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Measure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("warn", "Warning"),
                            ("mute", "No table talk"),
                            ("name", "No change of name"),
                            ("limit", "No new games"),
                            ("suspend", "Suspended"),
                            ("ban", "Banned"),
                        ],
                        max_length=10,
                    ),
                ),
                ("until", models.DateTimeField(null=True)),
                ("reason", models.CharField(max_length=300)),
                ("taken_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("lifted_at", models.DateTimeField(null=True)),
                (
                    "appeal",
                    models.CharField(blank=True, db_default="", default="", max_length=1000),
                ),
                ("appealed_at", models.DateTimeField(null=True)),
                (
                    "appeal_decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("upheld", "The decision stands"),
                            ("changed", "The decision was changed"),
                        ],
                        db_default="",
                        default="",
                        max_length=10,
                    ),
                ),
                (
                    "appeal_answer",
                    models.CharField(blank=True, db_default="", default="", max_length=1000),
                ),
                ("appeal_decided_at", models.DateTimeField(null=True)),
                (
                    "appeal_handler",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="measure_appeals_decided",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="measures_taken",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="measures",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="measures",
                        to="games.report",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["user", "kind"], name="measure_user"),
                    models.Index(
                        condition=models.Q(("appeal_decision", ""), ("appealed_at__isnull", False)),
                        fields=["appealed_at"],
                        name="measure_appealed",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Action",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=30)),
                ("key", models.CharField(max_length=64, null=True, unique=True)),
                ("request_id", models.CharField(blank=True, default="", max_length=64)),
                ("done_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ("by_name", models.CharField(max_length=60)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("before", games.models.fields.DocumentField(default=dict)),
                ("after", games.models.fields.DocumentField(default=dict)),
                ("refusal", models.CharField(blank=True, default="", max_length=300)),
                (
                    "by",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="actions_done",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="actions_on",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="actions_on",
                        to="games.game",
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="actions_on",
                        to="games.report",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "record",
                "indexes": [
                    models.Index(fields=["person", "done_at"], name="action_person"),
                    models.Index(fields=["game", "name"], name="action_game"),
                ],
            },
        ),
        migrations.CreateModel(
            name="RestTimes",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("quiet_from", models.PositiveSmallIntegerField(null=True)),
                ("quiet_until", models.PositiveSmallIntegerField(null=True)),
                ("weekends", models.BooleanField(default=False)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rest_times",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Sitting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("bot", models.CharField(blank=True, default="", max_length=20)),
                ("sat_down_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sittings",
                        to="games.player",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sittings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Trace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("network", models.CharField(db_index=True, max_length=32)),
                ("device", models.CharField(max_length=32)),
                ("day", models.DateField(db_index=True)),
                ("hours", models.PositiveIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="traces",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "network", "device", "day"), name="trace_of_a_day"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TurnPlan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("steps", games.models.fields.DocumentField(default=list)),
                ("at", models.PositiveSmallIntegerField(default=0)),
                ("begun", models.BooleanField(default=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("on", "On"),
                            ("off", "Off"),
                            ("done", "Done"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(blank=True, default="", max_length=300)),
                ("is_secret", models.BooleanField(default=False)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="plans",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="plans",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat"), name="turn_plan_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.DateField()),
                ("last", models.DateField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["first"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("last__gte", models.F("first"))),
                        name="vacation_ends_after",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "what",
                    models.CharField(
                        choices=[("pause", "Pause"), ("captain", "Captain")], max_length=10
                    ),
                ),
                ("about", models.SmallIntegerField(default=-1)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="votes",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "seat", "what", "about"), name="vote_once"
                    )
                ],
            },
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
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhook",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(keep_the_record, migrations.RunPython.noop),
    ]
