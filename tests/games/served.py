"""Settings of a server that tests start: files by their own names, so that none are collected."""

from castlerisk_site.settings import *  # noqa: F403
from castlerisk_site.settings import STORAGES

plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STORAGES = {**STORAGES, "staticfiles": plain}
