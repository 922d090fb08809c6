"""The commands `wai-lint model …`: what they print, and how they end."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import stat
import sys
from pathlib import Path

import jsonschema
import pytest
from wai_lint.checkers.records import profile, recognition
from wai_lint.lint.model import keygen
from wai_lint.rules.records._fleet import REVOKED, compose, in_float, seed

SCHEMAS = Path(__file__).parent.parent / "schemas"
DAY = compose()
ACCEPTED = json.dumps(DAY)
REFUSED = json.dumps(compose({"revision": lambda revision: revision.update(REVOKED)}))
COUNTS = {
    "accepted": True,
    "policies": 1,
    "attestations": 1,
    "presentations": 1,
    "reports": 2,
    "decodes": 1,
    "frames": 2,
    "rollup": True,
}


def test_an_accepted_bundle_gives_its_outcome_and_a_sentence(run) -> None:
    ran = run("model", "verify", "a.wai-models.json", files={"a.wai-models.json": ACCEPTED})
    assert ran.status == 0
    assert json.loads(ran.out) == COUNTS
    assert ran.err.startswith("note: a.wai-models.json: accepted: 1 policy, 1 attestation, 1 presentation, 2 reports, ")


def test_a_refused_bundle_gives_its_reason_and_place(run) -> None:
    ran = run("model", "verify", "a.json", files={"a.json": REFUSED})
    outcome = json.loads(ran.out)
    assert ran.status == 1
    assert (outcome["reason"], outcome["at"]) == ("model_revoked", ["report", 0, "decode", 0])
    assert ran.err.startswith("error: a.json: refused (model_revoked) at report 0, decode 0: ")


def test_an_outcome_has_the_form_of_its_schema(run) -> None:
    (path,) = SCHEMAS.rglob("*outcome*.json")
    validator = jsonschema.Draft202012Validator(json.loads(path.read_text()))
    for text in (ACCEPTED, REFUSED, "{"):
        validator.validate(json.loads(run("model", "verify", "a.json", files={"a.json": text}).out))


def test_a_file_that_is_no_bundle_is_refused_and_not_misuse(run) -> None:
    for text in ("", "{}", "[1e3]", '{"kind": "other"}', "\ufeff{}"):
        ran = run("model", "verify", "a.json", files={"a.json": text})
        assert ran.status == 1
        outcome = json.loads(ran.out)
        assert (outcome["reason"], outcome["at"]) == ("record_malformed", ["bundle"])


def test_a_message_about_another_document_says_what_it_is_not(run) -> None:
    for text, said in (('{"kind": "wai-model-polcy"}', "`wai-model-bundle`"), ("\ufeff{}", "byte-order mark")):
        assert said in json.loads(run("model", "verify", "a.json", files={"a.json": text}).out)["message"]


def test_of_a_folder_only_what_records_are_read_from_can_fail(run, tmp_path: Path) -> None:
    os.symlink("nowhere", tmp_path / "b.wgsl")
    os.mkfifo(tmp_path / "c.py")
    assert run("model", "verify", ".", files={"a.json": ACCEPTED}).status == 0
    os.mkfifo(tmp_path / "d.json")
    assert run("model", "verify", ".").status == 2


def test_an_empty_path_names_nothing(run) -> None:
    ran = run("model", "verify", "", files={"a.json": ACCEPTED})
    assert (ran.status, ran.out) == (2, "")
    assert "an empty path names nothing" in ran.err


def test_a_file_that_cannot_be_read_prints_nothing_on_standard_output(run) -> None:
    files = {"a.json": ACCEPTED, "empty/package.json": "{}"}
    for operands in (["gone.json"], ["a.json", "gone.json"], ["empty"]):
        ran = run("model", "verify", *operands, files=files)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("error: ")


def test_a_file_larger_than_a_bundle_can_be_is_not_read(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile, "LARGEST_DOCUMENT", 100)
    ran = run("model", "verify", "a.json", files={"a.json": " " * 101})
    assert (ran.status, ran.out) == (2, "")
    assert "a.json: cannot read this file: it is larger than" in ran.err


def test_a_pipe_is_read_no_further_than_a_bundle_can_be() -> None:
    class Endless:
        taken = 0

        def read(self, size: int) -> bytes:
            self.taken += size
            return b" " * size

    endless = Endless()
    with pytest.raises(recognition.TooLarge):
        recognition.read_bounded(endless, 1000)  # type: ignore[arg-type]
    assert endless.taken == 1001


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_several_files_give_a_line_each_and_a_table(run, jobs: str) -> None:
    files = {"a.wai-models.json": ACCEPTED, "b/b.wai-models.json": REFUSED, "b/package.json": "{}"}
    ran = run("model", "verify", "--jobs", jobs, "a.wai-models.json", "b", files=files)
    first, second = map(json.loads, ran.out.splitlines())
    assert ran.status == 1
    assert first == {"path": "a.wai-models.json"} | COUNTS
    assert (second["path"], second["reason"]) == ("b/b.wai-models.json", "model_revoked")
    table = ran.err.splitlines()
    assert table[0].split() == ["file", "verdict", "at", "why"]
    assert table[-1] == "1 accepted, 1 refused"
    assert run("model", "verify", "--quiet", "b").err == ""


@pytest.mark.parametrize("operands", [["-"], ["--jobs", "2", "-", "b.json"]])
def test_standard_input_is_read_for_a_dash(run, monkeypatch: pytest.MonkeyPatch, operands: list[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(REFUSED.encode())))
    ran = run("model", "verify", *operands, files={"b.json": ACCEPTED})
    assert ran.status == 1
    assert json.loads(ran.out.splitlines()[0])["reason"] == "model_revoked"
    monkeypatch.setattr(sys, "stdin", None)
    assert run("model", "verify", *operands).status == 2


def test_the_account_names_policy_device_run_and_what_is_permitted(run) -> None:
    ran = run("model", "verify", "--format", "text", "a.json", files={"a.json": REFUSED})
    report = DAY["reports"][0]
    assert ran.status == 1
    assert "in force from" in ran.out
    assert re.search(r"0 +0 +2026-01-01T00:00:00Z +2027-01-01T00:00:00Z", ran.out)
    assert f"device     {report['signer_pubkey']}" in ran.out
    assert "ran at      2026-03-01T19:00:00Z" in ran.out
    assert "permitted for the class living-room" in ran.out
    assert re.search(r"decode +entropy-consistency +from 2026-02-02T00:00:00Z", ran.out)


def test_the_account_of_a_chain_says_until_when_each_policy_is_in_force(run) -> None:
    text = json.dumps(compose({"successor": lambda policy: policy.update(not_before="2026-02-01T00:00:00Z")}))
    ran = run("model", "verify", "--format", "text", "a.json", files={"a.json": text})
    assert re.search(r"0 +0 +2026-01-01T00:00:00Z +2026-02-01T00:00:00Z", ran.out)
    assert re.search(r"1 +1 +2026-02-01T00:00:00Z +2027-01-01T00:00:00Z", ran.out)


def test_a_policy_that_its_successor_replaces_from_the_start_is_never_in_force(run) -> None:
    text = json.dumps(compose({"successor": lambda policy: policy.update(key_log=None)}))
    ran = run("model", "verify", "--format", "text", "a.json", files={"a.json": text})
    assert re.search(r"0 +0 +never +[0-9a-f]{64}", ran.out)


def test_what_a_document_says_cannot_act_on_a_terminal(run) -> None:
    escape = "\x1b[2J"
    changed = json.dumps(DAY["policies"][0] | {"signer_id": escape, "key_log": escape, escape: 0}, ensure_ascii=False)
    for arguments in (("verify", "--format", "text"), ("verify",), ("show",)):
        ran = run("model", *arguments, "a.json", files={"a.json": changed.replace(escape, "\\u001b[2J")})
        assert "\x1b" not in ran.out + ran.err


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        json.dumps(compose({"report": lambda report: in_float(report, "none", "none")})),
        json.dumps(compose({"report": lambda report: report.update(signer="stranger")})),
        json.dumps(compose({"other": lambda report: report.update(presentations=["00" * 32])})),
        json.dumps(compose({"report": lambda report: report.update({"class": "kiosk", "policy": "00" * 32})})),
        json.dumps(compose({"report": lambda report: report.update({"class": "kiosk"})})),
        json.dumps(compose({"report": lambda report: report.update(decodes=0)})),
        json.dumps(compose({"policy": lambda policy: policy.update(classes=0)})),
        json.dumps(compose({"statement": lambda statement: statement["frames"][1].update(made_by=None)})),
        json.dumps(DAY["reports"][0] | {"sig": "00" * 64}),
        json.dumps(DAY["rollup"]),
    ],
)
def test_every_document_has_an_account(run, text: str) -> None:
    ran = run("model", "verify", "--format", "text", "a.json", files={"a.json": text})
    assert ran.out.startswith("a.json: ")
    assert ran.status == (0 if "a.json: accepted" in ran.out else 1)


def test_show_lists_names_signers_spans_classes_and_figures(run) -> None:
    ran = run("model", "show", "a.json", files={"a.json": ACCEPTED})
    assert ran.status == 0
    assert ran.out.splitlines()[0] == "a.json: wai-model-bundle"
    for record in (*DAY["policies"], *DAY["reports"], DAY["rollup"], *DAY["key_log"]["revisions"]):
        assert record["signer_pubkey"] in ran.out
    for name in (DAY["reports"][0]["policy"], *DAY["rollup"]["reports"], *DAY["reports"][1]["presentations"]):
        assert name in ran.out
    assert "policy 0, class living-room" in ran.out
    assert "roll-up, class living-room: reports 2, devices 2, silent 0" in ran.out
    assert re.search(r"decode +1 +0 +0 +0 +1 +0", ran.out)


def test_show_says_that_what_it_shows_is_refused(run) -> None:
    changed = json.dumps(DAY["policies"][0] | {"classes": "none", "seq": -1})
    ran = run("model", "show", "a.json", files={"a.json": changed})
    assert ran.status == 0
    assert "refused (record_malformed) at policy" in ran.out


def test_show_as_json_has_the_records(run) -> None:
    shown = json.loads(run("model", "show", "--format", "json", "a.json", files={"a.json": ACCEPTED}).out)
    assert shown["outcome"] == COUNTS
    assert [row["record"] for row in shown["records"]] == [
        "policy 0",
        "revision 0",
        "revision 1",
        "attestation 0",
        "presentation 0",
        "report 0",
        "report 1",
        "rollup",
    ]


def test_link_hash_prints_a_records_name(run) -> None:
    files = {"p.json": json.dumps(DAY["policies"][0]), "s.json": json.dumps(DAY["presentations"][0])}
    policy, (statement,) = DAY["reports"][0]["policy"], DAY["reports"][1]["presentations"]
    assert run("model", "link-hash", "p.json", files=files).out == policy + "\n"
    assert run("model", "link-hash", "p.json", "s.json").out == f"{policy}  p.json\n{statement}  s.json\n"
    hostile = "a\x1b[31m\n.json"
    ran = run("model", "link-hash", "p.json", hostile, files={hostile: files["p.json"]})
    assert ran.out == f"{policy}  p.json\n{policy}  a\\x1b[31m\\x0a.json\n"


@pytest.mark.parametrize("text", [ACCEPTED, json.dumps(DAY["key_log"]), '{"kind": "wai-model-run"}', "{}", "{"])
def test_link_hash_refuses_what_has_none(run, text: str) -> None:
    ran = run("model", "link-hash", "a.json", files={"a.json": text})
    assert (ran.status, ran.out) == (2, "")


def test_a_key_is_for_its_owner_alone_and_never_printed(run, tmp_path: Path) -> None:
    ran = run("model", "keygen", "--output", "k")
    secret = (tmp_path / "k").read_text().strip()
    assert ran.status == 0
    assert stat.S_IMODE((tmp_path / "k").stat().st_mode) == 0o600
    assert len(secret) == 64
    assert secret not in ran.out + ran.err
    assert ran.out == keygen.public_key(bytes.fromhex(secret)).hex() + "\n"


def test_a_key_is_never_overwritten(run, tmp_path: Path) -> None:
    run("model", "keygen", "--output", "k")
    before = (tmp_path / "k").read_text()
    os.symlink("k", tmp_path / "link")
    for name in ("k", "link"):
        assert run("model", "keygen", "--output", name).status == 2
    assert (tmp_path / "k").read_text() == before


def test_a_record_is_not_written_over_a_key(run, key: str, tmp_path: Path) -> None:
    keygen.write_key(str(tmp_path / "other.key"), seed("other"))
    run(files={"p.json": unsigned(DAY["policies"][0])})
    for name, whose in ((key, "operator"), ("other.key", "other")):
        ran = run("model", "sign", "p.json", "--key", key, "--output", name)
        assert (ran.status, ran.out) == (2, "")
        assert keygen.read_key(str(tmp_path / name)) == seed(whose)


def test_a_key_that_cannot_be_written_whole_is_not_left_in_part(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fchmod", full)
        ran = run("model", "keygen", "--output", "k")
    assert (ran.status, ran.out) == (2, "")
    assert "k: cannot write the key: No space left on device" in ran.err
    assert not (tmp_path / "k").exists()


def test_a_dash_is_standard_output_and_no_file_of_that_name(run, key: str, tmp_path: Path) -> None:
    files = {"p.json": unsigned(DAY["policies"][0])}
    ran = run("model", "sign", "p.json", "--key", key, "--output", "-", files=files)
    assert json.loads(ran.out) == DAY["policies"][0]
    assert run("model", "keygen", "--output", "-").status == 2
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_a_key_that_others_can_reach_does_not_sign(run, tmp_path: Path, mode: int) -> None:
    run("model", "keygen", "--output", "k", files={"p.json": json.dumps(DAY["policies"][0])})
    (tmp_path / "k").chmod(mode)
    ran = run("model", "sign", "p.json", "--key", "k")
    assert (ran.status, ran.out) == (2, "")
    assert "chmod 600" in ran.err


@pytest.mark.parametrize("content", ["", "00" * 31, "0g" * 32, "00" * 33, "AB" * 32])
def test_what_is_no_key_is_refused_without_being_printed(run, tmp_path: Path, content: str) -> None:
    run(files={"p.json": json.dumps(DAY["policies"][0]), "k": content})
    (tmp_path / "k").chmod(0o600)
    ran = run("model", "sign", "p.json", "--key", "k")
    assert (ran.status, ran.out) == (2, "")
    assert not content or content not in ran.err


@pytest.fixture
def key(run, tmp_path: Path) -> str:
    """The operator's key, in a file."""
    keygen.write_key(str(tmp_path / "operator.key"), seed("operator"))
    return "operator.key"


