"""IR versions, operator sets and domains that nothing is known of, and what the checker and inference refuse."""

from __future__ import annotations

from collections.abc import Iterator

from onnx import IR_VERSION, helper
from onnx.defs import onnx_opset_version

from .case import INT64, Case, admitted, branch, graph, model, refused, refused_for, relu, tensor, value, within_if

CHECKER = ("ONNX_CHECKER", "graph")


def cases() -> Iterator[Case]:
    """All of them."""
    yield from _ir_versions()
    yield from _operator_sets()
    yield from _domains()
    yield from _checker()
    yield from _inference()


def _ir_versions() -> Iterator[Case]:
    code = "ONNX_IR_VERSION"
    for version in (3, IR_VERSION):
        found = relu()
        found.ir_version = version
        yield admitted(f"version {version}", found)
    for version in (-1, 0, 1, 2, IR_VERSION + 1, 1 << 62):
        found = relu()
        found.ir_version = version
        yield refused_for(f"version {version}", found, (code, ""), CHECKER)
    found.ClearField("ir_version")
    yield refused_for("none", found, (code, ""), CHECKER)


def _operator_sets() -> Iterator[Case]:
    code = "ONNX_OPSET"
    yield admitted("the newest", model(relu().graph, onnx_opset_version(), IR_VERSION))
    found = relu()
    del found.opset_import[:]
    yield refused_for("none", found, (code, ""), CHECKER)
    for version in (0, -1, onnx_opset_version() + 1, 1 << 40):
        yield Case(
            f"version {version}",
            model(relu().graph, version).SerializeToString(),
            ((code, "opset_import[0]"), *_after(version)),
        )
    twice = relu()
    twice.opset_import.append(twice.opset_import[0])
    yield refused("twice", code, "opset_import[1]", twice)
    both = relu()
    both.opset_import.add(domain="ai.onnx", version=17)
    yield refused("ai.onnx beside the default", code, "opset_import[1]", both)
    both.opset_import[1].version = 8
    yield refused("ai.onnx with another version", code, "opset_import[1]", both)
    other = relu()
    other.graph.node[0].domain = "ai.onnx.ml"
    other.graph.node[0].op_type = "Binarizer"
    yield refused_for("a domain that is not imported", other, (code, 'graph/Binarizer[0] "r"'), CHECKER)
    unused = relu()
    unused.opset_import.add(domain="com.example", version=1)
    yield admitted("a domain that nothing uses", unused)


def _after(version: int) -> tuple[tuple[str, str], ...]:
    """What comes after an unknown version: the checker takes one that is too new for the newest."""
    return (CHECKER,) if version < 1 or version >= 1 << 31 else ()


def _domains() -> Iterator[Case]:
    code = "ONNX_DOMAIN_UNSUPPORTED"
    named = relu()
    named.opset_import[0].domain = "ai.onnx"
    yield admitted("ai.onnx for the default", named)
    for domain in ("com.microsoft", "ai.onnx.training", "ai.onnx.preview.training", "AI.ONNX"):
        found = relu()
        found.opset_import.add(domain=domain, version=1)
        found.graph.node.add(op_type="Own", domain=domain, input=["x"], output=["t"], name="n")
        # The checker passes over operators of domains that it does not know.
        after = [CHECKER] if domain == "ai.onnx.training" else []
        yield refused_for(domain, found, (code, 'graph/Own[1] "n"'), *after)
    hidden = helper.make_node("Own", ["x"], ["t"], domain="d")
    found = within_if(branch([hidden]))
    found.opset_import.add(domain="d", version=1)
    yield refused("in a branch", code, 'graph/If[0] "gate".then_branch/Own[0]', found)


def _checker() -> Iterator[Case]:
    unknown = relu()
    unknown.graph.node[0].op_type = "Nothing"
    yield refused("an unknown operator", *CHECKER, unknown)
    unsorted = model(
        graph(
            [helper.make_node("Relu", ["t"], ["y"]), helper.make_node("Relu", ["x"], ["t"])],
            [value("x")],
            [value("y")],
        )
    )
    yield refused("nodes out of order", *CHECKER, unsorted)
    twice = relu()
    twice.graph.node.add(op_type="Abs", input=["x"], output=["y"])
    yield refused("a value given twice", *CHECKER, twice)
    nowhere = relu()
    nowhere.graph.output[0].name = "elsewhere"
    yield refused("an output that nothing gives", *CHECKER, nowhere)
    alien = relu()
    alien.graph.node[0].attribute.add(name="alpha", type=1, f=1)
    yield refused("an attribute that the operator has not", *CHECKER, alien)
    both = relu()
    both.graph.node.extend([both.graph.node[0]])
    yield refused_for("and a name twice", both, ("ONNX_DUPLICATE_NODE_NAME", 'graph/Relu[1] "r"'), CHECKER)


def _inference() -> Iterator[Case]:
    code = ("ONNX_INFERENCE", "graph")
    shapes = model(graph([helper.make_node("Relu", ["x"], ["y"])], [value("x", (2,))], [value("y", (3,))]))
    yield refused("another shape than inferred", *code, shapes)
    kinds = model(graph([helper.make_node("Relu", ["x"], ["y"])], [value("x")], [value("y", (2,), INT64)]))
    yield refused("another type than inferred", *code, kinds)
    product = helper.make_node("MatMul", ["x", "w"], ["y"])
    mismatched = model(graph([product], [value("x", (1, 2))], [value("y", (1, 3))], [tensor(dims=(3, 3))]))
    yield refused("factors that do not fit", *code, mismatched)
    mixed = model(
        graph([helper.make_node("Add", ["x", "i"], ["y"])], [value("x"), value("i", (2,), INT64)], [value("y")])
    )
    yield refused("types that do not fit", *code, mixed)
