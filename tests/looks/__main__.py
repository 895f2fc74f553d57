"""Pictures of many states of the site, for people to judge.

    python -m tests.looks                 make all of them, and looks/index.html
    python -m tests.looks outcome home    make only those whose names contain one of the words
    python -m tests.looks --accept        keep the newest pictures as the accepted ones

It starts its own site. Positions and chance are fixed, so unchanged pages give the same pictures.
"""

import os
import sys
from pathlib import Path

import django

from tests.looks.comparison import accept, write_page
from tests.support.servers.leftovers import temporary_folder

FOLDER = Path(__file__).resolve().parents[2] / "looks"


def main(words: list[str]) -> int:
    """Make or accept pictures."""
    if words == ["--accept"]:
        print(f"{accept(FOLDER)} pictures accepted")
        return 0
    with temporary_folder("looks") as var:
        os.environ["CASTLERISK_VAR"] = var
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.support.servers.unsynced"
        django.setup()
        from tests.looks.camera import photograph

        failed = photograph(Path(var), FOLDER / "now", words)
    names = sorted(path.stem for path in (FOLDER / "now").glob("*.png"))
    found = write_page(FOLDER, names)
    counts = ", ".join(f"{len(each)} {status}" for status, each in found.items())
    print(f"{counts}: see {FOLDER / 'index.html'}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
