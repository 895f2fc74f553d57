from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0026_presence_looks"),
    ]

    operations = [
        migrations.AddField(
            model_name="outgoingmail",
            name="network",
            field=models.CharField(db_default="", default="", max_length=32),
        ),
    ]
