"""The Python family: a source is parsed once, and every selected rule reads the facts of what is on a decode path.

A rule's `check(facts)` yields diagnostics; the note that says by which route the place is on a decode path is added
here. A source that does not parse gets PY001 whatever is selected: what was not checked must not read as clean.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager

from ...checkers.python.facts import Facts
from ...checkers.python.inference import infer
from ...checkers.python.names import Names
from ...checkers.python.parsing import Parsed, SyntaxProblem, parse
from ...checkers.python.selection import NAMED, Context, path_of, whole
from ..discovery import discover
from ..family import Checked
from . import syntax_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.source import Source
    from ..family import Settings

# The parser nests trees less deep than a tenth of this; the frames are on the heap.
_FRAMES = 40_000


def check(source: Source, settings: Settings) -> Checked:
    """What the selected rules find in the part of a Python source that is on a decode path."""
    with _deep_recursion():
        parsed = parse(source)
        if isinstance(parsed, SyntaxProblem):
            return Checked([syntax_error.report(source, parsed)], [])
        return Checked(_findings(parsed, settings), parsed.comments)


def _findings(parsed: Parsed, settings: Settings) -> list[Diagnostic]:
    text = settings.options.get("context")
    context = Context.from_text(text) if isinstance(text, str) else whole(NAMED)
    names = Names(
        parsed.tree,
        context.module,
        package=context.package,
        exports={module: frozenset(exported) for module, exported in context.exports.items()},
        aliases=context.aliases,
    )
    markers = settings.options.get("markers")
    path = path_of(parsed, names, context, markers if isinstance(markers, list) else [])
    if not path:
        return []
    types = infer(parsed, names, {})
    facts = Facts(parsed.source, parsed, names, types, settings.options, path)
    found: list[Diagnostic] = []
    for rule in discover("python"):
        if rule is not syntax_error and settings.runs(rule.RULE):
            found.extend(rule.check(facts))
    return found


@contextmanager
def _deep_recursion() -> Iterator[None]:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
