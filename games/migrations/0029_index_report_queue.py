from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0028_outgoing_mail_network"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="report", name="report_queue"),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(
                fields=["status", "made_at", "reporter", "reported", "game"], name="report_queue"
            ),
        ),
    ]
