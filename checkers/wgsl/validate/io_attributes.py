"""Attributes of inputs and outputs (WGSL §12, §13.3.1), as they stand on a declaration whoever uses it."""

from __future__ import annotations

from .. import ir
from ..predeclared import BUILTIN_VALUES
from ..types import Array, Scalar, Type, Vector, is_integer, scalar_of
from .findings import Findings

# What makes a declaration an input or an output of an entry point.
BOUND_BY = frozenset(("builtin", "location", "color"))


def check(findings: Findings) -> None:
    """Check the members of every structure, and the parameters and results of every function."""
    for struct in findings.module.structs:
        _struct(findings, struct)
    for function in findings.module.functions:
        if function.type is not None:
            _check_types(findings, function.result_attributes, function.type)
        for parameter in function.parameters:
            _check_types(findings, parameter.attributes, parameter.type)


def bound_by(attributes: tuple[ir.Attribute, ...]) -> ir.Attribute | None:
    """What makes a declaration an input or an output: its built-in value or its location."""
    for attribute in attributes:
        if attribute.name in BOUND_BY:
            return attribute
    return None


def blend_source(attributes: tuple[ir.Attribute, ...]) -> object:
    """The value of a `blend_src` among the attributes, or None."""
    for attribute in attributes:
        if attribute.name == "blend_src" and len(attribute.arguments) == 1:
            return attribute.arguments[0].value
    return None


def _check_types(findings: Findings, attributes: tuple[ir.Attribute, ...], type: Type) -> None:
    """What attributes ask of the type they stand on and of each other."""
    if not attributes:
        return
    named = {attribute.name: attribute for attribute in attributes}
    builtin, location = named.get("builtin"), named.get("location") or named.get("color")
    if builtin is not None:
        _builtin_type(findings, builtin, type)
    elif location is not None and not _is_numeric(type) and not _is_per_vertex(named, type):
        findings.invalid(location, f"a location holds numbers or vectors of them, and this is of type `{type}`")
    interpolate, invariant = named.get("interpolate"), named.get("invariant")
    if interpolate is not None:
        if "location" not in named:
            findings.invalid(interpolate, "only what has a `@location` is interpolated")
        elif is_integer(scalar_of(type)) and interpolate.names and interpolate.names[0] in ("perspective", "linear"):
            findings.invalid(interpolate, "integers cannot be interpolated; write `@interpolate(flat)`")
    if invariant is not None and (builtin is None or builtin.names[:1] != ("position",)):
        findings.invalid(invariant, "only `@builtin(position)` can be invariant")


def _is_numeric(type: Type) -> bool:
    scalar = type.element if isinstance(type, Vector) else type
    return isinstance(scalar, Scalar) and scalar.kind != "bool"


def _is_per_vertex(named: dict[str, ir.Attribute], type: Type) -> bool:
    interpolate = named.get("interpolate")
    return isinstance(type, Array) and interpolate is not None and interpolate.names[:1] == ("per_vertex",)


def _builtin_type(findings: Findings, builtin: ir.Attribute, type: Type) -> None:
    name = builtin.names[0] if builtin.names else ""
    value = BUILTIN_VALUES.get(name)
    if value is None:
        findings.invalid(builtin, f"there is no built-in value of this name{findings.near(name, BUILTIN_VALUES)}")
    elif not value.accepts(type):
        wanted = "array<f32, N>`, N at most 8" if name == "clip_distances" else f"{value.type}`"
        findings.invalid(builtin, f"this built-in value is of type `{wanted}, and `{type}` stands here")


def _struct(findings: Findings, struct: ir.StructDeclaration) -> None:
    taken: dict[object, ir.Node] = {}
    blended: list[tuple[ir.Attribute, ir.StructMember]] = []
    plain: ir.Attribute | None = None
    for member in struct.members:
        _check_types(findings, member.attributes, member.type)
        for attribute in member.attributes:
            if attribute.name == "location" and len(attribute.arguments) == 1:
                source = blend_source(member.attributes)
                first = taken.setdefault((attribute.arguments[0].value, source), attribute)
                if first is not attribute:
                    findings.invalid(attribute, "another member has this location already", (first, "the first"))
                if source is None:
                    plain = attribute
            elif attribute.name == "blend_src":
                blended.append((attribute, member))
    if blended:
        _blending(findings, blended, plain)


def _blending(
    findings: Findings, blended: list[tuple[ir.Attribute, ir.StructMember]], plain: ir.Attribute | None
) -> None:
    for attribute, member in blended:
        location = member.attribute("location")
        if location is None or not location.arguments or location.arguments[0].value != 0:
            findings.invalid(attribute, "blending takes its sources from `@location(0)`")
            return
        if member.type is not blended[0][1].type:
            findings.invalid(attribute, "both blend sources have to be of one type", (blended[0][1], "the first"))
            return
    if plain is not None:
        findings.invalid(
            plain, "beside two blend sources no other location can be written", (blended[0][0], "the first")
        )
    elif len(blended) < 2:
        findings.invalid(blended[0][0], "blending takes two sources, `@blend_src(0)` and `@blend_src(1)`")
