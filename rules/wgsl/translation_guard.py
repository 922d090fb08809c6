"""Integer arithmetic that the translator naga writes without its guard.

## What it refuses

A division, a remainder, or a signed addition, subtraction, multiplication, negation, `abs`, `dot` or `atomicSub` that
naga writes in MSL or HLSL as it is, and not through its helpers (`naga_div`, `naga_mod`, `naga_neg`, `naga_abs`) or
through unsigned arithmetic; a division or remainder without a guard in SPIR-V; a helper whose text is not one that
gives WGSL's result. Asked for by `--naga`; a module with overrides is translated with their default values.

## Why results could differ

WGSL defines these results for all operands: arithmetic wraps, `e / 0` is `e`, `e % 0` is 0 (WGSL §8.8). MSL and HLSL
leave signed overflow undefined, and MSL, HLSL and SPIR-V leave a zero divisor undefined. Only the translator's guards
keep them as WGSL has them.

## Example

```wgsl
let s = dot(a, b);                       // refused for vec2<i32>: naga writes a.x * b.x + a.y * b.y on signed integers
let s = a.x * b.x + a.y * b.y;           // accepted: each operation goes through unsigned arithmetic
```

## Fix

Write it with operations that naga guards. Where a new release of naga writes a guard in another way, report it.
"""

from __future__ import annotations

from ...checkers.diagnostic import Note
from ...checkers.wgsl import ir
from ...checkers.wgsl.types import scalar_of
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.naga.translator import Translation
    from . import Context

RULE = Rule("WGSL405", "translation-guard", item="item 4", translator="naga")

# What an operator, helper or call of a translation comes from, and what it is called.
ORIGINS = {
    "/": ("/", "division"),
    "naga_div": ("/", "division"),
    "%": ("%", "remainder"),
    "naga_mod": ("%", "remainder"),
    "+": ("+", "signed addition"),
    "++": ("+", "signed addition"),
    "-": ("-", "signed subtraction"),
    "--": ("-", "signed subtraction"),
    "*": ("*", "signed multiplication"),
    "unary -": ("negation", "signed negation"),
    "naga_neg": ("negation", "signed negation"),
    "abs": ("abs", "`abs`"),
    "naga_abs": ("abs", "`abs`"),
    "dot": ("dot", "signed `dot`"),
    "atomicSub": ("atomicSub", "signed `atomicSub`"),
}


class Unguarded:
    """Arithmetic of a translation without its guard: the module's operation, the function, how it is written."""

    __slots__ = ("function", "language", "operation", "written")

    def __init__(self, language: str, operation: str, function: str, written: str) -> None:
        self.language = language
        self.operation = operation
        self.function = function
        self.written = written


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at each operation that a translation writes unguarded; at the module's start where it has none."""
    from ...checkers.naga import open_translator, translate
    from ...checkers.naga.specialization import specialized

    places: dict[tuple[int, int, str], dict[str, str]] = {}
    for found in unguarded(translate(context.naga, specialized(module))):
        operation, what = ORIGINS.get(found.operation, (found.operation, found.operation))
        for start, end in _origins(module, operation, found.function):
            places.setdefault((start, end, what), {}).setdefault(found.language, found.written)
    version = open_translator(context.naga).version
    for (start, end, what), written in sorted(places.items()):
        message = (
            f"{version} writes this {what} in {' and '.join(written)} without a guard, so for some operands the result "
            "is the device's and not WGSL's; write it with operations that are guarded"
        )
        notes = tuple(Note(f"in {language}: `{line}`") for language, line in written.items())
        yield RULE.finding(module.source, start, end, message, notes=notes)


def unguarded(translation: Translation) -> Iterator[Unguarded]:
    """What the translation's languages leave open."""
    from ...checkers.naga.division_guards import unguarded_divisions
    from ...checkers.naga.shading_text import ShadingText
    from ...checkers.naga.signed_arithmetic import open_arithmetic
    from ...checkers.naga.spirv import SpirvModule

    for language, text in (("MSL", translation.msl), ("HLSL", translation.hlsl)):
        for found in open_arithmetic(ShadingText(text)):
            line = text[text.rfind("\n", 0, found.offset) + 1 :].split("\n", 1)[0].strip()
            operation = "dot" if found.function.startswith("naga_dot") else found.operator
            if found.operator == "unary -" and "InterlockedAdd(" in line:
                operation = "atomicSub"
            yield Unguarded(language, operation, found.function, line)
    if translation.spirv:
        for instruction in unguarded_divisions(SpirvModule(translation.spirv)):
            operation = "/" if "Div" in instruction else "%"
            yield Unguarded("SPIR-V", operation, "", instruction)


