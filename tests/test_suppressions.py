"""Suppression comments: what they excuse, what is wrong with them, and that nothing suppressed is lost."""

from __future__ import annotations

import json

import pytest
from wai_lint.checkers.diagnostic import Diagnostic
from wai_lint.checkers.source import Source
from wai_lint.checkers.suppression import read
from wai_lint.lint.check import check
from wai_lint.lint.families import families_of
from wai_lint.lint.fixes import SAFE_ONLY, fix_all
from wai_lint.lint.suppressions import apply
from wai_lint.rules.discovery import discover
from wai_lint.rules.family import Settings
from wai_lint.rules.rule import unmarked

RULES = discover("suppression")
WGSL = families_of("case.wgsl")


def _found(text: str, profile: str, code: str) -> list:
    found = check("case.wgsl", text.encode(), WGSL, Settings(profile))
    assert not {d.code for d in found} & {"WGSL001", "WGSL002"}, found
    return [d for d in found if d.code == code]


@pytest.mark.parametrize("case", [(m, c) for m in RULES for c in m.VALID], ids=lambda pair: pair[0].RULE.name)
def test_accepted_cases_are_accepted(case):
    module, valid = case
    assert _found(valid.source, valid.profile, module.RULE.code) == []


@pytest.mark.parametrize("case", [(m, c) for m in RULES for c in m.INVALID], ids=lambda pair: pair[0].RULE.name)
def test_refused_cases_are_refused_at_their_spans(case):
    module, invalid = case
    text, spans = unmarked(invalid.source)
    found = _found(text, invalid.profile, module.RULE.code)
    assert [(d.span.start.offset, d.span.end.offset) for d in found] == sorted(spans)
    fixes = [d.fix for d in found if d.fix is not None]
    assert bool(fixes) == (invalid.fixed is not None)
    if invalid.fixed is not None:

        def recheck(data: bytes) -> list:
            return _found(data.decode(), invalid.profile, module.RULE.code)

        after, left, _ = fix_all(Source.from_text(text), found, recheck, WGSL, SAFE_ONLY, False)
        assert after.decode() == invalid.fixed
        assert left == []


def test_comment_on_the_line_excuses_that_line_alone(fake, run):
    text = "bad # wai-lint: ignore[FAKE101] known\nbad\n"
    assert run("--format=concise", files={"a.fake": text}).places == ["a.fake:2:1: FAKE101"]


def test_comment_alone_excuses_the_next_line_with_code(fake, run):
    text = "bad\n  # wai-lint: ignore[bad-word] known\n\n# more\nbad\nbad\n"
    assert run("--format=concise", files={"a.fake": text}).places == ["a.fake:1:1: FAKE101", "a.fake:6:1: FAKE101"]


def test_comments_above_one_another_excuse_the_same_line(fake, run):
    text = "# wai-lint: ignore[FAKE101] known\n# wai-lint: ignore[FAKE201] known too\nbad odd\n"
    assert run("--format=concise", "--strict", files={"a.fake": text}).status == 1
    assert run("--format=concise").places == []


def test_comment_for_the_file_excuses_it_all(fake, run):
    text = "bad\nbad odd\n# wai-lint: ignore-file[FAKE101] known\n"
    assert run("--format=concise", files={"a.fake": text}).places == ["a.fake:2:5: FAKE201"]


def test_comment_on_the_line_is_used_before_the_one_for_the_file(fake, run):
    text = "# wai-lint: ignore-file[FAKE101] known\nbad # wai-lint: ignore[FAKE101] known\n"
    assert run("--format=concise", files={"a.fake": text}).places == ["a.fake:1:25: SUP002"]


def test_only_comments_suppress(fake, run):
    text = "bad wai-lint: ignore[FAKE101] known\n"
    assert run("--format=concise", files={"a.fake": text}).places == ["a.fake:1:1: FAKE101"]


def test_reasonless_comment_excuses_nothing(fake, run):
    ran = run("--format=concise", files={"a.fake": "bad # wai-lint: ignore[FAKE101]\n"})
    assert ran.places == ["a.fake:1:1: FAKE101", "a.fake:1:7: SUP001"]


def test_unknown_reference_leaves_the_others_in_force(fake, run):
    ran = run("--format=concise", files={"a.fake": "bad # wai-lint: ignore[FAKE101, FAKE9] known\n"})
    assert ran.places == ["a.fake:1:33: SUP003"]


def test_prefix_is_no_reference_and_its_codes_are_named(fake, run):
    ran = run("--format=concise", files={"a.fake": "good # wai-lint: ignore[FAKE1, WGSL] known\n"})
    assert "1:25: SUP003 no rule has this code or name; name each rule: FAKE101, FAKE102\n" in ran.out
    assert "1:32: SUP003 no rule has this code or name; name each rule by its code\n" in ran.out


def test_strict_run_excuses_nothing_and_still_tells_the_comment(fake, run):
    files = {"a.fake": "bad # wai-lint: ignore[FAKE101] known\n"}
    assert run("--format=concise", files=files).status == 0
    ran = run("--format=concise", "--strict")
    assert (ran.status, ran.places) == (1, ["a.fake:1:1: FAKE101"])


def test_suppressed_findings_are_counted_and_reported_with_their_justification(fake, run, tmp_path):
    files = {"a.fake": "bad # wai-lint: ignore[FAKE101] known since May\n"}
    ran = run("--output=json=o.json", "--output=sarif=o.sarif", files=files)
    assert ran.status == 0
    assert "1 suppressed by comment" in ran.out
    result = json.loads((tmp_path / "o.sarif").read_text())["runs"][0]["results"][0]
    assert result["suppressions"][0]["justification"] == "known since May"
    assert "known since May" in (tmp_path / "o.json").read_text()


