"""Graphs, nodes, attributes, functions: counts, names, and that an attribute holds what it says (onnx §1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from onnx.onnx_ml_pb2 import AttributeProto

from .constants import check_constant
from .imports import check_domain
from .place import GRAPHS, Place, path
from .tour import Tour

_NAME, _TYPE, _REFERENCE = 1, 20, 21
# The fields of AttributeProto that hold a value, by number: the type that says so, and its name.
_VALUES = {
    2: (1, "FLOAT"),
    3: (2, "INT"),
    4: (3, "STRING"),
    5: (4, "TENSOR"),
    6: (5, "GRAPH"),
    22: (11, "SPARSE_TENSOR"),
    14: (13, "TYPE_PROTO"),
    7: (6, "FLOATS"),
    8: (7, "INTS"),
    9: (8, "STRINGS"),
    10: (9, "TENSORS"),
    11: (10, "GRAPHS"),
    23: (12, "SPARSE_TENSORS"),
    15: (14, "TYPE_PROTOS"),
}
_NAMES = dict(_VALUES.values())
# A writer of proto3 leaves out a number that is 0 and an empty list.
_MAY_BE_ABSENT = frozenset({1, 2, 3, 6, 7, 8, 9, 10, 12, 14})
_NUMBERS = frozenset({1, 2, 6, 7})
_TENSOR, _TENSORS = 5, 10
# Which fields of AttributeProto hold messages, and whether many.
_MESSAGES = {field.number: field.is_repeated for field in AttributeProto.DESCRIPTOR.fields if field.message_type}
# What is visited in a graph but for its nodes, the last first.
_BESIDE_NODES = ("sparse_initializer", "value_info", "output", "input", "initializer")


def check_graph(tour: Tour, place: Place) -> bool:
    """Count a graph and its nodes; where there are more nodes than are walked, all the rest is visited."""
    graph: Any = place[3]
    tour.graphs += 1
    nodes = graph.node
    if place[0] is not None:
        tour.nested.append(place)
        _check_depth(tour, place)
    elif place[1] == "graph":
        tour.top_level_nodes = len(nodes)
    _check_ends(tour, graph, place)
    if _check_nodes(tour, nodes, place):
        return True
    for name in _BESIDE_NODES:
        tour.visit_each(place, name, getattr(graph, name))
    return False


def _check_depth(tour: Tour, place: Place) -> None:
    depth = 0
    above: Place | None = place
    while above is not None:
        depth += above[1] in GRAPHS
        above = above[0]
    if depth > tour.maximum_depth:
        tour.maximum_depth = depth
        if depth == tour.limits.depth + 1:
            tour.refuse(
                "ONNX_LIMIT_DEPTH", f"a graph {depth} below the root is past the limit of {tour.limits.depth}", place
            )


def check_function(tour: Tour, place: Place) -> bool:
    """Refuse a function, and count its nodes; where there are more than are walked, all the rest is visited."""
    message = "the model defines an operator of its own, which the audit does not unfold: inline it (onnx.inliner)"
    tour.refuse("ONNX_LOCAL_FUNCTION", message, place)
    function: Any = place[3]
    if _check_nodes(tour, function.node, place):
        return True
    tour.visit_each(place, "value_info", function.value_info)
    tour.visit_each(place, "attribute_proto", function.attribute_proto)
    return False


def check_training(tour: Tour, place: Place) -> bool:
    """Refuse training data; its graphs are visited."""
    message = "the model holds training data, which is no part of decoding: export it for inference"
    tour.refuse("ONNX_TRAINING_INFO", message, place)
    return True


def _check_nodes(tour: Tour, nodes: Any, place: Place | None) -> bool:
    """Count the nodes of a graph or a function and check their names; False when there are more than are walked."""
    before = tour.nodes
    tour.nodes += len(nodes)
    if tour.nodes > tour.limits.nodes:
        if before <= tour.limits.nodes:
            said = f"with the {len(nodes)} nodes of this graph or function the model holds {tour.nodes} or more"
            tour.refuse("ONNX_LIMIT_NODES", f"{said}, past the limit of {tour.limits.nodes}", place)
        return False
    _check_node_names(tour, nodes, place)
    return True


def _check_ends(tour: Tour, graph: Any, place: Place) -> None:
    inputs, outputs = graph.input, graph.output
    count = len(inputs)
    if count > tour.limits.inputs:
        if tour.ir_version <= 3:
            # IR 3 lists the initializers among the inputs.
            constants = {tensor.name for tensor in graph.initializer}
            constants.update(sparse.values.name for sparse in graph.sparse_initializer)
            count = sum(1 for value in inputs if value.name not in constants)
        if count > tour.limits.inputs:
            tour.refuse(
                "ONNX_LIMIT_INPUTS", f"{count} inputs are past the limit of {tour.limits.inputs} for a graph", place
            )
    if len(outputs) > tour.limits.outputs:
        message = f"{len(outputs)} outputs are past the limit of {tour.limits.outputs} for a graph"
        tour.refuse("ONNX_LIMIT_OUTPUTS", message, place)


def _check_node_names(tour: Tour, nodes: Any, place: Place | None) -> None:
    """Check that the nodes of one graph that have names have different ones."""
    names = [node.name for node in nodes]
    if len(set(names)) == len(names):
        return
    seen: dict[str | bytes, int] = {}
    for index, name in enumerate(names):
        first = seen.setdefault(name, index) if name else index
        if first != index:
            other = path((None, "node", first, nodes[first])).removeprefix("/")
            message = f"the name is also that of {other} in this graph, so evidence would name neither"
            tour.refuse("ONNX_DUPLICATE_NODE_NAME", message, (place, "node", index, nodes[index]))


def check_node(tour: Tour, place: Place) -> bool:
    """Check a node's domain and that no two of its attributes have one name."""
    node: Any = place[3]
    check_domain(tour, node.domain, place)
    if node.overload:
        message = "the node calls a function by its overload, and a model has no functions of its own: inline it"
        tour.refuse("ONNX_LOCAL_FUNCTION", message, place)
    attributes = node.attribute
    if attributes:
        if len(attributes) > 1:
            _check_attribute_names(tour, attributes, place)
        before = len(tour.stack)
        for index, attribute in enumerate(attributes):
            _check_attribute(tour, (place, "attribute", index, attribute))
        tour.turn(before)
    return False


