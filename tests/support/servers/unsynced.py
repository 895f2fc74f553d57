"""The site's settings for tests: an SQLite database does not wait for the disk.

Data stored by a killed process survives; only a power failure would lose it.
"""

from castlerisk_site.settings import *  # noqa: F403
from castlerisk_site.settings import DATABASES

_options = DATABASES["default"]["OPTIONS"]
if "init_command" in _options:
    _options["init_command"] = _options["init_command"].replace(
        "synchronous=FULL", "synchronous=OFF"
    )
