"""What a SPIR-V module holds that no integer module with listed atomics and masked shifts has: the second opinion.

Opcodes, built-ins and decorations are those of the SPIR-V specification, unified 1.6, §3.
"""

from __future__ import annotations

from .spirv import (
    BITCAST,
    BITWISE_AND,
    COMPOSITE_CONSTRUCT,
    COMPOSITE_EXTRACT,
    CONSTANT,
    CONSTANT_COMPOSITE,
    COPY_OBJECT,
    EXTENDED_INSTRUCTION,
    TYPE_FLOAT,
    TYPE_INT,
    VECTOR_SHUFFLE,
    SpirvModule,
)

FLOAT_TYPE = "float-type"
WIDE_INTEGER = "wide-integer"
GROUP_OPERATION = "group-operation"
REFUSED_ATOMIC = "refused-atomic"
UNMASKED_SHIFT = "unmasked-shift"
SIGNED_LEFT_SHIFT = "signed-left-shift"

_DECORATE, _MEMBER_DECORATE, _BUILTIN = 71, 72, 11
# OpName, OpMemberName and the decorations: they use nothing.
_ANNOTATIONS = frozenset((5, 6, _DECORATE, _MEMBER_DECORATE))
_SUBGROUP_BUILTINS = frozenset((*range(36, 42), *range(4416, 4421)))
_GROUP = frozenset((*range(259, 272), *range(333, 367), *range(4421, 4433)))
_SHIFTS = {194: "OpShiftRightLogical", 195: "OpShiftRightArithmetic", 196: "OpShiftLeftLogical"}
_SHIFT_LEFT = 196
# OpAtomicIAdd, ISub, SMin, UMin, SMax, UMax, And, Or: what the six built-ins that tiers accept become.
_ATOMICS_ACCEPTED = frozenset(range(234, 242))
_ATOMICS = frozenset((*range(227, 243), 5614, 5615, 6035))


class Held:
    """Something refused that a module holds: `kind` is one of the names above, `detail` the instruction."""

    __slots__ = ("detail", "kind")

    def __init__(self, kind: str, detail: str) -> None:
        self.kind = kind
        self.detail = detail


def held(module: SpirvModule) -> list[Held]:
    """What `module` holds that the rules refuse, each kind once, in the order met."""
    found: dict[str, Held] = {}
    bounded = _Bounded(module)
    idle = _idle_floats(module)
    for opcode, operands in module.instructions:
        if opcode == TYPE_FLOAT and operands[0] in idle:
            continue
        for kind, detail in _refused(module, bounded, opcode, operands):
            found.setdefault(kind, Held(kind, detail))
    return list(found.values())


def _idle_floats(module: SpirvModule) -> set[int]:
    """The floating-point types of which the module has constants at most, which nothing uses.

    naga writes an abstract integer that no 32-bit type holds as such a constant, where the module drops its value.
    """
    types = {operands[0] for opcode, operands in module.instructions if opcode == TYPE_FLOAT}
    if not types:
        return types
    of = {operands[1]: operands[0] for opcode, operands in module.instructions if opcode == CONSTANT}
    for opcode, operands in module.instructions:
        if opcode not in _ANNOTATIONS and opcode not in (CONSTANT, TYPE_FLOAT):
            types -= {of.get(word, word) for word in operands}
    return types


def _refused(module: SpirvModule, bounded: _Bounded, opcode: int, operands: tuple[int, ...]) -> list[tuple[str, str]]:
    if opcode == TYPE_FLOAT:
        return [(FLOAT_TYPE, f"OpTypeFloat {operands[1]}")]
    if opcode == TYPE_INT and operands[1] > 32:
        return [(WIDE_INTEGER, f"OpTypeInt {operands[1]}")]
    if opcode in _GROUP:
        return [(GROUP_OPERATION, f"group operation, opcode {opcode}")]
    if opcode in (_DECORATE, _MEMBER_DECORATE):
        decoration = operands[opcode - _DECORATE + 1 :]
        if decoration[0] == _BUILTIN and decoration[1] in _SUBGROUP_BUILTINS:
            return [(GROUP_OPERATION, f"subgroup built-in value {decoration[1]}")]
    if opcode in _ATOMICS and opcode not in _ATOMICS_ACCEPTED:
        return [(REFUSED_ATOMIC, f"atomic operation, opcode {opcode}")]
    if opcode in _SHIFTS:
        return _refused_shift(module, bounded, opcode, operands)
    return []