def _check_attribute_names(tour: Tour, attributes: Any, place: Place) -> None:
    names = [attribute.name for attribute in attributes]
    if len(set(names)) == len(names):
        return
    seen = set()
    for index, name in enumerate(names):
        if name in seen:
            message = "the node has another attribute of this name, and readers differ in which they take"
            tour.refuse("ONNX_ATTRIBUTE_INVALID", message, (place, "attribute", index, attributes[index]))
        seen.add(name)


def check_attribute(tour: Tour, place: Place) -> bool:
    """Count a tensor-valued attribute and check that the one value is of the type it says; what it holds is visited."""
    before = len(tour.stack)
    _check_attribute(tour, place)
    tour.turn(before)
    return False


def _check_attribute(tour: Tour, place: Place) -> None:
    """The same, but what it holds is put on the stack in its order."""
    attribute: Any = place[3]
    if attribute.type in _NUMBERS:
        # Many nodes have the same; looking at what was seen before is cheaper than looking at its fields.
        key = attribute.SerializeToString()
        if key in tour.plain_attributes:
            return
        fields = attribute.ListFields()
        if _is_plain(fields):
            tour.plain_attributes.add(key)
            return
    else:
        fields = attribute.ListFields()
    if not _is_plain(fields):
        message = _offence({field.number: value for field, value in fields}, place)
        if message:
            tour.refuse("ONNX_ATTRIBUTE_INVALID", message, place)
    for field, value in fields:
        number = field.number
        if number == _TENSOR:
            tour.tensor_attributes += 1
            check_constant(tour, (place, field.name, -1, value))
        elif number in _MESSAGES:
            if number == _TENSORS:
                tour.tensor_attributes += len(value)
            if _MESSAGES[number]:
                tour.stack += [(place, field.name, index, each) for index, each in enumerate(value)]
            else:
                tour.stack.append((place, field.name, -1, value))


def _is_plain(fields: Sequence[tuple[FieldDescriptor, Any]]) -> bool:
    """Whether an attribute has a name, a value, and the type of that value, in the order of their numbers."""
    if len(fields) != 3:
        return False
    (first, name), (field, _), (last, said) = fields
    number = field.number
    return (
        first.number == _NAME
        and last.number == _TYPE
        and number in _VALUES
        and _VALUES[number][0] == said
        and bool(name)
    )


def _offence(values: dict[int, Any], place: Place) -> str:
    """What is wrong with an attribute, empty when nothing is."""
    held = [number for number in values if number in _VALUES]
    said = values.get(_TYPE, 0)
    inside = _REFERENCE in values and _is_inside_function(place)
    kinds = [_VALUES[number][1] for number in held]
    if not values.get(_NAME):
        return "the attribute has no name"
    if said not in _NAMES:
        return "the attribute does not say of which type it is"
    if len(held) > 1:
        return f"the attribute holds both {kinds[0]} and {kinds[1]}, and readers differ in which they take"
    if _REFERENCE in values and (not inside or held):
        return (
            "the attribute refers to one of a function that it is not in"
            if not inside
            else "the attribute refers to one of its function and holds a value besides"
        )
    if held and _VALUES[held[0]][0] != said:
        return (
            f"the attribute says that it is {_NAMES[said]} and holds {kinds[0]}, and readers differ in which they take"
        )
    if not held and said not in _MAY_BE_ABSENT and _REFERENCE not in values:
        return f"the attribute says that it is {_NAMES[said]} and holds nothing"
    return ""


def _is_inside_function(place: Place | None) -> bool:
    while place is not None:
        if place[1] == "functions":
            return True
        place = place[0]
    return False
