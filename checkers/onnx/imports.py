"""IR version and operator sets: which are known, each once (onnx §1)."""

from __future__ import annotations

from typing import Any

import onnx
from onnx import defs

from .place import Place, quoted
from .tour import Tour

# Operator sets were introduced with it.
FIRST_IR_VERSION = 3
# Operators of the preview and training domains may change under the same number, and are no part of a decode path.
SUPPORTED_DOMAINS = frozenset({"", "ai.onnx", "ai.onnx.ml"})


def plain(domain: str) -> str:
    """The domain by its one name: `ai.onnx` and the empty string are the same."""
    return "" if domain == "ai.onnx" else domain


def check_versions(tour: Tour, model: Any) -> None:
    """Check the fields of a model that say what its operators mean, and keep what it imports."""
    tour.ir_version = model.ir_version
    if not FIRST_IR_VERSION <= tour.ir_version <= onnx.IR_VERSION:
        stated = model.HasField("ir_version")
        said = f"the IR version {tour.ir_version} is unknown" if stated else "the model has no IR version"
        message = f"{said}, so nothing says what its fields mean: {FIRST_IR_VERSION} to {onnx.IR_VERSION} are known"
        tour.refuse("ONNX_IR_VERSION", message, None)
    if not model.opset_import:
        tour.refuse("ONNX_OPSET", "no operator set is imported, so nothing says what the operators mean", None)
    for index, imported in enumerate(model.opset_import):
        _check_import(tour, imported.domain, imported.version, (None, "opset_import", index, imported))
    for function in model.functions:
        tour.imported.update(
            plain(imported.domain) for imported in function.opset_import if isinstance(imported.domain, str)
        )


def _check_import(tour: Tour, domain: str | bytes, version: int, place: Place) -> None:
    if isinstance(domain, bytes):
        return
    if plain(domain) in tour.imported:
        twice = "ai.onnx, which the empty name is too," if plain(domain) == "" else quoted(domain)
        tour.refuse(
            "ONNX_OPSET", f"the operator set {twice} is imported twice, and readers differ in which counts", place
        )
    tour.imported.add(plain(domain))
    first, last = defs.C.schema_version_map().get(plain(domain), (1, None))
    if version < first or (last is not None and version > last):
        known = f"{first} to {last}" if last is not None else f"{first} on"
        named = quoted(domain) if plain(domain) else "ai.onnx"
        tour.refuse("ONNX_OPSET", f"version {version} of the operator set {named} is unknown: {known} are known", place)


def check_domain(tour: Tour, domain: str | bytes, place: Place | None) -> None:
    """Check the domain of a node's operator."""
    if domain in tour.imported and domain in SUPPORTED_DOMAINS:
        return
    if isinstance(domain, bytes):
        return
    if domain not in SUPPORTED_DOMAINS:
        message = f"operators of {quoted(domain)} have no published meaning here: ai.onnx and ai.onnx.ml are admitted"
        tour.refuse("ONNX_DOMAIN_UNSUPPORTED", message, place)
    elif plain(domain) not in tour.imported and tour.imported:
        message = (
            f"the model imports no operator set {plain(domain) or 'ai.onnx'}, so nothing says what this operator means"
        )
        tour.refuse("ONNX_OPSET", message, place)
