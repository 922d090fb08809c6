"""The example decoders are what their folders say, by way of the functions where decoding begins."""

from __future__ import annotations

from pathlib import Path

import wai_lint

EXAMPLES = Path(__file__).parent.parent / "examples" / "python"
CONFIGURATION = EXAMPLES / "wai-lint.toml"
REFUSED = {
    "decode.py": ["9:24 PY103", "16:31 PY103"],
    "predict.py": ["10:15 PY105", "13:30 PY104", "13:36 PY102"],
}


def test_the_clean_decoder_has_no_finding() -> None:
    report = wai_lint.check(EXAMPLES / "clean", config=CONFIGURATION)
    assert report.exit_code == 0
    assert report.active == []
    assert len(report.files) == 2


def test_the_refused_decoder_is_refused_where_decoding_comes_by() -> None:
    report = wai_lint.check(EXAMPLES / "refused", config=CONFIGURATION)
    found: dict[str, list[str]] = {}
    for finding in report.active:
        assert finding.span is not None
        name = finding.path.rpartition("/")[2]
        found.setdefault(name, []).append(f"{finding.span.start!r} {finding.code}")
    assert found == REFUSED


def test_a_finding_says_by_which_route_its_place_is_reached() -> None:
    report = wai_lint.check(EXAMPLES / "refused" / "predict.py", config=CONFIGURATION)
    assert {note.message for finding in report.active for note in finding.notes} == {
        "on a decode path: decode → predict"
    }
