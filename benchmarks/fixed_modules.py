"""Applies the safe fixes to every WGSL module of a folder, and checks what they leave.

    python benchmarks/fixed_modules.py FOLDER [--naga naga_bg.wasm]

For each module with a fixable finding: the fixed module must have no finding of the rules that offered a fix, naga must
accept it if it accepted the original, and fixing again must change nothing. Prints each module that fails, and the
counts; exits 1 when one fails, and when there was nothing to fix. No file is changed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter

from modules import modules, text_of
from wai_lint.checkers.naga import translate
from wai_lint.checkers.naga.locate import find
from wai_lint.checkers.source import Source
from wai_lint.lint.check import check
from wai_lint.lint.families import families_of
from wai_lint.lint.fixes import SAFE_ONLY, FixError, applicable, fix_all
from wai_lint.rules.family import Settings


def judge(path: str, text: str, naga: str) -> tuple[str, str]:
    """How fixing a module went: one of the words below, and what there is to say about it."""
    families = families_of(path)
    data = text.encode("utf-8")

    def recheck(fixed: bytes) -> list:
        return check(path, fixed, families, Settings())

    found = recheck(data)
    fixable = {finding.code for finding in found if applicable([finding], SAFE_ONLY, False)}
    if not fixable:
        return "nothing to fix", ""
    try:
        fixed, left, count = fix_all(Source(path, data), found, recheck, families, SAFE_ONLY, False)
    except FixError as error:
        return "not fixed", str(error)
    if any(applicable([finding], SAFE_ONLY, False) for finding in left):
        return "not settled", ", ".join(finding.code for finding in left)
    remaining = Counter(finding.code for finding in left if finding.code in fixable)
    unfixable = Counter(finding.code for finding in found if finding.code in fixable and finding.fix is None)
    if remaining - unfixable:
        return "not clean", str(dict(remaining - unfixable))
    if translate(naga, text).rejection is None:
        rejection = translate(naga, fixed.decode("utf-8")).rejection
        if rejection is not None:
            return "rejected by naga once fixed", rejection.message
    return "fixed", "" if count else "no fix was applied"


def main() -> int:
    """Fix all modules of the folder that the command line names, in memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--naga", help="path of naga_bg.wasm, instead of the nearest in node_modules upward")
    arguments = parser.parse_args()
    naga = find(os.getcwd(), arguments.naga)
    counts: Counter[str] = Counter()
    for path in modules(arguments.folder):
        text = text_of(path)
        if text is None:
            continue
        verdict, detail = judge(path, text, naga)
        counts[verdict] += 1
        if detail:
            print(f"{path}: {verdict}: {detail}", flush=True)
    for verdict, count in sorted(counts.items()):
        print(f"{count:7} {verdict}")
    return 0 if counts["fixed"] and set(counts) <= {"fixed", "nothing to fix"} else 1


if __name__ == "__main__":
    sys.exit(main())
