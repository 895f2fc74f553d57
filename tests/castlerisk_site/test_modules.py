"""The JavaScript modules: what they import exists, and a page runs each once."""

import re
from itertools import combinations

from django.conf import settings
from django.contrib.staticfiles import finders

STATIC = settings.ROOT / "static"
BUNDLES = settings.ROOT / "castlerisk_site" / "bundles"
TEMPLATES = settings.ROOT / "templates"
MODULES = [path for path in STATIC.rglob("*.js") if path.parent.name != "vendor"]
IMPORT = re.compile(r'^(?:import|export)\s(?:[^"]*?\sfrom\s)?"(\.[^"]+)";$', re.MULTILINE)


def imports(path):
    """Return the files that a module imports."""
    return {(path.parent / name).resolve() for name in IMPORT.findall(path.read_text())}


def imports_below(entries):
    """Return the files that modules import, directly or not."""
    found, todo = set(), set(entries)
    while todo:
        fresh = {file for path in todo for file in imports(path)} - found
        found |= fresh
        todo = fresh
    return found


def entry_points():
    """Return the modules that templates name, with the modules that each of them imports."""
    text = "".join(path.read_text() for path in TEMPLATES.rglob("*.html"))
    names = re.findall(r'''<script type="module" src="\{% static '([^']+)' %\}"''', text)
    return {name: imports_below([STATIC / name]) | {STATIC / name} for name in names}


def test_modules_import_files_that_exist():
    assert all(file.is_file() for path in MODULES for file in imports(path))
    assert sum(len(imports(path)) for path in MODULES) > 50


def test_bundles_of_one_page_share_only_functions():
    """Each bundle has its own copy of a module, so no state may be in one that two bundles have.

    A table and a replay have a single bundle.
    """
    bundled = entry_points()
    assert len(bundled) > 10
    assert len(bundled.pop("table/page/page.js")) > 70
    assert len(bundled.pop("table/replay/replay.js")) > 20
    shared = {file for one, other in combinations(bundled.values(), 2) for file in one & other}
    assert shared == {STATIC / "site" / "dom.js"}


def test_a_bundle_is_served_in_place_of_each_entry_point():
    assert all(finders.find(name) == str(BUNDLES / name) for name in entry_points())
