"""The divisions of a SPIR-V module that no guard covers.

SPIR-V leaves a zero divisor and the most negative value divided by -1 undefined (unified 1.6, §3.49.13), as WGSL does
not (WGSL §8.7); its other integer arithmetic wraps.
"""

from __future__ import annotations

from .spirv import EQUAL, LOGICAL_AND, LOGICAL_OR, SELECT, SpirvModule

_DIVISIONS = {134: "OpUDiv", 135: "OpSDiv", 137: "OpUMod", 138: "OpSRem", 139: "OpSMod"}
_SIGNED = frozenset((135, 138, 139))
_LOWEST, _MINUS_ONE = 0x80000000, 0xFFFFFFFF


def unguarded_divisions(module: SpirvModule) -> list[str]:
    """The instructions that divide without a guard, as `OpSDiv %7`, in the order of the module."""
    found = []
    for opcode, operands in module.instructions:
        if opcode in _DIVISIONS:
            _, result, dividend, divisor = operands
            if not _guarded(module, dividend, divisor, signed=opcode in _SIGNED):
                found.append(f"{_DIVISIONS[opcode]} %{result}")
    return found


def _guarded(module: SpirvModule, dividend: int, divisor: int, *, signed: bool) -> bool:
    """Whether the divisor is a constant for which the result is defined, or `select(open, 1, divisor)`."""
    words = module.constant(divisor)
    if words is not None:
        return all(word != 0 and not (signed and word == _MINUS_ONE) for word in words)
    opcode, operands = module.definition(divisor)
    if opcode != SELECT or not _all(module, operands[1], 1):
        return False
    conditions = _alternatives(module, operands[0])
    replaced = operands[2]
    zero = any(_compares(module, condition, replaced, 0) for condition in conditions)
    return zero and (not signed or any(_overflows(module, condition, dividend, replaced) for condition in conditions))


def _alternatives(module: SpirvModule, condition: int) -> list[int]:
    """The operands of a tree of OpLogicalOr."""
    found, stack = [], [condition]
    while stack:
        at = stack.pop()
        opcode, operands = module.definition(at)
        if opcode == LOGICAL_OR:
            stack.extend(operands)
        else:
            found.append(at)
    return found


def _compares(module: SpirvModule, condition: int, value: int, word: int) -> bool:
    """Whether a condition is `value == word`."""
    opcode, operands = module.definition(condition)
    if opcode != EQUAL:
        return False
    left, right = operands
    return (left == value and _all(module, right, word)) or (right == value and _all(module, left, word))


def _overflows(module: SpirvModule, condition: int, dividend: int, divisor: int) -> bool:
    """Whether a condition is `dividend == the most negative value and divisor == -1`."""
    opcode, operands = module.definition(condition)
    return (
        opcode == LOGICAL_AND
        and any(_compares(module, operand, dividend, _LOWEST) for operand in operands)
        and any(_compares(module, operand, divisor, _MINUS_ONE) for operand in operands)
    )


def _all(module: SpirvModule, identifier: int, word: int) -> bool:
    words = module.constant(identifier)
    return words is not None and all(found == word for found in words)
