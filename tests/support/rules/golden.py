"""Golden games: finished games with a digest of every seat's view after every move.

    python -m tests.support.rules.golden game.json tests/golden/name.json.gz

creates one from the record of a finished game, written by `python -m rules record` or exported by
the site. Every file in tests/golden is a test. Its record is never changed; its digests are changed
only if a ruling changes what is shown.
"""

import gzip
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.record.document import load_document
from rules.record.replaying import replay_entries
from rules.state import State
from rules.view import view

FOLDER = Path(__file__).parents[2] / "golden"
DIGITS = 8
"""Hex digits in the digest of a view: a collision has a chance of one in four billion."""


def views_digest(state: State) -> str:
    """Return the digests of the views of the spectator and of every seat, concatenated."""
    return "".join(
        _digest(view(state, seat).to_json()) for seat in (None, *range(len(state.players)))
    )


DESCRIBED_LATER = (("offer_pact", "until"), ("answer_pact", "accept"))
"""Fields of moves that were added to views after the golden games were created."""


def _digest(shown: dict[str, Any]) -> str:
    for move, name in DESCRIBED_LATER:
        (shown["mine"] or {}).get("declarations", {}).get(move, {}).pop(name, None)
    text = json.dumps(shown, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def views_of(record: dict[str, Any]) -> Iterator[str]:
    """Yield the digests of the views after every entry of a record."""
    for each in replay_entries(record):
        yield views_digest(each.state)


def read_golden(path: Path) -> tuple[dict[str, Any], list[str]]:
    """Return a golden game: its record, and the digests of the views after every entry."""
    data = json.loads(gzip.decompress(path.read_bytes()))
    return data["record"], data["views"]


def write_golden(record: dict[str, Any], path: Path) -> None:
    """Write the golden game of a finished record."""
    if record["outcome"] is None:
        raise ValueError("A golden game is a finished one.")
    data = {"record": record, "views": list(views_of(record))}
    text = json.dumps(data, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))


if __name__ == "__main__":
    write_golden(load_document(Path(sys.argv[1]).read_bytes()), Path(sys.argv[2]))
