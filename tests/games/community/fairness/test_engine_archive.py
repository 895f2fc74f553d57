"""FAIR-2: the rules package that the site offers verifies a record by itself."""

import io
import subprocess
import sys
import zipfile

import pytest
from django.urls import reverse

from games.community.fairness.engine_archive import engine_archive


@pytest.mark.django_db
def test_the_package_is_linked_and_runs_without_the_site(client, tmp_path, opened):
    page = client.get(reverse("about")).content.decode()
    assert f'href="{reverse("engine")}"' in page
    answer = client.get(reverse("engine"))
    assert answer.status_code == 200 and answer["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert all(name.startswith("rules/") for name in archive.namelist())
        archive.extractall(tmp_path)
    command = [sys.executable, "-I", "-c", "import sys; sys.path.insert(0, '.'); import rules"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=120)
    ended = subprocess.run(
        [sys.executable, "-m", "rules", "verify", "missing.json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ended.returncode != 0 and "missing.json" in ended.stdout + ended.stderr


def test_the_same_files_give_the_same_bytes():
    first = engine_archive()
    engine_archive.cache_clear()
    assert engine_archive() == first
