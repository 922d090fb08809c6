"""Every rule is documented, its page is what the generator writes, and `explain` shows it."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import jsonschema
import pytest
from wai_lint.checkers.source import Source
from wai_lint.lint import documentation
from wai_lint.lint.explain import UnknownRuleError, explain, rules_json, rules_table
from wai_lint.lint.pages import HEADINGS, ITEMS, RuleText, all_rules, split_docstring
from wai_lint.lint.selection import matching
from wai_lint.rules.family import Settings
from wai_lint.rules.rule import unmarked

SCHEMAS = Path(__file__).parent.parent / "schemas"
RULES = all_rules()


@pytest.mark.parametrize("text", RULES, ids=lambda text: text.rule.code)
def test_every_rule_says_what_why_and_how_under_its_headings(text: RuleText) -> None:
    assert list(text.sections) == list(HEADINGS)
    assert all(text.sections.values())
    assert text.summary
    assert text.why.endswith(".")
    unknown = re.findall(r"^#+ .*", text.module.__doc__ or "", re.MULTILINE)
    assert len(unknown) == len(HEADINGS)


@pytest.mark.parametrize("text", RULES, ids=lambda text: text.rule.code)
def test_every_rule_has_the_name_of_its_file(text: RuleText) -> None:
    assert text.module.__name__.rpartition(".")[2] == text.rule.name.replace("-", "_")


def test_codes_are_unique_and_names_in_each_family() -> None:
    names = {(text.module.__package__, text.rule.name) for text in RULES}
    assert len({text.rule.code for text in RULES}) == len(names) == len(RULES)


def test_a_name_that_rules_of_two_families_have_explains_both() -> None:
    said = explain("float-literal")
    assert said.index("PY101") != said.index("WGSL102")
    assert matching("float-literal") == [
        text.rule for code in ("WGSL102", "PY101") for text in RULES if text.rule.code == code
    ]


def test_the_pages_are_up_to_date() -> None:
    assert documentation.stale() == []


def test_a_page_that_is_missing_changed_or_without_a_rule_is_stale(tmp_path: Path) -> None:
    folder = str(tmp_path / "rules")
    written = documentation.write(folder)
    assert documentation.stale(folder) == []
    missing, changed = written[0], written[1]
    Path(folder, missing).unlink()
    Path(folder, changed).write_text("changed")
    Path(folder, "GONE999.md").write_text("no rule")
    assert documentation.stale(folder) == sorted([missing, changed, "GONE999.md"])
    assert documentation.write(folder) == sorted([missing, changed, "GONE999.md"])
    assert documentation.stale(folder) == []


def test_checking_writes_nothing_and_exits_1_when_a_page_is_stale(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert documentation.main(["--check"], str(tmp_path)) == 1
    assert list(tmp_path.iterdir()) == []
    assert "docs/rules/README.md: out of date" in capsys.readouterr().out
    assert documentation.main([], str(tmp_path)) == 0
    assert documentation.main(["--check"], str(tmp_path)) == 0


def test_an_unknown_option_is_a_usage_error(tmp_path: Path) -> None:
    assert documentation.main(["--chek"]) == 2
    assert documentation.main([], str(tmp_path / "installed" / "rules")) == 2


def test_pages_show_the_marked_spans_of_cases() -> None:
    page = documentation.page(next(text for text in RULES if text.rule.name == "unused-suppression"))
    case = page[page.index("Refused") :]
    code, marks = re.findall(r"^\d? *\|.*", case, re.MULTILINE)[1:3]
    assert code[marks.index("^") : marks.rindex("^") + 1] == "WGSL401"
    assert "«" not in page


def test_explain_finds_a_rule_by_code_and_by_name() -> None:
    text = RULES[0]
    assert explain(text.rule.code.lower()) == explain(text.rule.name)
    assert all(heading in explain(text.rule.code) for heading in HEADINGS)


def test_explain_suggests_what_comes_near() -> None:
    with pytest.raises(UnknownRuleError, match="'unused-supression'; did you mean unused-suppression"):
        explain("unused-supression")
    with pytest.raises(UnknownRuleError, match="`wai-lint rules` lists them"):
        explain("quux")


def test_explain_of_a_prefix_suggests_its_codes() -> None:
    with pytest.raises(UnknownRuleError, match=r"'sup'; did you mean SUP001 or SUP002 or SUP003\?"):
        explain("sup")
    with pytest.raises(UnknownRuleError, match="'WGSL'; `wai-lint rules` lists them"):
        explain("WGSL")


def test_items_are_named_by_their_titles() -> None:
    assert "\nenforces: item 4, the translation gives WGSL's results\n" in explain("WGSL401")
    assert "- *item 4*: the translation gives WGSL's results\n" in documentation.index(RULES)
    assert all(text.rule.item in ITEMS for text in RULES if re.fullmatch(r"item \d+", text.rule.item))


def test_summaries_wrap_to_the_width_of_a_terminal() -> None:
    table = rules_table(width=80)
    assert max(map(len, table.splitlines())) <= 80
    assert table.split() == rules_table().split()
    assert rules_table(width=1000) == rules_table()


def test_the_table_and_the_document_of_rules_have_every_rule() -> None:
    codes = [text.rule.code for text in RULES]
    document = json.loads(rules_json())
    jsonschema.Draft202012Validator(json.loads((SCHEMAS / "rules.json").read_text())).validate(document)
    assert [entry["code"] for entry in document] == codes
    assert [line.split()[0] for line in rules_table().splitlines()] == codes


def test_only_the_fixed_headings_split_a_docstring() -> None:
    summary, sections = split_docstring(
        "Sums.\n\n## What it refuses\n\nThis.\n\n## Else\n\n    ## Fix\n\n## Fix\n\nThat.\n"
    )
    assert summary == "Sums."
    assert sections == {"What it refuses": "This.\n\n## Else\n\n    ## Fix", "Fix": "That."}


def test_the_rule_of_the_tutorial_works_as_written(monkeypatch: pytest.MonkeyPatch) -> None:
    tutorial = (Path(documentation.FOLDER).parent / "adding-a-rule.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^````python\n(.*?)^````$", tutorial, re.MULTILINE | re.DOTALL)
    rule = ModuleType("wai_lint.rules.wgsl.discard_statement")
    rule.__package__ = "wai_lint.rules.wgsl"
    exec(compile(code, "discard_statement.py", "exec"), vars(rule))
    family = import_module("wai_lint.rules.wgsl")
    monkeypatch.setattr(family, "discover", lambda _: [rule])

    def spans(text: str) -> list[tuple[int, int]]:
        found = [d.span for d in family.check(Source.from_text(text), Settings()).diagnostics]
        return [(span.start.offset, span.end.offset) for span in found if span]

    assert [spans(case.source) for case in rule.VALID] == [[]]
    marked, expected = unmarked(rule.INVALID[0].source)
    assert spans(marked) == expected
    assert list(RuleText(rule).sections) == list(HEADINGS)
    assert rule.RULE.code not in {text.rule.code for text in RULES}


def test_explain_shows_fenced_code_indented() -> None:
    shown = explain("WGSL401")
    assert "```" not in shown
    assert re.search(r"^    let y = x << n;", shown, re.MULTILINE)


def test_the_table_of_rules_in_color_is_the_table() -> None:
    colored = rules_table(color=True)
    assert "\x1b[1;31merror\x1b[0m" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == rules_table()
