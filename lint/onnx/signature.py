"""`wai-lint onnx signature MODEL`: what names the executable graph, whatever its file says beside it."""

from __future__ import annotations

from ..options import Arguments
from ..report import CLEAN, FINDINGS
from ..streams import say, write_bytes, write_text
from . import files


def run(operands: list[str], arguments: Arguments) -> int:
    """Print the signature, or the document that it is the hash of; 1 when the model is refused. Raises `UsageError`."""
    from ...checkers.onnx.audit import audit
    from ...checkers.onnx.envelope import encode
    from ...checkers.onnx.signature import document

    path = operands[0]
    policy, _ = files.policies(arguments)
    with files.examining():
        result = audit(files.read(path, policy.limits.model_bytes), policy.limits)
    if result.signature is None or result.inferred is None:
        for each in result.findings:
            at = f" ({each.place})" if each.place else ""
            say("error", f"{path}: {each.code}: {each.message}{at}")
        return FINDINGS
    if arguments.get("--format", "text") == "json":
        write_bytes(encode(document(result.inferred)))
    else:
        write_text(f"{result.signature}\n")
    return CLEAN
