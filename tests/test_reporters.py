"""What the formats promise: their exact bytes (golden files), their schemas, and that nothing in a source gets out raw.

After an intended change: `WAI_LINT_WRITE_GOLDEN=1 pytest tests/test_reporters.py`, and read the difference.
"""

from __future__ import annotations

import json
import os
import unicodedata
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import jsonschema
import pytest
from referencing import Registry, Resource
from wai_lint.checkers.diagnostic import UNSAFE, Diagnostic, Edit, Fix, Note, Span
from wai_lint.checkers.source import Source
from wai_lint.lint.report import Failure, Report
from wai_lint.lint.reporters import FORMATS, render, text
from wai_lint.rules.rule import Invalid, Rule, Valid, unmarked

GOLDEN = Path(__file__).parent / "data" / "reporters"
SCHEMAS = Path(__file__).parent.parent / "schemas"
SARIF_SCHEMA = Path(__file__).parent / "data" / "sarif" / "sarif-2.1.0-rtm.5.json"

ODD_NAME = "odd, na:me %0A\n\x1b[31m\udcff.wgsl"
LONG_LINE = (
    "let a = 1; " * 30 + "let b = «x << first»;" + " let c = 2;" * 40 + " let d = «y << second»;" + " let e = 3;" * 9
)

SHIFT = """\
fn scale(x: u32, «n: u32») -> u32 {
    return «x << «n»»;
}
"""
UNICODE = """\
fn f() {
\tlet 幅 = «é << 変数»; // \u202e hidden \x1b[2J
    let y = «(1u
        + 2u)
        << 幅»;
    «switch y {
        default: {
            return;
        }
    }
»}
"""


def rule_module() -> ModuleType:
    """A rule as a file of `rules/` holds it."""
    module = ModuleType("unmasked_shift")
    module.__doc__ = (
        "A shift amount that may reach 32.\n\n## What it refuses\n\nA shift whose amount | is not masked.\n\n"
        "## Why results could differ\n\nDevices disagree on such shifts: some take the amount modulo 32,\n"
        "others give 0. Translators pass it on.\n\nMore.\n\n"
        "## Example\n\n    x << n\n\n## Fix\n\nMask the amount.\n"
    )
    vars(module).update(
        RULE=Rule("WGSL401", "unmasked-shift", item="item 4"),
        VALID=[Valid("fn f(x: u32) -> u32 { return x << 3u; }")],
        INVALID=[Invalid(SHIFT.replace("«n: u32»", "n: u32").replace("«n»", "n"), fixed=unmarked(SHIFT)[0])],
    )
    return module


def source_of(path: str, marked: str) -> tuple[Source, list[Span]]:
    """A source and the spans marked in it."""
    text, spans = unmarked(marked)
    source = Source(path, text.encode())
    return source, [Span.of(source, *span) for span in spans]


