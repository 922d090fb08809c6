"""How fast kernels run on each executor, with wgsl_reflect's interpreter in the same run.

    python benchmarks/decoder.py [--rounds 3] [--kernels 100]

Decodes the example's payloads on every executor and with the NumPy reference, after one run that nobody times: what a
decode takes once modules are translated, transfers included. Then runs drawn graphs of each operator alone, and drawn
kernels that pass every rule, on wgsl_reflect (installed by name into a temporary folder) and on the interpreter, and
says how many of each wgsl_reflect gives the reference's words for, and how long both took on those. Needs npm, chromium
and a Vulkan driver. Every figure is the best of the rounds. Exits 1 when a target is missed, or executors differ.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
from wai_lint.checkers.decoder import kernels, vectorised
from wai_lint.checkers.decoder.codec import decode
from wai_lint.checkers.decoder.codec.model import Model, load
from wai_lint.checkers.decoder.executors.executor import Executor, Program, Words
from wai_lint.checkers.decoder.executors.table import EXECUTORS, open_executor
from wai_lint.checkers.decoder.graph import Tensor
from wai_lint.checkers.decoder.lowering import lower
from wai_lint.checkers.decoder.trials import drawn
from wai_lint.checkers.decoder.widths import ACC32
from wai_lint.lint.decoder import manifest
from wai_lint.tests.random_kernels import program

# At most so many times what wgpu takes for a decode.
INTERPRETER = 50.0
# Drawn graphs of each operator for wgsl_reflect.
GRAPHS = 3
# How many seconds wgsl_reflect may take for one program, and for all of a comparison.
PATIENCE = 5
BUDGET = 90
LONE_SIZE = re.compile(r"@workgroup_size\((\d+)\)")
HERE = Path(__file__).resolve().parent
EXAMPLE = HERE.parent / "examples" / "decoder"


def best(rounds: int, run: Callable[[], object]) -> float:
    """The least seconds of so many runs, after one that is not timed."""
    run()
    seconds = []
    for _ in range(rounds):
        began = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def decodes(model: Model) -> Iterator[tuple[str, Tensor, Program]]:
    """Each payload of the example: its name, its latents, and the program that decodes it."""
    for payload in manifest.read(str(EXAMPLE / "manifest.toml")).payloads:
        _, latents = decode.read(model, Path(payload.path).read_bytes())
        yield payload.shown, latents, lowered(model, latents)


def lowered(model: Model, latents: Tensor) -> Program:
    """The program of the model's graph on these latents."""
    width = model.certificate.width
    texts = {node.operator: kernels.module(node.operator, width) for node in model.graph.nodes}
    return lower(model.graph, {model.latent: latents}, texts, width).program


def compare_decodes(model: Model, rounds: int) -> int:
    """Print what a decode takes on each executor; how many targets are missed."""
    programs = list(decodes(model))
    numpy_seconds = best(
        rounds, lambda: [vectorised.run(model.graph, {model.latent: latents}) for _, latents, _ in programs]
    )
    print(f"decode of {', '.join(name for name, _, _ in programs)}, seconds:")
    print(f"  {'numpy':<12} {numpy_seconds:8.3f}")
    seconds: dict[str, float] = {}
    words: dict[str, list[tuple[Words, ...]]] = {}
    for name in EXECUTORS:
        with closing(open_executor(name)) as executor:
            words[name] = [executor.execute(made) for _, _, made in programs]
            seconds[name] = best(rounds, lambda: [executor.execute(made) for _, _, made in programs])  # noqa: B023
            adapter = executor.identity.adapter
        ratio = seconds[name] / numpy_seconds
        print(f"  {name:<12} {seconds[name]:8.3f}   {ratio:6.1f} times the reference   {adapter}")
    same = all(
        all(map(np.array_equal, mine, theirs))
        for name in EXECUTORS
        for mine, theirs in zip(words["interpreter"], words[name], strict=True)
    )
    factor = seconds["interpreter"] / seconds["wgpu"]
    print(f"interpreter / wgpu: {factor:.2f} (at most {INTERPRETER:.0f}); all words equal: {same}")
    return (factor > INTERPRETER) + (not same)


