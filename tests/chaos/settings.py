"""Settings of a site whose commits reach the disk; static files keep their names."""

from castlerisk_site.settings import *  # noqa: F403
from castlerisk_site.settings import STORAGES

plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STORAGES = {**STORAGES, "staticfiles": plain}
