"""Arguments of built-in functions that must be known and in range (WGSL §17.7, §17.12, §17.13)."""

from __future__ import annotations

from .. import ir
from ..types import Scalar, Vector
from .findings import Findings

# Calls whose last argument selects an invocation: the least value that it must not reach (§17.12, §17.13).
_LANES = {
    "quadBroadcast": 4,
    "subgroupBroadcast": 128,
    "subgroupShuffle": 128,
    "subgroupShuffleDown": 128,
    "subgroupShuffleUp": 128,
    "subgroupShuffleXor": 128,
}
_CONST_LANES = frozenset(("quadBroadcast", "subgroupBroadcast"))
_SAMPLING = ("textureSample", "textureGather")


def check(findings: Findings) -> None:
    """Check texel offsets, gathered components and lane indices."""
    for call in findings.module.of(ir.BuiltinCall):
        name = call.name
        if name in _LANES:
            _lane(findings, call)
        elif name.startswith(_SAMPLING):
            _texture(findings, call)


def _lane(findings: Findings, call: ir.BuiltinCall) -> None:
    lane = call.arguments[-1]
    if isinstance(lane.value, int):
        limit = _LANES[call.name]
        if not 0 <= lane.value < limit:
            findings.invalid(lane, f"this has to be at least 0 and below {limit}, and it is {lane.value}")
    elif call.name in _CONST_LANES and lane.stage != ir.CONST:
        findings.invalid(lane, "this has to be known when the module is created; use a const")


def _texture(findings: Findings, call: ir.BuiltinCall) -> None:
    first, last = call.arguments[0], call.arguments[-1]
    if isinstance(last.type, Vector) and last.type.element.kind == "int":
        _range(findings, last, -8, 7, "a texel offset")
    if isinstance(first.type, Scalar) and call.name == "textureGather":
        _range(findings, first, 0, 3, "the component to gather")


def _range(findings: Findings, argument: ir.Expression, least: int, most: int, what: str) -> None:
    if argument.stage != ir.CONST:
        findings.invalid(argument, f"{what} has to be known when the module is created; use a const")
        return
    value = argument.value
    if value is None:
        return
    for component in value if isinstance(value, tuple) else (value,):
        if not isinstance(component, int) or not least <= component <= most:
            findings.invalid(argument, f"{what} is {least} to {most}, and this is {component}")
            return