def operators(count: int) -> Iterator[tuple[str, Program]]:
    """So many drawn graphs of each operator alone, small enough for a peer of thousandfold the time."""
    for operator in kernels.OPERATORS:
        texts = {operator: kernels.module(operator, ACC32)}
        for number in range(count):
            trial = drawn(operator, ACC32, f"{operator} {number}")
            yield str(trial), lower(trial.graph, trial.inputs, texts, ACC32).program


def as_json(made: Program) -> str:
    """A program as the peer's script reads it."""
    return json.dumps(
        {
            "buffers": [words.tolist() for words in made.buffers],
            "uniforms": sorted(made.uniforms),
            "reads": made.reads,
            "dispatches": [
                {
                    # It takes the digits of a lone number for the sizes in x, y and z.
                    "module": LONE_SIZE.sub(r"@workgroup_size(\1, 1, 1)", dispatch.module),
                    "entryPoint": dispatch.entry_point,
                    "workgroups": dispatch.workgroups,
                    "bindings": dispatch.bindings,
                }
                for dispatch in made.dispatches
            ],
        }
    )


def ask_peer(modules: str, programs: Sequence[Program]) -> list[dict[str, Any]]:
    """What wgsl_reflect gives for each program."""
    with tempfile.TemporaryDirectory() as folder:
        asked = os.path.join(folder, "programs")
        Path(asked).write_text("\n".join(map(as_json, programs)), encoding="utf-8")
        command = ["node", str(HERE / "decoder_peer.mjs"), modules, asked, str(PATIENCE), str(BUDGET)]
        # It ends when its standard input does, and so with this process, however that ends.
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as peer:
            try:
                assert peer.stdout is not None
                answers = [json.loads(line) for line in peer.stdout]
            finally:
                peer.kill()
    if len(answers) < len(programs):
        raise SystemExit(f"wgsl_reflect answered {len(answers)} of {len(programs)} programs")
    return answers


def compare_peer(modules: str, what: str, named: Sequence[tuple[str, Program]], rounds: int) -> None:
    """Print for how many programs wgsl_reflect gives the interpreter's words, and what those took on both."""
    verdicts: Counter[str] = Counter()
    theirs = ours = 0.0
    examples: dict[str, str] = {}
    with closing(open_executor("interpreter")) as executor:
        for (name, made), answer in zip(named, ask_peer(modules, [made for _, made in named]), strict=True):
            verdict = judge(executor, made, answer)
            verdicts[verdict] += 1
            examples.setdefault(verdict, f"{name} {answer.get('refused', '')}".strip())
            if verdict == "the same":
                theirs += answer["seconds"]
                ours += best(rounds, lambda: executor.execute(made))  # noqa: B023
    print(f"wgsl_reflect on {len(named)} {what}: " + ", ".join(f"{count} {name}" for name, count in verdicts.items()))
    for verdict, example in examples.items():
        if verdict != "the same":
            print(f"  {verdict}, for one: {example}")
    if ours:
        print(f"  on the same ones: {theirs:.3f} s, the interpreter {ours:.3f} s: {theirs / ours:.1f} times as fast")


def judge(executor: Executor, made: Program, answer: dict[str, Any]) -> str:
    """How an answer of the peer compares with the interpreter's words."""
    if "results" not in answer:
        return "refused" if "refused" in answer else "without an end in its time"
    expected = executor.execute(made)
    same = all(
        np.array_equal(words, np.array(given, np.uint32))
        for words, given in zip(expected, answer["results"], strict=True)
    )
    return "the same" if same else "other words"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kernels", type=int, default=100)
    options = parser.parse_args()
    model = load(EXAMPLE / "model")
    missed = compare_decodes(model, options.rounds)
    with tempfile.TemporaryDirectory() as folder:
        install = [
            "npm",
            "install",
            "--silent",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            "--prefix",
            folder,
            "wgsl_reflect",
        ]
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
        modules = os.path.join(folder, "node_modules")
        compare_peer(modules, "drawn graphs of one operator", list(operators(GRAPHS)), options.rounds)
        random = [(f"kernel {seed}", program(seed)) for seed in range(options.kernels)]
        compare_peer(modules, "drawn kernels", random, options.rounds)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