@pytest.mark.parametrize("comment", ["// {}", "/* {} */", "/*{}*/", "/** {}\n   ** lines **/"])
def test_reason_is_what_follows_without_the_comment_itself(comment):
    text = (
        "fn f(x: u32, n: u32) -> u32 { return x << n; " + comment.format("wai-lint: ignore[WGSL401]: n < 32 *") + "\n}"
    )
    found = check("a.wgsl", text.encode(), WGSL, Settings())
    reason = "n < 32 * ** lines" if "lines" in comment else "n < 32"
    assert [diagnostic.suppressed for diagnostic in found] == [("comment", reason)]


def test_block_comment_covers_the_line_it_begins_on():
    text = "fn f(x: u32, n: u32) -> u32 { return x << n; /* wai-lint: ignore[WGSL401]\n n < 32 */ }\n"
    assert [diagnostic.suppressed for diagnostic in check("a.wgsl", text.encode(), WGSL, Settings())] == [
        ("comment", "n < 32")
    ]


def test_finding_without_a_place_is_excused_by_a_comment_for_the_file_alone():
    for kind, expected in (("ignore-file", ("comment", "known")), ("ignore", None)):
        text = f"// wai-lint: {kind}[WGSL401] known"
        finding = Diagnostic("WGSL401", "unmasked-shift", "a.wgsl", None, "somewhere")
        apply(Source.from_text(text), [(0, len(text))], [finding], Settings())
        assert finding.suppressed == expected


def test_file_that_was_not_checked_is_never_excused(fake, run):
    text = "broken # wai-lint: ignore[FAKE001, FAKE101] known\n"
    ran = run("--format=concise", files={"a.fake": text})
    assert ran.places == ["a.fake:1:1: FAKE001", "a.fake:1:27: SUP003"]


def test_comment_for_a_rule_that_did_not_run_is_not_unused(fake, run):
    files = {"a.fake": "good # wai-lint: ignore[FAKE101, FAKE102] known\n"}
    assert run("--format=concise", files=files).places == ["a.fake:1:25: SUP002"]
    assert run("--format=concise", "--ignore=FAKE101").places == []
    assert run("--format=concise", "--select=SUP").places == []
    both = run("--format=concise", "--profile=reference").places
    assert both == ["a.fake:1:25: SUP002", "a.fake:1:34: SUP002"]


def test_comment_for_a_rule_that_asks_a_translator_is_unused_only_with_it():
    text = b"fn f() {} // wai-lint: ignore[WGSL003, WGSL405, WGSL009] known\n"
    assert check("a.wgsl", text, WGSL, Settings()) == []
    rules = {rule.code: rule for rule in WGSL[0].rules()}
    for code in ("WGSL003", "WGSL405", "WGSL009"):
        assert not Settings().runs(rules[code])
        assert Settings(options={"naga": "naga_bg.wasm"}).runs(rules[code])
        assert not Settings(selected=frozenset(), options={"naga": "naga_bg.wasm"}).runs(rules[code])
        assert Settings(selected=frozenset([code]), options={"naga": "naga_bg.wasm"}).runs(rules[code])


def test_selected_rules_about_suppressions_run(fake, run):
    files = {"a.fake": "good # wai-lint: ignore[FAKE101]\nbad"}
    assert run("--select=FAKE2,SUP001", "--format=concise", files=files).places == ["a.fake:1:8: SUP001"]


def test_unused_comment_says_where_it_looked(fake, run):
    text = "good # wai-lint: ignore[FAKE101] known\n# wai-lint: ignore-file[FAKE202] known\n"
    ran = run("--format=concise", files={"a.fake": text})
    assert "excuses no finding of FAKE101 on line 1: " in ran.out
    assert "excuses no finding of FAKE202 in this file: " in ran.out


def test_rules_about_suppressions_can_be_deselected_and_not_suppressed(fake, run):
    files = {"a.fake": "good # wai-lint: ignore[FAKE101] known\n"}
    assert run("--format=concise", "--ignore=SUP002", files=files).status == 0
    text = "# wai-lint: ignore-file[SUP002] known\n" + files["a.fake"]
    places = run("--format=concise", files={"a.fake": text}).places
    assert places == ["a.fake:1:25: SUP003", "a.fake:2:25: SUP002"]


def test_fix_does_not_touch_what_is_excused(fake, run, tmp_path):
    text = "bad # wai-lint: ignore[FAKE101] known\n"
    assert run("--fix", files={"a.fake": text}).status == 0
    assert (tmp_path / "a.fake").read_text() == text


def test_unused_comment_is_deleted_with_its_line(fake, run, tmp_path):
    text = "good\r\n  # wai-lint: ignore[FAKE101] known\r\ngood # wai-lint: ignore[bad-word] known\r\n"
    assert run("--fix", files={"a.fake": text}).status == 0
    assert (tmp_path / "a.fake").read_bytes() == b"good\r\ngood\r\n"


def test_many_comments_take_linear_time():
    count = 20_000
    line = "# wai-lint: ignore[FAKE101] known\n"
    source = Source.from_text(line * count + "bad\n")
    found = read(source, [(n * len(line), (n + 1) * len(line) - 1) for n in range(count)])
    assert {suppression.line for suppression in found} == {count + 1}
