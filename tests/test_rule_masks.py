"""A shift amount that the rule passes is below 32 whatever the values it is made of."""

from __future__ import annotations

import random

from wai_lint.checkers.source import Source
from wai_lint.checkers.wgsl.module import load
from wai_lint.rules import wgsl
from wai_lint.rules.family import Settings
from wai_lint.tests.interpreted import computed

VALUES = "array(0u, 31u, 32u, 33u, 63u, 2147483648u, 4294967264u, 4294967295u)"
MASKS = (
    "0u",
    "7u",
    "31u",
    "31u",
    "32u",
    "33u",
    "63u",
    "~0u",
    "~31u",
    "u32(31)",
    "vec2(31u, 63u).y",
    "select(63u, 31u, true)",
)
SIGNED = ("7", "31", "32", "-1", "~31", "i32(31u)")


class Writer:
    """Writes random amounts of the value `n`, and the `let`s that they name."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lets: list[str] = []

    def scalar(self, depth: int) -> str:
        """An expression of type `u32`."""
        if depth == 0:
            return self.random.choice(["n", "n", *MASKS])
        inner = self.scalar(depth - 1)
        mask = self.random.choice(MASKS)
        pair = self.pair(depth - 1)
        return self.random.choice(
            [
                f"({inner} & {mask})",
                f"({mask} & {inner})",
                f"({inner} {self.random.choice('|^')} {self.scalar(depth - 1)})",
                f"u32(i32({inner}))",
                f"bitcast<u32>(i32({inner}) & {self.random.choice(SIGNED)})",
                f"{pair}.{self.random.choice('xyrg')}",
                f"{pair}[{self.random.choice('01')}]",
                self.named(inner),
            ]
        )

    def pair(self, depth: int) -> str:
        """An expression of type `vec2<u32>`."""
        if depth == 0:
            return self.random.choice(["vec2(n)", "vec2(n, 31u)", "vec2(7u, n)"])
        inner = self.pair(depth - 1)
        masks = self.random.choices(MASKS, k=2)
        return self.random.choice(
            [
                f"({inner} & vec2({masks[0]}, {masks[1]}))",
                f"vec2({self.scalar(depth - 1)}, {self.scalar(depth - 1)})",
                f"vec2<u32>({inner})",
                f"vec2<u32>(vec2<i32>({inner}))",
                f"{inner}.yx",
                f"vec3({inner}, {self.scalar(depth - 1)}).{self.random.choice(['xy', 'yz', 'zz'])}",
                self.named(inner),
            ]
        )

    def named(self, text: str) -> str:
        """The name of a `let` of `text`."""
        self.lets.append(text)
        return f"a{len(self.lets) - 1}"


def test_what_counts_as_masked_is_below_32() -> None:
    passed = 0
    for seed in range(600):
        writer = Writer(seed)
        amount = writer.scalar(1 + seed % 4)
        lets = "".join(f"let a{index} = {text}; " for index, text in enumerate(writer.lets))
        source = Source.from_text(f"fn f(n: u32) -> u32 {{ {lets}return 1u << {amount}; }}")
        if not load(source).valid or wgsl.check(source, Settings(selected=frozenset(("WGSL401",)))).diagnostics:
            continue
        passed += 1
        values = computed(f"var table = {VALUES}; let n = table[u]; {lets}r = {amount};", element="u32")
        assert max(values) < 32, source.text
    assert passed > 100
