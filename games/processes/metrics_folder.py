"""Where the processes of one machine put together what they count."""

import os
from contextlib import suppress
from pathlib import Path

from django.conf import settings


def share_figures() -> None:
    """Let this process count together with the others here; to be said before anything is counted.

    What processes counted that are gone is dropped when another one starts.
    """
    folder = Path(settings.VAR) / "metrics"
    folder.mkdir(mode=0o700, exist_ok=True)
    for path in folder.glob("*.db"):
        number = path.stem.rpartition("_")[2]
        if not Path(f"/proc/{number}").exists():
            with suppress(FileNotFoundError):
                path.unlink()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
