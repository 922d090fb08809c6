"""How fast WGSL modules are linted, with other readers of WGSL in the same run.

    python benchmarks/wgsl.py FOLDER… [--rounds 3]

Takes the WGSL modules below the folders that both the front end and naga accept, each text once; there have to be
`LEAST`. Measures whole runs of the command line, findings printed concisely: cold on one core, cold with two workers,
warm, and one small shader against an empty Python program. The peers (naga-wasm: parse and validate; wgsl_reflect:
parse and reflect; tree-sitter-wgsl: parse) are installed by name into a temporary folder, and timed within their
processes, start-up left out. Needs node, npm and a C compiler (tree-sitter-wgsl comes as C). Every figure is the best
of the rounds. Exits 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile

from modules import modules, source_of
from startup import PROGRAM, SHADER, seconds
from wai_lint.checkers.naga import translate
from wai_lint.checkers.wgsl.module import load

LEAST = 600
COLD = 0.150  # MB/s
WORKERS = 1.6  # times the speed of one
WARM = 20.0  # MB/s
START = 6.0  # times an empty program
PACKAGES = ("naga-wasm@^30", "wgsl_reflect", "tree-sitter-wgsl")
HERE = os.path.dirname(os.path.abspath(__file__))

TREE_SITTER = """\
import ctypes, json, os, sys, time
import tree_sitter
library, version, folder, rounds = sys.argv[1:]
grammar = ctypes.CDLL(library)
grammar.tree_sitter_wgsl.restype = ctypes.c_void_p
capsule = ctypes.pythonapi.PyCapsule_New
capsule.restype, capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
language = tree_sitter.Language(capsule(grammar.tree_sitter_wgsl(), b"tree_sitter.Language", None))
parser = tree_sitter.Parser(language)
texts = [open(os.path.join(folder, name), "rb").read() for name in sorted(os.listdir(folder))]
best = float("inf")
for _ in range(int(rounds)):
    began = time.perf_counter()
    trees = [parser.parse(text) for text in texts]
    best = min(best, time.perf_counter() - began)
refused = sum(tree.root_node.has_error for tree in trees)
print(json.dumps({"name": "tree-sitter-wgsl", "version": version, "seconds": best, "refused": refused}))
"""


def run(command: list[str], **options: str) -> str:
    """The standard output of a command; raises `CalledProcessError` when it fails."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=options.get("cwd")).stdout


def install(folder: str) -> str:
    """Install the peers below `folder`; the path of their `node_modules`."""
    with open(os.path.join(folder, "package.json"), "w", encoding="utf-8") as file:
        file.write("{}")
    run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, *PACKAGES])
    run([sys.executable, "-m", "pip", "install", "-q", "--target", os.path.join(folder, "python"), "tree-sitter"])
    installed = os.path.join(folder, "node_modules")
    grammar = os.path.join(installed, "tree-sitter-wgsl", "src")
    sources = [os.path.join(grammar, name) for name in ("parser.c", "scanner.c")]
    run(["cc", "-O2", "-shared", "-fPIC", "-I", grammar, "-o", os.path.join(folder, "wgsl.so"), *sources])
    return installed


def gather(folders: list[str], into: str, naga: str) -> int:
    """Copy the modules that both readers accept into the folder `into`; their bytes in all."""
    found = (source_of(path) for folder in folders for path in modules(folder))
    sources = {source.data: source for source in found if source is not None}
    count = size = 0
    for data, source in sorted(sources.items()):
        if translate(naga, source.text).rejection is None and load(source).valid:
            with open(os.path.join(into, f"{count:05}.wgsl"), "wb") as file:
                file.write(data)
            count, size = count + 1, size + len(data)
    if count < LEAST:
        raise SystemExit(f"{count} modules were found that both readers accept, and {LEAST} are needed")
    return size


def best(rounds: int, *arguments: str) -> float:
    """The shortest wall time of a run of the command line."""
    command = [sys.executable, "-c", PROGRAM, "--isolated", "--exit-zero", "--format", "concise", *arguments]
    return min(seconds(command) for _ in range(rounds))


def peers(installed: str, folder: str, rounds: int) -> list[dict[str, object]]:
    """What each peer measured: name, version, seconds for all modules, and how many it refused."""
    lines = run(["node", os.path.join(HERE, "peers.mjs"), installed, folder, str(rounds)]).splitlines()
    with open(os.path.join(installed, "tree-sitter-wgsl", "package.json"), encoding="utf-8") as file:
        version = json.load(file)["version"]
    above = os.path.dirname(installed)
    arguments = [os.path.join(above, "wgsl.so"), version, folder, str(rounds)]
    lines.append(run([sys.executable, "-c", TREE_SITTER, *arguments], cwd=os.path.join(above, "python")))
    return [json.loads(line) for line in lines]


def start_up(rounds: int, folder: str) -> float:
    """How many times an empty program one small shader takes."""
    shader = os.path.join(folder, "small.wgsl")
    with open(shader, "w", encoding="utf-8") as file:
        file.write(SHADER)
    empty = [sys.executable, "-c", "pass"]
    lint = [sys.executable, "-c", PROGRAM, "--no-cache", "--isolated", shader]
    seconds(lint)
    pairs = [(seconds(empty), seconds(lint)) for _ in range(10 * rounds)]
    return min(cost for _, cost in pairs) / min(base for base, _ in pairs)


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        installed = install(folder)
        corpus, cache = os.path.join(folder, "modules"), os.path.join(folder, "cache")
        os.mkdir(corpus)
        size = (
            gather(options.folders, corpus, os.path.join(installed, "naga-wasm", "dist", "wasm", "naga_bg.wasm")) / 1e6
        )
        print(f"{len(os.listdir(corpus))} modules, {size:.2f} MB, {os.cpu_count()} processors\n")
        one = best(options.rounds, "--no-cache", "--jobs", "1", corpus)
        two = best(options.rounds, "--no-cache", "--jobs", "2", corpus)
        best(1, "--cache-dir", cache, "--jobs", "1", corpus)
        warm = best(options.rounds, "--cache-dir", cache, "--jobs", "1", corpus)
        start = start_up(options.rounds, folder)
        print(f"{'reader':32}{'MB/s':>8}{'of cold':>9}{'refused':>9}")
        for peer in peers(installed, corpus, options.rounds):
            speed = size / float(str(peer["seconds"]))
            print(
                f"{peer['name']!s:20} {peer['version']!s:11}{speed:8.2f}{speed * one / size:8.1f}x{peer['refused']:9}"
            )
        for name, taken in (("cold, one core", one), ("cold, two workers", two), ("warm", warm)):
            print(f"{'wai-lint ' + name:32}{size / taken:8.2f}{one / taken:8.1f}x")
    results = (
        ("cold, one core", size / one, COLD, "MB/s, at least"),
        ("two workers", one / two, WORKERS, "times one, at least"),
        ("warm", size / warm, WARM, "MB/s, at least"),
        ("one small shader", start, START, "times an empty program, at most"),
    )
    print()
    missed = False
    for name, value, target, unit in results:
        met = value <= target if unit.endswith("most") else value >= target
        missed |= not met
        print(f"{name:20}{value:8.2f} {unit} {target:g}: {'met' if met else 'missed'}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