def sample_report(*, strict: bool = False) -> Report:
    """Findings of every shape: with notes, fixes, suppressions, without a place, in odd texts and files."""
    shift, (parameter, whole, amount) = source_of("shaders/shift.wgsl", SHIFT)
    wide, (tabbed, several, block) = source_of("shaders/ünïcode 幅.wgsl", UNICODE)
    long, (first, second) = source_of("long.wgsl", LONG_LINE)
    odd, (lone,) = source_of(ODD_NAME, "«x»")
    message = "the shift amount may reach 32, where devices differ; mask it"
    ends = [Span(amount.start, amount.start), Span(amount.end, amount.end)]
    mask = Fix("mask the amount with `& 31u`", (Edit(ends[0], "("), Edit(ends[1], " & 31u)")))
    rewrite = Fix("compute it on the host", (Edit(first, "x"),), UNSAFE)
    report = Report(strict=strict)
    report.files = [shift.path, "shaders/clean.wgsl", wide.path, long.path, odd.path, "gone.wgsl"]
    for source in (shift, wide, long, odd):
        report.add_source(source)

    def finding(span: Span | None, path: str, **details: object) -> Diagnostic:
        found = Diagnostic("WGSL401", "unmasked-shift", path, span, message)
        for name, value in details.items():
            setattr(found, name, value)
        return found

    declared = (Note("declared here", parameter), Note("this amount", amount), Note("every caller counts"))
    report.diagnostics = [
        finding(whole, shift.path, notes=declared, fix=mask),
        finding(tabbed, wide.path, severity="warning"),
        finding(several, wide.path, suppressed=("comment", 'the caller keeps it "small" & < 32')),
        finding(block, wide.path, notes=(Note("shifted \x1b[1m變數 here", several),)),
        finding(first, long.path, fix=rewrite, notes=(Note("and again here", second),)),
        finding(second, long.path, suppressed=("baseline", "")),
        finding(lone, odd.path),
        finding(lone, odd.path),
        finding(None, "model.onnx", place="graph/node[3]", notes=(Note("named here"),)),
        finding(Span.of(long, 5, 9), "gone.wgsl"),
    ]
    report.failures = [Failure("secret.wgsl", "permission denied"), Failure("", "a worker ended, 10% done", "killed")]
    report.warnings = ["the cache could not be written"]
    report.stale = [("WGSL402", "shaders/old.wgsl")]
    report.fixed = {"shaders/shift.wgsl": 2}
    report.translators = {"naga": "30.1.0"}
    return report


@pytest.fixture(autouse=True)
def _one_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wai_lint.rules.discovery.discover_all", lambda: [rule_module()])
    monkeypatch.setattr("wai_lint.lint.reporters.json.__version__", "0.0.0")
    monkeypatch.setattr("wai_lint.lint.reporters.sarif.__version__", "0.0.0")
    monkeypatch.setenv("COLUMNS", "100")


def validator(name: str) -> jsonschema.Draft202012Validator:
    schemas = [json.loads(path.read_text()) for path in SCHEMAS.glob("*.json")]
    registry = Registry().with_resources((s["$id"], Resource.from_contents(s)) for s in schemas if "$id" in s)
    return jsonschema.Draft202012Validator(json.loads((SCHEMAS / name).read_text()), registry=registry)


def compare(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("WAI_LINT_WRITE_GOLDEN") == "1":
        path.write_bytes(text.encode("utf-8"))
    assert text.encode("utf-8") == path.read_bytes()


@pytest.mark.parametrize("format_name", FORMATS)
def test_every_format_writes_its_golden_bytes(format_name: str) -> None:
    compare(f"report.{format_name}", render(format_name, sample_report()))


def test_text_in_color_with_statistics_writes_its_golden_bytes() -> None:
    compare("color.text", render("text", sample_report(), color=True, statistics=True))


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_strict_run_reports_what_was_excused(format_name: str) -> None:
    compare(f"strict.{format_name}", render(format_name, sample_report(strict=True)))


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_clean_run_writes_its_golden_bytes(format_name: str) -> None:
    report = Report()
    report.files = ["a.wgsl", "b.wgsl"]
    compare(f"clean.{format_name}", render(format_name, report))


@pytest.mark.parametrize("format_name", ["text", "concise"])
def test_quiet_leaves_the_summary_out(format_name: str) -> None:
    loud, quiet = render(format_name, sample_report()), render(format_name, sample_report(), quiet=True)
    assert loud.startswith(quiet)
    assert "suppressed by comments" in loud.removeprefix(quiet)


@pytest.mark.parametrize("format_name", FORMATS)
def test_no_control_character_of_a_source_or_name_gets_out(format_name: str) -> None:
    text = render(format_name, sample_report())
    raw = {char for char in text if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert raw == {"\n"}


@pytest.mark.parametrize("strict", [False, True])
def test_sarif_validates_against_its_schema(strict: bool) -> None:
    log = json.loads(render("sarif", sample_report(strict=strict)))
    jsonschema.Draft4Validator(json.loads(SARIF_SCHEMA.read_text())).validate(log)


@pytest.mark.parametrize("strict", [False, True])
def test_json_validates_against_its_schema(strict: bool) -> None:
    validator("report.json").validate(json.loads(render("json", sample_report(strict=strict))))


def test_the_report_schema_refuses_a_finding_excused_by_nothing() -> None:
    document = json.loads(render("json", sample_report()))
    document["diagnostics"][0]["excused"] = True
    assert not validator("report.json").is_valid(document)


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.name)
def test_schemas_are_schemas(path: Path) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(path.read_text()))