def _origins(module: ir.Module, operation: str, function: str) -> list[tuple[int, int]]:
    """The places of the operation in the function that a translation calls `function`, else in the module."""
    places = [(node.start, node.end) for node in _operations(module, operation)]
    for declared in module.functions:
        if function.rstrip("_0123456789") == declared.name.rstrip("_0123456789"):
            within = [place for place in places if declared.start <= place[0] and place[1] <= declared.end]
            if within:
                return within
    return places or [(0, 0)]


def _operations(module: ir.Module, operation: str) -> list[ir.Expression]:
    """The expressions that do `operation` on integers on the device; of signed ones, unless it divides."""
    kinds = ("int", "uint") if operation in "/%" else ("int",)
    found: list[ir.Expression] = []
    if operation == "negation":
        found += [node for node in module.of(ir.Unary) if node.operator == "-"]
    elif operation in ("abs", "dot", "atomicSub"):
        found += [node for node in module.of(ir.BuiltinCall) if node.name == operation]
    else:
        found += [node for node in module.of(ir.Binary) if node.operator == operation]
    return [node for node in found if node.stage == ir.RUNTIME and _kind(node) in kinds]


def _kind(expression: ir.Expression) -> str:
    scalar = scalar_of(expression.type)
    return scalar.kind if scalar is not None else ""


VALID = [
    Valid(
        "@group(0) @binding(0) var<storage, read_write> b: array<i32>;\n"
        "@compute @workgroup_size(1) fn main() { b[0] = -b[1] / b[2] % b[3] * abs(b[4]) - b[5]; b[1] += b[2]; b[3]++; }"
    ),
    Valid("fn f(x: vec3<i32>, y: vec3<i32>) -> vec3<i32> { return -x / y % x * abs(y) - x + y; }"),
    Valid("fn f(x: u32, y: vec2<u32>) -> vec2<u32> { return x / y % x * y - x + dot(y, y); }"),
    Valid(
        "fn f(x: i32, n: u32) -> i32 { return countLeadingZeros(x) + firstLeadingBit(x) + firstTrailingBit(x) "
        "+ countOneBits(x) + extractBits(x, n, 3u) + insertBits(x, x, n, n) + sign(x) + clamp(x, -7, 9) + max(x, -1); }"
    ),
    Valid("override n: i32;\nfn f(x: i32) -> i32 { return x / n + dot(vec2(1, 2), vec2(3, 4)) / 3; }"),
    Valid(
        "var<workgroup> a: atomic<i32>;\nfn f(x: i32) { atomicAdd(&a, x); }\nfn g(x: f32) -> f32 { return -x / x % x; }"
    ),
    Valid("var<workgroup> a: atomic<u32>;\nfn f(x: u32) { atomicSub(&a, x); }"),
    Valid("fn f(x: u32, y: u32) -> bool { return dot4I8Packed(x, y) == 3; }"),
]

INVALID = [
    Invalid("fn f(x: vec2<i32>, y: vec2<i32>) -> i32 { return 1 + «dot(x, y)»; }"),
    Invalid("fn f(x: vec3<i32>) -> i32 { return «dot(x, x)»; }\nfn g(x: vec3<i32>) -> i32 { return «dot(x, -x)»; }"),
    Invalid("var<workgroup> a: atomic<i32>;\nfn f(x: i32) { «atomicSub(&a, x)»; }"),
    Invalid(
        "var<workgroup> a: atomic<i32>;\nfn g(x: i32) -> i32 { return -x; }\n"
        "fn f_1(x: i32) { let v = «atomicSub(&a, x)»; }"
    ),
    Invalid("fn f(x: i64) -> i64 { return «x + x»; }"),
]
