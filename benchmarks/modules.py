"""The WGSL modules of a folder, and what the scripts that compare readers on them have in common."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Callable

from wai_lint.checkers.naga.locate import find
from wai_lint.checkers.source import Source


def modules(folder: str) -> list[str]:
    """The paths of the WGSL modules below `folder`, in order."""
    found = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names if name.endswith(".wgsl")]
    return sorted(found)


def source_of(path: str) -> Source | None:
    """A module's source, or None where the file is not UTF-8."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        return Source(path, data)
    except UnicodeDecodeError:
        return None


def parser(document: str | None) -> argparse.ArgumentParser:
    """The command line of a script with that docstring: `FOLDER [--naga naga_bg.wasm]`."""
    made = argparse.ArgumentParser(description=document, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("folder")
    made.add_argument("--naga", help="path of naga_bg.wasm, instead of the nearest in node_modules upward")
    return made


def verdicts(options: argparse.Namespace, judge: Callable[[Source, str], tuple[str, str]]) -> Counter[str]:
    """How many modules of the folder got each verdict of `judge`, which is given a module and the path of naga.

    Prints each module that there is a detail to say about, and the counts. A judge that falls over is a verdict too.
    """
    naga = find(os.getcwd(), options.naga)
    counts: Counter[str] = Counter()
    for path in modules(options.folder):
        source = source_of(path)
        try:
            verdict, detail = ("not UTF-8", "") if source is None else judge(source, naga)
        except Exception as error:  # noqa: BLE001 - a defect on one module must not hide those on the others
            verdict, detail = "fallen over", f"{type(error).__name__}: {error}"
        counts[verdict] += 1
        if detail:
            print(f"{path}: {verdict}: {detail}", flush=True)
    show(counts)
    return counts


def show(counts: Counter[str]) -> None:
    """Print a line for each verdict."""
    for verdict, count in sorted(counts.items()):
        print(f"{count:7} {verdict}")
