"""The example in the engine's README works as shown."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "rules" / "README.md"


def test_the_example_plays_a_game_to_its_end(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(example, "rules/README.md", "exec"), {})
    assert re.fullmatch(r"Seat [0-3] wins in round [0-9]+\.\n", capsys.readouterr().out)
