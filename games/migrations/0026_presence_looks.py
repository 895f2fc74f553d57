from django.db import migrations
from django.db.models.functions import Now

import games.models.fields


def count_as_used(apps, schema_editor):
    """Count the pages that are open now as visible and used now.

    Processes of the previous version go on counting open pages only.
    """
    rows = apps.get_model("games", "Presence").objects
    for row in rows.annotate(now=Now()):
        used = int(row.now.timestamp() * 1000)
        row.looks = dict.fromkeys(row.codes, used)
        row.save(update_fields=["looks"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0025_confirmed_mail_kinds"),
    ]

    operations = [
        migrations.AddField(
            model_name="presence",
            name="looks",
            field=games.models.fields.DocumentField(db_default={}, default=dict),
        ),
        migrations.RunPython(count_as_used, migrations.RunPython.noop, elidable=True),
    ]
