"""What the README shows works as it is shown, and names every file of the rules and the site."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


def test_the_example_plays_a_game_to_its_end(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert re.fullmatch(r"Seat [0-3] wins in round [0-9]+\.\n", capsys.readouterr().out)


@pytest.mark.parametrize("folder", ["rules", "games"])
def test_every_file_stands_in_the_layout(folder):
    layout = README.read_text(encoding="utf-8").partition("## Layout")[2]
    # A name with “…” or “*” in it stands for several files.
    named = [name.replace("…", "*") for name in re.findall(r"`([\w*…]+\.py)`", layout)]
    files = {path.name for path in (ROOT / folder).glob("*.py")} - {"__init__.py", "__main__.py"}
    missing = {name for name in files if not any(fnmatch(name, one) for one in named)}
    # How Django knows a folder is no part of how it works.
    assert missing - {"apps.py"} == set()
