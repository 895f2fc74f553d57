"""A zip archive of the `rules` package, sufficient for `python -m rules verify`."""

import io
import zipfile
from functools import cache
from pathlib import Path

import rules

_ROOT = Path(rules.__file__).parent
_EPOCH = (1980, 1, 1, 0, 0, 0)


@cache
def engine_archive() -> bytes:
    """Return the archive, which is byte-identical for identical files."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(_ROOT.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                info = zipfile.ZipInfo(f"rules/{path.relative_to(_ROOT).as_posix()}", _EPOCH)
                archive.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return written.getvalue()
