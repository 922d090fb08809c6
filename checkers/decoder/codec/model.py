"""A model of the codec: its synthesis graph with a certificate, and the frequency tables of its latents."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from .. import document
from .. import graph as graphs
from ..certificate import Certificate, certify
from ..graph import Graph, Range
from ..refusal import MODEL_MISMATCH, Refused
from . import tables as tables_
from .tables import Table

GRAPH = "graph.json"
TABLES = "tables.json"
CHANNELS = 3
BYTE = Range(0, 255)


@dataclass(frozen=True, slots=True)
class Model:
    """`digest` is what payloads name: SHA-256 of the SHA-256 of the graph's document and that of the tables'."""

    graph: Graph
    certificate: Certificate
    tables: tuple[Table, ...]
    digest: bytes

    @property
    def latent(self) -> str:
        """The name of the graph's input."""
        return self.graph.inputs[0].name

    @property
    def picture(self) -> str:
        """The name of the graph's output."""
        return self.graph.outputs[0]


def load(folder: Path) -> Model:
    """The model in a folder: `graph.json` with its sidecar, and `tables.json`. Raises `Refused`, or `OSError`."""
    return assemble(graphs.load(folder / GRAPH), document.content(folder / TABLES), TABLES)


def assemble(graph: Graph, tables: bytes, what: str = "the tables") -> Model:
    """The model of a graph and the document of its tables. Raises `Refused` with `model_mismatch`."""
    parsed = tables_.parse(tables, what)
    certificate = certify(graph)
    if len(graph.inputs) != 1 or graph.inputs[0].shape[:2] != (1, len(parsed)):
        raise Refused(MODEL_MISMATCH, f"the graph of a codec takes one picture of {len(parsed)} latent channels")
    if len(graph.outputs) != 1 or len(certificate.tensors[graph.outputs[0]]) != CHANNELS:
        raise Refused(MODEL_MISMATCH, f"the graph of a codec gives one picture of {CHANNELS} channels")
    declared = graph.ranges[graph.outputs[0]]
    if declared.low < BYTE.low or declared.high > BYTE.high:
        raise Refused(MODEL_MISMATCH, f"the picture's range is {declared}, expected within {BYTE}")
    digest = hashlib.sha256(graph.digest + hashlib.sha256(tables).digest()).digest()
    return Model(graph, certificate, parsed, digest)
