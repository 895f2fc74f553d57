from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0033_evidence")]

    operations = [
        # Everybody who was muted is blocked from now on.
        migrations.RenameField(model_name="user", old_name="muted", new_name="blocked"),
    ]
