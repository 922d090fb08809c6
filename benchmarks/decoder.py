"""How fast kernels run on each executor, with wgsl_reflect's interpreter in the same run.

    python benchmarks/decoder.py [--rounds 3] [--kernels 100]

Decodes the example's payloads on every executor and with the NumPy reference, after one run that nobody times: what a
decode takes once modules are translated, transfers included. Then runs the operators of the first payload one by one,
cropped to `CROP` latents a side, and drawn kernels that pass every rule, on wgsl_reflect (installed by name into a
temporary folder) and on the interpreter, and says how many of each wgsl_reflect gives the reference's words for, and
how long both took on those. Needs npm, chromium and a Vulkan driver. Every figure is the best of the rounds. Exits 1
when a target is missed, or executors differ.
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
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from wai_lint.checkers.decoder import vectorised
from wai_lint.checkers.decoder.codec import decode
from wai_lint.checkers.decoder.codec.model import Model, load
from wai_lint.checkers.decoder.executors.executor import Executor, Program, Words
from wai_lint.checkers.decoder.executors.table import EXECUTORS, open_executor
from wai_lint.checkers.decoder.graph import Tensor
from wai_lint.checkers.decoder.kernels import module
from wai_lint.checkers.decoder.lowering import lower
from wai_lint.tests.random_kernels import program

# At most so many times what wgpu takes for a decode.
INTERPRETER = 50.0
CROP = 2
# How long wgsl_reflect may take for one program.
PATIENCE = 10
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
    for path in sorted((EXAMPLE / "payloads").iterdir()):
        _, latents = decode.read(model, path.read_bytes())
        yield path.name, latents, lowered(model, latents)


def lowered(model: Model, latents: Tensor) -> Program:
    """The program of the model's graph on these latents."""
    kernels = {node.operator: module(node.operator, model.certificate.width) for node in model.graph.nodes}
    return lower(model.graph, {model.latent: latents}, kernels, model.certificate.width).program


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


def operators(model: Model, latents: Tensor) -> Iterator[tuple[str, Program]]:
    """Each dispatch of a decode alone, over the buffers that those before it left."""
    whole = lowered(model, latents)
    everything = replace(whole, reads=tuple(range(len(whole.buffers))))
    with closing(open_executor("interpreter")) as executor:
        for node, dispatch in zip(model.graph.nodes, whole.dispatches, strict=True):
            at = whole.dispatches.index(dispatch)
            buffers = executor.execute(replace(everything, dispatches=whole.dispatches[:at])) if at else whole.buffers
            bound = tuple(buffers[index] for _, index in dispatch.bindings)
            alone = replace(
                dispatch, bindings=tuple((binding, at) for at, (binding, _) in enumerate(dispatch.bindings))
            )
            uniforms = frozenset(at for at, (_, index) in enumerate(dispatch.bindings) if index in whole.uniforms)
            yield node.operator, Program(bound, (alone,), (len(bound) - 1,), uniforms)


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
    command = ["node", str(HERE / "decoder_peer.mjs"), modules, str(PATIENCE)]
    text = "\n".join(map(as_json, programs))
    printed = subprocess.run(command, input=text, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in printed.splitlines()]


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
        return "refused" if "refused" in answer else f"without an end in {PATIENCE} s"
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
        _, latents, _ = next(decodes(model))
        alone = list(operators(model, latents[:, :, :CROP, :CROP]))
        compare_peer(modules, "operators of the example's graph", alone, options.rounds)
        drawn = [(f"kernel {seed}", program(seed)) for seed in range(options.kernels)]
        compare_peer(modules, "drawn kernels", drawn, options.rounds)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
