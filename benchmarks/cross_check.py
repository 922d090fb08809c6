"""Compares the rules' verdicts with naga's SPIR-V on every WGSL module of a folder.

    python benchmarks/cross_check.py FOLDER [--naga naga_bg.wasm]

A module that WGSL101 to WGSL104, WGSL202, WGSL301, WGSL304, WGSL401 and WGSL402 all pass is translated to SPIR-V, which
must hold nothing of what they refuse. Prints each module where it does, and the counts; exits 1 when there is one, when
a reader falls over, and when there was nothing to compare. Modules that naga takes and the front end refuses are listed
too.
"""

from __future__ import annotations

import sys

from modules import parser, verdicts
from wai_lint.checkers.naga import translate
from wai_lint.checkers.naga.cross_check import held
from wai_lint.checkers.naga.specialization import specialized
from wai_lint.checkers.naga.spirv import SpirvModule
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl.module import load
from wai_lint.rules.family import Settings
from wai_lint.rules.wgsl import Context
from wai_lint.rules.wgsl.checker_disagrees import REFUSED_BY, refused

JUDGES = tuple(sorted({code for codes in REFUSED_BY.values() for code in codes}))


def compare(source: Source, naga: str) -> tuple[str, str]:
    """How the two readers judge a module: one of the words below, and what there is to say about it."""
    module = load(source)
    if not module.valid:
        if translate(naga, source.text).rejection is None:
            return "refused, taken by naga", module.diagnostics[0].message
        return "refused by both", ""
    if refused(module, Context(module, Settings()), JUDGES):
        return "valid, and refused by a rule", ""
    translation = translate(naga, specialized(module))
    if not translation.spirv:
        return "passed, not written by naga", ""
    found = held(SpirvModule(translation.spirv))
    if found:
        return "passed, and contradicted", ", ".join(f"{each.kind} ({each.detail})" for each in found)
    return "passed, and confirmed", ""


def main() -> int:
    """Compare all modules of the folder that the command line names."""
    counts = verdicts(parser(__doc__).parse_args(), compare)
    failed = counts["passed, and contradicted"] + counts["fallen over"]
    return 1 if failed or not counts["passed, and confirmed"] else 0


if __name__ == "__main__":
    sys.exit(main())
