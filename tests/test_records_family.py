"""The records family: which files it reads, where it points, and what its rules are called."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import wai_lint
from wai_lint.checkers.records import recognition
from wai_lint.lint.check import check
from wai_lint.lint.explain import explain
from wai_lint.lint.families import FAMILIES, families_of
from wai_lint.lint.model.account import account_of
from wai_lint.rules.discovery import discover
from wai_lint.rules.family import Settings
from wai_lint.rules.records._fleet import compose
from wai_lint.tests.records_corpus.vector import file_bytes

RECORDS = Path(__file__).parent.parent / "examples" / "records"
VECTORS = json.loads((Path(__file__).parent / "data" / "records" / "vectors.json").read_text())["vectors"]
GENERATED = sorted(path.relative_to(RECORDS).as_posix() for path in RECORDS.glob("*/*.json"))
# Every reason of model-governance §10 and of the texts it cites.
_REASONS = """
    record_malformed bad_key bad_signature policy_invalid policy_chain_break key_log_absent key_log_malformed
    origin_mismatch key_log_signature_invalid key_log_chain_break key_log_root_not_committed key_log_rewrites_history
    policy_unknown policy_not_yet_valid policy_expired device_not_in_class outside_period dispatch_tier_refused
    model_not_in_policy model_tier_below_policy model_revoked presentation_unknown record_duplicate record_overlap
    wrong_operator rollup_mismatch
