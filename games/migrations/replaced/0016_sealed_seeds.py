"""Columns for encrypted seeds, and for an identifier of each process's key to them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_outbox"),
    ]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="seed",
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="sealed_seed",
            field=models.BinaryField(max_length=200, null=True),
        ),
        migrations.AddField(
            model_name="process",
            name="seed_key",
            field=models.CharField(db_default="", default="", max_length=16),
        ),
    ]
