"""Models made to take time or memory: what is wrong with them is said within the bounds, and the inventory stands."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from wai_lint.checkers.onnx import child, texts
from wai_lint.checkers.onnx.audit import audit
from wai_lint.checkers.onnx.child import warm_child
from wai_lint.checkers.onnx.limits import Limits
from wai_lint.tests.onnx_models.case import relu, tensor
from wai_lint.tests.onnx_models.encoding import field

GOOD = relu([tensor()]).SerializeToString()
HEAD = b"\x08\x0a" + field(8, b"\x0a\x00\x10\x15")
TENSOR = b"\x10\x01"


def varint(number: int) -> bytes:
    number &= (1 << 64) - 1
    written = bytearray()
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    return bytes([*written, number])


def model(graph: bytes) -> bytes:
    return HEAD + field(7, graph)


def dimensions(*numbers: int) -> bytes:
    return b"".join(b"\x08" + varint(number) for number in numbers)


def alike(count: int) -> bytes:
    """Tensors whose dimensions, as tuples, all have one hash: those of -1 and -2 are the same."""
    return b"".join(
        field(5, TENSOR + dimensions(*(-1 - (number >> bit & 1) for bit in range(16)))) for number in range(count)
    )


RAISED = replace(Limits(), rank=100_000)
HOSTILE = {
    "dimensions of one hash": (model(alike(30_000)), Limits(), {"ONNX_LIMIT_RANK", "ONNX_LIMIT_CONSTANTS"}),
    "dimensions of one hash within the rank": (model(alike(30_000)), RAISED, {"ONNX_SHAPE_INVALID"}),
    "millions of dimensions": (model(field(5, TENSOR + field(1, b"\1" * (40 << 20)))), Limits(), {"ONNX_LIMIT_RANK"}),
    "a product of thousands of digits": (
        model(field(5, TENSOR + dimensions(*[1 << 20] * 100_000))),
        RAISED,
        {"ONNX_LIMIT_TENSOR_BYTES"},
    ),
    "graphs without anything": (
        model(field(1, field(5, field(1, b"a") + b"\x5a\x00" * 200_000 + b"\xa0\x01\x0a"))),
        Limits(),
        {"ONNX_CHECKER"},
    ),
    "a text behind many attributes": (
        model(field(1, b"\x2a\x00" * 300_000 + field(3, b"\xff"))),
        Limits(),
        {"ONNX_STRING_ENCODING", "ONNX_ATTRIBUTE_INVALID"},
    ),
    "a text among millions": (
        model(field(1, b"\x0a\x01a" * 1_000_000 + b"\x0a\x01\xff")),
        Limits(),
        {"ONNX_STRING_ENCODING"},
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_wrong_is_said_and_the_inventory_stands(name: str) -> None:
    data, limits, expected = HOSTILE[name]
    found = audit(data, limits)
    codes = {refusal.code for refusal in found.findings}
    assert expected <= codes
    assert "ONNX_INFERENCE_BUDGET" not in codes
    assert found.inventory is not None


def test_a_text_past_what_is_looked_at_is_refused_without_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    from wai_lint.checkers.onnx.encoding import parse
    from wai_lint.checkers.onnx.refusal import Refusals

    monkeypatch.setattr(texts, "_MOST_MESSAGES", 1)
    wrong = relu()
    wrong.graph.node[0].name = "QQQ"
    found = Refusals()
    texts.refuse_texts(parse(wrong.SerializeToString().replace(b"QQQ", b"Q\xffQ"), Limits(), found), found)
    assert [(each.code, each.place) for each in found] == [("ONNX_STRING_ENCODING", "")]
    assert "a text of the model" in found[0].message


def test_an_interruption_while_the_inferred_model_is_read_costs_no_other_its_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = audit(GOOD)

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(child, "read_message", interrupt)
    with pytest.raises(KeyboardInterrupt):
        _ = held.inferred
    monkeypatch.undo()
    assert audit(GOOD).admitted
    assert held.inferred is not None


def test_threads_do_not_take_one_anothers_answers() -> None:
    bad = relu()
    bad.graph.node[0].domain = "elsewhere"
    verdicts: dict[bytes, set[tuple[bool, bool]]] = {GOOD: set(), bad.SerializeToString(): set()}

    def judge(data: bytes) -> None:
        for _ in range(60):
            found = audit(data)
            verdicts[data].add((found.admitted, found.inferred is not None))

    threads = [threading.Thread(target=judge, args=(data,)) for data in verdicts for _ in range(2)]
    warm_child()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(verdicts.values()) == [{(True, True)}, {(False, False)}]
