"""Writes the examples of this folder: the records of a small fleet, and bundles that are accepted and refused.

`python examples/records/generate.py` writes them; with `--check` it writes nothing and exits 1 when one differs. The
keys come from fixed seeds, so that every run writes the same bytes; a real fleet's come from `wai-lint model keygen`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wai_lint.rules.records._fleet import REVOKED, compose, digest, frame, in_float

FOLDER = Path(__file__).parent


def documents() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each file's name and what it holds."""
    day = compose()
    yield "alone/policy.json", day["policies"][0]
    yield "alone/key-log.json", day["key_log"]
    yield "alone/attestation.json", day["attestations"][0]
    yield "alone/statement.json", day["presentations"][0]
    yield "alone/report.json", day["reports"][0]
    yield "alone/rollup.json", day["rollup"]
    yield "accepted/day.wai-models.json", day
    later = {"successor": lambda policy: policy.update(key_log=None, not_before="2026-02-15T00:00:00Z")}
    yield "accepted/successor.wai-models.json", compose(later)
    yield from refused()


def refused() -> Iterator[tuple[str, dict[str, Any]]]:
    """Bundles with one fault each; a file is called as the reason that refuses it."""

    def generated(statement: dict[str, Any]) -> None:
        statement["frames"].append(frame("synthesized", digest("generator"), synthesized=8294400))

    def on_the_npu(report: dict[str, Any]) -> None:
        in_float(report, "decode-equivalence", "decode-equivalence")

    yield "refused/model_revoked.wai-models.json", compose({"revision": lambda revision: revision.update(REVOKED)})
    yield "refused/model_not_in_policy.wai-models.json", compose({"statement": generated})
    yield "refused/dispatch_tier_refused.wai-models.json", compose({"report": on_the_npu})
    short = {"policy": lambda policy: policy.update(not_after="2026-03-01T12:00:00Z")}
    yield "refused/policy_expired.wai-models.json", compose(short)
    left_out = {"document": lambda document: document["reports"].pop()}
    yield "refused/rollup_mismatch.wai-models.json", compose(left_out)


def main(arguments: list[str]) -> int:
    """Write the files, or tell which differ."""
    stale = []
    for name, document in documents():
        path = FOLDER / name
        text = json.dumps(document, indent=2) + "\n"
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if "--check" not in arguments:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"examples/records/{name}: {'out of date' if '--check' in arguments else 'written'}")
    return int(bool(stale) and "--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
