"""Writes the kernels of a width into a folder, or with `--check` compares them.

python -m wai_lint.checkers.decoder.kernels acc32|acc64 FOLDER [--check | --force]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..widths import WIDTHS
from . import OPERATORS, module


def main() -> int:
    """The exit status: 1 where `--check` finds a difference, or a file is there that holds something else."""
    parser = argparse.ArgumentParser(
        prog="python -m wai_lint.checkers.decoder.kernels", description="Writes the kernels of a width into a folder."
    )
    parser.add_argument("width", choices=WIDTHS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing, say whether the folder is up to date")
    parser.add_argument("--force", action="store_true", help="write over kernels that are there and differ")
    arguments = parser.parse_args()
    status = 0
    for operator in OPERATORS:
        path = arguments.folder / f"{operator}.wgsl"
        text = module(operator, arguments.width)
        there = path.read_bytes() if path.is_file() else None
        if there == text.encode():
            continue
        if arguments.check:
            print(f"{path} is not what the parts of the kernels give", file=sys.stderr)
            status = 1
        elif there is not None and not arguments.force:
            print(f"{path} was left as it is: it differs; --force writes over it", file=sys.stderr)
            status = 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
