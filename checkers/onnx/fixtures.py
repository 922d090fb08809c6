"""Recorded audits and runs (`schemas/onnx-fixtures.json`), made again and compared.

Files, audits and evidence must be equal byte for byte. Floating point that another runtime or processor computes may
differ in its last bits, so such outputs may be as near as `TOLERANCE`, and then that is said.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..documents import parse, validator
from . import partition, policy
from .bound_files import bind, read_regular
from .envelope import encode
from .refusal import Failure
from .run import Run, examine
from .strict_json import LARGEST_DOCUMENT, DocumentRefused, read
from .tensors import interface, read_archive

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from .session import Session

PREFIX = "FIXTURES"
MANIFEST = "fixtures.json"
# What a session fails with where ONNX Runtime is not installed.
RUNTIME_MISSING = "RUNTIME_MISSING"
TOLERANCE = 1e-6
_BY_MACHINE = ("runtime", "outputs", "output_archive")


class Compared(NamedTuple):
    """What was compared, whether it is as recorded (None: it could not be made again), and what there is to say."""

    subject: str
    same: bool | None
    said: str


def verify(folder: str, cpu: Callable[[bytes], Session] | None = None) -> Iterator[Compared]:
    """Compare everything that the manifest of a folder lists. Raises `DocumentRefused` for a manifest that is none."""
    document = read(read_regular(os.path.join(folder, MANIFEST), LARGEST_DOCUMENT, PREFIX), "onnx-fixtures", PREFIX)
    contents: dict[str, bytes] = {}
    for entry in document["files"]:
        try:
            contents[entry["path"]] = bind(entry, folder, PREFIX, entry["path"], "MISMATCH")[1]
        except DocumentRefused as error:
            yield Compared(entry["path"], False, f"{error.code}: {error.message}")
        else:
            yield Compared(entry["path"], True, "the file is as recorded")
    entries = [("audit", each) for each in document["audits"]] + [("run", each) for each in document["runs"]]
    for kind, entry in entries:
        missing = [path for name, path in entry.items() if name != "mode" and path not in contents]
        subject = f"{kind} {entry.get('mode', '')} of {entry['model']}".replace("  ", " ")
        if missing:
            yield Compared(subject, False, f"not made again: {missing[0]} is not listed or not as recorded")
            continue
        try:
            if kind == "audit":
                yield _compare_audit(subject, entry, contents, folder)
            else:
                yield _compare_run(subject, entry, contents, folder, cpu)
        except Failure as error:
            same = None if error.code == RUNTIME_MISSING else False
            yield Compared(subject, same, f"{error.code}: {error.message}")


def _policies(entry: Mapping[str, str], folder: str) -> tuple[policy.Policy, partition.Partition | None]:
    named, exact = entry.get("policy"), entry.get("partition_policy")
    held = policy.Policy() if named is None else policy.load(os.path.join(folder, named))
    return held, None if exact is None else partition.load(os.path.join(folder, exact))


def _compare_audit(subject: str, entry: Mapping[str, str], contents: Mapping[str, bytes], folder: str) -> Compared:
    held, exact = _policies(entry, folder)
    made = encode(examine(contents[entry["model"]], held, exact).envelope)
    same = made == contents[entry["audit"]]
    return Compared(
        subject, same, "gives the same envelope" if same else f"gives another envelope than {entry['audit']}"
    )


def _compare_run(
    subject: str,
    entry: Mapping[str, str],
    contents: Mapping[str, bytes],
    folder: str,
    cpu: Callable[[bytes], Session] | None,
) -> Compared:
    held, exact = _policies(entry, folder)
    model, inputs = contents[entry["model"]], contents[entry["inputs"]]
    run = Run(model, held, exact) if cpu is None else Run(model, held, exact, cpu=cpu)
    result = run(entry["mode"], inputs)
    recorded = _recorded(contents[entry["evidence"]])
    fields = [name for name in recorded if name not in _BY_MACHINE and recorded[name] != result.evidence.get(name)]
    if fields:
        return Compared(subject, False, f"gives other evidence: {', '.join(fields)}")
    if result.outputs == contents[entry["outputs"]] and result.evidence["outputs"] == recorded["outputs"]:
        return Compared(subject, True, "gives the same outputs and evidence")
    distance = _distance(model, held, result.outputs or b"", contents[entry["outputs"]])
    made_with = " ".join(str(value) for value in recorded["runtime"].values())
    said = f"gives outputs {distance:.1e} away from those recorded with another runtime or processor ({made_with})"
    return Compared(subject, distance <= TOLERANCE, said)


def _recorded(data: bytes) -> dict[str, Any]:
    """Recorded evidence. Raises `DocumentRefused` for what is none."""
    try:
        recorded = parse(data)
    except ValueError as error:
        raise DocumentRefused(f"{PREFIX}_INVALID", f"the evidence is no JSON document: {error}") from error
    if not validator("onnx-evidence").is_valid(recorded):
        raise DocumentRefused(f"{PREFIX}_INVALID", "the evidence does not have the form that its schema describes")
    return recorded


def _distance(model: bytes, held: policy.Policy, made: bytes, recorded: bytes) -> float:
    """The largest difference between elements of floating point; infinite where integers differ."""
    inferred = examine(model, held).audit.inferred
    assert inferred is not None
    promised = interface(inferred.graph)[1]
    ours, theirs = (read_archive(each, promised, held.limits.tensor_bytes) for each in (made, recorded))
    largest = 0.0
    for name, array in ours.items():
        other = theirs[name]
        if array.shape != other.shape or (array.dtype.kind != "f" and not np.array_equal(array, other)):
            return float("inf")
        if array.dtype.kind == "f" and array.size:
            largest = max(largest, float(np.max(np.abs(array.astype("f8") - other.astype("f8")))))
    return largest
