"""Views of buffers (WGSL §17.14): what `bufferView` and `bufferArrayView` may take a buffer's bytes for."""

from __future__ import annotations

from .. import ir
from ..layout import (
    align_of,
    contains_atomic,
    has_fixed_footprint,
    is_host_shareable,
    is_plain,
    member_offsets,
    size_of,
    stride_of,
)
from ..types import Array, Opaque, Pointer, Struct, Type
from .findings import Findings

_VIEWS = frozenset(("bufferArrayView", "bufferView"))


def check(findings: Findings) -> None:
    """Check the type, the offset and the size of every view."""
    for call in findings.module.of(ir.BuiltinCall):
        if call.name in _VIEWS and isinstance(call.type, Pointer):
            _view(findings, call, call.type.store)


def _view(findings: Findings, call: ir.BuiltinCall, store: Type) -> None:
    problem = _misfit(store, call.name)
    if problem:
        findings.invalid_at(call.start, call.name_end, problem)
        return
    room = _room(call.arguments[0].type)
    offset = _known(call.arguments[1])
    align = align_of(store)
    least, stride = _extent(store)
    if offset < 0 or offset % align:
        what = f"a `{store}` is aligned to {align} bytes, so its offset cannot be {offset}"
        findings.invalid(call.arguments[1], what)
        return
    taken = offset + least
    if len(call.arguments) > 2 and call.arguments[2].value is not None:
        size = _known(call.arguments[2])
        if size < least or (size - least) % stride:
            what = f"the view is {least} bytes, and {stride} for each element after the first, which {size} is not"
            findings.invalid(call.arguments[2], what)
            return
        taken = offset + size
    if room is not None and taken > room:
        findings.invalid(call, f"the view ends at byte {taken} of a buffer that has {room}")


def _misfit(store: Type, name: str) -> str:
    if not is_plain(store) or not is_host_shareable(store) or contains_atomic(store):
        return f"bytes of a buffer cannot be viewed as `{store}`; only types without bools and atomics can be shared so"
    if name == "bufferArrayView" and has_fixed_footprint(store):
        return f"`{store}` has a size of its own; view it by `bufferView`"
    return ""


def _known(argument: ir.Expression) -> int:
    return argument.value if isinstance(argument.value, int) else 0


def _extent(store: Type) -> tuple[int, int]:
    """The least size in bytes of a view, and the stride of its runtime-sized array (1 where it has none)."""
    size = size_of(store)
    if size is not None:
        return size, 1
    offset = member_offsets(store)[-1] if isinstance(store, Struct) else 0
    array = store.members[-1].type if isinstance(store, Struct) else store
    stride = (stride_of(array) if isinstance(array, Array) else None) or 1
    return offset + stride, stride


def _room(pointer: Type) -> int | None:
    buffer = pointer.store if isinstance(pointer, Pointer) else None
    for size in buffer.template if isinstance(buffer, Opaque) else ():
        if isinstance(size, int):
            return size
    return None
