"""Programs put together at random: whatever is proved of a value holds when they run."""

from __future__ import annotations

import random

import pytest
from wai_lint.checkers.python.types import UNKNOWN
from wai_lint.tests.python_samples import admits, run

VARIABLES = "abcd"
HEAD = """
import numpy as np
from contextlib import suppress
arr, u8 = np.array([1, 2], np.int32), np.array([3], np.uint8)
turns = [0]
def tick():
    turns[0] += 1
    if turns[0] > 99:
        raise SystemExit
    return turns[0] % 4
def check(value):
    if isinstance(value, int) and abs(value) > 999 or isinstance(value, list) and len(value) > 9:
        raise SystemExit
def stop():
    if tick():
        raise ValueError
a, b, c, d = 7, 2.5, None, [1, 2]
"""
SIMPLE = (*VARIABLES, "1", "-3", "1.5", "True", "None", "arr", "u8", "[1, 2]", "(1, 2.0)", "'s'")
OPERATORS = ("+", "-", "/", "//", "%", ">>", "&", "|", "<", "==", "and", "or")
FORMS = (
    *("({0} {op} {1})", "(-{0})", "(not {0})", "({0} if {1} else {2})", "abs({0})", "min({0}, {1})", "max({0}, {1})"),
    *("int({0})", "({v} := {0})", "[{0} for q in range(3)]", "[q for q in ({v}, 2.5)]", "({0}, {1})", "[{0}, {1}]"),
    *(
        "{0}[0]",
        "f({0})",
        "len({0})",
        "sum({0})",
        "divmod({0}, {1})",
        "round({0})",
        "round({0}, 1)",
        "pow({0}, 2)",
        "({0} ** 2)",
        "({0} ** -2)",
        "({0} << 3)",
        "({0} * 3)",
    ),
    *("np.where(arr > 1, {0}, {1})", "np.array({0})", "({0}).sum()", "({0}).astype(np.int16)", "np.add({0}, {1})"),
    *("list({0})", "isinstance({0}, int)", "np.concatenate([{0}, {1}])", "np.full(2, {0})", "(lambda: {0})()"),
)
TESTS = (
    *("isinstance({v}, int)", "isinstance({v}, (int, float))", "{v} is None", "{v} is not None", "{v} > 2", "{v} == 1"),
    *(
        "isinstance({v}, int) and {v} > 2",
        "not isinstance({v}, float)",
        "isinstance({v}, str) or {v} is None",
        "tick()",
    ),
)


class Writer:
    """Writes a program; the same seed gives the same one."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def expression(self, depth: int = 0) -> str:
        if depth > 2 or self.random.random() < 0.3:
            return self.random.choice(SIMPLE)
        parts = [self.expression(depth + 1) for _ in range(3)]
        form = self.random.choice(FORMS)
        return form.format(*parts, op=self.random.choice(OPERATORS), v=self.random.choice(VARIABLES))

    def block(self, depth: int, in_loop: bool) -> list[str]:
        lines = []
        for _ in range(self.random.randrange(1, 5)):
            lines += self.statement(depth, in_loop)
            lines += self.guarded(f"seen({self.random.choice(VARIABLES)})")
        return lines

    def guarded(self, statement: str) -> list[str]:
        return ["try:", f"    {statement}", "except Exception:", f"    {self.random.choice(VARIABLES)} = 1.5"]

    def inner(self, head: str, depth: int, in_loop: bool) -> list[str]:
        return [head, *(f"    {line}" for line in self.block(depth + 1, in_loop))]

    def statement(self, depth: int, in_loop: bool) -> list[str]:
        name = self.random.choice(VARIABLES)
        kind = self.random.randrange(12 if depth < 3 else 5)
        if kind < 2:
            return [*self.guarded(f"{name} = seen({self.expression()})"), *self.guarded(f"check({name})")]
        if kind == 2:
            return self.guarded(f"{name} {self.random.choice('+-/%')}= {self.random.choice(SIMPLE)}")
        if kind == 3:
            return self.guarded(self.random.choice(("{0}.append(1.5)", "{0}[0] = 's'", "{0}, b = {0}")).format(name))
        if kind == 4:
            return [f"if tick() == 1: {self.random.choice(('break', 'continue'))}"] if in_loop else ["pass"]
        test = self.random.choice(TESTS).format(v=name)
        if kind < 7:
            head = [f"if isinstance({name}, (int, float)):"]
            body = self.inner(f"if {test}:", depth, in_loop) + self.inner("else:", depth, in_loop)
            return head + [f"    {line}" for line in body] if ">" in test or "==" in test else body
        if kind == 7:
            items = self.random.choice(("range(3)", "[1, 2.5]", "arr", "(1, None)"))
            return self.inner(f"for {name} in {items}:", depth, True)
        if kind == 8:
            return self.inner("while tick():", depth, True)
        if kind == 9:
            return self.inner("with suppress(Exception):", depth, in_loop)
        tried = [*self.inner("try:", depth, in_loop), "    stop()", *self.inner("except Exception:", depth, in_loop)]
        return tried + (self.inner("finally:", depth, False) if kind == 11 else [])

    def program(self) -> str:
        function = ["def f(a, b=1, c=None, d='s'):", *(f"    {line}" for line in self.block(1, False))]
        function.append(f"    return {self.expression()}")
        return "\n".join([HEAD, *function, *self.block(0, False), *self.guarded("seen(f(3))")])


@pytest.mark.parametrize("part", range(8))
def test_what_is_proved_holds_in_programs_put_together_at_random(part: int) -> None:
    proved = 0
    for seed in range(part * 20, part * 20 + 20):
        text = Writer(seed).program()
        for expression, type_, value in run(text):
            assert admits(type_, value), f"seed {seed}: {expression}: {type_!r} does not hold {value!r}"
            proved += type_ is not UNKNOWN
    assert proved > 50
