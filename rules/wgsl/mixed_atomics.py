"""Two kinds of atomic operation on one memory word.

## What it refuses

An atomic operation on a word that an earlier one, in the order of the text, may change by another kind. `atomicAdd`
and `atomicSub` are one kind; `atomicOr`, `atomicAnd`, `atomicMin`, `atomicMax` and `atomicXor` are one each. Two
operations may share a word unless they differ in variable or in member path: indices are assumed to meet. A pointer
parameter stands for the arguments of all calls; where no call gives it one, or too many do, it may point to anything
of its type in its address space. The whole module counts, whichever entry point reaches what. Loads, stores and
exchanges are WGSL301's.

## Why results could differ

Each of those kinds alone is order-free, two on one word are not: an `atomicOr` then an `atomicAnd` differs from the
reverse, and the device chooses the order.

## Example

```wgsl
atomicOr(&word, 1u);
atomicAnd(&word, 2u);            // refused
```

## Fix

Give each kind a word of its own, and combine the words in a later dispatch.
"""

from __future__ import annotations

from ...checkers.diagnostic import Note
from ...checkers.wgsl import ir
from ...checkers.wgsl.memory_words import Anywhere, MemoryWords, innermost
from ...checkers.wgsl.types import Pointer
from ..rule import Invalid, Rule, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from . import Context

    Firsts = dict[object, dict[str, ir.BuiltinCall]]

RULE = Rule("WGSL302", "mixed-atomics", item="item 3")

KINDS = {
    "atomicOr": "or",
    "atomicAnd": "and",
    "atomicMin": "min",
    "atomicMax": "max",
    "atomicAdd": "add",
    "atomicSub": "add",
    "atomicXor": "xor",
}
MESSAGE = "another kind of atomic may change the same word, and the result then depends on which comes first"


def check(module: ir.Module, context: Context) -> Iterator[Diagnostic]:
    """A finding at the name of each atomic whose word an earlier one of another kind may share, with a note there."""
    words = MemoryWords(module)
    firsts: Firsts = {}
    for call in sorted((call for call in module.of(ir.BuiltinCall) if call.name in KINDS), key=lambda call: call.start):
        kind = KINDS[call.name]
        other = _other_kind(firsts, kind, _record(firsts, kind, call, words))
        if other is not None:
            note = Note.of(module.source, other.start, other.name_end, "the other kind is here")
            yield RULE.finding(module.source, call.start, call.name_end, MESSAGE, notes=(note,))


def _record(firsts: Firsts, kind: str, call: ir.BuiltinCall, words: MemoryWords) -> list[object]:
    """Enters an access under its words; returns the keys under which accesses that may share one are entered."""
    pointer = call.arguments[0]
    assert isinstance(pointer.type, Pointer)
    anywhere = words.anywhere(pointer.type)
    pointed = words.pointed(pointer)
    if isinstance(pointed, Anywhere):
        members = {pointed.member}
        entered: list[object] = [pointed]
        shared = [anywhere, (anywhere.space, anywhere.type, pointed.member)]
    else:
        members = {innermost(path) for _, path in pointed}
        entered = list(pointed)
        shared = [anywhere, *(words.anywhere(pointer.type, member) for member in members), *pointed]
    entered += [(anywhere.space, anywhere.type, member) for member in members | {None}]
    for key in entered:
        firsts.setdefault(key, {}).setdefault(kind, call)
    return shared


def _other_kind(firsts: Firsts, kind: str, keys: list[object]) -> ir.BuiltinCall | None:
    """The first access of another kind under any of `keys`."""
    others = [first for key in keys for other, first in firsts.get(key, {}).items() if other != kind]
    return min(others, key=lambda call: call.start, default=None)


_WORD = "@group(0) @binding(0) var<storage, read_write> a: atomic<u32>;\n"
_PAIR = "struct S { x: atomic<u32>, y: array<atomic<u32>, 4> }\n@group(0) @binding(0) var<storage, read_write> s: S;\n"
_SHARED = "struct T { x: atomic<u32>, y: array<atomic<u32>, 4> }\nstruct U { x: atomic<u32>, t: T }\n"
_LIST = "struct E { x: atomic<u32>, y: atomic<u32> }\n@group(0) @binding(0) var<storage, read_write> l: array<E>;\n"


