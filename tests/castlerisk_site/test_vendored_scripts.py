"""The scripts of others, which are stored as their authors released them."""

from base64 import b64encode
from hashlib import sha384
from pathlib import Path

VENDORED = Path(__file__).resolve().parents[2] / "static" / "vendor"

RELEASED = {
    # htmx 2.0.11
    "htmx.min.js": "sha384-2OatzQy1H+Zd/IIrjr1TcuDGqLXeHhbooAyJY1KdQMKnr4LZ22k31GBLdYKHmVjg",
    # htmx-ext-ws 2.0.4
    "htmx-ext-ws.min.js": "sha384-1RwI/nvUSrMRuNj7hX1+27J8XDdCoSLf0EjEyF69nacuWyiJYoQ/j39RT1mSnd2G",
}
"""The hash of each script, in the form of an `integrity` attribute."""


def test_vendored_scripts_are_unchanged():
    found = {
        path.name: f"sha384-{b64encode(sha384(path.read_bytes()).digest()).decode()}"
        for path in VENDORED.glob("*.js")
    }
    assert found == RELEASED
