"""The rules stand on the standard library alone, and their imports point one way: down."""

import ast
import sys
from importlib.util import resolve_name
from pathlib import Path

import pytest

import rules

ROOT = Path(rules.__file__).parent

# From the ground up. A module imports from lower layers; a layer marked "together" also from
# itself. "__init__" is the package `rules` itself with its public names; a package within it is one
# module here, as "bots" is all of rules/bots.
LAYERS: list[tuple[str, str, str]] = [
    ("errors", "", "errors"),
    ("ground", "", "board_checks boards cards chance plain questions reasons"),
    ("forms", "", "forms"),
    ("board", "", "board written_chance"),
    ("what moves and events are", "", "move events"),
    (
        "moves of the chapters",
        "",
        "moves_setup moves_attack moves_cards moves_chapter_11 moves_agreements moves_seats",
    ),
    ("moves", "", "moves"),
    (
        "events of the chapters",
        "",
        "events_setup events_turn events_attack events_cards events_agreements events_chapter_11",
    ),
    ("written events", "", "written_events"),
    ("ruleset", "", "ruleset reading offers telling"),
    ("rulesets", "together", "rulesets"),
    ("vocabulary", "", "vocabulary"),
    ("parts of the state", "", "players under_way"),
    ("treaties", "", "treaties"),
    ("state", "", "state"),
    ("parts of checking", "", "checking_cards checking_chapter_11 checking_decisions"),
    ("checking", "", "checking"),
    (
        "chapters",
        "together",
        "beginning setup strongholds muster "
        "attack fleets landing battle defence windows elimination battle_cards assassins hidden "
        "event_cards "
        "event_choices event_effects marches in_force "
        "marshalls spies "
        "territory_cards spoils hands orders limits defaults pacts trades seats results "
        "fortify headquarters neutral reinforcements",
    ),
    ("play", "together", "order_of_play answers understanding turn declarations"),
    ("record", "together", "record"),
    ("open records", "", "open_records vacancy"),
    ("open view", "", "open_view"),
    ("onlookers", "", "view odds"),
    ("sentences", "together", "sentences"),
    ("bots", "together", "bots"),
    ("public", "", "__init__"),
    ("cases", "together", "cases"),
    ("terminal", "together", "terminal"),
    ("command", "", "__main__"),
]
HEIGHT = {module: height for height, layer in enumerate(LAYERS) for module in layer[2].split()}


def module_of(path: Path) -> str:
    """The full name of a module, as rules.bots.careful; a package's own file is its __init__."""
    return ".".join(("rules", *path.relative_to(ROOT).with_suffix("").parts))


def place_of(module: str) -> str:
    """The name that LAYERS has for a module of the rules."""
    parts = [part for part in module.split(".") if part != "__init__"]
    return parts[1] if len(parts) > 1 else "__init__"


def imported(source: str, module: str) -> list[str]:
    """The full names of all that a module imports, wherever in it the import stands."""
    names = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = module.rpartition(".")[0]
            origin = resolve_name("." * node.level + (node.module or ""), package)
            # `from rules import board` means the module, `from rules import play` the package.
            names += [
                f"rules.{alias.name}" if origin == "rules" and alias.name in HEIGHT else origin
                for alias in node.names
            ]
    return names


def complaints(source: str, module: str) -> list[str]:
    """What is wrong with the imports of a module; nothing when all is well."""
    place = place_of(module)
    if place not in HEIGHT:
        return [f"{module} has no layer: give it one in LAYERS of {Path(__file__).name}."]
    layer, together, _ = LAYERS[HEIGHT[place]]
    found = []
    for name in imported(source, module):
        if name.split(".")[0] != "rules":
            if name.split(".")[0] not in sys.stdlib_module_names:
                found.append(f"{module} imports {name}, which is not in the standard library.")
            continue
        other = place_of(name)
        if other not in HEIGHT:
            found.append(f"{module} imports {name}, which has no layer in LAYERS.")
        elif HEIGHT[other] > HEIGHT[place] or (HEIGHT[other] == HEIGHT[place] and not together):
            found.append(
                f"{module} ({layer}) imports {name} ({LAYERS[HEIGHT[other]][0]}): imports point "
                "down only."
            )
    return found


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=module_of)
def test_imports_of(path):
    assert complaints(path.read_text(encoding="utf-8"), module_of(path)) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("rules.board", "import json\nfrom collections.abc import Iterator\n"),
        ("rules.board", "from rules.errors import BoardError"),
        ("rules.board", "from . import errors\nfrom .board_checks import verify_document"),
        ("rules.attack", "from rules import elimination, state\nimport rules.cards"),
        ("rules.bots.careful", "from rules.view import View\nfrom rules.bots.luck import odd"),
        ("rules.bots.careful", "from .luck import odd\nfrom ..view import View"),
        ("rules.__init__", "from rules.turn import play"),
        ("rules.terminal", "from rules import play"),
    ],
)
def test_a_good_import_passes(module, source):
    assert complaints(source, module) == []


@pytest.mark.parametrize(
    ("module", "source", "complaint"),
    [
        ("rules.turn", "import django", "not in the standard library"),
        ("rules.turn", "from channels.layers import get_channel_layer", "standard library"),
        ("rules.turn", "def late():\n    import allauth.account", "standard library"),
        ("rules.turn", "import games.models", "not in the standard library"),
        ("rules.moves", "from rules.state import State", "imports point down only"),
        ("rules.moves", "from rules import state", "imports point down only"),
        ("rules.moves", "from .state import State", "imports point down only"),
        ("rules.move", "from rules.events import Event", "imports point down only"),
        ("rules.state", "import rules.turn as turn", "imports point down only"),
        ("rules.attack", "from rules import play", "imports point down only"),
        ("rules.view", "from rules.bots.luck import odd", "imports point down only"),
        ("rules.turn", "from rules.helpers import odd", "no layer in LAYERS"),
        ("rules.helpers", "", "rules.helpers has no layer: give it one in LAYERS"),
    ],
)
def test_a_bad_import_is_named(module, source, complaint):
    (found,) = complaints(source, module)
    assert complaint in found
