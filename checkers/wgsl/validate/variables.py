"""Variables, overrides and pointer types (WGSL §7, §14.3): what each address space holds and asks for."""

from __future__ import annotations

from .. import ir
from ..layout import (
    contains_array,
    contains_atomic,
    has_creation_fixed_footprint,
    has_fixed_footprint,
    is_constructible,
    is_host_shareable,
    is_plain,
)
from ..types import BindingArray, Opaque, Pointer, Sampler, Scalar, Texture, Type
from .findings import Findings

_RESOURCES = frozenset(("uniform", "storage", "handle"))
_INITIALIZED = frozenset(("function", "private"))
# Where a pointer may view a runtime-sized array: in a buffer, or by `bufferView` in what is taken for one.
_OPEN_ENDED = frozenset(("storage", "uniform", "workgroup"))
# The spaces of WGSL; those of translators' extensions are left to them.
_SPACES = frozenset(("function", "private", "workgroup", "uniform", "storage", "handle", "immediate"))


def check(findings: Findings) -> None:
    """Check module-scope variables, overrides, the variables of functions, and pointer types."""
    module = findings.module
    for variable in module.variables:
        _module_variable(findings, variable)
    for declaration in module.of(ir.Declaration):
        if type(declaration.declared) is ir.Variable:
            _function_variable(findings, declaration.declared)
    _overrides(findings)
    seen: set[Type] = set()
    for mention in module.of(ir.TypeMention):
        type_ = mention.type
        if type(type_) is Pointer and type_ not in seen:
            seen.add(type_)
            _pointer(findings, mention, type_)


def _module_variable(findings: Findings, variable: ir.Variable) -> None:
    space, type_ = variable.space, variable.type
    if space not in _SPACES:
        return
    handle = isinstance(type_, Texture | Sampler | BindingArray)
    if space == "function":
        findings.invalid_name(variable, "the function address space is for variables in functions; use private")
        return
    if space != "handle" and handle and not (isinstance(type_, BindingArray) and space in _RESOURCES):
        findings.invalid_name(variable, "a texture or sampler variable has no address space; write `var` alone")
        return
    problem = _misfit(type_, space, variable.access)
    if not problem and space != "storage" and _is_unsized(type_):
        problem = "only storage can hold what has no size of its own; give it a count"
    if problem:
        findings.invalid_at(*_type_place(variable), problem)
    _access(findings, variable)
    if space == "immediate" and contains_array(type_):
        findings.nonstandard(*_type_place(variable), "browsers refuse arrays in the immediate address space")
    _initializer(findings, variable)
    _binding(findings, variable)


def _is_unsized(type: Type) -> bool:
    if isinstance(type, Opaque):
        return type.generator == "buffer" and not type.template
    return is_plain(type) and not has_fixed_footprint(type)


def _access(findings: Findings, variable: ir.Variable) -> None:
    if variable.space == "storage":
        return
    head = findings.source.text[variable.start : variable.name_start].rstrip()
    if head.endswith(">") and "," in head.rpartition("<")[2].rstrip(" \t\n\r,>"):
        findings.invalid_name(variable, "only storage variables have an access mode to write; remove it")


def _type_place(variable: ir.Variable) -> tuple[int, int]:
    if variable.type_end:
        return variable.type_start, variable.type_end
    return variable.name_start, variable.name_end


def _initializer(findings: Findings, variable: ir.Variable) -> None:
    initializer = variable.initializer
    if initializer is None:
        return
    if variable.space not in _INITIALIZED:
        findings.invalid(initializer, "only private and function variables can have an initializer; remove it")


def _binding(findings: Findings, variable: ir.Variable) -> None:
    for name in ("group", "binding"):
        attribute = variable.attribute(name)
        if variable.space in _RESOURCES:
            if attribute is None:
                findings.invalid_name(variable, f"a resource needs a `@{name}` attribute")
                return
        elif attribute is not None:
            findings.invalid(attribute, "only resources (uniform, storage, texture, sampler) are bound; remove it")


def _function_variable(findings: Findings, variable: ir.Variable) -> None:
    type_ = variable.type
    if variable.space != "function":
        findings.invalid_name(variable, "a variable of this address space is declared at module scope; move it there")
        return
    _access(findings, variable)
    if type(type_) is Scalar or isinstance(type_, Opaque):
        return
    if not is_constructible(type_):
        what = (
            "its size is not known when the module is created" if _is_open(type_) else "its type is not constructible"
        )
        findings.invalid_at(*_type_place(variable), f"a function cannot hold this variable: {what}")


def _is_open(type: Type) -> bool:
    return is_plain(type) and not has_creation_fixed_footprint(type)


def _misfit(type: Type, space: str, access: str) -> str:
    """Why memory of `space` with `access` cannot hold `type`; "" when it can."""
    if isinstance(type, Opaque) and type.generator == "buffer" and space not in _OPEN_ENDED:
        return f"the {space} address space cannot hold a buffer; only storage, uniform and workgroup memory can"
    if isinstance(type, Opaque | BindingArray) or space == "handle":
        return ""
    if space == "storage" and access == "write":
        return "storage can be read or read_write, and not only written"
    if not is_plain(type):
        return f"the {space} address space cannot hold values of type `{type}`"
    if has_fixed_footprint(type):
        if space != "workgroup" and not has_creation_fixed_footprint(type):
            return "only workgroup memory can hold an array that an override counts; use a const"
    elif space not in _OPEN_ENDED:
        return f"the {space} address space cannot hold a runtime-sized array; give it a count"
    if contains_atomic(type):
        if space not in ("workgroup", "storage"):
            return "atomics can be in storage and workgroup memory alone"
        if space == "storage" and access != "read_write":
            return "atomics in storage have to be `var<storage, read_write>`"
    if space in ("uniform", "storage", "immediate") and not is_host_shareable(type):
        return f"the {space} address space is shared with the host, which `{type}` cannot be; use `u32` for `bool`"
    return ""


def _pointer(findings: Findings, mention: ir.TypeMention, pointer: Pointer) -> None:
    if pointer.space == "handle" or isinstance(pointer.store, Texture | Sampler | BindingArray):
        findings.invalid(mention, "no pointer can be made to a texture or a sampler; pass it by value")
    elif pointer.space in _SPACES:
        problem = _misfit(pointer.store, pointer.space, pointer.access)
        if problem:
            findings.invalid(mention, problem)


def _overrides(findings: Findings) -> None:
    taken: dict[int, ir.Override] = {}
    for override in findings.module.overrides:
        if not isinstance(override.type, Scalar):
            findings.invalid_name(override, f"an override has to be a scalar, and this is of type `{override.type}`")
        attribute = override.attribute("id")
        value = attribute.arguments[0].value if attribute is not None and len(attribute.arguments) == 1 else None
        if attribute is not None and isinstance(value, int):
            first = taken.setdefault(value, override)
            if first is not override:
                findings.invalid(attribute, "another override has this id; ids are unique", (first, "it has it"))