"""
REASONS = _REASONS.split()
BUNDLE = json.dumps(compose(), indent=2)
POLICY = json.dumps(compose()["policies"][0])


def test_every_reason_has_a_rule_and_every_rule_a_reason() -> None:
    assert sorted(rule.RULE.name.replace("-", "_") for rule in discover("records")) == sorted(REASONS)


def test_nothing_deselects_a_refusal() -> None:
    (family,) = families_of("a.json")
    assert family.required == {rule.RULE.code for rule in discover("records")}


@pytest.mark.parametrize("reason", REASONS)
def test_explain_takes_the_reason_as_a_refusal_writes_it(reason: str) -> None:
    assert reason.replace("_", "-") in explain(reason).splitlines()[0]


def test_a_refusal_is_found_at_the_line_and_column_of_the_offending_member(run) -> None:
    text = BUNDLE.replace("2026-03-01T19:00:00Z", "2026-03-02T19:00:00Z")
    document = json.loads(text)
    ran = run("--format=concise", "a.wai-models.json", files={"a.wai-models.json": text})
    line = next(number for number, row in enumerate(text.splitlines(), 1) if document["reports"][0]["sig"] in row)
    column = text.splitlines()[line - 1].index(document["reports"][0]["sig"])
    assert ran.status == 1
    assert ran.places == [f"a.wai-models.json:{line}:{column}: REC003"]


def test_a_text_that_is_no_json_is_found_where_it_stops_being_so(run) -> None:
    files = {"a.wai-models.json": '{\n  "kind": "wai-model-bundle",\n}'}
    assert run("--format=concise", ".", files=files).places == ["a.wai-models.json:3:1: REC001"]


def test_a_byte_that_is_not_utf_8_is_malformed(run) -> None:
    assert run("--format=concise", ".", files={"a.wai-models.json": b'{"kind": "\xff"}'}).places == [
        "a.wai-models.json:1:11: REC001"
    ]


def test_a_byte_order_mark_is_malformed(run) -> None:
    ran = run("--format=concise", ".", files={"a.wai-models.json": b"\xef\xbb\xbf" + BUNDLE.encode()})
    assert ran.places == ["a.wai-models.json:1:1: REC001"]


def test_an_accepted_bundle_and_a_record_alone_are_clean(run) -> None:
    ran = run(".", files={"a.wai-models.json": BUNDLE, "policy.json": POLICY, "bundle.json": BUNDLE})
    assert (ran.status, ran.err) == (0, "")
    assert len(wai_lint.check(".").files) == 3


def test_json_files_that_are_no_records_are_passed_over_in_a_folder(run) -> None:
    files = {
        "a.wgsl": "fn f() {}",
        "package.json": '{"name": "x"}',
        "kind.json": '{"kind": "Deployment"}',
        "list.json": "[" + BUNDLE + "]",
        "held.json": '{"kind": "other", "bundle": ' + BUNDLE + "}",
        "broken.json": "{",
    }
    ran = run(".", files=files)
    assert (ran.status, ran.err) == (0, "")
    assert wai_lint.check(".").files == ["a.wgsl"]


def test_a_json_file_that_is_named_and_no_record_is_said_not_to_be_checked(run) -> None:
    files = {"package.json": "{}", "a.wgsl": "fn f() {}"}
    ran = run("package.json", "a.wgsl", files=files)
    assert ran.status == 0
    assert ran.err.startswith("warning: package.json was not checked: of JSON files, rules read ")
    # pre-commit names whatever changed.
    assert run("--force-exclude", "package.json", "a.wgsl", files=files).err == ""


def test_standard_input_named_like_json_is_read_when_it_is_a_record(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def given(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    given(POLICY.replace("operator.example", "stranger.example"))
    assert run("-", "--stdin-filename", "policy.json", "--format=concise").places[0].startswith("policy.json:1:")
    given("{}")
    ran = run("-", "--stdin-filename", "package.json")
    assert ran.status == 0
    assert "package.json was not checked" in ran.err


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"kind": "wai-model-run"}', "wai-model-run"),
        ('{"k\\u0069nd"\t:\n"\\u0077ai-key-log"}', "wai-key-log"),
        ('{"kind": "wai-model-bundle", ', "wai-model-bundle"),
        ('{"kind": "wai-model-runner"}', None),
        ('{"other": {"kind": "wai-model-run"}}', None),
        ('{"kind": ["wai-model-run"]}', None),
        ('"kind: wai-model-run"', None),
        ("", None),
    ],
)
def test_a_record_is_known_by_its_kind(text: str, kind: str | None) -> None:
    assert recognition.kind_of(text.encode()) == kind
    assert recognition.recognises("a.json", io.BytesIO(text.encode())) == (kind is not None)


def test_a_kind_is_seen_across_the_parts_in_which_a_file_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognition, "_CHUNK", 16)
    monkeypatch.setattr(recognition, "_OVERLAP", 32)
    assert recognition.recognises("a.json", io.BytesIO(b'{"a": "0123", "kind": "wai-model-run"}'))


def test_what_is_larger_than_a_bundle_can_be_is_not_read(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognition, "LARGEST_DOCUMENT", 100)
    files = {"a.wai-models.json": " " * 101, "b.json": BUNDLE, "c.json": " " * 101}
    ran = run(".", files=files)
    assert ran.status == 2
    assert [line.split(":")[1] for line in ran.err.splitlines()] == [" a.wai-models.json", " b.json"]


def test_standard_input_is_read_no_further_than_a_bundle_can_be(run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Spaces:
        """A stream of spaces that never ends, and tells nobody all of it."""

        def read(self, size: int = -1) -> bytes:
            return b" " * size

    monkeypatch.setattr(recognition.read_bounded, "__defaults__", (100,))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=Spaces()))
    ran = run("-", "--stdin-filename", "a.json")
    assert (ran.status, ran.out) == (2, "")
    assert "cannot read standard input: it is larger than 256 MiB" in ran.err


def test_nothing_in_a_record_excuses_its_refusal(run) -> None:
    text = BUNDLE.replace("fleet@operator.example", "wai-lint: ignore-file[REC003] because")
    ran = run("--format=concise", ".", files={"a.wai-models.json": text})
    assert [place.split()[-1] for place in ran.places] == ["REC003"]
    run("--write-baseline", ".")
    assert run("--baseline", "wai-lint-baseline.json", ".").status == 1
    assert run("--select", "WGSL", ".").status == 1
    assert run("--ignore", "REC", ".").status == 1


def test_importing_a_rule_signs_nothing() -> None:
    code = (
        "import sys; from wai_lint.rules.discovery import discover; discover('records'); "
        "assert not {'nacl', 'blake3', 'dataclasses'} & set(sys.modules), sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_linting_a_shader_loads_nothing_of_records() -> None:
    code = (
        "import sys; from wai_lint.lint.cli import main; main(['examples/shaders/clean/unpack_bits.wgsl']); "
        "assert not [name for name in sys.modules if 'records' in name or name in ('nacl', 'blake3')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=RECORDS.parent.parent)


def test_the_examples_are_what_their_script_writes() -> None:
    subprocess.run([sys.executable, str(RECORDS / "generate.py"), "--check"], check=True)
    assert {name.split("/")[0] for name in GENERATED} == {"alone", "accepted", "refused"}


@pytest.mark.parametrize("name", GENERATED)
def test_an_example_is_accepted_or_refused_for_the_reason_in_its_name(name: str) -> None:
    report = wai_lint.check(RECORDS / name)
    assert report.files
    reasons = [found.name.replace("-", "_") for found in report.active]
    assert reasons == ([Path(name).name.split(".")[0]] if name.startswith("refused/") else [])


def test_json_is_read_by_the_records_family_alone() -> None:
    assert [family.name for family in FAMILIES if ".json" in family.suffixes] == ["records"]


def test_every_vector_of_the_corpus_has_its_reason_at_a_place_and_an_account() -> None:
    families = families_of("a.wai-models.json")
    for vector in VECTORS:
        data, outcome = file_bytes(vector), vector["outcome"]
        found = check("a.wai-models.json", data, families, Settings())
        reasons = [finding.name.replace("-", "_") for finding in found]
        assert reasons == ([] if outcome["accepted"] else [outcome["reason"]]), vector["name"]
        assert all(finding.span is not None for finding in found)
        verdict, account = account_of(data, "a.wai-models.json")
        assert verdict["accepted"] == outcome["accepted"]
        assert account.startswith("a.wai-models.json: ")
