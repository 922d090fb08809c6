"""Writes `integer.jsonl` from the reference: `python -m wai_lint.checkers.decoder.semantics.generate [--check]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .cases import FILE, all_committed, to_line


def text() -> str:
    """The file, byte for byte."""
    return "".join(to_line(case) + "\n" for case in all_committed())


def main(arguments: list[str] | None = None) -> int:
    """Write the file; with `--check`, say whether it is as it would be written (1 where it is not)."""
    parser = argparse.ArgumentParser(description="Write the cases of the integer semantics suite.")
    parser.add_argument("--check", action="store_true", help="change nothing, fail where the file would change")
    path = Path(__file__).with_name(FILE)
    if not parser.parse_args(arguments).check:
        path.write_bytes(text().encode("ascii"))
        return 0
    if path.is_file() and path.read_bytes() == text().encode("ascii"):
        return 0
    print(f"{path} is not what the reference gives: generate it again", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
