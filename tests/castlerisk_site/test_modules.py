"""The JavaScript modules: what they import exists, and a table preloads all of them."""

import re

from django.conf import settings

STATIC = settings.ROOT / "static"
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


def named(template, pattern):
    """Return the files in a template's tags that match a pattern."""
    text = (TEMPLATES / template).read_text()
    return {
        STATIC / name for name in re.findall(pattern + r""""\{% static '([^']+)' %\}\"""", text)
    }


def test_modules_import_files_that_exist():
    assert all(file.is_file() for path in MODULES for file in imports(path))
    assert sum(len(imports(path)) for path in MODULES) > 50


def test_a_table_preloads_every_module_it_imports():
    entry = '<script type="module" src='
    entries = named("base.html", entry) | named("table/page/table.html", entry)
    preloaded = named("table/page/_modulepreloads.html", '<link rel="modulepreload" href=')
    assert preloaded == imports_below(entries) - entries
