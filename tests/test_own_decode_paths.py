"""The project holds its own code that must give the same bytes everywhere to its own rules."""

from __future__ import annotations

import shutil
from pathlib import Path

import wai_lint

ROOT = Path(__file__).parent.parent
CONFIGURATION = ROOT / "pyproject.toml"


def test_the_records_are_read_and_judged_without_a_float() -> None:
    report = wai_lint.check(ROOT / "checkers" / "records", config=CONFIGURATION)
    assert report.active == []
    assert len(report.files) == len(list((ROOT / "checkers" / "records").glob("*.py")))


def test_the_configuration_takes_the_canonical_form_whole(tmp_path: Path) -> None:
    copied = tmp_path / "checkers" / "records"
    copied.mkdir(parents=True)
    lines = CONFIGURATION.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(("entry-points", "package-dir"))]
    (tmp_path / "pyproject.toml").write_text("".join(kept), encoding="utf-8")
    text = (ROOT / "checkers" / "records" / "canonical.py").read_text(encoding="utf-8")
    (copied / "canonical.py").write_text(text + "\nHALF = 1 / 2\n", encoding="utf-8")
    report = wai_lint.check(copied, config=tmp_path / "pyproject.toml")
    assert [finding.code for finding in report.active] == ["PY102"]


def test_the_decoder_decodes_without_a_float(tmp_path: Path) -> None:
    report = wai_lint.check(ROOT / "checkers" / "decoder", config=CONFIGURATION)
    assert report.active == []
    # What its entry points reach is held to that: a division in the stream's reader is found.
    shutil.copytree(ROOT / "checkers", tmp_path / "checkers", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "__init__.py"):
        shutil.copy(ROOT / name, tmp_path)
    reader = tmp_path / "checkers" / "decoder" / "codec" / "decode.py"
    text = reader.read_text(encoding="utf-8")
    reader.write_text(text.replace("def read(", "def half(n):\n    return n / 2\n\n\ndef read(") + "\n")
    report = wai_lint.check(tmp_path / "checkers" / "decoder", config=tmp_path / "pyproject.toml")
    assert report.active == []
    lines = reader.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("def picture("))
    end = next(number for number in range(at, len(lines)) if lines[number].rstrip().endswith(":"))
    lines.insert(end + 1, "    half(header)\n")
    reader.write_text("".join(lines), encoding="utf-8")
    report = wai_lint.check(tmp_path / "checkers" / "decoder", config=tmp_path / "pyproject.toml")
    assert [finding.code for finding in report.active] == ["PY102"]
