"""Draws kernels that pass every rule, with a program that runs each: what executors are compared on.

A kernel has inputs (storage, read), a uniform block, private memory, functions with values and pointers, structures,
arrays, every kind of loop and jump, each listed operation on scalars and two-component vectors, and order-free
atomics. Each invocation writes its own words.
"""

from __future__ import annotations

import random

import numpy as np
from wai_lint.checkers.decoder.executors.executor import Dispatch, Program
from wai_lint.tests.random_expressions import (
    BOOL,
    BOOLX2,
    EDGES,
    I32,
    INTEGERS,
    LENGTH,
    OPERATORS,
    U32,
    U32X2,
    Expressions,
    Scope,
)

INVOCATIONS = 96
WORKGROUP = 32
# Words that an invocation writes.
WORDS = 4
ATOMICS = (("atomicOr",), ("atomicAnd",), ("atomicMin",), ("atomicMax",), ("atomicAdd", "atomicSub"))

_HEAD = f"""\
struct Block {{ scale: vec2<u32>, offset: i32, count: u32 }}
struct Pair {{ first: i32, second: vec2<u32>, third: array<u32, 4> }}
@group(0) @binding(0) var<storage, read> signed: array<i32>;
@group(0) @binding(1) var<storage, read> unsigned: array<vec2<u32>>;
@group(0) @binding(2) var<uniform> block: Block;
@group(0) @binding(3) var<storage, read_write> result: array<u32>;
@group(0) @binding(4) var<storage, read_write> counters: array<atomic<u32>, 4>;
const LENGTH = {LENGTH}u;
var<private> held: vec2<i32> = vec2<i32>(3, -5);
"""


