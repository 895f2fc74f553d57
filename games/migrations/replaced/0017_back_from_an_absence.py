"""The newest entry of a game's log when a player came back from an absence."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_sealed_seeds"),
    ]

    operations = [
        migrations.AddField(
            model_name="looking",
            name="back",
            field=models.IntegerField(null=True),
        ),
    ]
