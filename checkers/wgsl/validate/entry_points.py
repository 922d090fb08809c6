"""Inputs and outputs of entry points (WGSL §13.3.1): what their stage has, each built-in value and location once."""

from __future__ import annotations

from .. import ir
from ..predeclared import BUILTIN_VALUES
from ..types import Struct, Type, is_integer, scalar_of
from .findings import Findings
from .io_attributes import BOUND_BY, blend_source, bound_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    Note = tuple[ir.Node, str]
    # What is bound, by the name of its built-in value or by its location: one parameter's or structure's part.
    Side = dict[object, ir.Attribute]

_WORDS = {"in": "input", "out": "output"}
_TRANSLATOR_IO = frozenset(("incoming_payload", "payload", "per_primitive"))


def check(findings: Findings) -> None:
    """Check the interface of every entry point."""
    interfaces = _Interfaces(findings)
    for function in findings.module.functions:
        if function.stage:
            interfaces.check(function)


class _Interfaces:
    """What a structure brings to a stage is worked out once, and so is whether two structures clash."""

    __slots__ = ("_clashing", "_findings", "_sides", "_structs")

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._structs: dict[Type, ir.StructDeclaration] = {one.type: one for one in findings.module.structs}
        self._sides: dict[tuple[Type, str, str], Side] = {}
        self._clashing: dict[tuple[int, int], object] = {}

    def check(self, function: ir.Function) -> None:
        own: Side = {}
        sides = [own]
        for one in function.parameters:
            self._item(function, "in", one.type, one.attributes, (one.start, one.end), sides)
        self._compare(function, sides)
        sides = [{}]
        if function.type is not None:
            place = (function.type_start, function.type_end)
            self._item(function, "out", function.type, function.result_attributes, place, sides)
        if function.stage == "vertex" and not any("position" in side for side in sides):
            self._findings.invalid_name(function, "a vertex shader has to return `@builtin(position)`")
        if function.stage == "compute" and function.attribute("workgroup_size") is None:
            self._findings.invalid_name(function, "a compute shader needs a `@workgroup_size`")

    def _item(
        self,
        function: ir.Function,
        direction: str,
        type: Type,
        attributes: tuple[ir.Attribute, ...],
        place: tuple[int, int],
        sides: list[Side],
    ) -> None:
        """A parameter or the result: its own attributes, or those of its members when it is a structure without any."""
        if not isinstance(type, Struct) or bound_by(attributes) is not None:
            _datum(self._findings, function.stage, direction, type, attributes, place, (), sides[0])
        elif type in self._structs:
            sides.append(self._structure(function, direction, self._structs[type]))

    def _structure(self, function: ir.Function, direction: str, struct: ir.StructDeclaration) -> Side:
        key = (struct.type, function.stage, direction)
        side = self._sides.get(key)
        if side is not None:
            return side
        side = self._sides[key] = {}
        notes = ((function, "of this entry point"),)
        for member in struct.members:
            place = (member.start, member.end)
            if isinstance(member.type, Struct):
                self._findings.invalid_at(*place, "inputs and outputs cannot be nested structures", *notes)
            else:
                _datum(self._findings, function.stage, direction, member.type, member.attributes, place, notes, side)
        return side

    def _compare(self, function: ir.Function, sides: list[Side]) -> None:
        own = sides[0]
        for index, side in enumerate(sides[1:], 1):
            for key in own:
                if key in side:
                    self._twice(function, own[key], side[key])
            for other in sides[1:index]:
                pair = (id(other), id(side))
                if pair not in self._clashing:
                    self._clashing[pair] = next((key for key in other if key in side), None)
                clash = self._clashing[pair]
                if clash is not None:
                    self._twice(function, side[clash], other[clash])

    def _twice(self, function: ir.Function, second: ir.Attribute, first: ir.Attribute) -> None:
        self._findings.invalid(
            second,
            "another input of this entry point has this already",
            (first, "the first"),
            (function, "of this entry point"),
        )


def _datum(
    findings: Findings,
    stage: str,
    direction: str,
    type: Type,
    attributes: tuple[ir.Attribute, ...],
    place: tuple[int, int],
    notes: tuple[Note, ...],
    side: Side,
) -> None:
    bound = bound_by(attributes)
    if bound is None:
        if not any(attribute.name in _TRANSLATOR_IO for attribute in attributes):
            what = f"this {_WORDS[direction]} needs a `@location` or a `@builtin`"
            findings.invalid_at(*place, what, *notes)
        return
    for other in attributes:
        if other is not bound and other.name in BOUND_BY:
            findings.invalid(
                other, "a built-in value has no location; keep one of the two", (bound, "bound here"), *notes
            )
    key: object
    if bound.name == "builtin":
        key = bound.names[0] if bound.names else None
        value = BUILTIN_VALUES.get(bound.names[0]) if bound.names else None
        if value is not None and (stage, direction) not in value.uses:
            findings.invalid(bound, f"a {stage} shader has no such {_WORDS[direction]}", *notes)
    else:
        key = (bound.name, bound.arguments[0].value if bound.arguments else None, blend_source(attributes))
        _location(findings, bound, stage, direction, type, attributes, notes)
    first = side.setdefault(key, bound)
    if first is not bound:
        what = f"another {_WORDS[direction]} of this entry point has this already"
        findings.invalid(bound, what, (first, "the first"), *notes)


def _location(
    findings: Findings,
    bound: ir.Attribute,
    stage: str,
    direction: str,
    type: Type,
    attributes: tuple[ir.Attribute, ...],
    notes: tuple[Note, ...],
) -> None:
    if stage == "compute":
        findings.invalid(bound, "a compute shader has built-in inputs alone; read the rest from buffers", *notes)
        return
    blended = next((attribute for attribute in attributes if attribute.name == "blend_src"), None)
    if blended is not None and (stage, direction) != ("fragment", "out"):
        findings.invalid(blended, "only outputs of fragment shaders blend", *notes)
    flat = any(attribute.name == "interpolate" for attribute in attributes)
    between = (stage, direction) in (("vertex", "out"), ("fragment", "in"))
    if between and bound.name == "location" and is_integer(scalar_of(type)) and not flat:
        findings.invalid(bound, "integers cannot be interpolated; add `@interpolate(flat)`", *notes)
