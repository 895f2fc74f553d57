"""A site filled with games in interesting positions, to be played with in a browser.

    python -m tests.demo [PORT]

The positions are those of `make looks`. Each game is named after its position, and is on the page
My games of Alice; most wait for her. Everything is deleted when the site stops.
"""

import os
import subprocess
import sys

from tests.support.servers.leftovers import temporary_folder

PASSWORD = "a castle in the Rakers 7"


def main(port: str = "8000") -> int:
    """Make the site and serve it until Ctrl-C; return the exit code."""
    with temporary_folder("demo") as var:
        os.environ |= {
            "CASTLERISK_VAR": var,
            "CASTLERISK_DEBUG": "false",
            "DATABASE_URL": "",
            "REDIS_URL": "",
            # Known secrets and random numbers lead to the positions.
            "DJANGO_SETTINGS_MODULE": "tests.support.servers.unsynced",
        }
        print("Playing up to the positions, which takes some seconds.", flush=True)
        fill()
        print(f"Log in as Alice or Bob, with the password: {PASSWORD}", flush=True)
        with subprocess.Popen([sys.executable, "manage.py", "serve", "--port", port]) as site:
            try:
                return site.wait()
            except KeyboardInterrupt:
                site.terminate()
                return 0


def fill() -> None:
    """Create two members and a game for each position."""
    import django

    django.setup()
    # Django must be set up before its modules are imported.
    from django.core.management import call_command

    from games.models import Game, User
    from tests.looks.positions import POSITIONS
    from tests.support.tables.known_chance import know

    call_command("migrate", verbosity=0)
    know(lambda: "looks")
    # Without addresses: the terminal would show their mail.
    alice, bob = (User.objects.create_user(name, password=PASSWORD) for name in ("Alice", "Bob"))
    for name, position in POSITIONS.items():
        code = position.stored(name, (alice, bob))
        Game.objects.filter(code=code).update(title=name.capitalize())


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