def test_byte_offsets_of_edits_mend_the_file() -> None:
    report = sample_report()
    finding = json.loads(render("json", report))["diagnostics"][0]
    source = report.source(finding["path"])
    assert source is not None
    data = source.data
    for edit in reversed(finding["fix"]["edits"]):
        start, end = edit["span"]["start"]["byte"], edit["span"]["end"]["byte"]
        data = data[:start] + edit["text"].encode() + data[end:]
    assert b"return x << (n & 31u);" in data


def test_fingerprints_differ_within_a_report_and_last_when_lines_move() -> None:
    entries = json.loads(render("gitlab", sample_report()))
    assert len({entry["fingerprint"] for entry in entries}) == len(entries)
    moved = sample_report()
    source = moved.source("shaders/shift.wgsl")
    assert source is not None
    shifted = type(source)(source.path, b"\n\n" + source.data.replace(b"    return", b"\treturn"))
    moved.add_source(shifted)
    offset = shifted.text.index("x <<")
    span = moved.diagnostics[0].span
    assert span is not None
    span.start, span.end = shifted.position(offset), shifted.position(offset + 6)
    assert json.loads(render("gitlab", moved))[0]["fingerprint"] == entries[0]["fingerprint"]
    assert json.loads(render("gitlab", moved))[0]["location"]["lines"]["begin"] == 4


def test_github_properties_are_escaped() -> None:
    line = next(line for line in render("github", sample_report()).splitlines() if "odd" in line)
    properties = line.removeprefix("::error ").split("::")[0]
    assert properties.startswith("file=odd%2C na%3Ame %250A\\x0a\\x1b[31m\\xff.wgsl,line=1,")


def test_junit_is_well_formed_and_its_counts_add_up() -> None:
    suites = ElementTree.fromstring(render("junit", sample_report()))
    for element in [suites, *suites]:
        for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(element.attrib[name]) == len(list(element.iter(tag)))
    assert len(list(suites.iter("failure"))) == len(sample_report().active)


def test_junit_drops_what_xml_has_no_character_for() -> None:
    report = sample_report()
    report.diagnostics[0].message = "noncharacters \ufffe \uffff & <markup> \x00"
    suites = ElementTree.fromstring(render("junit", report))
    assert [f.attrib["message"] for f in suites.iter("failure")][0] == "noncharacters   & <markup> \\x00"


def test_sarif_addresses_are_percent_encoded() -> None:
    log = json.loads(render("sarif", sample_report()))
    uris = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in log["runs"][0]["results"]]
    assert "odd%2C%20na%3Ame%20%250A%0A%1B%5B31m%FF.wgsl" in uris
    assert ODD_NAME not in uris


def test_text_is_as_wide_as_the_terminal_within_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    assert render("text", sample_report()) == text.render(sample_report(), width=40)
    monkeypatch.delenv("COLUMNS")
    monkeypatch.setattr("shutil.get_terminal_size", lambda fallback: os.terminal_size(fallback))
    assert render("text", sample_report()) == text.render(sample_report(), width=120)


def test_only_a_run_that_checked_everything_is_green() -> None:
    report = Report()
    assert "\x1b[32mno findings" in render("text", report, color=True)
    report.failures.append(Failure("a.wgsl", "permission denied"))
    assert "\x1b[32m" not in render("text", report, color=True)


def test_sarif_repeats_no_more_than_the_start_of_a_long_span() -> None:
    source, (span,) = source_of("long.wgsl", "«" + "x" * 401 + "»")
    report = Report()
    report.add_source(source)
    report.diagnostics = [Diagnostic("WGSL401", "unmasked-shift", source.path, span, "m")]
    (result,) = json.loads(render("sarif", report))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"]["snippet"]["text"] == "x" * 400
