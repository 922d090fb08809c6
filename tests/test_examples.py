"""The example shaders are what their folders say: clean in both profiles, or refused by the one rule in their name."""

from __future__ import annotations

from pathlib import Path

import pytest
import wai_lint
from wai_lint.checkers.diagnostic import Diagnostic
from wai_lint.lint.families import FAMILIES
from wai_lint.rules.discovery import discover

SHADERS = Path(__file__).parent.parent / "examples" / "shaders"
CLEAN = sorted((SHADERS / "clean").glob("*.wgsl"))
REFUSED = sorted((SHADERS / "refused").glob("*.wgsl"))

# What each refused file is refused for, as the marked text of its findings in order.
SPANS = {
    "WGSL001": ["6:1 }"],
    "WGSL002": ["5:19 words[id.x] + 1i"],
    "WGSL004": ["7:28 half.y << 16u"],
    "WGSL101": ["4:11 f32", "7:48 Parameters"],
    "WGSL102": ["5:9 0.5"],
    "WGSL103": ["5:19 u32(sqrt(f32(words[id.x])))"],
    "WGSL104": ["6:19 u64", "6:38 u64"],
    "WGSL201": ["1:1 enable f16;"],
    "WGSL202": ["8:55 @builtin(subgroup_size)", "9:15 subgroupAdd"],
    "WGSL203": ["1:1 requires readonly_and_readwrite_storage_textures;"],
    "WGSL301": ["7:5 atomicStore", "8:5 atomicXor"],
    "WGSL302": ["15:5 atomicMax"],
    "WGSL303": ["8:20 atomicAdd(&count, 1u)"],
    "WGSL304": ["6:5 storageBarrier"],
    "WGSL305": ["3:16 tile"],
    "WGSL306": ["4:14 state"],
    "WGSL307": ["1:27 image"],
    "WGSL401": ["7:21 amount", "8:26 min(amounts[id.x], 31u)"],
    "WGSL402": ["6:21 (sample << 8u)"],
    "WGSL403": ["11:21 clamp(samples[id.x], range.low, range.high)"],
    "WGSL404": ["7:19 dot4I8Packed"],
}


def marked(text: str, finding: Diagnostic) -> str:
    """The place of a finding and the text it marks."""
    assert finding.span is not None
    return f"{finding.span.start!r} {text[finding.span.start.offset : finding.span.end.offset]}"


@pytest.mark.parametrize("profile", ["tier", "reference"])
@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.stem)
def test_a_clean_shader_has_no_finding(path: Path, profile: str) -> None:
    report = wai_lint.check(path, config={"profile": profile})
    assert report.exit_code == 0
    assert report.active == []


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_a_refused_shader_is_refused_by_the_rule_in_its_name_alone(path: Path) -> None:
    code, _, name = path.stem.partition("-")
    profile = "reference" if code == "WGSL306" else "tier"
    report = wai_lint.check(path, config={"profile": profile})
    assert {(finding.code, finding.name) for finding in report.active} == {(code, name)}
    text = path.read_text(encoding="utf-8")
    assert [marked(text, finding) for finding in report.active] == SPANS[code]


def test_every_rule_about_shaders_has_a_refused_example() -> None:
    shaders = next(family for family in FAMILIES if family.name == "wgsl")
    codes = {rule.RULE.code for rule in discover(shaders.name) if not rule.RULE.translator}
    assert {path.stem.partition("-")[0] for path in REFUSED} == codes == set(SPANS)
    assert len(REFUSED) == len(codes)
    assert len(CLEAN) >= 8
