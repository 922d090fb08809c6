"""A reader of SPIR-V, as far as the second opinion needs it: instructions, definitions by id, constants.

Numbers are those of the SPIR-V specification, unified 1.6, §3.
"""

from __future__ import annotations

from array import array
from sys import byteorder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MAGIC = 0x07230203

EXTENDED_INSTRUCTION = 12
TYPE_INT = 21
TYPE_FLOAT = 22
TYPE_VECTOR = 23
CONSTANT_TRUE = 41
CONSTANT_FALSE = 42
CONSTANT = 43
CONSTANT_COMPOSITE = 44
CONSTANT_NULL = 46
VECTOR_SHUFFLE = 79
COMPOSITE_CONSTRUCT = 80
COMPOSITE_EXTRACT = 81
COPY_OBJECT = 83
BITCAST = 124
LOGICAL_OR = 166
LOGICAL_AND = 167
SELECT = 169
EQUAL = 170
BITWISE_AND = 199

# Types, and the ranges of instructions that give a value of a type: constants, composites, conversions, arithmetic.
_TYPES = (TYPE_INT, TYPE_FLOAT, TYPE_VECTOR)
_VALUES = frozenset((EXTENDED_INSTRUCTION, *range(41, 53), *range(77, 85), *range(109, 206)))

Words = tuple[int, ...]


class SpirvError(Exception):
    """The words are not a SPIR-V module."""


class SpirvModule:
    """A module's instructions in order, each (opcode, operands); and by result id, those that make types and values.

    `defined[id]` is (opcode, operands after the result type and the result); `types[id]` is the id of its type.
    """

    __slots__ = ("_constants", "defined", "instructions", "types")

    def __init__(self, data: bytes) -> None:
        """Read little-endian words. Raises `SpirvError`."""
        self.instructions: list[tuple[int, Words]] = list(_instructions(data))
        self.defined: dict[int, tuple[int, Words]] = {}
        self.types: dict[int, int] = {}
        self._constants: dict[int, Words | None] = {}
        for opcode, operands in self.instructions:
            if opcode in _TYPES:
                self.defined[operands[0]] = (opcode, operands[1:])
            elif opcode in _VALUES and len(operands) > 1:
                self.defined[operands[1]] = (opcode, operands[2:])
                self.types[operands[1]] = operands[0]

    def definition(self, identifier: int) -> tuple[int, Words]:
        """What makes `identifier`: (opcode, operands); opcode 0 where it is not a type or a value read here."""
        return self.defined.get(identifier, (0, ()))

    def scalar(self, type_id: int) -> tuple[int, Words]:
        """The definition of a scalar type, or of the components' type of a vector type."""
        opcode, operands = self.definition(type_id)
        return self.definition(operands[0]) if opcode == TYPE_VECTOR else (opcode, operands)

    def signed(self, type_id: int) -> bool:
        """Whether a type is a signed integer or a vector of them."""
        opcode, operands = self.scalar(type_id)
        return opcode == TYPE_INT and operands[1] == 1

    def size(self, identifier: int) -> int:
        """The number of components of a vector; 1 for any other value."""
        opcode, operands = self.definition(self.types.get(identifier, 0))
        return operands[1] if opcode == TYPE_VECTOR else 1

    def constant(self, identifier: int) -> Words | None:
        """The components (one word each; a null is one 0) of a constant scalar or vector, None for anything else.

        A specialisation constant is not one: its value is given when the pipeline is made.
        """
        if identifier not in self._constants:
            self._constants[identifier] = self._constant(identifier)
        return self._constants[identifier]

    def _constant(self, identifier: int) -> Words | None:
        opcode, operands = self.definition(identifier)
        if opcode in (CONSTANT_COMPOSITE, COMPOSITE_CONSTRUCT):
            parts = [self._single(part) for part in operands]
            return None if None in parts else tuple(part for part in parts if part is not None)
        single = self._single(identifier)
        return None if single is None else (single,)

    def _single(self, identifier: int) -> int | None:
        opcode, operands = self.definition(identifier)
        if opcode == CONSTANT and len(operands) == 1:
            return operands[0]
        if opcode in (CONSTANT_NULL, CONSTANT_FALSE):
            return 0
        return 1 if opcode == CONSTANT_TRUE else None


def _instructions(data: bytes) -> Iterable[tuple[int, Words]]:
    if len(data) % 4 or len(data) < 20:
        raise SpirvError("its length is not that of a header and whole words")
    words = array("I", data)
    if byteorder == "big":
        words.byteswap()
    if words[0] != MAGIC:
        raise SpirvError("its magic number is not SPIR-V's")
    at, end = 5, len(words)
    while at < end:
        length = words[at] >> 16
        if length == 0 or at + length > end:
            raise SpirvError(f"the instruction at word {at} does not lie within it")
        yield words[at] & 0xFFFF, tuple(words[at + 1 : at + length])
        at += length
