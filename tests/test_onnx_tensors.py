"""The tensor contract: archives hold exactly what an interface asks for, and are written the same everywhere."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import numpy as np
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper
from wai_lint.checkers.onnx.tensors import (
    Tensor,
    TensorRefused,
    check_arrays,
    describe,
    interface,
    read_archive,
    write_archive,
)

MOST = 1 << 20
X = Tensor("x", "float32", (2, None))
FINE: Any = np.arange(6, dtype=np.float32).reshape(2, 3)


def npz(**arrays: Any) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def zipped(members: list[tuple[str, bytes]], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return buffer.getvalue()


def npy(array: Any, **kwargs: Any) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, **kwargs)
    return buffer.getvalue()


def header(text: str, payload: bytes = b"", version: bytes = b"\x01\x00") -> bytes:
    size = len(text).to_bytes(2 if version[0] == 1 else 4, "little")
    return b"\x93NUMPY" + version + size + text.encode() + payload


def code(data: bytes, expected: tuple[Tensor, ...] = (X,), most: int = MOST) -> str:
    with pytest.raises(TensorRefused) as caught:
        read_archive(data, expected, most)
    assert caught.value.message[:1].islower() or caught.value.message[0] in "'\""
    return caught.value.code


@pytest.mark.parametrize("compressed", [False, True])
def test_exact_tensors_are_read(compressed: bool) -> None:
    buffer = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(buffer, x=FINE)
    read = read_archive(buffer.getvalue(), (X,), MOST)["x"]
    assert np.array_equal(read, FINE)
    assert read.dtype == FINE.dtype


def test_scalars_empty_tensors_and_names_with_slashes_are_read() -> None:
    expected = (Tensor("a/b:0", "int64", ()), Tensor("n.npy", "bool", (0, 3)), Tensor("any", "uint8", None))
    arrays: dict[str, Any] = {"a/b:0": np.int64(7), "n.npy": np.zeros((0, 3), bool), "any": np.zeros((1, 1), np.uint8)}
    read = read_archive(npz(**arrays), expected, MOST)
    assert [read[each.name].shape for each in expected] == [(), (0, 3), (1, 1)]
    assert read["a/b:0"] == 7


REFUSED = {
    "a tensor is missing": ("TENSOR_NAMES", npz()),
    "a tensor too many": ("TENSOR_NAMES", npz(x=FINE, y=FINE)),
    "another name": ("TENSOR_NAMES", npz(X=FINE)),
    "another dtype": ("TENSOR_DTYPE", npz(x=FINE.astype("f8"))),
    "integers for floats": ("TENSOR_DTYPE", npz(x=FINE.astype("i4"))),
    "the other byte order": ("TENSOR_DTYPE", npz(x=FINE.astype(">f4"))),
    "a structure": ("TENSOR_DTYPE", npz(x=np.zeros((2, 3), [("a", "f4")]))),
    "another rank": ("TENSOR_SHAPE", npz(x=FINE[0])),
    "a rank more": ("TENSOR_SHAPE", npz(x=FINE[None])),
    "another known dimension": ("TENSOR_SHAPE", npz(x=FINE[:1])),
    "Fortran order": ("TENSOR_ORDER", npz(x=np.asfortranarray(FINE))),
    "a NaN": ("TENSOR_NOT_FINITE", npz(x=FINE * np.float32("nan"))),
    "an infinity": ("TENSOR_NOT_FINITE", npz(x=FINE + np.float32("inf"))),
    "no archive": ("TENSOR_ARCHIVE_INVALID", b"junk"),
    "half an archive": ("TENSOR_ARCHIVE_INVALID", npz(x=FINE)[:100]),
    "nothing": ("TENSOR_ARCHIVE_INVALID", b""),
    "no array": ("TENSOR_ARCHIVE_INVALID", zipped([("x", npy(FINE))])),
    "no header": ("TENSOR_ARCHIVE_INVALID", zipped([("x.npy", b"junk")])),
    "a header without end": ("TENSOR_ARCHIVE_INVALID", zipped([("x.npy", b"\x93NUMPY\x01\x00\xff\xff")])),
    "a header that is code": (
        "TENSOR_ARCHIVE_INVALID",
        zipped([("x.npy", header("__import__('os').getcwd()"))]),
    ),
    "a deep header": ("TENSOR_ARCHIVE_INVALID", zipped([("x.npy", header("(" * 3000 + ")" * 3000))])),
    "a long header": (
        "TENSOR_ARCHIVE_INVALID",
        zipped([("x.npy", header("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}" + " " * 20_000))]),
    ),
    "a negative dimension": (
        "TENSOR_ARCHIVE_INVALID",
        zipped([("x.npy", header("{'descr': '<f4', 'fortran_order': False, 'shape': (2, -3)}"))]),
    ),
    "too few bytes": ("TENSOR_ARCHIVE_INVALID", zipped([("x.npy", npy(FINE)[:-1])])),
    "too many bytes": ("TENSOR_ARCHIVE_INVALID", zipped([("x.npy", npy(FINE) + b"\0")])),
    "a compression of its own": ("TENSOR_ARCHIVE_INVALID", zipped([("x.npy", npy(FINE))], zipfile.ZIP_BZIP2)),
    "version 3": (
        "TENSOR_ARCHIVE_INVALID",
        zipped([("x.npy", header("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", version=b"\3\0"))]),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_archive_with_one_fault_is_refused_for_it(name: str) -> None:
    expected, data = REFUSED[name]
    assert code(data) == expected


def test_a_directory_of_more_members_than_there_may_be_is_not_read() -> None:
    members = [(f"{number}.npy", b"") for number in range(21_000)]
    with pytest.raises(TensorRefused, match="its directory takes more than 1048576 bytes") as caught:
        read_archive(zipped(members), (X,), MOST)
    assert caught.value.code == "TENSOR_ARCHIVE_INVALID"
    assert code(zipped(members[:100])) == "TENSOR_NAMES"


def test_a_dimension_that_is_a_bool_is_refused() -> None:
    text = "{'descr': '<f4', 'fortran_order': False, 'shape': (True, 2)}\n"
    assert code(zipped([("x.npy", header(text, bytes(8)))])) == "TENSOR_ARCHIVE_INVALID"


def test_a_negative_dimension_is_refused_before_anything_is_read_by_it() -> None:
    with pytest.raises(TensorRefused, match="negative dimension"):
        read_archive(REFUSED["a negative dimension"][1], (X,), MOST)


def test_a_pickle_is_never_loaded() -> None:
    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return (pytest.fail, ("a pickle was loaded",))

    data = zipped([("x.npy", npy(np.array([Trap()], object), allow_pickle=True))])
    assert code(data, (Tensor("x", "float32", (1,)),)) == "TENSOR_DTYPE"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_tensor_that_is_there_twice_is_refused() -> None:
    assert code(zipped([("x.npy", npy(FINE)), ("x.npy", npy(FINE))])) == "TENSOR_NAMES"


def test_a_bool_other_than_0_and_1_is_refused() -> None:
    head = "{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}"
    expected = (Tensor("x", "bool", (3,)),)
    assert code(zipped([("x.npy", header(head, b"\1\2\0"))]), expected) == "TENSOR_ARCHIVE_INVALID"
    assert read_archive(zipped([("x.npy", header(head, b"\1\0\1"))]), expected, MOST)["x"].tolist() == [1, 0, 1]


def test_the_bound_on_bytes_holds_before_anything_is_unpacked() -> None:
    assert code(npz(x=FINE), most=FINE.nbytes - 1) == "TENSOR_BYTES"
    assert read_archive(npz(x=FINE), (X,), FINE.nbytes)
    bomb = zipped([("x.npy", header("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 99999999999)}"))])
    assert code(bomb) == "TENSOR_BYTES"
    zeros = zipped([("x.npy", npy(FINE) + bytes(50_000_000))])
    assert code(zeros) == "TENSOR_ARCHIVE_INVALID"


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_damaged_archive_is_refused_or_read_and_nothing_else(data: st.DataObject) -> None:
    whole = bytearray(npz(x=FINE))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        read = read_archive(bytes(whole), (X,), MOST)
    except TensorRefused:
        return
    assert read["x"].dtype == np.float32
    assert np.isfinite(read["x"]).all()


def test_outputs_are_held_to_the_contract_too() -> None:
    check_arrays({"x": FINE}, (X,), MOST)
    cases: list[tuple[Any, str]] = [
        (FINE.astype("f8"), "TENSOR_DTYPE"),
        (FINE[:1], "TENSOR_SHAPE"),
        (FINE.T.copy().T, "TENSOR_ORDER"),
        (FINE + np.float32("inf"), "TENSOR_NOT_FINITE"),
        ([1, 2], "TENSOR_TYPE_UNSUPPORTED"),
    ]
    for wrong, expected in cases:
        with pytest.raises(TensorRefused) as caught:
            check_arrays({"x": wrong}, (X,), MOST)
        assert caught.value.code == expected
    with pytest.raises(TensorRefused) as caught:
        check_arrays({"y": FINE}, (X,), MOST)
    assert caught.value.code == "TENSOR_NAMES"


def test_an_archive_has_fixed_metadata_and_sorted_members() -> None:
    one = write_archive({"b": FINE, "a": np.int64(3) * np.ones((), np.int64)})
    other = write_archive({"a": np.ones((), np.int64) * 3, "b": np.asfortranarray(FINE)})
    assert one == other
    with zipfile.ZipFile(io.BytesIO(one)) as archive:
        members = archive.infolist()
        assert [each.filename for each in members] == ["a.npy", "b.npy"]
        assert {(each.date_time, each.compress_type, each.create_system) for each in members} == {
            ((1980, 1, 1, 0, 0, 0), zipfile.ZIP_STORED, 3)
        }
    loaded = np.load(io.BytesIO(one), allow_pickle=False)
    assert loaded["a"].shape == ()
    assert np.array_equal(loaded["b"], FINE)


def test_evidence_describes_payloads() -> None:
    (row,) = describe({"x": np.array([1, 2], np.uint8)})
    assert (row["name"], row["dtype"], row["shape"], row["bytes"]) == ("x", "uint8", [2], 2)
    assert row["sha256"] == "a12871fee210fb8619291eaea194581cbd2531e4b23759d225f6806923f63222"


def test_the_interface_leaves_out_what_initializers_fill() -> None:
    graph = helper.make_graph(
        [],
        "g",
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", 2]) for name in ("x", "w")],
        [helper.make_tensor_value_info("y", TensorProto.INT8, None)],
        [helper.make_tensor("w", TensorProto.FLOAT, [1, 2], [1.0, 2.0])],
    )
    assert interface(graph) == ((Tensor("x", "float32", (None, 2)),), (Tensor("y", "int8", None),))


@pytest.mark.parametrize("kind", [TensorProto.STRING, TensorProto.BFLOAT16, TensorProto.INT4, TensorProto.COMPLEX64, 0])
def test_an_interface_of_what_no_archive_holds_is_refused(kind: int) -> None:
    graph = onnx.GraphProto()
    graph.input.add(name="x").type.tensor_type.elem_type = kind
    with pytest.raises(TensorRefused) as caught:
        interface(graph)
    assert caught.value.code == "TENSOR_TYPE_UNSUPPORTED"
    sequence = onnx.GraphProto()
    sequence.output.add(name="x").type.sequence_type.elem_type.tensor_type.elem_type = 1
    with pytest.raises(TensorRefused):
        interface(sequence)