def unsigned(record: dict) -> str:
    """A record as it is before it is signed."""
    return json.dumps({name: value for name, value in record.items() if name not in ("sig", "signer_pubkey")})


def test_sign_gives_the_record_that_its_signer_signed(run, key: str, tmp_path: Path) -> None:
    files = {"p.json": unsigned(DAY["policies"][0])}
    assert json.loads(run("model", "sign", "p.json", "--key", key, files=files).out) == DAY["policies"][0]
    ran = run("model", "sign", "p.json", "--key", key, "--output", "signed.json")
    assert (ran.status, ran.out) == (0, "")
    assert json.loads((tmp_path / "signed.json").read_text()) == DAY["policies"][0]
    # A record signed once more is the same record.
    run("model", "sign", "signed.json", "--key", key, "--output", "signed.json")
    assert json.loads((tmp_path / "signed.json").read_text()) == DAY["policies"][0]


def test_sign_signs_the_last_revision_of_a_key_log(run, tmp_path: Path) -> None:
    keygen.write_key(str(tmp_path / "root.key"), seed("root 1"))
    log = DAY["key_log"]
    last = json.loads(unsigned(log["revisions"][1]))
    files = {"log.json": json.dumps(log | {"revisions": [log["revisions"][0], last]})}
    assert json.loads(run("model", "sign", "log.json", "--key", "root.key", files=files).out) == log


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (json.dumps({"kind": "wai-model-policy"}), 1),
        (json.dumps(DAY["policies"][0] | {"seq": 1}), 1),
        (json.dumps(DAY["policies"][0] | {"seq": 1.5}), 2),
        (json.dumps(DAY["policies"][0] | {"seq": True}), 1),
        (ACCEPTED, 2),
        ("{", 2),
        ('{"kind": "wai-key-log", "revisions": []}', 2),
    ],
)
def test_sign_writes_nothing_that_would_be_refused(run, key: str, tmp_path: Path, text: str, status: int) -> None:
    ran = run("model", "sign", "a.json", "--key", key, "--output", "out.json", files={"a.json": text})
    assert (ran.status, ran.out) == (status, "")
    assert not (tmp_path / "out.json").exists()


