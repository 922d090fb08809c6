"""Policies: what the loader refuses, each by an input that nothing else refuses."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from wai_lint.checkers.onnx import partition, policy
from wai_lint.checkers.onnx.limits import Limits
from wai_lint.checkers.onnx.strict_json import DocumentRefused

SCHEMAS = Path(__file__).parent.parent / "schemas"
Edit = Callable[[dict[str, Any]], object]


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def manifest(folder: Path, **said: object) -> str:
    data = json.dumps(said or {"compiler_execution": False}).encode()
    (folder / "compiler.json").write_bytes(data)
    return digest(data)


def document(folder: Path, *, execution: bool = False) -> dict[str, Any]:
    return {
        "kind": "wai-onnx-policy/1",
        "compiler_manifest": {"path": "compiler.json", "sha256": manifest(folder, compiler_execution=execution)},
        "compiler_qualified": False,
        "approved_npu_signatures": [],
    }


def load(folder: Path, text: str | dict[str, Any]) -> policy.Policy:
    path = folder / "policy.json"
    path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
    return policy.load(str(path))


def refused(folder: Path, text: str | dict[str, Any]) -> DocumentRefused:
    with pytest.raises(DocumentRefused) as caught:
        load(folder, text)
    return caught.value


def test_a_policy_that_is_bound_to_a_refusing_manifest_approves_nothing(tmp_path: Path) -> None:
    held = load(tmp_path, document(tmp_path))
    assert held.sha256 == digest((tmp_path / "policy.json").read_bytes())
    assert not held.compiles
    assert not held.approves("0" * 64)
    assert held.limits == Limits()


def test_a_qualified_policy_under_an_authorizing_manifest_approves_what_it_names(tmp_path: Path) -> None:
    qualified = document(tmp_path, execution=True) | {"compiler_qualified": True, "approved_npu_signatures": ["a" * 64]}
    held = load(tmp_path, qualified)
    assert held.compiles
    assert held.approves("a" * 64)
    assert not held.approves("b" * 64)
    assert not held.approves(None)


def test_limits_are_raised_and_lowered(tmp_path: Path) -> None:
    held = load(tmp_path, document(tmp_path) | {"limits": {"nodes": 10, "rank": 9}})
    assert (held.limits.nodes, held.limits.rank, held.limits.inputs) == (10, 9, 64)


def test_the_schemas_have_the_limits_that_there_are() -> None:
    names = [each.name for each in fields(Limits)]
    of_policy = json.loads((SCHEMAS / "onnx-policy.json").read_text())["properties"]["limits"]["properties"]
    of_audit = json.loads((SCHEMAS / "onnx-audit.json").read_text())["properties"]["limits"]["properties"]
    of_options = json.loads((SCHEMAS / "config.json").read_text())["properties"]["onnx"]["properties"]["limits"]
    assert list(of_policy) == names
    assert list(of_audit) == names
    assert list(of_options["properties"]) == [name.replace("_", "-") for name in names]


CASES: dict[str, tuple[str, str, Edit]] = {
    "unknown key": ("POLICY_KEY_UNKNOWN", "/", lambda it: it.update(approved="all")),
    "unknown limit": ("POLICY_KEY_UNKNOWN", "/limits", lambda it: it.update(limits={"node": 1})),
    "unknown key behind another mistake": (
        "POLICY_KEY_UNKNOWN",
        "/limits",
        lambda it: it.update(compiler_qualified="yes", limits={"node": 1}),
    ),
    "unknown key of the manifest": (
        "POLICY_KEY_UNKNOWN",
        "/compiler_manifest",
        lambda it: it["compiler_manifest"].update(url="x"),
    ),
    "missing key": ("POLICY_INVALID", "/", lambda it: it.pop("compiler_qualified")),
    "other kind": ("POLICY_INVALID", "/kind", lambda it: it.update(kind="wai-onnx-policy/2")),
    "qualified by a word": ("POLICY_INVALID", "/compiler_qualified", lambda it: it.update(compiler_qualified="yes")),
    "negative limit": ("POLICY_INVALID", "/limits/nodes", lambda it: it.update(limits={"nodes": -1})),
    "more than protobuf reads": (
        "POLICY_INVALID",
        "/limits/model_bytes",
        lambda it: it.update(limits={"model_bytes": 1 << 31}),
    ),
    "more seconds than a day has": (
        "POLICY_INVALID",
        "/limits/inference_seconds",
        lambda it: it.update(limits={"inference_seconds": 86401}),
    ),
    "limit of a fraction": ("POLICY_INVALID", "/limits/nodes", lambda it: it.update(limits={"nodes": 1.5})),
    "an approval twice": (
        "POLICY_INVALID",
        "/approved_npu_signatures",
        lambda it: it.update(approved_npu_signatures=["a" * 64] * 2),
    ),
    "manifest hashes otherwise": (
        "POLICY_MANIFEST_MISMATCH",
        "/compiler_manifest/sha256",
        lambda it: it["compiler_manifest"].update(sha256="0" * 64),
    ),
    "manifest is not there": (
        "POLICY_UNREADABLE",
        "",
        lambda it: it["compiler_manifest"].update(path="none.json"),
    ),
    "manifest is a folder": ("POLICY_UNREADABLE", "", lambda it: it["compiler_manifest"].update(path="folder")),
    "approval under an unqualified compiler": (
        "POLICY_APPROVAL_UNQUALIFIED",
        "/approved_npu_signatures",
        lambda it: it.update(approved_npu_signatures=["a" * 64]),
    ),
    "qualified against a refusing manifest": (
        "POLICY_QUALIFICATION_REFUSED",
        "/compiler_qualified",
        lambda it: it.update(compiler_qualified=True),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_policy_with_one_fault_is_refused_for_it(tmp_path: Path, name: str) -> None:
    code, pointer, edit = CASES[name]
    (tmp_path / "folder").mkdir()
    changed = document(tmp_path)
    edit(changed)
    error = refused(tmp_path, changed)
    assert (error.code, error.pointer) == (code, pointer)


PATHS = (
    "../compiler.json",
    "/etc/hostname",
    "a/../compiler.json",
    "./compiler.json",
    "a//compiler.json",
    "compiler.json/",
    "..\\compiler.json",
    "C:compiler.json",
    "compiler.json\x00",
    ".",
    "outside.json",
    "\ud800.json",
    "\udcff.json",
)


@pytest.mark.parametrize("path", PATHS)
def test_a_path_that_leads_out_or_is_not_plain_is_refused(tmp_path: Path, path: str) -> None:
    folder = tmp_path / "inside"
    (folder / "a").mkdir(parents=True)
    sha256 = manifest(tmp_path)
    manifest(folder)
    (folder / "outside.json").symlink_to(tmp_path / "compiler.json")
    changed = document(folder)
    changed["compiler_manifest"] = {"path": path, "sha256": sha256}
    assert refused(folder, changed).code == "POLICY_PATH_TRAVERSAL"


DIGESTS = ("A" * 64, "a" * 63, "a" * 65, "sha256:" + "a" * 64, "a" * 64 + "\n", " " + "a" * 63, "", "g" * 64)


@pytest.mark.parametrize("digest", DIGESTS)
def test_a_digest_in_another_form_is_refused(tmp_path: Path, digest: str) -> None:
    changed = document(tmp_path)
    changed["compiler_manifest"]["sha256"] = digest
    assert refused(tmp_path, changed).code == "POLICY_DIGEST_NOT_CANONICAL"
    changed = document(tmp_path) | {"approved_npu_signatures": [digest]}
    assert refused(tmp_path, changed).code == "POLICY_DIGEST_NOT_CANONICAL"


@pytest.mark.parametrize(
    "twice",
    [
        ('"compiler_qualified": false', '"compiler_qualified": true'),
        ('"path": "compiler.json"', '"path": "other.json"'),
    ],
)
def test_a_key_that_stands_twice_is_refused_at_any_depth(tmp_path: Path, twice: tuple[str, str]) -> None:
    text = json.dumps(document(tmp_path)).replace(twice[0], ", ".join((*twice[1:], twice[0])))
    assert refused(tmp_path, text).code == "POLICY_KEY_DUPLICATE"


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "NaN", '{"kind": NaN}', "[]", "null", '{"kind": "\\ud800"}'])
def test_what_is_no_policy_at_all_is_refused_without_a_traceback(tmp_path: Path, text: str) -> None:
    assert refused(tmp_path, text).code.startswith("POLICY_")


@pytest.mark.parametrize("entries", [[1, {"a": 1}] * 30_000, ["x"] * 200_000, [{}] * 100_000], ids=len)
def test_what_a_list_holds_is_looked_at_in_bounded_time(tmp_path: Path, entries: list[object]) -> None:
    begun = time.process_time()
    assert refused(tmp_path, document(tmp_path) | {"approved_npu_signatures": entries}).code == "POLICY_INVALID"
    assert time.process_time() - begun < 10


def test_entries_that_stand_twice_are_refused(tmp_path: Path) -> None:
    twice = document(tmp_path) | {"approved_npu_signatures": ["a" * 64] * 2}
    assert "stands twice in the list" in refused(tmp_path, twice).message


def test_a_manifest_is_read_within_bounds(tmp_path: Path) -> None:
    held = document(tmp_path)
    data = b'{"compiler_execution": false}' + b" " * (1 << 20)
    (tmp_path / "compiler.json").write_bytes(data)
    held["compiler_manifest"]["sha256"] = digest(data)
    assert refused(tmp_path, held).code == "POLICY_UNREADABLE"


def test_a_policy_is_read_within_bounds(tmp_path: Path) -> None:
    text = json.dumps(document(tmp_path))
    assert load(tmp_path, text + " " * ((1 << 20) - len(text))).sha256
    assert refused(tmp_path, text + " " * ((1 << 20) - len(text) + 1)).code == "POLICY_UNREADABLE"
    with pytest.raises(DocumentRefused, match="not a regular file"):
        policy.load(os.devnull)


@pytest.mark.parametrize(
    "said",
    [
        b"{",
        b"[]",
        b"{}",
        b'{"compiler_execution": "yes"}',
        b'{"compiler_execution": 1}',
        b'{"compiler_execution": false, "compiler_execution": true}',
        b"\xff",
    ],
)
def test_a_manifest_that_does_not_say_whether_it_may_compile_is_refused(tmp_path: Path, said: bytes) -> None:
    changed = document(tmp_path)
    (tmp_path / "compiler.json").write_bytes(said)
    changed["compiler_manifest"]["sha256"] = digest(said)
    assert refused(tmp_path, changed).code == "POLICY_MANIFEST_INVALID"


def exact(folder: Path) -> dict[str, Any]:
    (folder / "erf.bin").write_bytes(b"sealed")
    return {
        "kind": "wai-onnx-partition-policy/1",
        "operator": "Erf",
        "opset": 12,
        "element_type": "uint8",
        "shape": [481],
        "binary": {"path": "erf.bin", "sha256": digest(b"sealed")},
    }


def test_a_partition_policy_is_bound_to_its_binary(tmp_path: Path) -> None:
    held = partition.read_partition(json.dumps(exact(tmp_path)).encode(), str(tmp_path))
    assert (held.operator, held.element_type, held.shape) == ("Erf", "uint8", (481,))
    (tmp_path / "erf.bin").write_bytes(b"other")
    with pytest.raises(DocumentRefused) as caught:
        partition.read_partition(
            json.dumps(exact(tmp_path) | {"binary": {"path": "erf.bin", "sha256": "0" * 64}}).encode(), str(tmp_path)
        )
    assert caught.value.code == "PARTITION_POLICY_BINARY_MISMATCH"


PARTITIONS: dict[str, tuple[str, Edit]] = {
    "another element type": ("PARTITION_POLICY_INVALID", lambda it: it.update(element_type="u8")),
    "an unknown dimension": ("PARTITION_POLICY_INVALID", lambda it: it.update(shape=[None])),
    "an empty dimension": ("PARTITION_POLICY_INVALID", lambda it: it.update(shape=[0])),
    "no opset": ("PARTITION_POLICY_INVALID", lambda it: it.pop("opset")),
    "two operators": ("PARTITION_POLICY_KEY_UNKNOWN", lambda it: it.update(operators=["Erf", "Conv"])),
    "a binary above": ("PARTITION_POLICY_PATH_TRAVERSAL", lambda it: it["binary"].update(path="../erf.bin")),
    "a binary that is not there": ("PARTITION_POLICY_UNREADABLE", lambda it: it["binary"].update(path="none.bin")),
    "a digest in capitals": (
        "PARTITION_POLICY_DIGEST_NOT_CANONICAL",
        lambda it: it["binary"].update(sha256=digest(b"sealed").upper()),
    ),
}


@pytest.mark.parametrize("name", PARTITIONS)
def test_a_partition_policy_with_one_fault_is_refused_for_it(tmp_path: Path, name: str) -> None:
    code, edit = PARTITIONS[name]
    changed = exact(tmp_path)
    edit(changed)
    with pytest.raises(DocumentRefused) as caught:
        partition.read_partition(json.dumps(changed).encode(), str(tmp_path))
    assert caught.value.code == code
