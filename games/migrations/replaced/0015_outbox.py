"""The outbox for mail; addresses of accounts are kept in lower case, as they are compared."""

import uuid

import django.utils.timezone
from django.db import migrations, models
from django.db.models.functions import Lower

import games.models.fields


def lower_addresses(apps, schema_editor):
    """Lower-case all addresses; of duplicates, keep a confirmed one, else the older."""
    addresses = apps.get_model("account", "EmailAddress").objects
    for row in addresses.exclude(email=Lower("email")).order_by("pk"):
        same = addresses.filter(email=row.email.lower())
        twin = same.filter(user=row.user_id).first()
        if twin is not None and (twin.verified or not row.verified):
            row.delete()
            continue
        if twin is not None:
            twin.delete()
        row.verified = row.verified and not same.filter(verified=True).exists()
        row.email = row.email.lower()
        row.save()


class Migration(migrations.Migration):
    # Do not depend on allauth's migrations: they depend on 0001 of this app, so the squashed
    # migration would depend on itself. Databases that still need this one have allauth's tables.
    dependencies = [
        ("games", "0014_outages_closed"),
    ]

    operations = [
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
                        choices=[
                            ("waiting", "Waiting"),
                            ("sent", "Sent"),
                            ("dropped", "Dropped"),
                        ],
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
        migrations.RunPython(lower_addresses, migrations.RunPython.noop),
    ]
