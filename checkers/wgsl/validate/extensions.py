"""Uses of what an extension brings without the `enable` directive for it, and of what naga alone has (WGSL §4.1.1)."""

from __future__ import annotations

from .. import ir
from ..predeclared import BUILTIN_VALUES, CONSTANTS, ENABLE_EXTENSIONS, TYPES
from ..types import F16, I8, I16, U8, U16, Array, Atomic, BindingArray, Matrix, Opaque, Pointer, Texture, Type, Vector
from .findings import Findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# naga 30 has these without an `enable`, and does not know the directive for subgroups.
_AT_LARGE = frozenset(("subgroups", "chromium_experimental_barycentric_coord"))
# naga's own extensions, which could be used without a directive for years, and still are.
_NAGAS = ("wgpu_", "draw_index")
# What naga has and no directive brings.
_NAGA = "naga"

_RAYS, _MATRICES = "wgpu_ray_query", "chromium_experimental_subgroup_matrix"
_TYPES: dict[Type, str] = {
    F16: "f16",
    I16: "wgpu_int16",
    U16: "wgpu_int16",
    I8: _MATRICES,
    U8: _MATRICES,
    TYPES["RayDesc"]: _RAYS,
    TYPES["RayIntersection"]: _RAYS,
}
_GENERATORS = {
    "acceleration_structure": _RAYS,
    "ray_query": _RAYS,
    "coop_mat8x8": "wgpu_cooperative_matrix",
    "coop_mat16x16": "wgpu_cooperative_matrix",
    "input_attachment": "chromium_internal_input_attachments",
    "subgroup_matrix_left": _MATRICES,
    "subgroup_matrix_right": _MATRICES,
    "subgroup_matrix_result": _MATRICES,
}
_SPACES = {
    "push_constant": _NAGA,
    "task_payload": "wgpu_mesh_shader",
    "ray_payload": "wgpu_ray_tracing_pipeline",
    "incoming_ray_payload": "wgpu_ray_tracing_pipeline",
    "pixel_local": "chromium_experimental_pixel_local",
}


def check(findings: Findings) -> None:
    """Find fault with what an extension brings where the module does not enable it."""
    _types(findings)
    for literal in findings.module.of(ir.Literal):
        if literal.type is F16 and literal.text[-1:] == "h":
            _need(findings, literal.start, literal.end, "f16")
        elif literal.text in CONSTANTS:
            _need(findings, literal.start, literal.end, _RAYS)
    for call in findings.module.of(ir.BuiltinCall):
        _need(findings, call.start, call.name_end, call.overload.extension)
    for attribute in _io_attributes(findings.module):
        if attribute.name == "builtin" and attribute.names:
            value = BUILTIN_VALUES.get(attribute.names[0])
            extension = value.extension if value is not None else ""
        elif attribute.name == "blend_src":
            extension = "dual_source_blending"
        elif attribute.name == "color":
            extension = "chromium_experimental_framebuffer_fetch"
        else:
            continue
        _need(findings, attribute.start, attribute.end, extension)
    for function in findings.module.functions:
        attribute = function.attribute("subgroup_size")
        if attribute is not None:
            _need(findings, attribute.start, attribute.end, "subgroup_size_control")


def _need(findings: Findings, start: int, end: int, extension: str) -> None:
    if not extension or extension in findings.enabled:
        return
    if extension == _NAGA:
        findings.nonstandard(start, end, "browsers refuse this, which naga alone has")
    elif extension.startswith(_NAGAS):
        findings.nonstandard(start, end, f"browsers refuse this, which is of naga's extension `{extension}`")
    elif extension in _AT_LARGE:
        findings.nonstandard(
            start, end, f"browsers refuse this without `enable {extension};` at the start of the module"
        )
    elif extension in ENABLE_EXTENSIONS:
        findings.invalid_at(start, end, f"this needs `enable {extension};` at the start of the module")


def _io_attributes(module: ir.Module) -> Iterator[ir.Attribute]:
    for function in module.functions:
        yield from function.result_attributes
        for parameter in function.parameters:
            yield from parameter.attributes
    for struct in module.structs:
        for member in struct.members:
            yield from member.attributes


def _types(findings: Findings) -> None:
    known: dict[Type, str] = {}
    for mention in findings.module.of(ir.TypeMention):
        extension = known.get(mention.type)
        if extension is None:
            extension = known[mention.type] = _extension(mention.type)
        _need(findings, mention.start, mention.end, extension)
    for variable in findings.module.variables:
        extension = _SPACES.get(variable.space) or (_NAGA if variable.access == "atomic" else "")
        _need(findings, variable.name_start, variable.name_end, extension)


def _extension(type: Type) -> str:
    """The extension that brings a type, or ""; a structure's own declaration mentions the types of its members."""
    while isinstance(type, Vector | Matrix | Array | Pointer):
        if isinstance(type, Pointer) and type.space in _SPACES:
            return _SPACES[type.space]
        type = type.store if isinstance(type, Pointer) else type.element
    if isinstance(type, Atomic):
        return "atomic_vec2u_min_max" if isinstance(type.element, Vector) else _TYPES.get(type.element, "")
    if isinstance(type, BindingArray):
        sampled = isinstance(type.element, Texture) and type.element.kind == "sampled"
        return "" if sampled and type.count is not None else "wgpu_binding_array"
    if isinstance(type, Texture):
        return _NAGA if type.access == "atomic" else ""
    return _GENERATORS.get(type.generator, "") if isinstance(type, Opaque) else _TYPES.get(type, "")
