"""How fast Python sources are linted, with other linters running a comparable rule on the same tree in the same run.

    python benchmarks/python.py [FOLDER…] [--rounds 3] [--peers FOLDER]

Without a folder, takes the sources of the installed NumPy. Measures whole runs of the command line, findings printed
concisely, on one core: cold, warm, and cold with two workers. The peers (ruff, flake8, pylint, semgrep) are installed
by name into a temporary environment, or taken from the one that `--peers` names, and given a rule that comes as near
as each can to *no float on a decode path*: ruff bans names, flake8 and pylint run a plug-in of this file that looks for
literals, divisions and calls by name, semgrep has patterns for them. Every figure is the best of the rounds. Exits 1
when a target is missed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import venv

from startup import PROGRAM

PEERS = ("ruff", "flake8", "pylint", "semgrep")
COLD = 1.0  # times flake8's speed
WARM = 5.0  # times flake8's speed
HERE = os.path.dirname(os.path.abspath(__file__))

BANNED = ("math.sqrt", "math.exp", "math.log", "math.pi", "time.time", "random.random", "statistics.mean", "torch")
BANNED += ("numpy.zeros", "numpy.ones", "numpy.mean", "numpy.sqrt", "numpy.float32", "numpy.float64", "numpy.linspace")

FLAKE8 = """\
import ast

class Checker:
    name = "floats"
    version = "1"

    def __init__(self, tree):
        self.tree = tree

    def run(self):
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)):
                yield node.lineno, node.col_offset, "FLT1 a float", type(self)
            elif isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div):
                yield node.lineno, node.col_offset, "FLT2 a division", type(self)
            elif isinstance(node, ast.Call) and ast.unparse(node.func) in NAMES:
                yield node.lineno, node.col_offset, "FLT3 a call", type(self)

NAMES = {"float", "complex", *%r}
"""

PYLINT = """\
from astroid import nodes
from pylint.checkers import BaseChecker

NAMES = {"float", "complex", *%r}

class Floats(BaseChecker):
    name = "floats"
    msgs = {"E9901": ("a float", "float-math", "no floats")}

    def visit_const(self, node):
        if isinstance(node.value, (float, complex)):
            self.add_message("float-math", node=node)

    def visit_binop(self, node):
        if node.op == "/":
            self.add_message("float-math", node=node)

    def visit_call(self, node):
        if node.func.as_string() in NAMES:
            self.add_message("float-math", node=node)

def register(linter):
    linter.register_checker(Floats(linter))
"""

SEMGREP = """\
rules:
  - id: float-math
    languages: [python]
    severity: ERROR
    message: a float
    pattern-either:
      - pattern: $X / $Y
      - pattern: float(...)
      - pattern: complex(...)
      - pattern: math.$F(...)
      - pattern: numpy.mean(...)
      - pattern: numpy.zeros($N)
      - patterns:
          - pattern: $C
          - metavariable-regex: {metavariable: $C, regex: '^[0-9.]*([.][0-9]*|[eE][-+0-9]+)$'}
"""


def write(folder: str, name: str, text: str) -> str:
    """A file of that name in `folder`; its path."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def install(folder: str) -> str:
    """An environment in `folder` with the peers; the path of its programs."""
    environment = os.path.join(folder, "peers")
    venv.create(environment, with_pip=True)
    programs = os.path.join(environment, "Scripts" if os.name == "nt" else "bin")
    subprocess.run([os.path.join(programs, "python"), "-m", "pip", "install", "-q", *PEERS], check=True)
    return programs


