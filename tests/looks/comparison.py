"""The page that shows each picture beside the last accepted one."""

import shutil
from html import escape
from pathlib import Path

STYLE = """
body { font: 16px system-ui; margin: 1rem; background: #ddd; }
section { margin: 0 0 2rem; } .pair { display: flex; gap: 1rem; align-items: start; }
figure { margin: 0; flex: 1 1 0; min-width: 0; } img { max-width: 100%; border: 1px solid #888; }
.changed h2::after { color: #a00; content: " changed"; }
.new h2::after { color: #a00; content: " new"; }
"""


def write_page(folder: Path, names: list[str]) -> dict[str, list[str]]:
    """Write `index.html`, changed pictures first; return the names by status."""
    by_status: dict[str, list[str]] = {"changed": [], "new": [], "same": []}
    for name in names:
        by_status[_status(folder, name)].append(name)
    parts = [
        f'<section class="{status}"><h2>{escape(name)}</h2><div class="pair">'
        f"{_figure('now', name)}{_figure('accepted', name) if status == 'changed' else ''}"
        "</div></section>"
        for status, found in by_status.items()
        for name in found
    ]
    text = f"<!doctype html><meta charset=utf-8><title>Looks</title><style>{STYLE}</style>"
    (folder / "index.html").write_text(text + "\n".join(parts))
    return by_status


def _figure(kind: str, name: str) -> str:
    source = escape(f"{kind}/{name}.png")
    return f'<figure><figcaption>{kind}</figcaption><img src="{source}" loading="lazy"></figure>'


def _status(folder: Path, name: str) -> str:
    now, accepted = (folder / kind / f"{name}.png" for kind in ("now", "accepted"))
    if not accepted.exists():
        return "new"
    return "same" if accepted.read_bytes() == now.read_bytes() else "changed"


def accept(folder: Path) -> int:
    """Keep the newest pictures as the accepted ones; return their number."""
    kept = folder / "accepted"
    kept.mkdir(exist_ok=True)
    pictures = list((folder / "now").glob("*.png"))
    for picture in pictures:
        shutil.copy(picture, kept / picture.name)
    return len(pictures)
