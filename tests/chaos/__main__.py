"""Kills the parts of a site at random moments while games are played, and looks what was lost.

    python -m tests.chaos [--games 20] [--strikes 8] [--seconds 60] [--without-redis 60] [--seed 1]

PostgreSQL, Redis, two web processes and two workers are started on this machine for it, and
nothing else is touched.
"""

import argparse
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.games import postgresql, redis_servers
from tests.games.receivers import MailServer, Receiver, serving


def main() -> int:
    """Run, print what was found, and return 1 where something was lost."""
    words = argparse.ArgumentParser(prog="python -m tests.chaos")
    words.add_argument("--games", type=int, default=20, help="games of bots")
    words.add_argument("--strikes", type=int, default=8, help="each kills two parts")
    words.add_argument("--seconds", type=float, default=60, help="for how long, at most")
    words.add_argument("--without-redis", type=float, default=60, help="seconds, twice")
    words.add_argument("--seed", type=int, default=1, help="what is killed, and when")
    words.add_argument("--is-timed", action="store_true", help="too slow counts as wrong")
    asked = words.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="castlerisk-chaos-")))
        cluster = stack.enter_context(postgresql.cluster(settings=postgresql.KEPT))
        redis = redis_servers.started(folder)
        stack.callback(redis.kill)
        mails = stack.enter_context(serving(MailServer()))
        posts = stack.enter_context(serving(Receiver()))
        os.environ |= {
            "CASTLERISK_VAR": str(folder),
            "CASTLERISK_DEBUG": "false",
            "DATABASE_URL": cluster.address,
            "REDIS_URL": redis.address,
            "CASTLERISK_MAIL": f"smtp://127.0.0.1:{mails.port}",
            "CASTLERISK_OUTBOUND_EXEMPT": posts.pair,
            "DJANGO_SETTINGS_MODULE": "tests.games.served",
        }
        _set_up()
        # Django must be set up before anything of it is imported.
        from tests.chaos.storm import Storm
        from tests.chaos.told import Places

        return Storm(asked, cluster, redis, Places(mails, posts), stack).run()


def _set_up() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


if __name__ == "__main__":
    sys.exit(main())