class _Modules(Expressions):
    """Draws statements and the module around them."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.atomics = self.draw.choice(ATOMICS)
        self.in_entry = False

    def statements(self, scope: Scope, depth: int, count: int, jumps: tuple[str, ...]) -> list[str]:
        inner = Scope(scope)
        lines: list[str] = []
        for _ in range(count):
            lines += self.statement(inner, depth, jumps)
        return ["  " + line for line in lines]

    def statement(self, scope: Scope, depth: int, jumps: tuple[str, ...]) -> list[str]:
        made = [self.declare, self.declare, self.assign, self.assign, self.assign]
        if depth > 0:
            made += [self.branch, self.choose, self.counted, self.endless, self.aggregate]
        if self.in_entry:
            made.append(self.count)
        lines = self.draw.choice(made)(scope, depth, jumps)
        if jumps and self.draw.random() < 0.1:
            lines += [f"if {self.expression(BOOL, scope, 1)} {{ {self.draw.choice(jumps)} }}"]
        return lines

    def declare(self, scope: Scope, depth: int, jumps: tuple[str, ...]) -> list[str]:
        kind = self.draw.choice((*INTEGERS, *INTEGERS, BOOL, BOOLX2))
        name, value = self.name(), self.expression(kind, scope, 3)
        writable = self.draw.random() < 0.6
        scope.add(kind, name, writable=writable)
        if writable and kind.startswith("vec") and kind != BOOLX2:
            scope.add(kind[5:-1], f"{name}.{self.draw.choice('xy')}", writable=True)
        return [f"{'var' if writable else 'let'} {name}{f': {kind}' * (self.draw.random() < 0.5)} = {value};"]

    def assign(self, scope: Scope, depth: int, jumps: tuple[str, ...]) -> list[str]:
        kinds = [kind for kind in INTEGERS if scope.writable.get(kind)]
        if not kinds:
            return [f"held.{self.draw.choice('xy')} = {self.expression(I32, scope, 2)};"]
        kind = self.draw.choice(kinds)
        name = self.draw.choice(scope.writable[kind])
        match self.draw.randrange(5):
            case 0 if kind in (I32, U32):
                return [f"{name}{self.draw.choice(('++', '--'))};"]
            case 1:
                return [f"{name} >>= {'vec2<u32>(5u)' if kind.startswith('vec') else '5u'};"]
            case 2:
                return [f"{name} {self.draw.choice(OPERATORS)}= {self.expression(kind, scope, 2)};"]
        return [f"{name} = {self.expression(kind, scope, 3)};"]

    def branch(self, scope: Scope, depth: int, jumps: tuple[str, ...]) -> list[str]:
        lines = [f"if {self.expression(BOOL, scope, 2)} {{", *self.statements(scope, depth - 1, 2, jumps)]
        if self.draw.random() < 0.4:
            lines += [f"}} else if {self.expression(BOOL, scope, 2)} {{", *self.statements(scope, depth - 1, 1, jumps)]
        if self.draw.random() < 0.6:
            lines += ["} else {", *self.statements(scope, depth - 1, 2, jumps)]
        return [*lines, "}"]

    def choose(self, scope: Scope, depth: int, jumps: tuple[str, ...]) -> list[str]:
        # `continue` belongs to a loop around, `break` to the switch.
        inside = tuple(dict.fromkeys((*(jump for jump in jumps if jump != "break;"), "break;")))
        kind = self.draw.choice((I32, U32))
        suffix = kind[0]
        lines = [f"switch {self.expression(kind, scope, 2)} & 7{suffix} {{"]
        lines += [f"  case 0{suffix}, 3{suffix}: {{", *self.statements(scope, depth - 1, 1, inside), "  }"]
        lines += [f"  case 5{suffix}, default: {{", *self.statements(scope, depth - 1, 2, inside), "  }"]
        lines += [f"  case 6{suffix} {{", *self.statements(scope, depth - 1, 1, inside), "  }"]
        return [*lines, "}"]

    def counted(self, scope: Scope, depth: int, jumps: tuple[str, ...]) -> list[str]:
        name = self.name()
        inside = Scope(scope)
        inside.add(U32, name, writable=False)
        jump = tuple(dict.fromkeys((*jumps, "break;", "continue;")))
        bound = self.draw.choice(("3u", f"({self.expression(U32, scope, 2)} & 3u)"))
        body = self.statements(inside, depth - 1, 2, jump)
        if self.draw.random() < 0.7:
            return [f"for (var {name} = 0u; {name} < {bound}; {name}++) {{", *body, "}"]
        # `continue` in a while would skip the step.
        body = self.statements(inside, depth - 1, 2, tuple(kept for kept in jump if kept != "continue;"))
        return [f"var {name} = 0u;", f"while ({name} < {bound}) {{", f"  {name} += 1u;", *body, "}"]

    def endless(self, scope: Scope, depth: int, jumps: tuple[str, ...]) -> list[str]:
        name = self.name()
        inside = Scope(scope)
        inside.add(U32, name, writable=False)
        kept = tuple(jump for jump in jumps if jump.startswith("return"))
        lines = [f"var {name} = 0u;", "loop {", *self.statements(inside, depth - 1, 2, (*kept, "continue;"))]
        stop = f"{name} >= 2u || {self.expression(BOOL, inside, 1)}"
        return [*lines, "  continuing {", f"    {name} += 1u;", f"    break if {stop};", "  }", "}"]

    def aggregate(self, scope: Scope, depth: int, jumps: tuple[str, ...]) -> list[str]:
        """A structure and an array in function memory, read and written through pointers and indexes."""
        name, pointer, index, own = self.name(), self.name(), self.name(), self.name()
        first, second = self.expression(I32, scope, 2), self.expression(U32X2, scope, 2)
        lines = [
            f"var {name} = Pair({first}, {second}, array<u32, 4>(1u, {self.expression(U32, scope, 1)}, 3u, 4u));",
            f"let {index} = {self.expression(U32, scope, 1)} & 3u;",
            f"let {pointer} = &{name}.third;",
            f"(*{pointer})[{index}] ^= {self.expression(U32, scope, 2)};",
            # Of a variable's own pointer: naga 29 aborts at a pointer to a part of one that is passed.
            f"var {own} = {name}.first;",
            f"bump(&{own}, {self.expression(I32, scope, 1)});",
            f"{name}.second.y += {pointer}[({index} + 1u) & 3u];",
        ]
        scope.add(I32, f"{name}.first", writable=True)
        scope.add(I32, own, writable=True)
        scope.add(U32X2, f"{name}.second", writable=True)
        scope.add(U32, f"{name}.third[{index}]", writable=True)
        return lines

    def count(self, scope: Scope, depth: int, jumps: tuple[str, ...]) -> list[str]:
        place = self.expression(U32, scope, 1)
        return [f"{self.draw.choice(self.atomics)}(&counters[{place} & 3u], {self.expression(U32, scope, 2)});"]

    def function(self) -> str:
        kind = self.draw.choice((*INTEGERS, BOOL))
        parameters = [self.draw.choice(INTEGERS) for _ in range(self.draw.randrange(1, 4))]
        scope = Scope()
        names = [self.name() for _ in parameters]
        for of, name in zip(parameters, names, strict=True):
            scope.add(of, name, writable=False)
        leave = (f"return {self.expression(kind, scope, 2)};",)
        body = self.statements(scope, 1, 3, leave)
        name = f"f{len(self.functions)}"
        declared = ", ".join(f"{name}: {of}" for of, name in zip(parameters, names, strict=True))
        text = [f"fn {name}({declared}) -> {kind} {{", *body, f"  return {self.expression(kind, scope, 3)};", "}"]
        self.functions.append((name, kind, parameters))
        return "\n".join(text)

    def module(self) -> str:
        bump = "fn bump(place: ptr<function, i32>, by: i32) {\n  *place = *place * 3 + by;\n}"
        functions = [self.function() for _ in range(self.draw.randrange(3))]
        self.in_entry = True
        scope = Scope()
        scope.add(U32, "at", writable=False)
        scope.add(U32, "lane", writable=False)
        lines = [
            f"@compute @workgroup_size({WORKGROUP})",
            "fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {",
            "  let at = id.x;",
        ]
        inner = Scope(scope)
        for _ in range(5):
            lines += ["  " + line for line in self.statement(inner, 2, ())]
        for word in range(WORDS):
            kind = INTEGERS[word]
            value = self.expression(kind, inner, 3)
            if kind.startswith("vec"):
                value = f"dot({value}, {kind}({'7i, -11i' if 'i32' in kind else '7u, 11u'}))"
            lines.append(f"  result[at * {WORDS}u + {word}u] = {f'bitcast<u32>({value})' if 'i32' in kind else value};")
        return "\n".join([_HEAD, bump, *functions, *lines, "}\n"])


def kernel(seed: int) -> str:
    """The text of a module with a compute entry point `main`; the same text for the same seed."""
    return _Modules(seed).module()


def program(seed: int) -> Program:
    """A program that runs `kernel(seed)` on drawn words, many at the edges of the types, and reads what it wrote."""
    draw = random.Random(~seed)

    def words(count: int) -> np.ndarray:
        drawn = [draw.choice(EDGES) if draw.random() < 0.4 else draw.getrandbits(32) for _ in range(count)]
        return np.array(drawn, dtype=np.uint32)

    buffers = (words(LENGTH), words(2 * LENGTH), words(4), np.zeros(INVOCATIONS * WORDS, np.uint32), words(4))
    dispatch = Dispatch(kernel(seed), "main", (INVOCATIONS // WORKGROUP, 1, 1), tuple((i, i) for i in range(5)))
    return Program(buffers, (dispatch,), (3, 4), frozenset({2}))
