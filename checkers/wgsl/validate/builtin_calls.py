"""Arguments of built-in functions that must be const-expressions (WGSL §17.7, §17.12, §17.13)."""

from __future__ import annotations

from .. import ir
from .findings import Findings


def check(findings: Findings) -> None:
    """Check texel offsets, gathered components and broadcast lanes."""
    for call in findings.module.of(ir.BuiltinCall):
        for position in call.overload.const_parameters:
            argument = call.arguments[position]
            if argument.stage != ir.CONST:
                findings.invalid(argument, "this has to be known when the module is created; use a const")
