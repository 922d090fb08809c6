"""Fixes of random modules: what they leave is valid, has nothing left to fix, and computes the same."""

from __future__ import annotations

import random
import re

import pytest
from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl import ir
from wai_lint.checkers.wgsl.module import load
from wai_lint.lint.fixes import apply_once
from wai_lint.rules import wgsl
from wai_lint.rules.family import Settings

FIXABLE = frozenset(("WGSL401", "WGSL402", "WGSL403"))
NAMES = {"i32": "ab", "u32": "nm", "vec2<i32>": "vw", "vec2<u32>": "pq"}
DECLARATIONS = "".join(f"var<private> {name}: {type};\n" for type, names in NAMES.items() for name in names)


class Writer:
    """Writes random expressions and statements on integers, well typed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def expression(self, type: str, depth: int) -> str:
        """An expression of `type` that can stand as an operand."""
        forms = [self.name] if depth == 0 else [self.name, self.binary, self.shift, self.shift, self.clamp, self.other]
        return self.random.choice(forms)(type, depth - 1)

    def name(self, type: str, depth: int) -> str:
        literal = {"i32": "7", "u32": "9u", "vec2<i32>": "vec2(3, -4)", "vec2<u32>": "vec2(5u)"}[type]
        return self.random.choice([*NAMES[type], literal])

    def binary(self, type: str, depth: int) -> str:
        operator = self.random.choice("+-*&|^")
        return f"({self.expression(type, depth)} {operator} {self.expression(type, depth)})"

    def shift(self, type: str, depth: int) -> str:
        operator = self.random.choice(["<<", ">>"])
        return f"({self.expression(type, depth)} {operator} {self.amount(type, depth)})"

    def amount(self, type: str, depth: int) -> str:
        amounts = type.replace("i32", "u32")
        amount = self.expression(amounts, depth)
        if self.random.random() < 0.3:
            return f"({amount} & {'31u' if amounts == 'u32' else 'vec2(31u)'})"
        return self.unknown(amount, amounts)

    def unknown(self, text: str, type: str) -> str:
        """`text`, or a variable where `text` names none: a known amount or bound may make the module invalid."""
        return text if re.search(r"\b[abnmvwpq]\b", text) else NAMES[type][0]

    def clamp(self, type: str, depth: int) -> str:
        low, high = ("vec2(1)", "vec2(9)") if type == "vec2<i32>" else ("vec2(1u)", "vec2(9u)")
        if not type.startswith("vec2"):
            low, high = "1", "9"
        low = self.random.choice([low, self.unknown(self.bare(self.expression(type, depth)), type)])
        high = self.random.choice([high, self.unknown(self.bare(self.expression(type, depth)), type)])
        return f"clamp({self.bare(self.expression(type, depth))}, {low}, {high})"

    def other(self, type: str, depth: int) -> str:
        if type == "i32":
            return self.random.choice([f"-{self.name(type, depth)}", f"({self.expression('vec2<i32>', depth)}).x"])
        return f"~{self.expression(type, depth)}"

    def statement(self) -> str:
        """A statement that writes a variable."""
        type = self.random.choice(list(NAMES))
        name = self.random.choice(NAMES[type])
        kind = self.random.randrange(4)
        if kind == 0:
            return f"{name} = {self.expression(type, 4)};"
        if kind == 1:
            return f"{name} {self.random.choice(['<<=', '>>='])} {self.amount(type, 3)};"
        if kind == 2:
            return f"{name} <<= {self.bare(self.amount(type, 2))};"
        return f"let {self.random.choice('xyz')}{self.random.randrange(10**6)} = {self.expression(type, 4)};"

    def bare(self, text: str) -> str:
        """`text` without the parentheses around it."""
        return text[1:-1] if self.balanced(text) else text

    def balanced(self, text: str) -> bool:
        """Whether the parentheses around `text` belong together."""
        depth = 0
        for index, char in enumerate(text):
            depth += (char == "(") - (char == ")")
            if depth == 0:
                return index == len(text) - 1 and index > 0
        return False


def meaning(node: ir.Expression) -> object:
    """What an expression computes, where the forms that fixes exchange read alike."""
    if isinstance(node, ir.Literal):
        return node.text
    if isinstance(node, ir.ValueRef):
        return node.declaration.name
    if isinstance(node, ir.VariableRef):
        return node.variable.name
    if isinstance(node, ir.Load):
        return meaning(node.reference)
    if isinstance(node, ir.Binary):
        right = unmasked(node.right) if node.operator in ("<<", ">>") else node.right
        return node.operator, meaning(node.left), meaning(right)
    if isinstance(node, ir.BuiltinCall):
        return call_meaning(node)
    if isinstance(node, ir.Convert) and node.implied:
        return meaning(node.operand)
    if isinstance(node, ir.Unary | ir.Convert):
        return type(node).__name__, meaning(node.operand)
    if isinstance(node, ir.Swizzle):
        return node.components, meaning(node.base)
    assert isinstance(node, ir.Construct)
    return "vec2", [meaning(argument) for argument in node.arguments]


def call_meaning(node: ir.BuiltinCall) -> object:
    """What a built-in call computes."""
    first = node.arguments[0]
    if isinstance(first, ir.Convert) and first.implied:
        first = first.operand
    if node.name == "min" and isinstance(first, ir.BuiltinCall) and first.name == "max":
        return "clamp", *(meaning(argument) for argument in (*first.arguments, node.arguments[1]))
    if node.name == "bitcast" and isinstance(first, ir.Binary) and isinstance(first.left, ir.BuiltinCall):
        return first.operator, meaning(first.left.arguments[0]), meaning(unmasked(first.right))
    return node.name, *(meaning(argument) for argument in node.arguments)


def unmasked(amount: ir.Expression) -> ir.Expression:
    """A shift amount without its mask."""
    while isinstance(amount, ir.Binary) and amount.operator == "&" and amount.right.value in (31, (31, 31)):
        amount = amount.left
    return amount


def statements(module: ir.Module) -> list[object]:
    """What each statement of the function does."""
    body = module.functions[0].body.body
    done: list[object] = []
    for statement in body:
        if isinstance(statement, ir.Assign):
            done.append((meaning(statement.target), meaning(statement.value)))
        else:
            assert isinstance(statement, ir.Declaration)
            assert isinstance(statement.declared, ir.Let)
            done.append((statement.declared.name, meaning(statement.declared.initializer)))
    return done


@pytest.mark.parametrize("seed", range(150))
def test_fixed_modules_compute_the_same(seed: int) -> None:
    writer = Writer(seed)
    text = DECLARATIONS + "fn f() {\n" + "".join(f"    {writer.statement()}\n" for _ in range(8)) + "}\n"
    before = load(Source.from_text(text))
    assert before.diagnostics == []
    while True:
        found = wgsl.check(Source.from_text(text), Settings(selected=FIXABLE)).diagnostics
        if not found:
            break
        text, count = apply_once(text, [finding.fix for finding in found if finding.fix is not None])
        assert count > 0
    after = load(Source.from_text(text))
    assert after.diagnostics == []
    assert statements(after) == statements(before)
