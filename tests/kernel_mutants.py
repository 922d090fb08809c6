"""Kernels with one expression edited: the width, the operator, what is edited, and into what."""

from __future__ import annotations

MUTANTS = [
    ("acc32", "add", "return a + b;", "return a + b + 1;"),
    ("acc32", "mul", "return a * b;", "return a * abs(b);"),
    ("acc32", "relu", "select(value, number(0)", "select(value, number(1)"),
    ("acc32", "clamp", "select(raised, high, below(high, raised))", "select(raised, high, below(raised, high))"),
    ("acc32", "clamp", "below(values[index], low)", "below(low, values[index])"),
    ("acc32", "lut", "- bitcast<u32>(parameters.low)", "- bitcast<u32>(parameters.low) & 0xfffffffeu"),
    (
        "acc32",
        "conv2d",
        "* parameters.stride - parameters.padding;\n    let left",
        "- parameters.padding;\n    let left",
    ),
    ("acc32", "conv2d", "v * parameters.kernel_width + u", "v * parameters.kernel_width + (u & 1u)"),
    ("acc32", "conv2d", "number(bias[channel])", "number(bias[0])"),
    ("acc32", "conv2d", "if x >= parameters.in_width", "if x >= parameters.in_width - 1u"),
    ("acc32", "conv_transpose2d", "if y >= parameters.in_height", "if y >= parameters.in_height - 1u"),
    (
        "acc32",
        "conv_transpose2d",
        "let right = index % parameters.out_width + parameters.padding",
        "let right = index % parameters.out_width",
    ),
    (
        "acc32",
        "depth_to_space",
        "channel * block + y % block) * block + x % block",
        "channel * block + x % block) * block + y % block",
    ),
    ("acc32", "concat", "+ parameters.start +", "+"),
    ("acc32", "slice", "/ parameters.inner * parameters.outer", "/ parameters.inner * parameters.inner"),
    ("acc32", "upsample2", "(y >> 1u)", "(y >> 1u) / 2u"),
    ("acc32", "requant", "value >> 31u", "value >> 30u"),
    ("acc32", "requant", "shift - 1u)", "shift - 2u)"),
    ("acc64", "requant", "+ (middle >> 16u)", ""),
    ("acc64", "requant", "b.y + u32(low < a.x)", "b.y"),
    ("acc64", "isqrt_norm", "wide_multiply(value, value)", "wide_multiply(value, widen(abs(bitcast<i32>(value.x))))"),
    ("acc64", "isqrt_norm", "remainder != 0u", "false"),
    (
        "acc64",
        "isqrt_norm",
        "var bit = 0x80000000u; bit != 0u; bit >>= 1u) {\n        let candidate",
        "var bit = 0x80000000u; bit != 1u; bit >>= 1u) {\n        let candidate",
    ),
    ("acc64", "conv2d", "a.x * b.y + a.y * b.x", "a.y * b.x"),
    ("acc64", "clamp", "a_high == b_high && a.x < b.x", "a_high == b_high && bitcast<i32>(a.x) < bitcast<i32>(b.x)"),
    ("acc64", "relu", "a_high < b_high ||", "a.y < b.y ||"),
]
