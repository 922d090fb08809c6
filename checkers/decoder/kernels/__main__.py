"""Writes the kernels of a width into a folder, or with `--check` compares them.

python -m wai_lint.checkers.decoder.kernels acc32|acc64 FOLDER [--check]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..widths import WIDTHS
from . import OPERATORS, module


def main() -> int:
    """The exit status: 1 where `--check` finds a difference."""
    parser = argparse.ArgumentParser(description="Writes the kernels of a width into a folder.")
    parser.add_argument("width", choices=WIDTHS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing, say whether the folder is up to date")
    arguments = parser.parse_args()
    status = 0
    for operator in OPERATORS:
        path = arguments.folder / f"{operator}.wgsl"
        text = module(operator, arguments.width)
        if not arguments.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            print(f"{path} is not what the parts of the kernels give", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