def _many(calls: int) -> str:
    """A module in which a pointer parameter is given so many words."""
    members = "".join(f"m{i}: atomic<u32>, " for i in range(calls))
    given = "".join(f"g(&w.m{i}); " for i in range(calls))
    return (
        f"struct M {{ {members}last: atomic<u32> }}\nvar<workgroup> w: M;\n"
        f"fn g(p: ptr<workgroup, atomic<u32>>) {{ atomicMax(p, 1); }}\nfn h() {{ {given}}}\n"
    )


VALID = [
    Valid(_many(63) + "fn f() { atomicMin(&w.last, 1); }"),
    Valid(_WORD + "fn f() { atomicOr(&a, 1); atomicOr(&a, 2); }\nfn g() { atomicOr(&a, 3); }"),
    Valid(_WORD + "fn f() { atomicAdd(&a, 1); atomicSub(&a, 2); }"),
    Valid(
        _WORD + "@group(0) @binding(1) var<storage, read_write> b: atomic<u32>;\n"
        "fn f() { atomicOr(&a, 1); atomicAnd(&b, 2); }"
    ),
    Valid(_PAIR + "fn f() { atomicOr(&s.x, 1); atomicAnd(&s.y[0], 2); }"),
    Valid(_LIST + "fn f(i: u32) { let e = &l[i]; atomicOr(&e.x, 1); atomicAnd(&(*e).y, 2); }"),
    Valid(
        _LIST + "fn g(p: ptr<storage, atomic<u32>, read_write>) { atomicMax(p, 1); }\n"
        "fn f(i: u32) { g(&l[i].x); atomicMin(&l[0].y, 1); }"
    ),
    Valid(
        "fn f(p: ptr<workgroup, atomic<u32>>, q: ptr<storage, atomic<u32>, read_write>, "
        "r: ptr<workgroup, atomic<i32>>) "
        "{ atomicOr(p, 1); atomicAnd(q, 1); atomicMax(r, 1); }"
    ),
    Valid(_SHARED + "fn g(p: ptr<workgroup, T>) { atomicOr(&p.x, 1); atomicAnd(&p.y[1], 1); }"),
    Valid(
        _SHARED + "fn g(p: ptr<workgroup, T>, q: ptr<workgroup, array<U, 2>>, i: u32) "
        "{ atomicOr(&p.y[i], 1); atomicAnd(&q[i].x, 1); atomicMax(&q[i].t.x, 1); }"
    ),
    Valid(_SHARED + "var<workgroup> u: U;\nfn g(p: ptr<workgroup, T>) { atomicOr(&p.x, 1); atomicAnd(&u.t.y[0], 1); }"),
    Valid(
        _SHARED + "var<workgroup> v: atomic<u32>;\nfn g(p: ptr<workgroup, T>) { atomicOr(&p.x, 1); atomicAnd(&v, 1); }"
    ),
    Valid(
        _WORD + "fn f() -> u32 { atomicOr(&a, 1); atomicStore(&a, 1); return atomicLoad(&a) + atomicExchange(&a, 1); }"
    ),
]

