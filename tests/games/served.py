"""Settings of a server that tests start: files by their own names, so that none are collected."""

from tests.games.unsynced import *  # noqa: F403
from tests.games.unsynced import STORAGES

plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STORAGES = {**STORAGES, "staticfiles": plain}
