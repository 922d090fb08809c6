"""Compares what the front end accepts with what naga, and Tint if asked, accept, over every WGSL module of a folder.

    python benchmarks/acceptance.py FOLDER [--naga naga_bg.wasm] [--tint]

Tint is the one in a headless Chromium (Debian's `chromium`, its WebGPU on SwiftShader). Prints a line for each module
that a translator accepts and the front end refuses, and the counts; exits 1 when there is one that Tint accepts.
Modules that need an extension which that browser lacks are counted apart. The exceptions among naga's
are for a reader to judge: naga accepts things that WGSL forbids.
"""

from __future__ import annotations

import os
import sys
from collections import Counter

from modules import modules, parser, show, source_of
from tint import verdicts
from wai_lint.checkers.naga import translate
from wai_lint.checkers.naga.locate import find
from wai_lint.checkers.wgsl.module import load


def main() -> int:
    """Compare all modules of the folder that the command line names."""
    arguments = parser(__doc__)
    arguments.add_argument("--tint", action="store_true", help="ask Tint too")
    options = arguments.parse_args()
    naga = find(os.getcwd(), options.naga)
    sources = {path: source for path in modules(options.folder) if (source := source_of(path)) is not None}
    tint = verdicts({path: source.text for path, source in sources.items()}) if options.tint else {}
    counts: Counter[str] = Counter()
    for path, source in sources.items():
        module = load(source)
        ours = "accepted" if module.valid else "refused"
        theirs = "accepted" if translate(naga, source.text).rejection is None else "refused"
        counts[f"front end {ours}, naga {theirs}"] += 1
        if path in tint:
            counts[f"front end {ours}, Tint {tint[path]}"] += 1
        if not module.valid and "accepted" in (theirs, tint.get(path)):
            who = "Tint" if tint.get(path) == "accepted" else "naga"
            first = module.diagnostics[0]
            print(f"{path}:{first.span!r}: accepted by {who}, refused: {first.message}", flush=True)
    show(counts)
    return 1 if counts["front end refused, Tint accepted"] else 0


if __name__ == "__main__":
    sys.exit(main())
