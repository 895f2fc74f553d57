import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0026_presence_looks"),
    ]

    operations = [
        migrations.RenameModel("Looking", "LastVisit"),
        migrations.RenameModel("Sitting", "SeatHolder"),
        migrations.RenameModel("House", "SiteSettings"),
        migrations.RenameField("message", "by_house", "is_system"),
        migrations.RemoveConstraint("lastvisit", "looking_once"),
        migrations.AddConstraint(
            "lastvisit",
            models.UniqueConstraint(fields=["user", "game"], name="last_visit_once"),
        ),
        migrations.AlterField(
            "lastvisit",
            "game",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="last_visits",
                to="games.game",
            ),
        ),
        migrations.AlterField(
            "lastvisit",
            "user",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="last_visits",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            "seatholder",
            "player",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="holders",
                to="games.player",
            ),
        ),
        migrations.AlterField(
            "seatholder",
            "user",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats_held",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
