"""Validation: what makes a module whose names and types resolve a shader-creation error all the same.

One file per concept. Each offers a `check(findings)` that reads flat lists of nodes where it can, walks blocks with
a stack of its own where it must, and is linear in the module. Uniformity analysis (WGSL §15.2) is not made: a module
that only breaks uniformity is accepted.
"""

from __future__ import annotations

from . import (
    aliasing,
    attributes,
    behaviors,
    buffer_views,
    builtin_calls,
    calls,
    composites,
    continuing,
    directives,
    entry_points,
    extensions,
    functions,
    interfaces,
    io_attributes,
    stages,
    switches,
    variables,
)
from .findings import Findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...diagnostic import Diagnostic
    from .. import ir


def validate(module: ir.Module) -> list[Diagnostic]:
    """What is wrong with a module that was lowered without an error, in order of place.

    Gives WGSL002 (`invalid-module`) diagnostics and, for what naga accepts and WGSL does not, WGSL004.
    """
    findings = Findings(module)
    directives.check(findings)
    attributes.check(findings)
    extensions.check(findings)
    composites.check(findings)
    variables.check(findings)
    functions.check(findings)
    switches.check(findings)
    behaviors.check(findings)
    continuing.check(findings)
    builtin_calls.check(findings)
    buffer_views.check(findings)
    io_attributes.check(findings)
    entry_points.check(findings)
    if calls.check(findings):
        stages.check(findings)
        interfaces.check(findings)
        aliasing.check(findings)
    findings.diagnostics.sort(key=lambda found: found.sort_key())
    return findings.diagnostics
