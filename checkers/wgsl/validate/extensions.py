"""Uses that need an `enable` directive which the module does not have (WGSL §4.1.1)."""

from __future__ import annotations

from .. import ir
from ..predeclared import BUILTIN_VALUES, ENABLE_EXTENSIONS
from ..types import F16, Array, Atomic, Matrix, Pointer, Type, Vector
from .findings import Findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# naga 30 has these without an `enable`, and does not know the directive for subgroups.
_AT_LARGE = frozenset(("subgroups", "chromium_experimental_barycentric_coord"))
# What must be enabled to be used. naga's own extensions could be used without a directive for years, and still are.
_ENABLED = frozenset(name for name in ENABLE_EXTENSIONS if not name.startswith(("wgpu_", "draw_index")))


def check(findings: Findings) -> None:
    """Refuse what an extension brings where the module does not enable it."""
    if "f16" not in findings.enabled:
        _half_precision(findings)
    for call in findings.module.of(ir.BuiltinCall):
        if call.overload.extension:
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
    if extension in findings.enabled or extension not in _ENABLED:
        return
    if extension in _AT_LARGE:
        findings.nonstandard(
            start, end, f"browsers refuse this without `enable {extension};` at the start of the module"
        )
    else:
        findings.invalid_at(start, end, f"this needs `enable {extension};` at the start of the module")


def _io_attributes(module: ir.Module) -> Iterator[ir.Attribute]:
    for function in module.functions:
        yield from function.result_attributes
        for parameter in function.parameters:
            yield from parameter.attributes
    for struct in module.structs:
        for member in struct.members:
            yield from member.attributes


def _half_precision(findings: Findings) -> None:
    verdicts: dict[Type, bool] = {}
    for mention in findings.module.of(ir.TypeMention):
        verdict = verdicts.get(mention.type)
        if verdict is None:
            verdict = verdicts[mention.type] = _is_half(mention.type)
        if verdict:
            _need(findings, mention.start, mention.end, "f16")
    for literal in findings.module.of(ir.Literal):
        if literal.type is F16 and literal.text[-1:] == "h":
            _need(findings, literal.start, literal.end, "f16")


def _is_half(type: Type) -> bool:
    # A structure's own declaration mentions the types of its members, so a name of it is not looked into.
    while isinstance(type, Vector | Matrix | Array | Atomic | Pointer):
        type = type.store if isinstance(type, Pointer) else type.element
    return type is F16
