"""Structures and arrays (WGSL §6.2.9, §6.2.10): what they may hold, and how it is laid out."""

from __future__ import annotations

from .. import ir
from ..layout import align_of, has_creation_fixed_footprint, has_fixed_footprint, is_constructible, is_plain, size_of
from ..types import Array, Opaque, Pointer, Struct, Type
from .findings import Findings

# WGSL §2.4 asks for 1023 at least; this is what Tint takes.
MAX_MEMBERS = 16383


def check(findings: Findings) -> None:
    """Check every structure, every zero value, and every array type where it is first written."""
    for struct in findings.module.structs:
        _struct(findings, struct)
    for made in findings.module.of(ir.Construct):
        if not made.arguments and isinstance(made.type, Array | Struct) and not is_constructible(made.type):
            findings.invalid(made, f"there is no value of type `{made.type}`; it can be in memory alone")
    seen: set[Type] = set()
    for mention in findings.module.of(ir.TypeMention):
        type_ = mention.type
        while isinstance(type_, Array | Pointer) and type_ not in seen:
            seen.add(type_)
            if isinstance(type_, Pointer):
                type_ = type_.store
            elif _element(findings, mention, type_):
                type_ = type_.element


def _element(findings: Findings, mention: ir.TypeMention, array: Array) -> bool:
    element = array.element
    if not has_fixed_footprint(element):
        findings.invalid(mention, "an array's elements cannot be runtime-sized; give the inner array a count")
    elif not has_creation_fixed_footprint(element):
        findings.invalid(mention, "an override can count the elements of the outermost array alone")
    else:
        return True
    return False


def _struct(findings: Findings, struct: ir.StructDeclaration) -> None:
    members = struct.members
    if len(members) > MAX_MEMBERS:
        findings.invalid_name(struct, f"a structure has at most {MAX_MEMBERS} members, and this has {len(members)}")
        return
    for member in members:
        if _member(findings, member, member is members[-1]):
            _layout(findings, member)


def _member(findings: Findings, member: ir.StructMember, last: bool) -> bool:
    type_ = member.type
    if type(type_) is Opaque:
        return False
    start, end = member.type_start, member.type_end
    if not is_plain(type_):
        findings.invalid_at(start, end, f"a member cannot be of type `{type_}`; only plain types can be members")
    elif not has_fixed_footprint(type_):
        if type(type_) is Struct:
            findings.invalid_at(start, end, "a structure that ends in a runtime-sized array cannot be a member")
        elif not last:
            findings.invalid_at(start, end, "only the last member of a structure can be a runtime-sized array")
        else:
            return True
    elif not has_creation_fixed_footprint(type_):
        findings.invalid_at(start, end, "an array that an override counts can be in a workgroup variable alone")
    else:
        return True
    return False


def _layout(findings: Findings, member: ir.StructMember) -> None:
    for attribute in member.attributes:
        if attribute.name not in ("align", "size") or len(attribute.arguments) != 1:
            continue
        argument = attribute.arguments[0]
        value = argument.value
        if not isinstance(value, int) or value < 1:
            continue
        if attribute.name == "size":
            size = size_of(member.type)
            if size is None:
                findings.invalid(attribute, "a runtime-sized array has no size to set")
            elif value < size:
                findings.invalid(argument, f"the member takes {size} bytes, so its size cannot be {value}")
        else:
            align = align_of(member.type)
            if value % align:
                findings.invalid(
                    argument, f"the member's type is aligned to {align} bytes, which {value} is no multiple of"
                )
