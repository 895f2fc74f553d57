"""Build the wheel, compare its contents with the source, and test it in a new environment."""

import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

ROOT = Path(__file__).resolve().parent.parent
PACKED = {".py", ".json", ".gz", ".md"}
NEEDED = {"rules/rulebook.md", "rules/board/__init__.py", "rules/board/data/flanaess.json"}
TRIAL = """
import rules
from rules.board import load_board
print(*(len(load_board(name).territories) for name in ("flanaess", "europe", "world")))
"""


def main() -> None:
    """Print one line if the wheel is correct; exit with an error message if it is not."""
    with tempfile.TemporaryDirectory() as folder:
        wheel = build(Path(folder))
        compare(wheel)
        try_out(wheel, Path(folder) / "trial")
    print(f"{wheel.name} holds the rules and nothing else, and works on its own.")


def build(folder: Path) -> Path:
    """Build the wheel from a copy of the source, without files left over from earlier builds."""
    source = folder / "source"
    copytree(ROOT / "rules", source / "rules", ignore=ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        copy(ROOT / name, source)
    run(sys.executable, "-m", "pip", "wheel", source, "--no-deps", "--wheel-dir", folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def compare(wheel: Path) -> None:
    """Exit with an error message if the wheel and the source differ."""
    expected = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "rules").rglob("*")
        if path.suffix in PACKED
    }
    names = zipfile.ZipFile(wheel).namelist()
    packed = {name for name in names if ".dist-info/" not in name}
    if missing := (expected | NEEDED) - packed:
        sys.exit(f"The wheel lacks {', '.join(sorted(missing))}.")
    if surplus := packed - expected:
        sys.exit(f"The wheel should not contain {', '.join(sorted(surplus))}.")


def try_out(wheel: Path, folder: Path) -> None:
    """Install the wheel in a new environment, and load the boards outside the source folder."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    run(python, "-m", "pip", "install", "--no-index", wheel)
    counts = run(python, "-c", TRIAL, cwd=folder).split()
    if counts != ["45", "44", "42"]:
        sys.exit(f"The installed boards have {' '.join(counts)} territories, not 45 44 42.")


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Return the output of a command; exit with its error output if it fails."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
