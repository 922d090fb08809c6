"""The ONNX family: models that are admitted or refused, and integer throughout where they are on a decode path.

An audit reports all that it refuses, so a model may have many findings; each lies at a path of graphs and nodes, as a
model has no text. Where a model is refused nothing else is looked for in it, and nothing excuses that. The option
`context` holds, as JSON, what the configuration says of a file: `limits` by name, and `integer-only`.
"""

from __future__ import annotations

from ...checkers.diagnostic import Diagnostic
from ..discovery import discover
from ..family import Checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.source import Source
    from ..family import Settings
    from ..rule import Rule

INTEGER_ONLY = "integer-only"


def check(source: Source, settings: Settings) -> Checked:
    """What an audit of the model refuses, and what of an admitted one is not integer where it must be."""
    import json

    from ...checkers.onnx.audit import audit
    from ...checkers.onnx.limits import Limits

    context = json.loads(str(settings.options.get("context", "{}")))
    result = audit(source.data, Limits(**context.get("limits", {})))
    found = [_finding(source, *refusal) for refusal in result.findings]
    if not found and context.get(INTEGER_ONLY) and result.inferred is not None:
        from ...checkers.onnx.integer_only import problems

        found = [_finding(source, *problem) for problem in problems(result.inferred)]
    return Checked(found, [])


def _finding(source: Source, code: str, message: str, place: str) -> Diagnostic:
    rule = rule_of(code)
    return Diagnostic(rule.code, rule.name, source.path, None, message, severity=rule.severity, place=place)


def rule_of(code: str) -> Rule:
    """The rule with a code."""
    return next(module.RULE for module in discover("onnx") if code == module.RULE.code)
