"""Invalid modules: each is refused at its place, and its near miss is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl.module import load

DATA = Path(__file__).parent / "data"
CASES = (DATA / "wgsl_unresolved_modules.txt", DATA / "wgsl_invalid_modules.txt")


class Case:
    """A module with its marked findings, and the near miss beside it."""

    def __init__(self, text: str) -> None:
        head, _, modules = text.partition("\n")
        self.code, self.fragment = "WGSL002", head.strip()
        if self.fragment.startswith("WGSL004 "):
            self.code, self.fragment = "WGSL004", self.fragment.removeprefix("WGSL004 ")
        marked, _, self.valid = modules.partition("\n---\n")
        self.spans: list[tuple[int, int]] = []
        starts: list[int] = []
        self.invalid = ""
        for character in marked:
            if character == "«":
                starts.append(len(self.invalid))
            elif character == "»":
                self.spans.append((starts.pop(), len(self.invalid)))
            else:
                self.invalid += character


def cases() -> list[Case]:
    texts = [path.read_text(encoding="utf-8") for path in CASES]
    return [Case(part) for text in texts for part in text.split("\n=== ")[1:]]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.fragment)
def test_an_invalid_module_is_refused_at_its_place(case: Case) -> None:
    found = load(Source.from_text(case.invalid)).diagnostics
    assert [(one.code, one.span.start.offset, one.span.end.offset) for one in found if one.span] == [
        (case.code, start, end) for start, end in sorted(case.spans)
    ], [str(one) for one in found]
    assert all(case.fragment in one.message for one in found), [one.message for one in found]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.fragment)
def test_the_near_miss_is_accepted(case: Case) -> None:
    assert [str(one) for one in load(Source.from_text(case.valid)).diagnostics] == []


def test_no_case_is_there_twice() -> None:
    modules = [case.invalid for case in cases()]
    assert len(set(modules)) == len(modules)


@pytest.mark.parametrize(
    ("template", "piece", "most", "fragment"),
    [
        ("struct S {{ {} }}", "m{}: u32", 16383, "at most 16383 members"),
        ("fn f({}) {{ }}", "p{}: u32", 255, "at most 255 parameters"),
        ("fn f(a: i32) {{ switch a {{ default {{ }} case {} {{ }} }} }}", "{}", 16382, "at most 16383 selectors"),
    ],
    ids=["members", "parameters", "selectors"],
)
def test_a_limit_is_reached_and_not_passed(template: str, piece: str, most: int, fragment: str) -> None:
    def messages(count: int) -> list[str]:
        text = template.format(", ".join(piece.format(index) for index in range(count)))
        return [one.message for one in load(Source.from_text(text)).diagnostics]

    assert messages(most) == []
    (message,) = messages(most + 1)
    assert fragment in message


@pytest.mark.parametrize(
    ("first", "piece", "most"),
    [
        ("alias T0 = u32;", "alias T{} = array<T{}, 1>;", 255),
        ("struct T0 {{ m: u32 }}", "struct T{} {{ m: T{} }}", 254),
    ],
    ids=["arrays", "structures"],
)
def test_a_composite_type_nests_up_to_a_limit(first: str, piece: str, most: int) -> None:
    def messages(count: int) -> list[str]:
        text = first.format() + "".join(piece.format(index, index - 1) for index in range(1, count + 1))
        return [one.message for one in load(Source.from_text(text)).diagnostics]

    assert messages(most) == []
    assert messages(most + 1) == ["the type is nested deeper than 255 levels, make it flatter"]


def test_what_a_wide_and_deep_structure_holds_is_found_once() -> None:
    members = "".join(f"m{index}: T{{0}}, " for index in range(16))
    structs = "".join(f"struct T{index} {{ {members.format(index - 1)} }}\n" for index in range(1, 64))
    text = f"struct T0 {{ m: u32 }}\n{structs}var<immediate> v: T63;"
    assert [str(one) for one in load(Source.from_text(text)).diagnostics] == []


def test_findings_end_at_a_limit() -> None:
    text = "".join(f"fn f{index}() {{ break; }}\n" for index in range(1000))
    assert len(load(Source.from_text(text)).diagnostics) == 200
