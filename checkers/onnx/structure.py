"""Graphs, nodes and attributes: their counts, their names, and that an attribute holds what it says (onnx §1)."""

from __future__ import annotations

from typing import Any

from .imports import check_domain
from .place import Place, path
from .tour import Tour

_TYPE, _NAME, _REFERENCE = 20, 1, 21
_OVERLOAD = 8
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
_SINGLE_TENSOR, _TENSORS = 5, 10


def check_graph(tour: Tour, values: dict[int, Any], place: Place | None, depth: int) -> bool:
    """Count a graph and its nodes; False when there are more nodes than are walked."""
    tour.graphs += 1
    if place is not None and place[0] is not None:
        tour.nested.append(place)
    if depth > tour.maximum_depth:
        tour.maximum_depth = depth
        if depth == tour.limits.depth + 1:
            tour.refuse(
                "ONNX_LIMIT_DEPTH", f"a graph {depth} below the root is past the limit of {tour.limits.depth}", place
            )
    _check_ends(tour, values, place)
    nodes = values.get(1, ())
    if place is not None and place[0] is None and place[1] == "graph":
        tour.top_level_nodes = len(nodes)
    return check_nodes(tour, nodes, place)


def check_nodes(tour: Tour, nodes: Any, place: Place | None) -> bool:
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


def _check_ends(tour: Tour, values: dict[int, Any], place: Place | None) -> None:
    inputs, outputs = values.get(11, ()), values.get(12, ())
    count = len(inputs)
    if count > tour.limits.inputs:
        if tour.ir_version <= 3:
            # IR 3 lists the initializers among the inputs.
            constants = {tensor.name for tensor in values.get(5, ())}
            constants.update(sparse.values.name for sparse in values.get(15, ()))
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


def check_node(tour: Tour, values: dict[int, Any], place: Place | None) -> None:
    """Check a node's domain and that no two of its attributes have one name."""
    check_domain(tour, values.get(7, ""), place)
    if values.get(_OVERLOAD):
        message = "the node calls a function by its overload, and a model has no functions of its own: inline it"
        tour.refuse("ONNX_LOCAL_FUNCTION", message, place)
    attributes = values.get(5, ())
    if len(attributes) > 1:
        names = [attribute.name for attribute in attributes]
        if len(set(names)) == len(names):
            return
        seen = set()
        for index, name in enumerate(names):
            if name in seen:
                message = "the node has another attribute of this name, and readers differ in which they take"
                tour.refuse("ONNX_ATTRIBUTE_INVALID", message, (place, "attribute", index, attributes[index]))
            seen.add(name)


def check_attribute(tour: Tour, values: dict[int, Any], place: Place | None, inside: bool) -> None:
    """Count a tensor-valued attribute and check that the one value is of the type it says; `inside` a function."""
    held = [number for number in values if number in _VALUES]
    tour.tensor_attributes += (_SINGLE_TENSOR in values) + len(values.get(_TENSORS, ()))
    said = values.get(_TYPE, 0)
    if len(held) == 1 and _VALUES[held[0]][0] == said and _REFERENCE not in values and values.get(_NAME):
        return
    message = _offence(values, held, said, inside)
    if message:
        tour.refuse("ONNX_ATTRIBUTE_INVALID", message, place)


def _offence(values: dict[int, Any], held: list[int], said: int, inside: bool) -> str:
    """What is wrong with an attribute, empty when nothing is."""
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
