"""Settings of a server that tests start: static files keep their names and need no collecting."""

from tests.support.servers.unsynced import *  # noqa: F403
from tests.support.servers.unsynced import STORAGES

plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STORAGES = {**STORAGES, "staticfiles": plain}
