"""Chapter 12: the page that checks records in the browser, put together as one file."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

FOLDER = "community/fairness/verifier"
SCRIPTS = (
    "sha256",
    "report",
    "json",
    "head",
    "draws",
    "game",
    "receipts",
    "running",
    "signatures",
    "proof",
    "verify",
    "store",
    "show",
    "kept",
    "page",
    "worker",
)
"""The modules of the page in the order in which it has them; the last one starts it."""

_IMPORT = re.compile(r"^import .*\n", re.M)
_EXPORT = re.compile(r"^export ", re.M)


class VerifierPage(NamedTuple):
    """The page, and the sources that its content security policy allows."""

    html: str
    script: str
    style: str


@cache
def verifier_page() -> VerifierPage:
    """Return the page with its script and style inside, so that a saved copy works on its own."""
    script = "\n".join(_without_modules(_read(f"{name}.js")) for name in SCRIPTS)
    style = _read("verifier.css")
    # Both come from files of the site, and must be as they are for their hashes.
    context = {"script": mark_safe(script), "style": mark_safe(style)}  # noqa: S308
    html = render_to_string("community/fairness/verifier.html", context)
    return VerifierPage(html, _source(script), _source(style))


def _read(name: str) -> str:
    return Path(str(finders.find(f"{FOLDER}/{name}"))).read_text(encoding="utf-8")


def _without_modules(text: str) -> str:
    """Return a module as a part of one script: without its imports, and without `export`."""
    return _EXPORT.sub("", _IMPORT.sub("", text))


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
