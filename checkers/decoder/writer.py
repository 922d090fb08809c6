"""Writing of graphs: a document with the digests of its constants, and the sidecar that holds them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from .graph import DTYPES, FORMAT

# The least dtype that holds a constant's values is its own.
_NARROWEST = ("i8", "i16", "i32")


class Writer:
    """Collects a graph. A node's constants are given by role and get names of their own."""

    def __init__(self, sidecar: str = "weights.bin") -> None:
        self._sidecar_name = sidecar
        self._bytes = bytearray()
        self._inputs: list[dict[str, object]] = []
        self._constants: list[dict[str, object]] = []
        self._nodes: list[dict[str, object]] = []
        self._outputs: list[dict[str, object]] = []

    def input(self, name: str, shape: Sequence[int | None], low: int, high: int) -> str:
        """An input and its range; its name."""
        self._inputs.append({"name": name, "shape": list(shape), "range": [low, high]})
        return name

    def node(
        self,
        name: str,
        operator: str,
        inputs: Sequence[str],
        constants: Mapping[str, NDArray[np.int64]] | None = None,
        attributes: Mapping[str, int] | None = None,
        range: tuple[int, int] | None = None,
    ) -> str:
        """A node; its name. Raises `ValueError` for a constant that 32 bits do not hold."""
        node: dict[str, object] = {"name": name, "operator": operator, "inputs": list(inputs)}
        if constants:
            node["constants"] = {
                role: self._constant(f"{name}.{role}", np.asarray(values)) for role, values in constants.items()
            }
        if attributes:
            node["attributes"] = dict(attributes)
        if range is not None:
            node["range"] = list(range)
        self._nodes.append(node)
        return name

    def output(self, name: str, low: int, high: int) -> None:
        """A tensor that is an output, and its range."""
        self._outputs.append({"name": name, "range": [low, high]})

    def _constant(self, name: str, values: NDArray[np.int64]) -> str:
        for dtype in _NARROWEST:
            data = values.astype(DTYPES[dtype])
            if (data == values).all():
                break
        else:
            raise ValueError(f"{name} does not fit 32 bits")
        entry = {"name": name, "dtype": dtype, "shape": list(values.shape), "offset": len(self._bytes)}
        entry["sha256"] = hashlib.sha256(data.tobytes()).hexdigest()
        self._constants.append(entry)
        self._bytes += data.tobytes()
        return name

    def document(self) -> bytes:
        """The graph's JSON text, an entry a line."""
        parts = [("inputs", self._inputs), ("constants", self._constants)]
        parts += [("nodes", self._nodes), ("outputs", self._outputs)]
        lines = [f'"format": "{FORMAT}"', f'"sidecar": "{self._sidecar_name}"']
        for part, entries in parts:
            lines.append(f'"{part}": [\n    ' + ",\n    ".join(map(json.dumps, entries)) + "\n  ]")
        return ("{\n  " + ",\n  ".join(lines) + "\n}\n").encode()

    def sidecar(self) -> bytes:
        """The bytes of all constants."""
        return bytes(self._bytes)
