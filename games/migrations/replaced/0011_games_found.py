"""Indexes for the admin's searches of games by code, title, status and ruleset."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_moderation_more"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["status", "id"], name="game_by_status"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["code", "title"], name="game_found"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["ruleset"], name="game_ruleset"),
        ),
    ]
