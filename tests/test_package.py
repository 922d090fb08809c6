"""The wheel holds the whole package and nothing else at the top."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = ("lint/", "rules/", "checkers/", "grammars/", "schemas/")


def tracked() -> list[str]:
    """The files of the repository, relative to its root."""
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    return listing.stdout.splitlines()


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "source"
    for name in tracked():
        if (ROOT / name).is_file():
            target = copy / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(copy)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_every_module_and_data_file_is_in_the_wheel(wheel_names: set[str]) -> None:
    expected = {f"wai_lint/{name}" for name in tracked() if name.startswith(PARTS) and (ROOT / name).is_file()}
    assert expected
    assert expected - wheel_names == set()


def test_the_wheel_installs_one_package(wheel_names: set[str]) -> None:
    tops = {name.split("/")[0] for name in wheel_names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"wai_lint"}


def test_the_wheel_is_marked_as_typed(wheel_names: set[str]) -> None:
    assert "wai_lint/py.typed" in wheel_names
