"""Certificates: the width at which no sum or product of a graph can leave its words, by interval analysis.

Intervals are kept by channel and computed over the actual constants in integers without bound. `acc32`: every tensor,
and every partial sum, in any order, of every output element of `conv2d`, `conv_transpose2d`, `add` and `mul`, fits
i32. `acc64`: it fits i64. The products of `requant`, and the sums and products of `isqrt_norm`, have 64 bits at either
width and must fit i64. Nothing here depends on the height or the width of tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from .graph import Graph, Node, Range
from .refusal import MODEL_MISMATCH, Refused
from .widths import ACC32, ACC64

Ranges = Sequence[Range]
_LIMITS = {ACC32: Range(-(2**31), 2**31 - 1), ACC64: Range(-(2**63), 2**63 - 1)}


@dataclass(frozen=True, slots=True)
class Bound:
    """What a node can reach. `results`, by channel, before a declared range cuts them.

    `partial` holds every partial sum at the width of the tensors, `wide` every one that has 64 bits at either width.
    """

    results: Ranges
    partial: Range
    wide: Range | None = None

    @property
    def narrow(self) -> Range:
        """What the words of a tensor must hold."""
        return _around([*self.results, self.partial])


@dataclass(frozen=True, slots=True)
class Certificate:
    """The width that a graph is certified for, what each node can reach, and the channels' ranges of each tensor."""

    width: str
    bounds: Mapping[str, Bound]
    tensors: Mapping[str, Ranges]


def certify(graph: Graph) -> Certificate:
    """The certificate of a graph. Raises `Refused` with `model_mismatch` where a sum may leave 64 bits."""
    tensors: dict[str, Ranges] = {}
    for input in graph.inputs:
        tensors[input.name] = (input.range,) * input.shape[1]
    bounds: dict[str, Bound] = {}
    width = ACC32 if all(_within(input.range, _LIMITS[ACC32]) for input in graph.inputs) else ACC64
    for node in graph.nodes:
        bound = _BOUNDS[node.operator](node, [tensors[name] for name in node.inputs])
        widest = bound.narrow if bound.wide is None else _around([bound.narrow, bound.wide])
        if not _within(widest, _LIMITS[ACC64]):
            raise Refused(MODEL_MISMATCH, f"{node.operator} {node.name} may reach {widest}, more than 64 bits hold")
        if not _within(bound.narrow, _LIMITS[ACC32]):
            width = ACC64
        bounds[node.name] = bound
        tensors[node.name] = [_cut(node, range, graph.ranges.get(node.name)) for range in bound.results]
    return Certificate(width, bounds, tensors)


def _within(range: Range, limit: Range) -> bool:
    return limit.low <= range.low and range.high <= limit.high


def _around(ranges: Sequence[Range]) -> Range:
    return Range(min(range.low for range in ranges), max(range.high for range in ranges))


def _cut(node: Node, range: Range, declared: Range | None) -> Range:
    """What is left of a range where leaving the declared one refuses the decode."""
    if declared is None:
        return range
    low, high = max(range.low, declared.low), min(range.high, declared.high)
    if low > high:
        raise Refused(MODEL_MISMATCH, f"{node.operator} {node.name} gives {range}, never its declared {declared}")
    return Range(low, high)


def _plain(results: Ranges) -> Bound:
    return Bound(results, _around(results))


def _convolution(node: Node, inputs: Sequence[Ranges]) -> Bound:
    weight, bias = node.constants["weight"], node.constants["bias"]
    # A tap may fall into the padding; every tap of a transposed convolution may miss the picture.
    may_miss = node.operator == "conv_transpose2d" or node.attributes["padding"] > 0
    phases = node.attributes["stride"] if node.operator == "conv_transpose2d" else 1
    # The taps of one output element are `phases` apart.
    together = [weight[:, :, v::phases, u::phases] for v in range(phases) for u in range(phases)]
    each = [_sums(taps, bias, inputs[0], may_miss) for taps in together]
    results = [_around(ranges) for ranges in zip(*(results for results, _ in each), strict=True)]
    return Bound(results, _around([partial for _, partial in each]))


def _sums(
    taps: NDArray[np.int64], bias: NDArray[np.int64], ranges: Ranges, may_miss: bool
) -> tuple[list[Range], Range]:
    """By output channel, the range of bias plus taps times inputs; and the range of the sums of any of these terms."""
    above = np.maximum(taps, 0).sum(axis=(2, 3), dtype=np.int64).astype(object)
    below = np.minimum(taps, 0).sum(axis=(2, 3), dtype=np.int64).astype(object)
    low = np.array([range.low for range in ranges], dtype=object)
    high = np.array([range.high for range in ranges], dtype=object)
    some_low, some_high = np.minimum(low, 0), np.maximum(high, 0)
    least_terms = above @ some_low + below @ some_high
    most_terms = above @ some_high + below @ some_low
    partial = Range(
        min(int(sum) + min(int(b), 0) for sum, b in zip(least_terms, bias, strict=True)),
        max(int(sum) + max(int(b), 0) for sum, b in zip(most_terms, bias, strict=True)),
    )
    if may_miss:
        least, most = least_terms, most_terms
    else:
        least, most = above @ low + below @ high, above @ high + below @ low
    results = [Range(int(a) + int(c), int(b) + int(c)) for a, b, c in zip(least, most, bias, strict=True)]
    return results, partial