def commands(folder: str, tree: list[str]) -> dict[str, list[str]]:
    """How each peer is run on `tree`; its rule is written into `folder`."""
    banned = "".join(f'"{name}".msg = "a float"\n' for name in BANNED)
    ruff = write(folder, "ruff.toml", f'[lint]\nselect = ["TID251"]\n[lint.flake8-tidy-imports.banned-api]\n{banned}')
    write(folder, "floats.py", FLAKE8 % (BANNED,))
    local = f"[flake8:local-plugins]\nextension =\n    FLT = floats:Checker\npaths = {folder}\n"
    flake8 = write(folder, "flake8.cfg", f"[flake8]\nselect = FLT\njobs = 1\nexclude =\n{local}")
    write(folder, "pylint_floats.py", PYLINT % (BANNED,))
    pylint = write(folder, "pylintrc", "[MAIN]\nload-plugins = pylint_floats\njobs = 1\nrecursive = yes\n")
    semgrep = write(folder, "semgrep.yml", SEMGREP)
    quiet = [
        "--disable=all",
        "--enable=float-math",
        "--score=no",
        f"--init-hook=import sys; sys.path.append({folder!r})",
    ]
    options = [
        "--metrics=off",
        "--disable-version-check",
        "--no-git-ignore",
        "--jobs",
        "1",
        "--quiet",
        "--timeout",
        "0",
    ]
    return {
        "ruff": ["ruff", "check", "--no-cache", "--config", ruff, "--no-respect-gitignore", *tree],
        "flake8": ["flake8", "--config", flake8, *tree],
        "pylint": ["pylint", f"--rcfile={pylint}", *quiet, *tree],
        "semgrep": ["semgrep", "scan", "--config", semgrep, *options, *tree],
    }


def best(rounds: int, command: list[str], **environment: str) -> tuple[float, int]:
    """The shortest wall time of a run, and how many lines it printed. Raises `SystemExit` when it fails outright."""
    shortest, lines = float("inf"), 0
    for _ in range(rounds):
        began = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
        shortest = min(shortest, time.perf_counter() - began)
        lines = done.stdout.count("\n")
        if lines == 0:
            raise SystemExit(f"{command[0]} found nothing:\n{done.stderr}")
    return shortest, lines


def ours(rounds: int, tree: list[str], *arguments: str) -> tuple[float, int]:
    """The same of this tool."""
    command = [sys.executable, "-c", PROGRAM, "--isolated", "--format", "concise", *arguments, *tree]
    return best(rounds, command)


def sources(tree: list[str]) -> tuple[int, int]:
    """How many Python files the folders hold, and their bytes."""
    found = [
        os.path.join(at, name)
        for folder in tree
        for at, _, names in os.walk(folder)
        for name in names
        if name.endswith(".py")
    ]
    return len(found), sum(map(os.path.getsize, found))


def default_tree() -> list[str]:
    """The folder of the installed NumPy."""
    import numpy

    return [os.path.dirname(os.path.abspath(numpy.__file__))]


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", help="the folder of the programs of an environment that has the peers")
    options = parser.parse_args()
    tree = [os.path.abspath(folder) for folder in options.folders] or default_tree()
    files, size = sources(tree)
    print(f"{files} files, {size / 1e6:.2f} MB, {os.cpu_count()} processors\n")
    with tempfile.TemporaryDirectory() as folder:
        programs = options.peers or install(folder)
        cache = os.path.join(folder, "cache")
        rows = {"wai-lint, cold": ours(options.rounds, tree, "--no-cache", "--jobs", "1")}
        rows["wai-lint, cold, two workers"] = ours(options.rounds, tree, "--no-cache", "--jobs", "2")
        ours(1, tree, "--cache-dir", cache, "--jobs", "1")
        rows["wai-lint, warm"] = ours(options.rounds, tree, "--cache-dir", cache, "--jobs", "1")
        environment = {"PATH": programs + os.pathsep + os.environ["PATH"], "RAYON_NUM_THREADS": "1"}
        for name, command in commands(folder, tree).items():
            program = [os.path.join(programs, command[0]), *command[1:]]
            rows[name] = best(options.rounds, program, **environment)
    cold = rows["wai-lint, cold"][0]
    print(f"{'linter':30}{'seconds':>9}{'ms/file':>9}{'MB/s':>8}{'of cold':>9}{'lines':>9}")
    for name, (taken, lines) in rows.items():
        print(f"{name:30}{taken:9.2f}{1000 * taken / files:9.2f}{size / taken / 1e6:8.2f}{cold / taken:8.2f}x{lines:9}")
    flake8 = rows["flake8"][0]
    missed = False
    print()
    for name, limit in (("wai-lint, cold", COLD), ("wai-lint, warm", WARM)):
        ratio = flake8 / rows[name][0]
        missed |= ratio < limit
        print(
            f"{name:20}{ratio:8.2f} times flake8's speed, at least {limit:g}: {'met' if ratio >= limit else 'missed'}"
        )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
