"""A vector: a name, the bytes of a file, and the outcome that the text gives it."""

from __future__ import annotations

import base64
import copy
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from .fleet import finish
from .signing import Record

DROP = object()
ALONE = {
    "wai-model-policy": "policies",
    "wai-model-device": "attestations",
    "wai-model-run": "reports",
    "wai-presentation": "presentations",
    "wai-model-rollup": "rollup",
    "wai-key-log": "key_log",
}


class Done(dict[str, Any]):
    """A document that is what it is: nothing more is signed or filled in."""


class Vector(NamedTuple):
    """One vector; `body` is a document, or the text or bytes of a file that no document gives."""

    name: str
    body: Record | str | bytes
    outcome: Record

    def to_json(self) -> Record:
        """The vector as the corpus writes it."""
        if isinstance(self.body, bytes):
            return {"name": self.name, "base64": base64.b64encode(self.body).decode(), "outcome": self.outcome}
        form = "text" if isinstance(self.body, str) else "document"
        return {"name": self.name, form: self.body, "outcome": self.outcome}


def written(document: object) -> str:
    """A document as the text of a file."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def file_bytes(vector: Record) -> bytes:
    """The bytes of the file that a vector of the corpus stands for."""
    if "base64" in vector:
        return base64.b64decode(vector["base64"])
    text = vector["text"] if "text" in vector else written(vector["document"])
    return text.encode()


def done(draft: Record) -> Done:
    """A draft signed and filled in; a finished document as it is."""
    return draft if isinstance(draft, Done) else Done(finish(draft))


def _counts(document: Record) -> Record:
    if document["kind"] in ALONE:
        member = ALONE[document["kind"]]
        document = {member: document if member in ("rollup", "key_log") else [document]}
    reports, presentations = document.get("reports", []), document.get("presentations", [])
    return {
        "accepted": True,
        "policies": len(document.get("policies", [])),
        "attestations": len(document.get("attestations", [])),
        "presentations": len(presentations),
        "reports": len(reports),
        "decodes": sum(len(each["decodes"]) for each in reports),
        "frames": sum(len(each["frames"]) for each in presentations),
        "rollup": document.get("rollup") is not None,
    }


def accepted(name: str, draft: Record, body: str | bytes | None = None) -> Vector:
    """A vector that is accepted; `body` is the text to read where it is not the document's usual one."""
    document = done(draft)
    return Vector(name, document if body is None else body, _counts(document))


def place(at: str) -> list[str | int]:
    """A place written with slashes: `report/0/decode/1`."""
    return [int(part) if part.isdigit() else part for part in at.split("/")]


def refused(name: str, reason: str, at: str, draft: Record | str | bytes) -> Vector:
    """A vector that is refused for that reason, at that place."""
    body = done(draft) if isinstance(draft, dict) else draft
    return Vector(name, body, {"accepted": False, "reason": reason, "at": place(at)})


def lone(draft: Record, member: str) -> Done:
    """The first record of a member of a draft's bundle, signed, as a file of its own."""
    record = done(draft)[member]
    return Done(record[0] if isinstance(record, list) else record)


def change(draft: Record, changes: dict[str, Any]) -> Any:
    """A copy with each place's value replaced, made from the old one by a function, or left out (`DROP`)."""
    changed = copy.deepcopy(draft)
    for path, value in changes.items():
        *parents, last = place(path)
        target: Any = changed
        for step in parents:
            target = target[step]
        if value is DROP:
            del target[last]
        elif isinstance(value, Callable):
            target[last] = value(target[last])
        else:
            target[last] = value
    return changed
