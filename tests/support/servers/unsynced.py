"""The site's settings for tests: a constant secret key, and an SQLite database that does not wait.

Proposals depend on the secret key: with random keys, each checkout would play different games.
The database does not wait for the disk: data stored by a killed process survives, and only a power
failure would lose it.
"""

from castlerisk_site.settings import *  # noqa: F403
from castlerisk_site.settings import DATABASES

SECRET_KEY = "the secret key of all tests, the same in every checkout and run"

_options = DATABASES["default"]["OPTIONS"]
if "init_command" in _options:
    _options["init_command"] = _options["init_command"].replace(
        "synchronous=FULL", "synchronous=OFF"
    )
