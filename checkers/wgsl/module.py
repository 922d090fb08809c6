"""A WGSL module from its source: parsed, lowered to the typed IR and validated."""

from __future__ import annotations

from ..diagnostic import Diagnostic, Note, Span
from . import ir
from .lowering.translation_unit import lower
from .parser import parse
from .validate import validate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Source
    from .syntax import SyntaxProblem

_NAMES = {"WGSL001": "syntax-error", "WGSL002": "invalid-module", "WGSL004": "nonstandard-syntax"}


def load(source: Source) -> ir.Module:
    """The module that `source` holds, with what is wrong with it in `diagnostics`, in order of place.

    A module with a syntax error is not lowered, and one with a type error not validated; `valid` says whether it is
    whole.
    """
    unit = parse(source)
    module = ir.Module(source)
    module.comments = unit.comments
    module.diagnostics.extend([_diagnostic(source, problem) for problem in unit.problems])
    if module.valid:
        lower(module, unit)
        if module.valid:
            module.diagnostics.extend(validate(module))
    module.diagnostics.sort(key=Diagnostic.sort_key)
    return module


def _diagnostic(source: Source, problem: SyntaxProblem) -> Diagnostic:
    notes = tuple(Note(text, Span.of(source, start, end)) for start, end, text in problem.notes)
    span = Span.of(source, problem.start, problem.end)
    return Diagnostic(problem.code, _NAMES[problem.code], source.path, span, problem.message, notes=notes)
