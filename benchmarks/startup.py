"""How long one small shader takes from start to verdict, against an empty Python program; what the run imports.

    python benchmarks/startup.py [--rounds 30] [SHADER]

The two programs run in turns, each in a process of its own, without a cache of results. Exits 1 when the median of the
shader is more than `LIMIT` times that of the empty program, or when one of `HEAVY` is imported.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

LIMIT = 6.0
HEAVY = ("numpy", "onnx", "rich", "wgpu", "lark", "jsonschema", "wasmtime", "dataclasses", "typing", "argparse")
SHADER = """\
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> target_: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if i >= arrayLength(&target_) {
        return;
    }
    let word = source[i >> 2u];
    target_[i] = (word >> (((i & 3u) * 8u) & 31u)) & 255u;
}
"""
PROGRAM = "import sys; from wai_lint.lint.cli import main; sys.exit(main(sys.argv[1:]))"


def seconds(command: list[str]) -> float:
    """The wall time of one run of `command`; raises `CalledProcessError` when it does not exit 0."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def imported(command: list[str]) -> set[str]:
    """The top-level packages that a Python program imports."""
    traced = [command[0], "-X", "importtime", *command[1:]]
    log = subprocess.run(traced, check=True, capture_output=True, text=True).stderr
    names = (line.rpartition("|")[2].strip() for line in log.splitlines() if line.startswith("import time:"))
    return {name.partition(".")[0] for name in names}


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shader", nargs="?")
    parser.add_argument("--rounds", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        shader = os.path.abspath(options.shader) if options.shader else os.path.join(folder, "small.wgsl")
        if not options.shader:
            with open(shader, "w", encoding="utf-8") as file:
                file.write(SHADER)
        empty = [sys.executable, "-c", "pass"]
        lint = [sys.executable, "-c", PROGRAM, "--no-cache", "--isolated", shader]
        seconds(lint)
        pairs = [(seconds(empty), seconds(lint)) for _ in range(options.rounds)]
        heavy = sorted(imported(lint) & set(HEAVY))
    base, cost = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"python -c pass   {1000 * base:6.1f} ms")
    print(f"one small shader {1000 * cost:6.1f} ms   {cost / base:.2f} times (limit {LIMIT:g})")
    print(f"heavy imports    {', '.join(heavy) or 'none'}")
    return int(cost > LIMIT * base or bool(heavy))


if __name__ == "__main__":
    sys.exit(main())
