"""Logs and metrics."""

import logging

from castlerisk_site.logs import configuration
from castlerisk_site.settings.variables import env

IS_LOGGED_AS_JSON = env.str("CASTLERISK_LOGS", default="") == "json"
LOGGING = configuration(IS_LOGGED_AS_JSON)
if IS_LOGGED_AS_JSON:
    logging.captureWarnings(True)
METRICS_FROM = env.list("CASTLERISK_METRICS", default=["127.0.0.1", "::1"])