INVALID = [
    Invalid(_WORD + "fn f() { atomicOr(&a, 1); «atomicAnd»(&a, 2); «atomicOr»(&a, 3); }"),
    Invalid(_WORD + "fn f() { atomicAdd(&a, 1); «atomicMin»(&a, 1); }"),
    Invalid(_WORD + "fn f() { atomicMin(&a, 1); «atomicSub»(&a, 1); }"),
    Invalid(_WORD + "fn f() { atomicMin(&a, 1); «atomicMax»(&a, 1); }"),
    Invalid(_WORD + "fn f() { atomicXor(&a, 1); «atomicOr»(&a, 1); }"),
    Invalid(_WORD + "fn g() { atomicAnd(&a, 1); }\nfn f() { «atomicOr»(&a, 1); g(); }"),
    Invalid(_PAIR + "fn f(i: u32, j: u32) { atomicOr(&s.y[i], 1); «atomicMax»(&s.y[j], 1); }"),
    Invalid(
        _PAIR
        + "fn f() { atomicOr(&s.x, 1); let p = &s; let q = &p.x; let r = q; «atomicAnd»(r, 1); «atomicMax»(q, 1); }"
    ),
    Invalid(_LIST + "fn f(i: u32) { let e = &l[i]; atomicOr(&e.x, 1); «atomicAnd»(&l[0].x, 2); }"),
    Invalid(
        _LIST + "fn h(p: ptr<storage, E, read_write>) { atomicMax(&p.x, 1); }\n"
        "fn g(p: ptr<storage, array<E>, read_write>) { h(&p[1]); }\n"
        "fn f() { g(&l); «atomicMin»(&l[0].x, 1); atomicMin(&l[0].y, 1); }"
    ),
    Invalid(
        _LIST + "fn g(p: ptr<storage, atomic<u32>, read_write>) { atomicMax(p, 1); }\n"
        "fn f(i: u32) { g(&l[i].x); g(&l[i].y); «atomicMin»(&l[0].y, 1); }"
    ),
    Invalid(
        "fn f(p: ptr<workgroup, atomic<u32>>, q: ptr<workgroup, atomic<u32>>) { atomicOr(p, 1); «atomicAnd»(q, 1); }"
    ),
    Invalid(
        "var<workgroup> w: atomic<u32>;\nfn f(p: ptr<workgroup, atomic<u32>>) { atomicOr(&w, 1); «atomicAnd»(p, 1); }"
    ),
    Invalid(
        "var<workgroup> w: atomic<u32>;\nvar<workgroup> v: atomic<u32>;\n"
        "fn h(p: ptr<workgroup, atomic<u32>>) { atomicMax(p, 1); }\nfn g(p: ptr<workgroup, atomic<u32>>) { h(p); }\n"
        "fn f() { h(&w); «atomicMin»(&v, 1); }"
    ),
    Invalid(
        _SHARED + "fn g(p: ptr<workgroup, T>, q: ptr<workgroup, array<U, 2>>, i: u32) "
        "{ atomicOr(&p.y[i], 1); atomicAnd(&p.x, 1); «atomicMax»(&q[i].t.x, 1); «atomicMax»(&q[i].t.y[0], 1); }"
    ),
    Invalid(
        _SHARED
        + "var<workgroup> u: U;\nfn g(p: ptr<workgroup, T>) { atomicOr(&p.x, 1); let q = &p.y; atomicMin(&q[1], 1); }\n"
        "fn f() { let t = &u.t; «atomicAnd»(&t.x, 1); atomicAdd(&u.x, 1); }"
    ),
    Invalid(
        _SHARED
        + "var<workgroup> u: U;\nfn f() { atomicAnd(&u.t.x, 1); }\nfn g(p: ptr<workgroup, T>) { «atomicOr»(&p.x, 1); }"
    ),
    Invalid(
        _SHARED + "var<workgroup> u: U;\nfn h(p: ptr<workgroup, atomic<u32>>) { atomicMin(p, 1); }\n"
        "fn g(p: ptr<workgroup, T>) { «atomicOr»(&p.x, 1); }\nfn f() { «atomicAnd»(&u.t.y[0], 1); }"
    ),
    Invalid(
        _SHARED + "fn g(p: ptr<workgroup, T>) { atomicOr(&p.x, 1); }\n"
        "fn h(p: ptr<workgroup, atomic<u32>>) { «atomicMin»(p, 1); }"
    ),
    Invalid(_many(64) + "fn f() { «atomicMin»(&w.last, 1); }"),
    Invalid(
        "var<workgroup> w: atomic<u32>;\nfn f(p: ptr<workgroup, atomic<u32>>) { atomicOr(p, 1); «atomicAnd»(&w, 1); }"
    ),
    Invalid(
        _WORD + "@compute @workgroup_size(1) fn one() { atomicOr(&a, 1); }\n"
        "@compute @workgroup_size(1) fn two() { _ = «atomicAnd»(&a, 1); }"
    ),
]
