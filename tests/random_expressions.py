"""Draws typed integer expressions of WGSL that every rule accepts.

What the language refuses of constants is kept out by what is drawn: an operation has an operand that is known only at
run time, a literal divisor is not 0.
"""

from __future__ import annotations

import random

I32, U32, BOOL = "i32", "u32", "bool"
I32X2, U32X2, BOOLX2 = "vec2<i32>", "vec2<u32>", "vec2<bool>"
INTEGERS = (I32, U32, I32X2, U32X2)
OPERATORS = ("+", "-", "*", "/", "%", "&", "|", "^")
EDGES = (0, 1, 2, 31, 32, 33, 0x7FFFFFFE, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF)
# Elements of the arrays that leaves read.
LENGTH = 40
_COUNTS = (
    "countOneBits",
    "countLeadingZeros",
    "countTrailingZeros",
    "firstLeadingBit",
    "firstTrailingBit",
    "reverseBits",
)
_SAME_SIZE = {I32: (I32, U32), U32: (I32, U32), I32X2: (I32X2, U32X2), U32X2: (I32X2, U32X2)}


class Scope:
    """The places that may be read or written here, by type."""

    def __init__(self, outer: Scope | None = None) -> None:
        self.readable: dict[str, list[str]] = (
            {kind: list(names) for kind, names in outer.readable.items()} if outer else {}
        )
        self.writable: dict[str, list[str]] = (
            {kind: list(names) for kind, names in outer.writable.items()} if outer else {}
        )

    def add(self, kind: str, name: str, *, writable: bool) -> None:
        self.readable.setdefault(kind, []).append(name)
        if writable:
            self.writable.setdefault(kind, []).append(name)


