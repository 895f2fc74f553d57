"""The settings of the site as tests run it: a database in a file waits for no disk.

What a process that is killed has stored stays; only a power failure would lose it.
"""

from castlerisk_site.settings import *  # noqa: F403
from castlerisk_site.settings import DATABASES

_options = DATABASES["default"]["OPTIONS"]
if "init_command" in _options:
    _options["init_command"] = _options["init_command"].replace(
        "synchronous=FULL", "synchronous=OFF"
    )
