"""The project holds its own code that must give the same bytes everywhere to its own rules."""

from __future__ import annotations

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
    (tmp_path / "pyproject.toml").write_bytes(CONFIGURATION.read_bytes())
    text = (ROOT / "checkers" / "records" / "canonical.py").read_text(encoding="utf-8")
    (copied / "canonical.py").write_text(text + "\nHALF = 1 / 2\n", encoding="utf-8")
    report = wai_lint.check(copied, config=tmp_path / "pyproject.toml")
    assert [finding.code for finding in report.active] == ["PY102"]