def test_rollup_computes_what_the_operator_signs(run, key: str) -> None:
    when = DAY["rollup"]["issued_at"]
    for bundle in (DAY, DAY | {"rollup": None}):
        ran = run("model", "rollup", "a.json", "--issued-at", when, files={"a.json": json.dumps(bundle)})
        assert json.loads(ran.out) == json.loads(unsigned(DAY["rollup"]))
    signed = json.loads(run("model", "sign", "r.json", "--key", key, files={"r.json": ran.out}).out)
    assert signed == DAY["rollup"]


def test_rollup_takes_the_period_that_is_given_where_it_holds_the_reports(run) -> None:
    period = ("--from", "2026-02-01T00:00:00Z", "--to", "2026-04-01T00:00:00Z")
    rollup = json.loads(run("model", "rollup", "a.json", *period, files={"a.json": ACCEPTED}).out)
    assert (rollup["from"], rollup["to"]) == (period[1], period[3])
    for wrong in (("--from", "2026-03-01T00:00:01Z"), ("--to", "2026-03-01"), ("--to", "2026-03-01T23:59:59Z")):
        ran = run("model", "rollup", "a.json", *wrong)
        assert (ran.status, ran.out) == (2, "")


def test_rollup_is_issued_at_a_time(run) -> None:
    files = {"a.json": ACCEPTED}
    ran = run("model", "rollup", "a.json", "--issued-at", "2026-03-02T00:00:00.5Z", files=files)
    assert json.loads(ran.out)["issued_at"] == "2026-03-02T00:00:00.5Z"
    for wrong in ("yesterday", "2026-03-02T00:00:00+00:00", ""):
        ran = run("model", "rollup", "a.json", f"--issued-at={wrong}")
        assert (ran.status, ran.out) == (2, "")


def test_rollup_of_a_refused_bundle_is_refused(run) -> None:
    ran = run("model", "rollup", "a.json", files={"a.json": REFUSED})
    assert (ran.status, ran.out) == (1, "")
    assert "model_revoked" in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "model needs a command: verify, "),
        (("verfy", "a"), "did you mean wai-lint model verify?"),
        (("verify",), "verify needs a file"),
        (("show", "a", "b"), "show takes one file"),
        (("keygen", "a"), "keygen takes no file"),
        (("keygen",), "keygen needs --output"),
        (("sign", "a"), "sign needs --key"),
        (("verify", "a", "--key", "k"), "--key means nothing to wai-lint model verify"),
        (("verify", "a", "--format", "sarif"), "--format must be one of text, json"),
        (("verify", "a", "--jbos", "2"), "did you mean --jobs?"),
    ],
)
def test_misuse_says_what_was_meant(run, arguments: tuple[str, ...], said: str) -> None:
    ran = run("model", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


def test_help_names_every_command(run) -> None:
    ran = run("model", "--help")
    assert ran.status == 0
    for name in ("verify", "show", "sign", "keygen", "link-hash", "rollup"):
        assert f"wai-lint model {name}" in ran.out
