"""Settings of a server that tests start: files by their own names, so that none are collected."""

from tests.support.servers.unsynced import *  # noqa: F403
from tests.support.servers.unsynced import STORAGES

plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STORAGES = {**STORAGES, "staticfiles": plain}
