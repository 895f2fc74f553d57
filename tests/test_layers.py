"""Imports point one way: wings import lower wings only, and no siblings import each other."""

import ast
import sys
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import pytest

import rules

ROOT = Path(__file__).resolve().parents[1]

# For each folder with an order of its own, its children from the bottom up, in rows separated by
# semicolons. A child imports only from earlier rows; within a row, only cycles are forbidden.
ORDER = {
    "": "rules; games; castlerisk_site",
    "games": (
        "numbers exceptions models; storage; playing; drawing; community; table admin; web;"
        "management apps"
    ),
    "games.storage": "recent; store; evidence processes",
    "games.playing": "plans commit; clocks; consequences; play",
    "games.drawing": "display; board; events pictures",
    "games.community": (
        "trust fairness; notices; lobby talk; circles; absence people sharing; own_games;"
        " moderation; privacy"
    ),
    "games.table": "animations; sidebar; panel; page; replay",
    "games.web": "worker; live views",
    "rules": (
        "questions immutable; cards; terms; errors odds reasons board chance json;"
        "events moves rulesets; state; chapters sentences; tutorials turn; record view; model;"
        "bots cases; __init__; terminal; __main__"
    ),
    "rules.chapters": ("orders; battle_cards; diplomacy event_cards setup; armies; ending; attack"),
}


def names_of_modules():
    """Yield (name, path) of every module of the site, except migrations, which are a history."""
    for tree in ("rules", "games", "castlerisk_site"):
        for path in sorted((ROOT / tree).rglob("*.py")):
            if "migrations" not in path.parts:
                parts = path.relative_to(ROOT).with_suffix("").parts
                yield ".".join(parts).removesuffix(".__init__"), path


MODULES = dict(names_of_modules())
PACKAGES = {name for name, path in MODULES.items() if path.name == "__init__.py"}


def imports(source, module):
    """The full names of everything a module imports, even inside functions."""
    package = module if module in PACKAGES else module.rpartition(".")[0]
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


def fork(module, other):
    """Where two modules part: the folder, and the children of it that lead to each of them."""
    one, two = (name.split(".") + ["__init__"] * (name in PACKAGES) for name in (module, other))
    depth = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), None)
    return depth is not None and (".".join(one[:depth]), one[depth], two[depth])


def rows(folder):
    """The row of each child of a folder that has an order, counted from the bottom."""
    found = ORDER.get(folder, "").split(";")
    return {name: height for height, row in enumerate(found) for name in row.split()}


def complaints(source, module):
    """Everything that is wrong with a module's imports, as sentences."""
    found = []
    for name in imports(source, module):
        if name.split(".")[0] not in ("rules", "games", "castlerisk_site"):
            if (module, name.split(".")[0]) == ("rules.record.signatures", "cryptography"):
                continue  # An extra: signatures are not checked without it.
            if module.startswith("rules") and name.split(".")[0] not in sys.stdlib_module_names:
                found.append(f"{module} imports {name}, which is not in the standard library.")
            continue
        where = fork(module, name)
        if not where:
            continue
        folder, child, other = where
        order = rows(folder)
        if child in order and other in order and order[other] > order[child]:
            found.append(
                f"{module} imports {name}: in {folder or 'the site'}, {child} is below {other}."
            )
    return found


def test_every_import_points_down():
    found = [c for name, path in MODULES.items() for c in complaints(path.read_text("utf-8"), name)]
    assert found == []


def test_siblings_import_each_other_without_a_cycle():
    """In each folder: its modules, and its packages with all that is in them."""
    graphs = defaultdict(lambda: defaultdict(set))
    for module, path in MODULES.items():
        for name in imports(path.read_text("utf-8"), module):
            where = name in MODULES and fork(module, name)
            if where:
                folder, child, other = where
                graphs[folder][child].add(other)
    circles = []
    for folder, graph in graphs.items():
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            circles.append(f"In {folder}: {' → '.join(error.args[1])}")
    assert circles == []


def test_every_wing_has_its_row():
    for folder in ("", "games", "rules", "rules.chapters"):
        prefix = f"{folder}." if folder else ""
        children = {n.removeprefix(prefix).split(".")[0] for n in MODULES if n.startswith(prefix)}
        assert children - {folder, "__init__"} <= set(rows(folder))


@pytest.mark.parametrize(
    ("module", "source", "complaint"),
    [
        ("rules.turn.answers", "import django", "not in the standard library"),
        ("rules.turn.answers", "def late():\n    import allauth.account", "standard library"),
        ("rules.turn.answers", "import games.models", "rules is below games"),
        ("rules.moves.attack", "from ..state import State", "moves is below state"),
        ("rules.chapters.attack.battle", "from rules import play", "chapters is below __init__"),
        ("games.web.live.hub", "import castlerisk_site.asgi", "games is below castlerisk_site"),
        ("games.playing.play", "from games.table.page import frames", "playing is below table"),
        ("games.playing.play", "import json\nfrom games.storage.store import sql", None),
        ("rules.chapters.attack.battle", "from .declare import attack_options", None),
    ],
)
def test_an_import_is_judged(module, source, complaint):
    found = complaints(source, module)
    assert [complaint in sentence for sentence in found] == [True] if complaint else found == []
