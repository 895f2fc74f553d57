from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0027_rename_models"),
    ]

    operations = [
        migrations.AddField(
            model_name="outgoingmail",
            name="network",
            field=models.CharField(db_default="", default="", max_length=32),
        ),
    ]
