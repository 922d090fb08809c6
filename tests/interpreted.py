"""Compute shaders run on the interpreter, for tests."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl.interpreter.dispatch import Finding, Pipeline
from wai_lint.checkers.wgsl.module import load

OUTPUT = "@group(0) @binding(0) var<storage, read_write> out: array<{}>;\n"


def dispatched(
    text: str,
    words: Mapping[int, np.ndarray],
    workgroups: tuple[int, int, int] = (1, 1, 1),
    **options: object,
) -> list[Finding]:
    """What a dispatch of `main` finds; `words` are the buffers by binding, changed in place."""
    module = load(Source.from_text(text))
    assert module.valid, module.diagnostics
    pipeline = Pipeline(module, "main", **options)  # pyright: ignore[reportArgumentType]
    return pipeline.dispatch(workgroups, {(0, binding): held for binding, held in words.items()})


def computed(
    body: str,
    declared: str = "",
    element: str = "i32",
    lanes: int = 8,
    buffers: Mapping[int, np.ndarray] | None = None,
    enabled: str = "",
) -> list[int]:
    """What each of `lanes` invocations of a workgroup writes: `body` may read `i` (i32) and `u` (u32), their index.

    The body sets `r`, which is a variable of the element type.
    """
    text = f"""{enabled}{OUTPUT.format(element)}{declared}
@compute @workgroup_size({lanes})
fn main(@builtin(local_invocation_index) u: u32) {{
    let i = i32(u);
    var r: {element};
    {body}
    out[u] = r;
}}
"""
    words = np.zeros(lanes, np.uint32)
    found = dispatched(text, {0: words, **(buffers or {})})
    assert found == []
    return words.view(np.int32 if element == "i32" else np.uint32).tolist()
