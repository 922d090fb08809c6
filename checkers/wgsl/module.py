"""A WGSL module from its source: parsed, lowered to the typed IR and validated."""

from __future__ import annotations

from ..diagnostic import Diagnostic
from . import ir
from .lowering.translation_unit import lower
from .parser import parse
from .problems import problem
from .types import forget
from .validate import validate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Source


def load(source: Source) -> ir.Module:
    """The module that `source` holds, with what is wrong with it in `diagnostics`, in order of place.

    A module with a syntax error is not lowered, and one with a type error not validated; `valid` says whether it is
    whole.
    """
    forget()
    unit = parse(source)
    module = ir.Module(source)
    module.comments = unit.comments
    for said in unit.problems:
        module.diagnostics.append(problem(source, said.code, said.start, said.end, said.message, said.notes))
    if module.valid:
        lower(module, unit)
        if module.valid:
            module.diagnostics.extend(validate(module))
    module.diagnostics.sort(key=Diagnostic.sort_key)
    return module