def _add(node: Node, inputs: Sequence[Ranges]) -> Bound:
    return _plain([Range(a.low + b.low, a.high + b.high) for a, b in zip(*inputs, strict=True)])


def _products(a: Range, b: Range) -> Range:
    corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]
    return Range(min(corners), max(corners))


def _mul(node: Node, inputs: Sequence[Ranges]) -> Bound:
    return _plain([_products(a, b) for a, b in zip(*inputs, strict=True)])


def _requant(node: Node, inputs: Sequence[Ranges]) -> Bound:
    results: list[Range] = []
    wide: list[Range] = []
    for range, m, s in zip(inputs[0], node.constants["multiplier"], node.constants["shift"], strict=True):
        factor, shift = int(m), int(s)
        product = _products(range, Range(factor, factor))
        rounded = Range(product.low + (1 << (shift - 1)), product.high + (1 << (shift - 1)))
        wide += [product, rounded]
        results.append(Range(rounded.low >> shift, rounded.high >> shift))
    return Bound(results, _around(results), _around(wide))


def _isqrt_norm(node: Node, inputs: Sequence[Ranges]) -> Bound:
    beta, gamma, multiplier = (node.constants[role] for role in ("beta", "gamma", "multiplier"))
    ranges = inputs[0]
    # The square of a range: its least is 0 where 0 is in it.
    least = [0 if r.low <= 0 <= r.high else min(r.low**2, r.high**2) for r in ranges]
    most = [max(r.low**2, r.high**2) for r in ranges]
    results: list[Range] = []
    wide: list[Range] = [Range(0, max(most))]
    for channel, range in enumerate(ranges):
        factors = [int(factor) for factor in gamma[channel]]
        root = Range(
            isqrt(int(beta[channel]) + sum(map(int.__mul__, factors, least))),
            isqrt(int(beta[channel]) + sum(map(int.__mul__, factors, most))),
        )
        energy = int(beta[channel]) + sum(map(int.__mul__, factors, most))
        product = _products(range, Range(int(multiplier[channel]), int(multiplier[channel])))
        wide += [Range(0, energy), product]
        # Never below the floor of the least quotient nor above that of the greatest.
        quotients = [
            dividend // divisor for dividend in (product.low, product.high) for divisor in (root.low, root.high)
        ]
        results.append(Range(min(quotients), max(quotients)))
    return Bound(results, _around(results), _around(wide))


def _relu(node: Node, inputs: Sequence[Ranges]) -> Bound:
    return _plain([Range(max(range.low, 0), max(range.high, 0)) for range in inputs[0]])


def _clamp(node: Node, inputs: Sequence[Ranges]) -> Bound:
    low, high = node.attributes["low"], node.attributes["high"]
    return _plain([Range(min(max(r.low, low), high), min(max(r.high, low), high)) for r in inputs[0]])


def _lut(node: Node, inputs: Sequence[Ranges]) -> Bound:
    table, first = node.constants["table"], node.attributes["low"]
    reach = _around(inputs[0])
    if not _within(reach, Range(first, first + len(table) - 1)):
        held = Range(first, first + len(table) - 1)
        raise Refused(MODEL_MISMATCH, f"lut {node.name} holds entries for {held}, its input may be {reach}")
    parts = [table[range.low - first : range.high - first + 1] for range in inputs[0]]
    return _plain([Range(int(part.min()), int(part.max())) for part in parts])


def _depth_to_space(node: Node, inputs: Sequence[Ranges]) -> Bound:
    area = node.attributes["block"] ** 2
    return _plain([_around(inputs[0][start : start + area]) for start in range(0, len(inputs[0]), area)])


def _concat(node: Node, inputs: Sequence[Ranges]) -> Bound:
    return _plain([range for ranges in inputs for range in ranges])


def _slice(node: Node, inputs: Sequence[Ranges]) -> Bound:
    if node.attributes["axis"] != 1:
        return _plain(inputs[0])
    return _plain(inputs[0][node.attributes["start"] : node.attributes["stop"]])


def _same(node: Node, inputs: Sequence[Ranges]) -> Bound:
    return _plain(inputs[0])


_BOUNDS: dict[str, Callable[[Node, Sequence[Ranges]], Bound]] = {
    "add": _add,
    "clamp": _clamp,
    "concat": _concat,
    "conv2d": _convolution,
    "conv_transpose2d": _convolution,
    "depth_to_space": _depth_to_space,
    "isqrt_norm": _isqrt_norm,
    "lut": _lut,
    "mul": _mul,
    "relu": _relu,
    "requant": _requant,
    "slice": _slice,
    "upsample2": _same,
}
