"""The chaos scenarios, by name.

To add one: write a module with `run(asked, site) -> list[str]`, which returns what went wrong, and
add a line to `SCENARIOS`. Its module is imported once Django is set up on the scenario's own
database, so it may import the site at the top.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.servers import postgresql, redis_servers
from tests.support.servers.leftovers import temporary_folder
from tests.support.servers.postgresql import Cluster
from tests.support.servers.receivers import MailServer, Receiver, serving
from tests.support.servers.redis_servers import RedisServer


@dataclass(frozen=True, slots=True)
class Site:
    """The services of a scenario, None if unused; `stack` closes all that the scenario starts."""

    stack: ExitStack
    folder: Path
    cluster: Cluster | None = None
    redis: RedisServer | None = None
    mails: MailServer | None = None
    posts: Receiver | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario: its module, what it does, its services, and its options with their defaults.

    An option becomes `--its-name`, of the type of its default; False makes a flag.
    """

    module: str
    what: str
    services: Callable[[ExitStack, Path], Site]
    options: Mapping[str, int | float | bool] = field(default_factory=dict)


def sqlite(stack: ExitStack, folder: Path) -> Site:
    """Use SQLite in the folder, with every commit synced as on a real site."""
    os.environ |= {
        "DATABASE_URL": f"sqlite:///{folder / 'castlerisk.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "tests.chaos.settings",
    }
    return Site(stack, folder)


def sqlite_and_posts(stack: ExitStack, folder: Path) -> Site:
    """Use SQLite, and start a receiver of webhooks."""
    sqlite(stack, folder)
    posts = stack.enter_context(serving(Receiver()))
    os.environ["CASTLERISK_OUTBOUND_EXEMPT"] = posts.pair
    return Site(stack, folder, posts=posts)


def database(stack: ExitStack, folder: Path) -> Site:
    """Start PostgreSQL."""
    cluster = stack.enter_context(postgresql.cluster(settings=postgresql.KEPT))
    os.environ["DATABASE_URL"] = cluster.address
    return Site(stack, folder, cluster)


def behind_a_proxy(stack: ExitStack, folder: Path) -> Site:
    """Use SQLite, and take client addresses from the X-Forwarded-For of a proxy."""
    os.environ["CASTLERISK_PROXIES"] = "1"
    return sqlite(stack, folder)


def everything(stack: ExitStack, folder: Path) -> Site:
    """Start PostgreSQL, Redis, a mail server and a receiver of webhooks and pushes."""
    cluster = database(stack, folder).cluster
    redis = redis_servers.started(folder)
    stack.callback(redis.kill)
    mails = stack.enter_context(serving(MailServer()))
    posts = stack.enter_context(serving(Receiver()))
    os.environ |= {
        "REDIS_URL": redis.address,
        "CASTLERISK_MAIL": f"smtp://127.0.0.1:{mails.port}",
        "CASTLERISK_OUTBOUND_EXEMPT": posts.pair,
    }
    return Site(stack, folder, cluster, redis, mails, posts)


def prepared(scenario: Scenario, stack: ExitStack) -> Site:
    """Start the services of a scenario, and set Django up on them."""
    folder = Path(stack.enter_context(temporary_folder("chaos")))
    os.environ |= {
        "CASTLERISK_VAR": str(folder),
        "CASTLERISK_DEBUG": "false",
        "DJANGO_SETTINGS_MODULE": "tests.support.servers.served",
    }
    site = scenario.services(stack, folder)
    # Not earlier: the settings read the addresses of the services.
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    return site


SCENARIOS = {
    "storm": Scenario(
        "tests.chaos.storm",
        "kill every part of a deployed site while games are played",
        everything,
        {
            "games": 20,
            "strikes": 8,
            "seconds": 60.0,
            "without_redis": 60.0,
            "seed": 1,
            "is_timed": False,
        },
    ),
    "kills": Scenario(
        "tests.chaos.kills",
        "kill parts of a site until enough moves were acknowledged; count those lost or repeated",
        everything,
        {"moves": 10_000, "kills": 300, "minutes": 60.0, "players": 6, "seed": 1},
    ),
    "outage-sqlite": Scenario(
        "tests.chaos.outage",
        "give many games their time back with one worker, on SQLite",
        sqlite,
        {"games": 2500, "minutes": 10.0},
    ),
    "outage-postgresql": Scenario(
        "tests.chaos.outage",
        "give many games their time back with one worker, on PostgreSQL",
        database,
        {"games": 2500, "minutes": 10.0},
    ),
    "guests": Scenario(
        "tests.chaos.guests",
        "let many guests begin games at once and leave, while somebody else plays",
        behind_a_proxy,
        {"guests": 300, "moves": 30, "minutes": 10.0},
    ),
    "silent-mail": Scenario(
        "tests.chaos.silent_mail",
        "let people sign up while the mail server takes connections and never answers",
        sqlite_and_posts,
        {"people": 20},
    ),
    "power-cut-sqlite": Scenario(
        "tests.chaos.power_cut",
        "copy the files of SQLite at random instants, start from them, and count lost moves",
        sqlite,
        {"cuts": 20, "seed": 1},
    ),
    "power-cut-postgresql": Scenario(
        "tests.chaos.power_cut",
        "copy the files of PostgreSQL at random instants, start from them, and count lost moves",
        database,
        {"cuts": 20, "seed": 1},
    ),
    "flood": Scenario(
        "tests.chaos.flood",
        "flood a site from one address, and time the pages of others",
        sqlite,
        {"seconds": 20.0, "clients": 80, "is_timed": False},
    ),
}
