"""Kinds of mail for resets of unconfirmed addresses and for changes of a confirmed one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_notice_of_reports"),
    ]

    operations = [
        migrations.AlterField(
            model_name="outgoingmail",
            name="kind",
            field=models.CharField(
                choices=[
                    ("reset", "Reset"),
                    ("claimed", "Unconfirmed Reset"),
                    ("confirm", "Confirmation"),
                    ("change", "Change"),
                    ("other", "Other"),
                ],
                max_length=8,
            ),
        ),
    ]