def _refused_shift(
    module: SpirvModule, bounded: _Bounded, opcode: int, operands: tuple[int, ...]
) -> list[tuple[str, str]]:
    result_type, result, base, amount = operands
    found = []
    if not bounded.below_32(amount):
        found.append((UNMASKED_SHIFT, f"{_SHIFTS[opcode]} %{result} by %{amount}"))
    if opcode == _SHIFT_LEFT and module.signed(result_type) and not bounded.folded(base):
        found.append((SIGNED_LEFT_SHIFT, f"OpShiftLeftLogical %{result} of a signed integer"))
    return found


class _Bounded:
    """Which shift amounts are below 32: constants, masks, and copies, bitcasts and composites of these, each component.

    An amount computed from constants alone stands for a const-expression that the translator did not fold: WGSL
    refuses one of 32 or more when the module is made.
    """

    def __init__(self, module: SpirvModule) -> None:
        self._module = module

    def below_32(self, amount: int) -> bool:
        """Whether every component of a value is."""
        return all(self._component_below_32(amount, component) for component in range(self._module.size(amount)))

    def _component_below_32(self, amount: int, component: int) -> bool:
        origin, component = self._origin(amount, component)
        word = self._word(origin, component)
        if word is not None or self.folded(origin):
            return word is None or word <= 31
        opcode, operands = self._module.definition(origin)
        words = [self._word(*self._origin(operand, component)) for operand in operands if opcode == BITWISE_AND]
        return any(word is not None and word <= 31 for word in words)

    def _word(self, identifier: int, component: int) -> int | None:
        """A component of a constant."""
        words = self._module.constant(identifier)
        return words[component if len(words) > 1 else 0] if words else None

    def folded(self, identifier: int) -> bool:
        """Whether it is computed from constants alone."""
        stack, seen = [identifier], {identifier}
        while stack:
            at = stack.pop()
            if self._module.constant(at) is not None:
                continue
            opcode, operands = self._module.definition(at)
            if opcode == EXTENDED_INSTRUCTION:
                operands = operands[2:]
            elif not (opcode in (COMPOSITE_CONSTRUCT, BITCAST) or 126 <= opcode <= 205):
                return False
            for operand in operands:
                if operand not in seen:
                    seen.add(operand)
                    stack.append(operand)
        return True

    def _origin(self, identifier: int, component: int) -> tuple[int, int]:
        """The value, and the component of it, that a component of a value is a copy of."""
        step: tuple[int, int] | None = (identifier, component)
        while step is not None:
            identifier, component = step
            step = None if self._module.constant(identifier) is not None else self._copied(identifier, component)
        return identifier, component

    def _copied(self, identifier: int, component: int) -> tuple[int, int] | None:
        opcode, operands = self._module.definition(identifier)
        if opcode in (BITCAST, COPY_OBJECT):
            return operands[0], component
        if opcode == COMPOSITE_EXTRACT and len(operands) == 2:
            composite, index = operands
            if self._module.size(composite) > 1:
                return composite, index
            # Of an array or a structure, each part is an element or a member.
            made, parts = self._module.definition(composite)
            return (parts[index], component) if made in (COMPOSITE_CONSTRUCT, CONSTANT_COMPOSITE) else None
        parts, index = (), component
        if opcode == COMPOSITE_CONSTRUCT:
            parts = operands
        elif opcode == VECTOR_SHUFFLE:
            parts, index = operands[:2], operands[2 + component]
        for part in parts:
            if index < self._module.size(part):
                return part, index
            index -= self._module.size(part)
        return None
