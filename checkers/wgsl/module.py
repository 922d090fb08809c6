"""A WGSL module from its source: parsed, lowered to the typed IR and validated."""

from __future__ import annotations

from ..diagnostic import Diagnostic
from . import ir
from .lowering.translation_unit import lower
from .parser import parse
from .problems import NONSTANDARD_SYNTAX, problem
from .types import forget
from .validate import validate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..source import Source


def load(source: Source) -> ir.Module:
    """The module that `source` holds, with what is wrong with it in `diagnostics`, in order of place.

    A module with a syntax error is not lowered, and one with a type error not validated; `resolved` says whether its
    IR is whole, `valid` whether WGSL accepts it.
    """
    forget()
    unit = parse(source)
    module = ir.Module(source)
    module.comments = unit.comments
    for said in unit.problems:
        module.diagnostics.append(problem(source, said.code, said.start, said.end, said.message, said.notes))
    module.resolved = module.valid
    if module.resolved:
        lower(module, unit)
    if module.resolved:
        refused = validate(module)
        module.diagnostics.extend(refused)
        module.resolved = all(found.code == NONSTANDARD_SYNTAX for found in refused)
    module.diagnostics.sort(key=Diagnostic.sort_key)
    return module
