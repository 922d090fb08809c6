"""Graphs are refused when they are loaded or bound, with what is wrong and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from wai_lint.checkers.decoder import document, graph, scalar, vectorised
from wai_lint.checkers.decoder.operators import OPERATORS
from wai_lint.checkers.decoder.refusal import FIELD_RANGE, MODEL_MISMATCH, Refused
from wai_lint.checkers.decoder.writer import Writer
from wai_lint.checkers.documents import validator

ONES = {"multiplier": np.ones(4, np.int64), "beta": np.ones(4, np.int64), "gamma": np.eye(4, dtype=np.int64)}
Edit = Callable[[dict[str, Any]], object]


def writer() -> Writer:
    made = Writer()
    made.input("x", [1, 4, None, None], -9, 9)
    made.input("y", [1, 4, 2, None], -9, 9)
    weight = np.arange(48).reshape(3, 4, 2, 2)
    made.node("c", "conv2d", ["x"], {"weight": weight, "bias": np.array([300, -7, 70000])}, {"stride": 1, "padding": 0})
    made.node("s", "depth_to_space", ["y"], attributes={"block": 2})
    made.node("k", "concat", ["x", "y"])
    made.node(
        "q", "requant", ["c"], {"multiplier": np.array([1, 2, 3]), "shift": np.array([1, 2, 3])}, range=(-99, 99999)
    )
    made.node("n", "isqrt_norm", ["x"], ONES)
    made.node("l", "slice", ["x"], attributes={"axis": 3, "start": 1, "stop": 3})
    made.node("a", "clamp", ["l"], attributes={"low": -1, "high": 1})
    made.node("p", "add", ["x", "y"])
    made.output("c", -(2**40), 2**40)
    made.output("q", -99, 99998)
    return made


def described(edit: Edit) -> tuple[bytes, bytes]:
    made = writer()
    loaded = json.loads(made.document())
    edit(loaded)
    return json.dumps(loaded).encode(), made.sidecar()


def node(loaded: dict[str, Any], name: str) -> dict[str, Any]:
    return next(entry for entry in loaded["nodes"] if entry["name"] == name)


def constant(loaded: dict[str, Any], name: str) -> dict[str, Any]:
    return next(entry for entry in loaded["constants"] if entry["name"] == name)


REFUSED: list[tuple[Edit, str]] = [
    (lambda g: g.pop("inputs"), "does not fit its schema at $: 'inputs' is a required property"),
    (lambda g: g.update(format="wai-graph/2"), "at $.format: 'wai-graph/1' was expected"),
    (lambda g: g.update(sidecar="../weights.bin"), "at $.sidecar"),
    (lambda g: g["inputs"][0].update(range=[1, 0]), "the range of x is out of order"),
    (lambda g: g["inputs"][0].update(range=[0, 2**63]), "at $.inputs[0].range[1]"),
    (lambda g: g["inputs"][1].update(name="x"), "two tensors are called x"),
    (lambda g: g["inputs"][1].update(shape=[2, 4, 2, None]), "the inputs do not have as many pictures as each other"),
    (lambda g: g["inputs"][1].update(shape=[None, 4, 2, 2]), "at $.inputs[1].shape[0]"),
    (lambda g: constant(g, "c.bias").update(offset=1 << 20), "constant c.bias reaches past the sidecar's"),
    (lambda g: constant(g, "c.bias").update(shape=[2]), "the bytes of constant c.bias do not have the digest"),
    (lambda g: constant(g, "c.bias").update(sha256="0" * 64), "the bytes of constant c.bias do not have the digest"),
    (lambda g: constant(g, "c.bias").update(name="c.weight"), "two constants are called c.weight"),
    (lambda g: constant(g, "c.bias").update(shape=[1 << 24, 1 << 24]), "elements, more than 33554432"),
    (lambda g: constant(g, "c.weight").update(shape=[48]), "conv2d c: it takes the constants weight of rank 4"),
    (lambda g: constant(g, "c.weight").update(shape=[3, 2, 4, 2]), "conv2d c: its weight takes 2 channels, its input"),
    (lambda g: constant(g, "c.weight").update(shape=[6, 4, 1, 2]), "conv2d c: it has 3 biases for 6 channels"),
    (lambda g: node(g, "c").update(inputs=["q"]), "conv2d c: its input q is no tensor before it"),
    (lambda g: node(g, "c").update(inputs=["x", "y"]), "conv2d c: it takes 1 inputs, not 2"),
    (lambda g: node(g, "k").update(inputs=["x"]), "concat k: it takes two inputs or more"),
    (lambda g: node(g, "c").update(name="x"), "two tensors are called x"),
    (lambda g: node(g, "c")["attributes"].pop("stride"), "conv2d c: it takes the attributes stride, padding"),
    (lambda g: node(g, "k").update(attributes={"axis": 1}), "concat k: it takes the attributes none"),
    (lambda g: node(g, "c")["attributes"].update(stride=0), "conv2d c: its stride is not from 1 to 64"),
    (lambda g: node(g, "c")["constants"].pop("bias"), "conv2d c: it takes the constants"),
    (lambda g: node(g, "c")["constants"].update(bias="nothing"), "conv2d c: it names a constant that the graph"),
    (lambda g: node(g, "k").update(constants={"bias": "c.bias"}), "concat k: it takes the constants none"),
    (lambda g: node(g, "c").update(operator="conv3d"), "'conv3d' is not one of"),
    (lambda g: node(g, "s")["attributes"].update(block=3), "depth_to_space s: 4 channels do not make blocks of 9"),
    (lambda g: node(g, "p").update(inputs=["x", "c"]), "add p: its inputs have 4 and 3 channels"),
    (lambda g: node(g, "q")["constants"].update(shift="c.bias"), "requant q: a shift is not from 1 to 62"),
    (lambda g: node(g, "q").update(inputs=["x"]), "requant q: its multiplier is 3 for 4 channels"),
    (lambda g: node(g, "n")["constants"].update(gamma="c.weight"), "isqrt_norm n: it takes the constants"),
    (lambda g: node(g, "n")["constants"].update(beta="c.bias"), "isqrt_norm n: a beta is below 1"),
    (lambda g: node(g, "a")["attributes"].update(low=2), "clamp a: its bounds are out of order"),
    (lambda g: node(g, "l")["attributes"].update(axis=1, stop=5), "slice l: it takes 1 to 5 of 4"),
    (lambda g: g["outputs"][0].update(name="z"), "output z is no tensor of the graph"),
    (lambda g: g["outputs"][1].update(range=[100000, 200000]), "the range of q is out of order"),
]


@pytest.mark.parametrize(("edit", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_a_graph_is_refused_by_what_is_wrong_with_it(edit: Edit, message: str) -> None:
    with pytest.raises(Refused) as refusal:
        graph.build(*described(edit))
    assert refusal.value.code == MODEL_MISMATCH
    assert message in refusal.value.message


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"-9, 9", b"-9, 9.0", "9.0 is no integer"),
        (b"-9, 9", b"-9, NaN", "NaN is no integer"),
        (b'"name": "x"', b'"name": "x", "name": "x"', '"name" stands twice'),
        (b'"inputs": [', b'"inputs": ' + b"[" * 100_000, "no JSON document"),
        (b"-9, 9", b"-9, " + b"9" * 5000, "no JSON document"),
        (b"wai-graph", b"\xff", "no JSON document"),
    ],
)
def test_a_document_that_is_no_json_of_integers_is_refused(old: bytes, new: bytes, message: str) -> None:
    made = writer()
    with pytest.raises(Refused) as refusal:
        graph.build(made.document().replace(old, new, 1), made.sidecar())
    assert message in refusal.value.message


def test_a_document_over_the_cap_is_refused_unread() -> None:
    with pytest.raises(Refused, match="has 16777217 bytes, expected at most 16777216"):
        graph.build(b" " * (document.MOST_BYTES + 1), b"")
    with pytest.raises(Refused, match="no JSON document"):
        graph.build(b" " * document.MOST_BYTES, b"")


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        ([1, 4, 2, 5], [1, 4, 3, 5], "input y is 1 by 4 by 2 by any, not 1 by 4 by 3 by 5"),
        ([1, 4, 3, 5], [1, 4, 2, 5], "concat k: its inputs are 3 by 5 and 2 by 5"),
        ([2, 4, 3, 5], [1, 4, 2, 5], "input x is 1 by 4 by any by any, not 2 by 4 by 3 by 5"),
        ([1, 4, 1, 5], [1, 4, 2, 5], "conv2d c: its kernel is larger than its padded input"),
        ([1, 4, 2, 2], [1, 4, 2, 2], "slice l: it takes 1 to 3 of 2"),
        ([1, 4, 2, 1 << 22], [1, 4, 2, 1 << 22], "tensor x would be 1 by 4 by 2 by 4194304"),
        ([1, 4, 2, 1 << 21], [1, 4, 2, 1 << 21], "tensor k would be 1 by 8 by 2 by 2097152, more than 16777216"),
        ([1, 4, 2, 0], [1, 4, 2, 0], "input x is 1 by 4 by any by any, not 1 by 4 by 2 by 0"),
        ([1, 4, 2], [1, 4, 2, 1], "input x is 1 by 4 by any by any, not 1 by 4 by 2"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(x: list[int], y: list[int], message: str) -> None:
    loaded = graph.build(*described(lambda g: g))
    with pytest.raises(Refused) as refusal:
        loaded.shapes({"x": x, "y": y})
    assert refusal.value.code == MODEL_MISMATCH
    assert message in refusal.value.message


def test_tensors_that_are_too_much_together_are_refused() -> None:
    made = Writer()
    name = made.input("x", [1, 1, None, None], 0, 1)
    for index in range(5):
        name = made.node(f"r{index}", "relu", [name])
    made.output(name, 0, 1)
    loaded = graph.build(made.document(), made.sidecar())
    assert loaded.shapes({"x": (1, 1, 1 << 12, 1 << 11)})["r4"] == (1, 1, 4096, 2048)
    with pytest.raises(Refused, match="tensors would have 100663296 elements, more than 67108864"):
        loaded.shapes({"x": (1, 1, 1 << 12, 1 << 12)})


@pytest.mark.parametrize("refused", [False, True])
def test_channels_that_are_too_many_together_are_refused(refused: bool) -> None:
    made = Writer()
    name = made.input("x", [1, 1 << 19, None, None], 0, 1)
    for index in range(1 + refused):
        name = made.node(f"r{index}", "relu", [name])
    made.output(name, 0, 1)
    if not refused:
        assert graph.build(made.document(), made.sidecar()).nodes[0].channels == 1 << 19
        return
    with pytest.raises(Refused, match="tensors have more than 1048576 channels together"):
        graph.build(made.document(), made.sidecar())


def test_a_graph_without_an_input_of_its_own_is_refused() -> None:
    loaded = graph.build(*described(lambda g: g))
    with pytest.raises(Refused, match="the graph's inputs are x, y"):
        loaded.shapes({"x": (1, 4, 2, 5)})


def test_sizes_that_are_fixed_are_refused_when_the_graph_is_loaded() -> None:
    def fix(loaded: dict[str, Any]) -> None:
        loaded["inputs"][0]["shape"] = [1, 4, 3, 5]
        loaded["inputs"][1]["shape"] = [1, 4, 2, 5]

    with pytest.raises(Refused, match="concat k: its inputs are 3 by 5 and 2 by 5"):
        graph.build(*described(fix))


def test_a_loaded_graph_has_what_was_written(tmp_path: Path) -> None:
    made = writer()
    (tmp_path / "graph.json").write_bytes(made.document())
    (tmp_path / "weights.bin").write_bytes(made.sidecar())
    loaded = graph.load(tmp_path / "graph.json")
    assert [entry.name for entry in loaded.nodes] == list("cskqnlap")
    assert loaded.nodes[0].constants["bias"].tolist() == [300, -7, 70000]
    assert loaded.nodes[0].constants["weight"].tolist() == np.arange(48).reshape(3, 4, 2, 2).tolist()
    assert loaded.ranges["q"] == graph.Range(-99, 99998)


def test_each_dtype_is_read_as_twos_complement() -> None:
    made = Writer()
    made.input("x", [1, 3, 1, 1], 0, 0)
    for name, bias in (("b", [-128, 127, -1]), ("h", [-32768, 32767, -1]), ("w", [-(2**31), 2**31 - 1, -1])):
        weight = np.zeros((3, 3, 1, 1), dtype=np.int64)
        made.node(name, "conv2d", ["x"], {"weight": weight, "bias": np.array(bias)}, {"stride": 1, "padding": 0})
    made.output("w", -(2**31), 2**31 - 1)
    dtypes = [entry["dtype"] for entry in json.loads(made.document())["constants"] if entry["name"][2:] == "bias"]
    assert dtypes == ["i8", "i16", "i32"]
    loaded = graph.build(made.document(), made.sidecar())
    tensors = dict(vectorised.tensors(loaded, {"x": np.zeros((1, 3, 1, 1), dtype=np.int64)}))
    assert tensors["b"].ravel().tolist() == [-128, 127, -1]
    assert tensors["h"].ravel().tolist() == [-32768, 32767, -1]
    assert tensors["w"].ravel().tolist() == [-(2**31), 2**31 - 1, -1]
    with pytest.raises(ValueError, match="v.bias does not fit 32 bits"):
        made.node("v", "conv2d", ["x"], {"bias": np.array([2**31])})


@pytest.mark.parametrize("run", [scalar.run, vectorised.run])
def test_an_input_outside_its_range_is_refused(run) -> None:
    loaded = graph.build(*described(lambda g: g))
    inputs = {name: np.zeros((1, 4, 2, 5), dtype=np.int64) for name in "xy"}
    assert run(loaded, inputs)["q"].shape == (1, 3, 1, 4)
    inputs["y"][0, 3, 1, 4] = -10
    with pytest.raises(Refused) as refusal:
        run(loaded, inputs)
    assert refusal.value.code == FIELD_RANGE
    assert refusal.value.message == "input y gives -10 at index 39, its range is -9 to 9"


def test_the_schema_names_every_operator() -> None:
    schema: Any = validator(graph.SCHEMA).schema
    assert schema["properties"]["nodes"]["items"]["properties"]["operator"]["enum"] == sorted(OPERATORS)
