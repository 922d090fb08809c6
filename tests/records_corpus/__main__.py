"""Writes the corpus, or with `--check` says whether it is what the seeds give."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from . import alone, devices, key_logs, order, placed, policies, reading, reports, runs, totals
from .vector import Vector

CORPUS = Path(__file__).parents[1] / "data" / "records" / "vectors.json"
PARTS = (reading, policies, key_logs, placed, reports, devices, runs, totals, order, alone)


def vectors() -> Iterator[Vector]:
    """Every vector of the corpus, in its order."""
    for part in PARTS:
        yield from part.vectors()


def text() -> str:
    """The corpus as its file has it: one vector a line."""
    made = list(vectors())
    twice = [name for name, count in Counter(vector.name for vector in made).items() if count > 1]
    if twice:
        raise ValueError(f"two vectors have one name: {twice}")
    lines = [json.dumps(vector.to_json(), ensure_ascii=False, separators=(",", ":")) for vector in made]
    return '{"vectors":[\n' + ",\n".join(lines) + "\n]}\n"


def main() -> int:
    """Writes the file; with `--check`, 1 when it is not what it would be."""
    made = text().encode()
    if sys.argv[1:] == ["--check"]:
        current = CORPUS.read_bytes() if CORPUS.exists() else b""
        if current != made:
            print(f"{CORPUS} is not what the seeds give: run python -m wai_lint.tests.records_corpus", file=sys.stderr)
        return int(current != made)
    CORPUS.parent.mkdir(parents=True, exist_ok=True)
    CORPUS.write_bytes(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
