"""Inputs and outputs of entry points (WGSL §13.3.1): built-in values, locations, interpolation."""

from __future__ import annotations

from .. import ir
from ..predeclared import BUILTIN_VALUES
from ..types import Array, Scalar, Struct, Type, Vector
from .findings import Findings
from .functions import STAGES


def check(findings: Findings) -> None:
    """Check the members of every structure, then the interface of every entry point."""
    for struct in findings.module.structs:
        _struct(findings, struct)
    declarations = {struct.type: struct for struct in findings.module.structs}
    for function in findings.module.functions:
        if function.stage in STAGES:
            _entry_point(findings, function, declarations)


def _entry_point(findings: Findings, function: ir.Function, declarations: dict[Type, ir.StructDeclaration]) -> None:
    taken: dict[object, ir.Node] = {}
    for parameter in function.parameters:
        place = (parameter.start, parameter.end)
        _item(findings, function, "in", parameter.type, parameter.attributes, place, declarations, taken)
    taken = {}
    if function.type is not None:
        place = (function.type_start, function.type_end)
        _item(findings, function, "out", function.type, function.result_attributes, place, declarations, taken)
    if function.stage == "vertex" and "position" not in taken:
        findings.invalid_name(function, "a vertex shader has to return `@builtin(position)`")
    if function.stage == "compute" and function.attribute("workgroup_size") is None:
        findings.invalid_name(function, "a compute shader needs a `@workgroup_size`")


def _item(
    findings: Findings,
    function: ir.Function,
    direction: str,
    type: Type,
    attributes: tuple[ir.Attribute, ...],
    place: tuple[int, int],
    declarations: dict[Type, ir.StructDeclaration],
    taken: dict[object, ir.Node],
) -> None:
    """A parameter or the result: its own attributes, or those of its members when it is a structure without any."""
    if not isinstance(type, Struct) or _bound(attributes):
        _check_types(findings, attributes, type)
        _datum(findings, function, direction, type, attributes, place, None, taken)
        return
    struct = declarations.get(type)
    for member in struct.members if struct is not None else ():
        where = (member.start, member.end)
        if isinstance(member.type, Struct):
            findings.invalid_at(
                *where, "inputs and outputs cannot be nested structures", (function, "of this entry point")
            )
        else:
            _datum(findings, function, direction, member.type, member.attributes, where, function, taken)


def _bound(attributes: tuple[ir.Attribute, ...]) -> ir.Attribute | None:
    for attribute in attributes:
        if attribute.name in ("builtin", "location", "color"):
            return attribute
    return None


def _datum(
    findings: Findings,
    function: ir.Function,
    direction: str,
    type: Type,
    attributes: tuple[ir.Attribute, ...],
    place: tuple[int, int],
    user: ir.Function | None,
    taken: dict[object, ir.Node],
) -> None:
    notes = () if user is None else ((user, "of this entry point"),)
    bound = _bound(attributes)
    if bound is None:
        if not _of_translator(attributes):
            what = "input" if direction == "in" else "output"
            findings.invalid_at(*place, f"this {what} needs a `@location` or a `@builtin`", *notes)
        return
    key: object
    if bound.name == "builtin":
        if not bound.names:
            return
        key = bound.names[0]
        _stage(findings, bound, function.stage, direction, notes)
    else:
        value = bound.arguments[0].value if len(bound.arguments) == 1 else None
        key = (bound.name, value, _blend_source(attributes))
        _location(findings, bound, function.stage, direction, type, attributes, notes)
        if value is None:
            return
    first = taken.setdefault(key, bound)
    if first is not bound:
        what = "input" if direction == "in" else "output"
        findings.invalid(bound, f"another {what} of this entry point has this already", (first, "the first"), *notes)


def _of_translator(attributes: tuple[ir.Attribute, ...]) -> bool:
    return any(attribute.name in ("payload", "incoming_payload", "per_primitive") for attribute in attributes)


def _blend_source(attributes: tuple[ir.Attribute, ...]) -> object:
    for attribute in attributes:
        if attribute.name == "blend_src" and len(attribute.arguments) == 1:
            return attribute.arguments[0].value
    return None


def _stage(
    findings: Findings, bound: ir.Attribute, stage: str, direction: str, notes: tuple[tuple[ir.Node, str], ...]
) -> None:
    value = BUILTIN_VALUES.get(bound.names[0])
    if value is not None and value.uses and (stage, direction) not in value.uses:
        what = "input" if direction == "in" else "output"
        findings.invalid(bound, f"a {stage} shader has no such {what}", *notes)


def _location(
    findings: Findings,
    bound: ir.Attribute,
    stage: str,
    direction: str,
    type: Type,
    attributes: tuple[ir.Attribute, ...],
    notes: tuple[tuple[ir.Node, str], ...],
) -> None:
    if stage == "compute":
        findings.invalid(bound, "a compute shader has built-in inputs alone; read the rest from buffers", *notes)
        return
    blended = next((attribute for attribute in attributes if attribute.name == "blend_src"), None)
    if blended is not None and (stage, direction) != ("fragment", "out"):
        findings.invalid(blended, "only outputs of fragment shaders blend", *notes)
    between = (stage, direction) in (("vertex", "out"), ("fragment", "in"))
    if between and bound.name == "location" and _is_integer(type):
        interpolated = any(attribute.name == "interpolate" for attribute in attributes)
        if not interpolated:
            findings.invalid(bound, "integers cannot be interpolated; add `@interpolate(flat)`", *notes)


def _is_integer(type: Type) -> bool:
    scalar = type.element if isinstance(type, Vector) else type
    return isinstance(scalar, Scalar) and scalar.kind in ("int", "uint")


def _check_types(findings: Findings, attributes: tuple[ir.Attribute, ...], type: Type) -> None:
    """What attributes ask of the type they stand on and of each other, whoever uses the declaration."""
    named = {attribute.name: attribute for attribute in attributes}
    builtin, location = named.get("builtin"), named.get("location") or named.get("color")
    if builtin is not None:
        if location is not None:
            findings.invalid(
                location, "a built-in value has no location; keep one of the two", (builtin, "built-in here")
            )
        _builtin_type(findings, builtin, type)
    elif location is not None and not _is_numeric(type) and not _is_per_vertex(named, type):
        findings.invalid(location, f"a location holds numbers or vectors of them, and this is of type `{type}`")
    interpolate, invariant = named.get("interpolate"), named.get("invariant")
    if interpolate is not None:
        if "location" not in named:
            findings.invalid(interpolate, "only what has a `@location` is interpolated")
        elif _is_integer(type) and interpolate.names and interpolate.names[0] in ("perspective", "linear"):
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
        findings.invalid(builtin, "there is no built-in value of this name")
    elif not value.accepts(type):
        wanted = "array<f32, N>`, N at most 8" if name == "clip_distances" else f"{value.type}`"
        findings.invalid(builtin, f"this built-in value is of type `{wanted}, and `{type}` stands here")


def _struct(findings: Findings, struct: ir.StructDeclaration) -> None:
    taken: dict[object, ir.Node] = {}
    blended: list[tuple[ir.Attribute, ir.StructMember]] = []
    plain: ir.Attribute | None = None
    for member in struct.members:
        if not member.attributes:
            continue
        _check_types(findings, member.attributes, member.type)
        for attribute in member.attributes:
            if attribute.name == "location" and len(attribute.arguments) == 1:
                source = _blend_source(member.attributes)
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