class Expressions:
    """Draws expressions. `functions`: name, type and parameter types of those that may be called."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.names = 0
        self.functions: list[tuple[str, str, list[str]]] = []

    def name(self) -> str:
        self.names += 1
        return f"v{self.names}"

    def leaf(self, kind: str, scope: Scope) -> str:
        names = scope.readable.get(kind)
        if names and self.draw.random() < 0.75:
            return self.draw.choice(names)
        word = f"(block.count + {self.draw.randrange(LENGTH)}u) % LENGTH"
        match kind:
            case "i32":
                return self.draw.choice((f"signed[{word}]", "block.offset", "held.x"))
            case "u32":
                return self.draw.choice((f"unsigned[{word}].y", "block.scale.x", "block.count"))
            case "vec2<i32>":
                return self.draw.choice((f"vec2<i32>(signed[{word}], block.offset)", "held.yx"))
            case "vec2<u32>":
                return self.draw.choice((f"unsigned[{word}]", "block.scale"))
            case "vec2<bool>":
                return f"({self.leaf(U32X2, scope)} < {self.leaf(U32X2, scope)})"
        return f"({self.leaf(I32, scope)} > {self.leaf(I32, scope)})"

    def literal(self, kind: str, *, zero: bool = True) -> str:
        value = self.draw.choice(EDGES + tuple(self.draw.getrandbits(32) for _ in range(2)))
        if not zero:
            value = value or 7
        if kind.endswith("<i32>") or kind == I32:
            value = value - (1 << 32) if value >> 31 else value
            text = "-2147483647i - 1i" if value == -(1 << 31) else f"{value}i"
            text = f"({text})" if value < 0 else text
        else:
            text = f"{value}u"
        return f"{kind}({text})" if kind.startswith("vec") else text

    def operand(self, kind: str, scope: Scope, depth: int, *, zero: bool = True) -> str:
        """A second operand: anything, or a literal."""
        if kind in INTEGERS and self.draw.random() < 0.2:
            return self.literal(kind, zero=zero)
        return self.expression(kind, scope, depth)

    def expression(self, kind: str, scope: Scope, depth: int) -> str:
        if depth <= 0:
            return self.leaf(kind, scope)
        if kind in (BOOL, BOOLX2):
            return self.truth(kind, scope, depth - 1)
        return self.integer(kind, scope, depth - 1)

    def truth(self, kind: str, scope: Scope, depth: int) -> str:
        wide = kind == BOOLX2
        compared = self.draw.choice((I32X2, U32X2) if wide else (I32, U32))
        left, right = self.expression(compared, scope, depth), self.operand(compared, scope, depth)
        operator = self.draw.choice(("==", "!=", "<", "<=", ">", ">="))
        plain = f"({left} {operator} {right})"
        match self.draw.randrange(4 if wide else 6):
            case 0:
                return f"(!{self.expression(kind, scope, depth)})"
            case 1:
                return f"({self.expression(kind, scope, depth)} {self.draw.choice('&|')} {plain})"
            case 4:
                return f"({self.expression(kind, scope, depth)} {self.draw.choice(('&&', '||'))} {plain})"
            case 5:
                return f"{self.draw.choice(('all', 'any'))}({self.expression(BOOLX2, scope, depth)})"
        return plain

    def integer(self, kind: str, scope: Scope, depth: int) -> str:
        def any_of(of: str = kind) -> str:
            return self.expression(of, scope, depth)

        signed = "i32" in kind
        wide = kind.startswith("vec")
        words = U32X2 if wide else U32
        operator = self.draw.choice(OPERATORS)
        made = [
            lambda: f"({any_of()} {operator} {self.operand(kind, scope, depth, zero=operator not in '/%')})",
            lambda: self.shift(kind, scope, depth),
            lambda: f"(~{any_of()})",
            lambda: f"abs({any_of()})",
            lambda: f"{self.draw.choice(('min', 'max'))}({any_of()}, {self.operand(kind, scope, depth)})",
            lambda: self.clamp(kind, scope, depth),
            lambda: f"select({any_of()}, {any_of()}, {self.expression(BOOLX2 if wide else BOOL, scope, depth)})",
            lambda: f"{self.draw.choice(_COUNTS)}({any_of()})",
            lambda: f"extractBits({any_of()}, {any_of(U32)}, {any_of(U32)})",
            lambda: f"insertBits({any_of()}, {any_of()}, {any_of(U32)} & 31u, {any_of(U32)} & 31u)",
            lambda: f"{self.draw.choice((kind, f'bitcast<{kind}>'))}({any_of(self.draw.choice(_SAME_SIZE[kind]))})",
            lambda: f"{kind}({self.expression(BOOLX2 if wide else BOOL, scope, depth)})",
            lambda: self.call(kind, scope, depth) or any_of(),
        ]
        if signed:
            made += [lambda: f"(-{any_of()})", lambda: f"sign({any_of()})"]
        if wide:
            scalar = kind[5:-1]
            made += [
                lambda: f"{kind}({any_of(scalar)}, {any_of(scalar)})",
                lambda: f"({any_of()}).yx",
                lambda: f"({any_of()} {self.draw.choice('+-*')} {any_of(scalar)})",
            ]
        else:
            made += [
                lambda: f"dot({any_of(f'vec2<{kind}>')}, {any_of(f'vec2<{kind}>')})",
                lambda: f"({any_of(f'vec2<{kind}>')}).{self.draw.choice('xyrg')}",
                lambda: f"({any_of(f'vec2<{kind}>')})[{any_of(U32)} & 1u]",
            ]
        if kind == U32:
            made.append(lambda: f"(unsigned[{any_of(words)} % LENGTH].x + arrayLength(&signed))")
        if kind == I32:
            made.append(lambda: f"signed[{any_of(U32)} % LENGTH]")
        return self.draw.choice(made)()

    def shift(self, kind: str, scope: Scope, depth: int) -> str:
        amounts = U32X2 if kind.startswith("vec") else U32
        mask = "vec2<u32>(31u)" if kind.startswith("vec") else "31u"
        amount = f"({self.expression(amounts, scope, depth)} & {mask})"
        if amounts == U32 and self.draw.random() < 0.3:
            amount = f"{self.draw.randrange(32)}u"
        value = self.expression(kind, scope, depth)
        if self.draw.random() < 0.5:
            return f"({value} >> {amount})"
        if "i32" in kind:
            return f"bitcast<{kind}>(bitcast<{amounts}>({value}) << {amount})"
        return f"({value} << {amount})"

    def clamp(self, kind: str, scope: Scope, depth: int) -> str:
        value = self.expression(kind, scope, depth)
        if kind.startswith("vec") or self.draw.random() < 0.4:
            low, high = self.expression(kind, scope, depth), self.expression(kind, scope, depth)
            return f"min(max({value}, {low}), {high})"
        low, high = sorted(self.draw.randrange(1 << 31) for _ in range(2))
        suffix = "i" if kind == I32 else "u"
        return f"clamp({value}, {low}{suffix}, {high}{suffix})"

    def call(self, kind: str, scope: Scope, depth: int) -> str:
        """A call of an earlier function with a value of that type; empty where there is none."""
        fitting = [function for function in self.functions if function[1] == kind]
        if not fitting or depth < 1:
            return ""
        name, _, parameters = self.draw.choice(fitting)
        return f"{name}({', '.join(self.expression(of, scope, depth - 1) for of in parameters)})"
