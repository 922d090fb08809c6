"""The tensor contract of a run (§4): archives of tensors (NPZ) without pickle, held exactly to a graph's interface.

Nothing is converted or broadcast. What an archive says of a tensor is held to the contract before its bytes are read,
so an archive can make this take no more memory than the tensors it may hold.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
from numpy.lib import format as npy

from .element import element
from .refusal import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import IO

    Array = np.ndarray[Any, np.dtype[Any]]

_SUFFIX = ".npy"
_LARGEST_DIRECTORY = 1 << 20
_EPOCH = (1980, 1, 1, 0, 0, 0)
_MODE = 0o100644 << 16
# The element types that NPZ and ONNX both have, by the name that NumPy and our table of elements give them.
_NUMBERS = "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64"
_DTYPES = frozenset(_NUMBERS.split())


class TensorRefused(Failure):
    """Tensors that do not hold to the contract."""


@dataclass(frozen=True)
class Tensor:
    """A tensor of an interface: its dtype by NumPy's name; `shape` has None for a dimension that is not known.

    `shape` itself is None where not even the rank is known.
    """

    name: str
    dtype: str
    shape: tuple[int | None, ...] | None

    def says(self) -> str:
        """Its dtype and shape in words."""
        if self.shape is None:
            return f"{self.dtype} of any shape"
        return f"{self.dtype} [{', '.join('?' if size is None else str(size) for size in self.shape)}]"


def interface(graph: onnx.GraphProto) -> tuple[tuple[Tensor, ...], tuple[Tensor, ...]]:
    """The inputs that a run must be given (those that no initializer fills) and the outputs, in the graph's order.

    Raises `TensorRefused` for what is no tensor, or one of a type that an archive cannot hold.
    """
    filled = {each.name for each in graph.initializer} | {each.values.name for each in graph.sparse_initializer}
    inputs = tuple(_tensor(each) for each in graph.input if each.name not in filled)
    return inputs, tuple(map(_tensor, graph.output))


def _tensor(value: onnx.ValueInfoProto) -> Tensor:
    kind = value.type.tensor_type
    dtype = element(kind.elem_type).name
    if not value.type.HasField("tensor_type") or dtype not in _DTYPES:
        raise TensorRefused(
            "TENSOR_TYPE_UNSUPPORTED", f"{value.name!r} is of a type that no NPZ archive holds: run tensors of numbers"
        )
    if not kind.HasField("shape"):
        return Tensor(value.name, dtype, None)
    sizes = tuple(each.dim_value if each.HasField("dim_value") else None for each in kind.shape.dim)
    return Tensor(value.name, dtype, sizes)


def read_archive(data: bytes, expected: Sequence[Tensor], most: int) -> dict[str, Array]:
    """The tensors of an NPZ archive by name, each exactly as `expected` and of at most `most` bytes.

    Raises `TensorRefused`.
    """
    try:
        file = _Archive(data)
        with zipfile.ZipFile(file) as archive:
            file.opened = True
            members = archive.infolist()
            _check_names([_named(member) for member in members], expected)
            by_name = {_named(member): member for member in members}
            return {each.name: _read_member(archive, by_name[each.name], each, most) for each in expected}
    # `NotImplementedError` is what zipfile raises for a compression that it does not read.
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise TensorRefused("TENSOR_ARCHIVE_INVALID", f"this is no NPZ archive that can be read: {error}") from error


class _Archive(io.BytesIO):
    """The bytes of an archive, whose directory of members takes many times its size in memory."""

    opened = False

    def read(self, size: int | None = -1, /) -> bytes:
        if not self.opened and size is not None and size > _LARGEST_DIRECTORY:
            raise zipfile.BadZipFile(f"its directory takes more than {_LARGEST_DIRECTORY} bytes")
        return super().read(size)


def _named(member: zipfile.ZipInfo) -> str:
    if not member.filename.endswith(_SUFFIX):
        message = f"{member.filename!r} is no array: each member of an NPZ archive is a tensor's name and {_SUFFIX}"
        raise TensorRefused("TENSOR_ARCHIVE_INVALID", message)
    return member.filename.removesuffix(_SUFFIX)


def _check_names(names: Sequence[str], expected: Sequence[Tensor]) -> None:
    wanted = [each.name for each in expected]
    problems = [
        (word, sorted(found))
        for word, found in (
            ("twice there", {name for name, count in Counter(names).items() if count > 1}),
            ("missing", set(wanted) - set(names)),
            ("not asked for", set(names) - set(wanted)),
        )
        if found
    ]
    if problems:
        said = "; ".join(f"{word}: {', '.join(map(repr, found[:8]))}" for word, found in problems)
        raise TensorRefused("TENSOR_NAMES", f"the tensors are not exactly those of the interface ({said})")


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, expected: Tensor, most: int) -> Array:
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        message = f"{expected.name!r} is compressed in a way that NPZ does not have: store or deflate it"
        raise TensorRefused("TENSOR_ARCHIVE_INVALID", message)
    with archive.open(member) as file:
        shape, fortran, dtype = _read_header(file, expected.name)
        if fortran:
            raise TensorRefused("TENSOR_ORDER", f"{expected.name!r} is not C-contiguous: save it in C order")
        _check_form(expected, dtype, shape, most)
        size = _bytes(shape, dtype)
        payload = file.read(size + 1)
    if len(payload) != size:
        message = f"{expected.name!r} does not hold the {size} bytes that its header says"
        raise TensorRefused("TENSOR_ARCHIVE_INVALID", message)
    if dtype.kind == "b" and payload.strip(b"\0\1"):
        raise TensorRefused("TENSOR_ARCHIVE_INVALID", f"{expected.name!r} holds a bool that is neither 0 nor 1")
    array = np.frombuffer(payload, dtype).reshape(shape)
    _check_values(expected.name, array)
    return array


def _read_header(file: IO[bytes], name: str) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    try:
        version = npy.read_magic(file)
        read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}.get(version)
        if read is None:
            raise ValueError(f"NPY version {version[0]}.{version[1]} holds names that no tensor has")
        shape, fortran, dtype = read(file)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError, OverflowError) as error:
        message = f"{name!r} has no header of NPY that can be read: {error}"
        raise TensorRefused("TENSOR_ARCHIVE_INVALID", message) from error
    # NumPy lets a bool pass for an integer there.
    if any(type(size) is not int or size < 0 for size in shape):
        raise TensorRefused("TENSOR_ARCHIVE_INVALID", f"{name!r} has a negative dimension, or one that is no integer")
    return shape, fortran, dtype


def check_arrays(arrays: Mapping[str, Array], expected: Sequence[Tensor], most: int) -> None:
    """Hold tensors that a session gave to the contract. Raises `TensorRefused`."""
    _check_names(list(arrays), expected)
    for each in expected:
        array = arrays[each.name]
        if not isinstance(array, np.ndarray):
            raise TensorRefused("TENSOR_TYPE_UNSUPPORTED", f"{each.name!r} came out as no tensor")
        if not array.flags.c_contiguous:
            raise TensorRefused("TENSOR_ORDER", f"{each.name!r} is not C-contiguous")
        _check_form(each, array.dtype, array.shape, most)
        _check_values(each.name, array)


def _check_form(expected: Tensor, dtype: np.dtype[Any], shape: tuple[int, ...], most: int) -> None:
    # A dtype of the other byte order is another one: nothing is converted.
    if dtype.str != np.dtype(expected.dtype).str:
        message = f"{expected.name!r} is {dtype.str}, and the interface has {expected.says()}: nothing is converted"
        raise TensorRefused("TENSOR_DTYPE", message)
    known = expected.shape
    if known is not None and (
        len(known) != len(shape) or any(a not in (None, b) for a, b in zip(known, shape, strict=True))
    ):
        message = f"{expected.name!r} is of shape {list(shape)}, and the interface has {expected.says()}"
        raise TensorRefused("TENSOR_SHAPE", f"{message}: nothing is broadcast")
    if _bytes(shape, dtype) > most:
        message = f"{expected.name!r} takes {_bytes(shape, dtype)} bytes, and at most {most} are allowed for a tensor"
        raise TensorRefused("TENSOR_BYTES", message)


def _check_values(name: str, array: Array) -> None:
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise TensorRefused("TENSOR_NOT_FINITE", f"{name!r} holds a NaN or an infinity, which no interface takes")


def _bytes(shape: Iterable[int], dtype: np.dtype[Any]) -> int:
    size = dtype.itemsize
    for each in shape:
        size *= each
    return size


def write_archive(arrays: Mapping[str, Array]) -> bytes:
    """An NPZ archive of tensors: equal tensors give equal bytes, whenever and wherever it is written."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(arrays):
            member = zipfile.ZipInfo(name + _SUFFIX, _EPOCH)
            member.create_system = 3
            member.external_attr = _MODE
            content = io.BytesIO()
            npy.write_array(content, np.asarray(arrays[name], order="C"), (1, 0), allow_pickle=False)
            archive.writestr(member, content.getvalue())
    return buffer.getvalue()


def describe(arrays: Mapping[str, Array]) -> list[dict[str, Any]]:
    """Each tensor as evidence has it, sorted by name: dtype, shape, bytes of its payload and their SHA-256."""
    return [
        {
            "name": name,
            "dtype": arrays[name].dtype.name,
            "shape": list(arrays[name].shape),
            "bytes": arrays[name].nbytes,
            "sha256": hashlib.sha256(arrays[name].tobytes()).hexdigest(),
        }
        for name in sorted(arrays)
    ]
