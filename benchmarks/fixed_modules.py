"""Applies the safe fixes to every WGSL module of a folder, and checks what they leave.

    python benchmarks/fixed_modules.py FOLDER [--naga naga_bg.wasm]

For each module with a fixable finding: the fixed module must have no finding of the rules that offered a fix, naga must
accept it if it accepted the original, and fixing again must change nothing. Prints each module that fails, and the
counts; exits 1 when one fails, and when there was nothing to fix. No file is changed.
"""

from __future__ import annotations

import sys
from collections import Counter

from modules import parser, verdicts
from wai_lint.checkers.diagnostic import Diagnostic
from wai_lint.checkers.naga import translate
from wai_lint.checkers.source import Source
from wai_lint.lint.check import check
from wai_lint.lint.families import families_of
from wai_lint.lint.fixes import SAFE_ONLY, FixError, applicable, fix_all
from wai_lint.rules.family import Settings


def judge(source: Source, naga: str) -> tuple[str, str]:
    """How fixing a module went: one of the words below, and what there is to say about it."""
    families = families_of(source.path)

    def recheck(fixed: bytes) -> list[Diagnostic]:
        return check(source.path, fixed, families, Settings())

    found = recheck(source.data)
    fixable = {finding.code for finding in found if applicable([finding], SAFE_ONLY, False)}
    if not fixable:
        return "nothing to fix", ""
    try:
        fixed, left, count = fix_all(source, found, recheck, families, SAFE_ONLY, False)
    except FixError as error:
        return "not fixed", str(error)
    if any(applicable([finding], SAFE_ONLY, False) for finding in left):
        return "not settled", ", ".join(finding.code for finding in left)
    remaining = Counter(finding.code for finding in left if finding.code in fixable)
    unfixable = Counter(finding.code for finding in found if finding.code in fixable and finding.fix is None)
    if remaining - unfixable:
        return "not clean", str(dict(remaining - unfixable))
    if translate(naga, source.text).rejection is None:
        rejection = translate(naga, fixed.decode("utf-8")).rejection
        if rejection is not None:
            return "rejected by naga once fixed", rejection.message
    return "fixed", "" if count else "no fix was applied"


def main() -> int:
    """Fix all modules of the folder that the command line names, in memory."""
    counts = verdicts(parser(__doc__).parse_args(), judge)
    return 0 if counts["fixed"] and set(counts) <= {"fixed", "nothing to fix", "not UTF-8"} else 1


if __name__ == "__main__":
    sys.exit(main())
