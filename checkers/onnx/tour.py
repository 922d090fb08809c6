"""What the checks of one walk share: limits, findings, and the counts of the inventory (onnx §1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

from google.protobuf.message import Message

from .limits import Limits
from .place import Place, path
from .refusal import Refusals


@dataclass(frozen=True, slots=True)
class Inventory:
    """What a model holds, over all graphs; the depth of the root is 0.

    Graphs are the root and every graph-valued attribute; tensor-valued attributes leave initializers out; encoded
    constant bytes are those of all constant tensors without documentation and with an empty name of two wire bytes.
    """

    graphs: int
    maximum_depth: int
    top_level_nodes: int
    nested_nodes: int
    total_nodes: int
    tensor_valued_attributes: int
    constant_tensors: int
    encoded_constant_bytes: int

    def to_json(self) -> dict[str, int]:
        """The counts by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


class Shape(NamedTuple):
    """What is known of dimensions of constants that are within every limit, whatever the type: how many elements a
    tensor of them has, and the bytes that they take in a message.
    """

    elements: int
    encoded: int


class Tour:
    """The state of a walk."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.findings = Refusals()
        self.ir_version = 0
        self.imported: set[str] = set()
        self.graphs = 0
        # What is still to be visited, the next one last.
        self.stack: list[Place] = []
        self.nested: list[Place] = []
        self.shapes: dict[tuple[int, ...], Shape] = {}
        # Types of values and attributes that need no further look, serialized.
        self.plain_types: set[bytes] = set()
        self.plain_attributes: set[bytes] = set()
        self.maximum_depth = 0
        self.top_level_nodes = 0
        self.nodes = 0
        self.tensor_attributes = 0
        self.constants = 0
        self.constant_bytes = 0

    def visit_each(self, place: Place | None, name: str, messages: Sequence[Message]) -> None:
        """Visit the messages of a field, the first one next."""
        if not messages:
            return
        visits: list[Place] = [(place, name, index, each) for index, each in enumerate(messages)]
        visits.reverse()
        self.stack += visits

    def turn(self, before: int) -> None:
        """Visit what was put on a stack of so many first that which was put there first."""
        if len(self.stack) > before + 1:
            self.stack[before:] = reversed(self.stack[before:])

    def refuse(self, code: str, message: str, place: Place | None) -> None:
        """Add a finding at a place."""
        if self.findings.counts(code):
            self.findings.refuse(code, message, path(place))

    def inventory(self) -> Inventory:
        """The counts so far."""
        return Inventory(
            self.graphs,
            self.maximum_depth,
            self.top_level_nodes,
            self.nodes - self.top_level_nodes,
            self.nodes,
            self.tensor_attributes,
            self.constants,
            self.constant_bytes,
        )
