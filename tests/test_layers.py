"""Imports point one way: between packages by the table below, between modules without a cycle."""

import ast
import sys
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import pytest

import rules

ROOT = Path(__file__).resolve().parents[1]
TREES = ("rules", "games", "castlerisk_site")

# Bottom first. A package imports from the rows above its own line, never from its own row or below.
LAYERS = """
rules.terms
rules.errors rules.cards rules.odds rules.questions rules.reasons
rules.board rules.chance rules.json
rules.events rules.moves rules.rulesets
rules.state
rules.orders
rules.battle_cards
rules.diplomacy rules.event_cards rules.setup
rules.armies rules.sentences
rules.ending
rules.attack
rules.tutorials
rules.turn
rules.record rules.view
rules.model
rules.bots rules.cases
rules
rules.terminal
rules.__main__
games
games.models games.plans
games.store games.exceptions
games.processes
games.clocks
games.play games.trust
games.display
games.board games.fairness games.notices
games.lobby games.talk
games.absence games.people
games.moderation
games.privacy games.table
games.panel games.worker
games.admin
games.page
games.live games.views
games.apps games.management
castlerisk_site
""".strip().splitlines()
HEIGHT = {package: height for height, row in enumerate(LAYERS) for package in row.split()}


def sources():
    """Yield (name, path) of every module of the site, except migrations, which are a history."""
    for tree in TREES:
        for path in sorted((ROOT / tree).rglob("*.py")):
            if "migrations" not in path.parts:
                parts = path.relative_to(ROOT).with_suffix("").parts
                yield ".".join(parts).removesuffix(".__init__"), path


MODULES = dict(sources())


def package_of(module):
    """The package of a module as LAYERS names it."""
    parts = module.split(".")
    if parts[0] == "castlerisk_site":
        return parts[0]
    return ".".join(parts[:2])


def imports(source, module, is_package):
    """The full names of everything a module imports, even inside functions."""
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = resolve_name("." * node.level + (node.module or ""), package)
            for alias in node.names:
                full = f"{origin}.{alias.name}"
                # `from rules import view` imports a function, `from rules import turn` a package.
                is_function = origin == "rules" and alias.name in rules.__all__
                yield full if full in MODULES and not is_function else origin


def complaints(source, module, is_package=False):
    """Everything that is wrong with a module's imports, as sentences."""
    package = package_of(module)
    if package not in HEIGHT:
        return [f"{package} has no row in LAYERS of {Path(__file__).name}."]
    found = []
    for name in imports(source, module, is_package):
        tree = name.split(".")[0]
        if tree not in TREES:
            if module.startswith("rules") and tree not in sys.stdlib_module_names:
                found.append(f"{module} imports {name}, which is not in the standard library.")
            continue
        other = package_of(name)
        if other == package:
            continue
        if other not in HEIGHT:
            found.append(f"{module} imports {name}, which has no row in LAYERS.")
        elif HEIGHT[other] >= HEIGHT[package]:
            found.append(f"{module} imports {name}: {package} lies below {other}.")
    return found


@pytest.mark.parametrize("module", MODULES)
def test_imports_of(module):
    path = MODULES[module]
    source = path.read_text(encoding="utf-8")
    assert complaints(source, module, path.name == "__init__.py") == []


def test_modules_import_each_other_without_a_cycle():
    graph = defaultdict(set)
    for module, path in MODULES.items():
        source = path.read_text(encoding="utf-8")
        for name in imports(source, module, path.name == "__init__.py"):
            if name in MODULES and name != module:
                graph[module].add(name)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"These modules import each other: {' → '.join(error.args[1])}.")


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("rules.board", "import json\nfrom collections.abc import Iterator\n"),
        ("rules.attack.battle", "from rules.state import State"),
        ("rules.attack.battle", "from .declare import attack_options"),
        ("rules.terminal.menu", "from rules import play"),
        ("games.page.frames", "import json\nfrom django.utils import html\nimport games.store.sql"),
    ],
)
def test_a_good_import_passes(module, source):
    assert complaints(source, module) == []


@pytest.mark.parametrize(
    ("module", "source", "complaint"),
    [
        ("rules.turn.answers", "import django", "not in the standard library"),
        ("rules.turn.answers", "def late():\n    import allauth.account", "standard library"),
        ("rules.turn.answers", "import games.models", "rules.turn lies below games.models"),
        ("rules.moves.attack", "from rules.state import State", "rules.moves lies below"),
        ("rules.moves.attack", "from ..state import State", "rules.moves lies below"),
        ("rules.attack.battle", "from rules import play", "rules.attack lies below rules"),
        ("rules.helpers", "", "rules.helpers has no row in LAYERS"),
        ("rules.turn.answers", "from rules.helpers import odd", "has no row in LAYERS"),
        ("games.panel.cards.spies", "from games.views import pages", "games.panel lies below"),
        ("games.clocks.stored", "def late():\n    from games.play import play", "lies below"),
        ("games.board.marks", "from games.notices import notices", "games.board lies below"),
        ("games.live.hub", "import castlerisk_site.asgi", "lies below castlerisk_site"),
    ],
)
def test_a_bad_import_is_reported(module, source, complaint):
    (found,) = complaints(source, module)
    assert complaint in found
