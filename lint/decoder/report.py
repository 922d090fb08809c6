"""The run report (`wai-run/1`, schemas/wai-run.json): what ran, on what, and what came of it (item 6)."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from ... import __version__
from ...checkers.decoder.comparison import Difference
from ...checkers.decoder.confirm import Decoded
from ...checkers.decoder.probe import ProbeReport
from ...checkers.decoder.semantics.suite import SuiteReport
from ...checkers.decoder.trials import TrialReport
from .confirmation import Confirmation
from .kernels import Kernel
from .manifest import Payload

FORMAT = "wai-run/1"


def as_json(made: Confirmation) -> str:
    """The report of a confirmation."""
    return json.dumps(document(made), indent=2, ensure_ascii=False) + "\n"


def document(made: Confirmation) -> dict[str, Any]:
    """The report as JSON has it."""
    model = made.model
    return {
        "format": FORMAT,
        "tool": f"wai-lint {__version__}",
        "confirmed": made.confirmed,
        "complaints": made.complaints,
        "executor": None if made.identity is None else asdict(made.identity),
        "manifest": {"path": made.manifest.path, "sha256": made.manifest.sha256},
        "model": None if model is None else {"digest": model.digest.hex(), "width": model.certificate.width},
        "kernels": [_kernel(kernel) for kernel in made.kernels],
        "suite": None if made.suite is None else _suite(made.suite),
        "probe": None if made.probe is None else _probe(made.probe),
        "operators": None if made.trials is None else _trials(made.trials),
        "payloads": [_payload(payload, decoded) for payload, decoded in made.decoded],
    }


def _kernel(kernel: Kernel) -> dict[str, Any]:
    return {
        "operator": kernel.operator,
        "sha256": kernel.sha256,
        "findings": [
            {
                "code": finding.code,
                "line": finding.span.start.line if finding.span else None,
                "column": finding.span.start.column if finding.span else None,
                "message": finding.message,
            }
            for finding in kernel.findings
        ],
    }


def _suite(report: SuiteReport) -> dict[str, Any]:
    return {
        "seed": report.seed,
        "cases": report.cases,
        "drawn": report.drawn,
        "different": report.different,
        "differences": list(map(str, report.differences)),
        "unguarded": {
            "cases": report.unguarded,
            "different": report.unguarded_different,
            "differences": list(map(str, report.unguarded_differences)),
        },
    }


def _probe(report: ProbeReport) -> dict[str, Any]:
    return {
        "seed": report.seed,
        "cases": report.cases,
        "different": report.different,
        "differences": list(map(str, report.mismatches)),
    }


def _trials(report: TrialReport) -> dict[str, Any]:
    return {
        "seed": report.seed,
        "graphs": report.graphs,
        "elements": report.elements,
        "different": report.different,
        "differences": list(map(str, report.mismatches)),
    }


def _payload(payload: Payload, decoded: Decoded) -> dict[str, Any]:
    picture, refusal = decoded.picture, decoded.refusal
    return {
        "path": payload.shown,
        "sha256": decoded.payload_sha256,
        "golden": decoded.golden,
        "matches": decoded.matches,
        "picture": picture and {"width": picture.width, "height": picture.height, "sha256": picture.sha256},
        "refusal": refusal and {"code": refusal.code, "message": refusal.message},
        "operators": [
            {
                "name": compared.name,
                "operator": compared.operator,
                "elements": compared.elements,
                "differing": compared.difference.count if compared.difference else 0,
                "first": compared.difference and _first(compared.difference),
            }
            for compared in decoded.operators
        ],
    }


def _first(difference: Difference) -> dict[str, int]:
    return {"index": difference.index, "expected": difference.expected, "given": difference.given}
