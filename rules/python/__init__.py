"""The Python family: a source is parsed once, and every selected rule reads the facts of what is on a decode path.

A rule's `check(facts)` yields diagnostics; the note that says by which route the place is on a decode path is added
here. A source that does not parse gets PY001 whatever is selected: what was not checked must not read as clean.
"""

from __future__ import annotations

import ast

from ...checkers.diagnostic import Diagnostic, Note
from ...checkers.python.facts import WHOLE, Facts
from ...checkers.python.inference import infer
from ...checkers.python.names import Names
from ...checkers.python.parsing import Parsed, SyntaxProblem, deep_recursion, parse
from ...checkers.python.selection import NAMED, Context, may_mark, path_of, whole
from ...checkers.python.signatures import decode
from ..discovery import discover
from ..family import Checked
from . import misplaced_marker, syntax_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.source import Source
    from ..family import Settings


def check(source: Source, settings: Settings) -> Checked:
    """What the selected rules find in the part of a Python source that is on a decode path."""
    text = settings.options.get("context")
    context = Context.from_text(text) if isinstance(text, str) else whole(NAMED)
    markers = settings.options.get("markers")
    if not (context.path or markers or may_mark(source.text)):
        return Checked([], [], partial=True)
    with deep_recursion():
        parsed = parse(source)
        if isinstance(parsed, SyntaxProblem):
            return Checked([syntax_error.report(source, parsed)], [])
        facts = _facts(parsed, context, markers if isinstance(markers, list) else [], settings)
        found: list[Diagnostic] = []
        for rule in discover("python"):
            if rule is not syntax_error and settings.runs(rule.RULE) and (facts.path or rule is misplaced_marker):
                found.extend(rule.check(facts))
        return Checked(routed(found, facts), parsed.comments, partial=WHOLE not in facts.path)


def _facts(parsed: Parsed, context: Context, markers: list[str], settings: Settings) -> Facts:
    names = Names(
        parsed.tree,
        context.module,
        package=context.package,
        exports={module: frozenset(exported) for module, exported in context.exports.items()},
        aliases=context.aliases,
    )
    path = path_of(parsed, names, context, markers)
    returns = {name: decode(type_) for name, type_ in context.returns.items()}
    return Facts(parsed.source, parsed, names, infer(parsed, names, returns), settings.options, path)


def routed(found: list[Diagnostic], facts: Facts) -> list[Diagnostic]:
    """Diagnostics with a note that says by which route each is on a decode path."""
    route = facts.path.get(WHOLE)
    starts = [] if route is not None else _definitions(facts)
    enclosing: list[tuple[int, ast.AST]] = []
    at = 0
    found.sort(key=Diagnostic.sort_key)
    for diagnostic in found:
        if route is None:
            offset = diagnostic.span.start.offset if diagnostic.span is not None else 0
            while at < len(starts) and starts[at][0] <= offset:
                _leave(enclosing, starts[at][0])
                enclosing.append(starts[at][1:])
                at += 1
            _leave(enclosing, offset)
            # A default is a part of its function, but runs with what is around that.
            around = [node for _, node in reversed(enclosing)]
            said = next(filter(None, map(facts.route, (*around, facts.parsed.tree))), "")
        else:
            said = route
        if said:
            diagnostic.notes = (*diagnostic.notes, Note(f"on a decode path: {said}"))
    return found


def _leave(enclosing: list[tuple[int, ast.AST]], offset: int) -> None:
    """Drop the definitions that end before an offset, the innermost of which are last."""
    while enclosing and enclosing[-1][0] <= offset:
        enclosing.pop()


def _definitions(facts: Facts) -> list[tuple[int, int, ast.AST]]:
    """Where each function and class starts and ends, with its decorators, in the order of the text."""
    found: list[tuple[int, int, ast.AST]] = []
    for node in facts.names.scopes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            start, end = facts.parsed.span(node)
            found.append((start, end, node))
    return sorted(found, key=lambda row: (row[0], -row[1]))
