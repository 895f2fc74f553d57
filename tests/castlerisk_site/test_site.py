"""The site around the games: it starts without settings, and its imports point one way."""

import ast
import contextlib
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from castlerisk_site.settings import STORAGES

ROOT = Path(__file__).resolve().parents[2]
ONLY_POSITIONS = {f"rules.state.{name}" for name in ("to_json", "parts_to_json", "from_json")}


def imported(path):
    """The full names of everything a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", sorted((ROOT / "games").rglob("*.py")), ids=lambda path: path.stem)
def test_games_does_not_import_the_site(path):
    names = set(imported(path))
    assert not any(name.startswith(("castlerisk_site", "tests")) for name in names)
    if path.relative_to(ROOT).as_posix() != "games/storage/store/rows.py":
        assert not names & ONLY_POSITIONS


@pytest.fixture
def collected(settings, tmp_path):
    """The static files, collected as for deployment."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = STORAGES
    call_command("collectstatic", interactive=False, verbosity=0)


# Closing a streamed response checks the connection, which another test may have left open.
@pytest.mark.django_db
def test_the_landing_page_explains_the_site_and_loads_no_third_party_code(collected, client):
    response = client.get("/")
    assert response.status_code == 200
    assert "Greyhawk Castle Risk" in response.content.decode()
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    page = response.content.decode()
    style = re.search(r'href="(/static/site/site\.[0-9a-f]{12}\.css)"', page)[1]
    with contextlib.closing(client.get(style)) as sheet:
        assert "immutable" in sheet["Cache-Control"]
    assert client.post("/").status_code == 405


@pytest.mark.django_db
def test_no_migration_is_missing():
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_the_first_start_creates_files_that_the_second_keeps(tmp_path):
    folder = tmp_path / "kept"
    environment = {
        **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
        "CASTLERISK_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "castlerisk_site.settings",
    }
    show = "from castlerisk_site import settings; print(settings.SECRET_KEY, settings.DEBUG)"
    command = [sys.executable, "-c", show]
    starts = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = {start.communicate()[0] for start in starts}
    (line,) = said
    secret, debug = line.split()
    assert len(secret) > 50 and debug == "False"
    for path in folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    made = {"secret-key", "push-key", "seed-key", "signing-key"}
    assert {path.name for path in folder.iterdir()} == made
