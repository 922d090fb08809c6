"""WGSL compute kernels of the graphs' operators, and the 64-bit arithmetic that they are built from."""

from __future__ import annotations

from importlib.resources import files

from ..widths import ACC32, ACC64

OPERATORS = (
    "add",
    "clamp",
    "concat",
    "conv2d",
    "conv_transpose2d",
    "depth_to_space",
    "isqrt_norm",
    "lut",
    "mul",
    "relu",
    "requant",
    "slice",
    "upsample2",
)
# Operators whose sums or products have 64 bits at either width.
WIDE = frozenset(("isqrt_norm", "requant"))


def module(operator: str, width: str) -> str:
    """The WGSL module of an operator at a width: its text, the elements of the width and the arithmetic it needs."""
    if width == ACC64:
        parts = ["number64.wgsl.in", "arithmetic64.wgsl"]
    elif operator in WIDE:
        parts = ["number32.wgsl.in", "arithmetic64.wgsl"]
    else:
        parts = ["number32.wgsl.in"]
    if operator in WIDE:
        parts.insert(1, "wide32.wgsl.in" if width == ACC32 else "wide64.wgsl.in")
    folder = files(__name__)
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in (f"{operator}.wgsl.in", *parts))
