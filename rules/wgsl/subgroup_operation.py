"""A subgroup or quad operation.

## What it refuses

A call of any `subgroup…` or `quad…` built-in function, and the built-in values `subgroup_invocation_id`,
`subgroup_size`, `subgroup_id` and `num_subgroups`, on parameters, structure members and results.

## Why results could differ

A subgroup's size is a power of two from 4 to 128 that the device compiler chooses. Its invocations have no defined
relationship to `local_invocation_index`, and only the active ones take part (WGSL §15.5, §15.6.3).

## Example

```wgsl
let sum = subgroupAdd(x);        // refused
```

## Fix

Let each invocation compute its own output word from the input.
"""

from __future__ import annotations

from ...checkers.wgsl import ir
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

RULE = Rule("WGSL202", "subgroup-operation", item="item 2")

PREFIXES = ("subgroup", "quad")
VALUES = frozenset(("subgroup_invocation_id", "subgroup_size", "subgroup_id", "num_subgroups"))
WHY = "depends on how the device groups invocations into subgroups"


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at the name of each such built-in function, and at each such built-in value's attribute."""
    for call in module.of(ir.BuiltinCall):
        if call.name.startswith(PREFIXES):
            yield RULE.finding(module.source, call.start, call.name_end, f"the result of this built-in {WHY}")
    for attribute in _attributes(module):
        if not VALUES.isdisjoint(attribute.names):
            yield RULE.finding(module.source, attribute.start, attribute.end, f"this built-in value {WHY}")


def _attributes(module: ir.Module) -> Iterator[ir.Attribute]:
    """The attributes of parameters, structure members and results."""
    for kind in (ir.Parameter, ir.StructMember):
        for declared in module.of(kind):
            yield from declared.attributes
    for function in module.functions:
        yield from function.result_attributes


VALID = [
    Valid("fn subgroupAdd(x: u32) -> u32 { return x; }\nfn f() { let x = subgroupAdd(min(1u, 2u)); } // quadSwapX"),
    Valid("@compute @workgroup_size(1) fn f(@builtin(local_invocation_index) subgroup_size: u32) {}"),
    Valid("struct In { @builtin(num_workgroups) num_subgroups: vec3<u32> }"),
]

INVALID = [
    Invalid("enable subgroups;\nfn f(x: u32) -> u32 { return «subgroupAdd»(x); }"),
    Invalid("enable subgroups;\nfn f() -> bool { return «subgroupElect»(); }"),
    Invalid("enable subgroups;\nfn f(x: u32) -> u32 { return «subgroupMax»(«quadBroadcast»(x, 1u)); }"),
    Invalid("enable subgroups;\nfn unreached(x: vec2<i32>) { _ = «quadSwapX»(x); }"),
    Invalid("enable subgroups;\nfn f(x: u32) { for (var i = «subgroupMin»(x); i < 4; i++) {} }"),
    Invalid("enable subgroups;\n@compute @workgroup_size(1) fn f(«@builtin(subgroup_size)» n: u32) {}"),
    Invalid("enable subgroups;\n@compute @workgroup_size(1) fn f(«@builtin(subgroup_invocation_id)» n: u32) {}"),
    Invalid("enable subgroups;\nstruct In { «@builtin(subgroup_invocation_id)» i: u32, @location(0) x: u32 }"),
    Invalid("enable subgroups;\n@compute @workgroup_size(1) fn f(«@builtin(subgroup_id)» n: u32) {}"),
    Invalid("enable subgroups;\n@compute @workgroup_size(1) fn f(«@builtin(num_subgroups)» n: u32) {}"),
]
