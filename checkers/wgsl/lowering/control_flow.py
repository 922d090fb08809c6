"""`if`, `switch` and loops (WGSL §9.4)."""

from __future__ import annotations

from .. import ir, syntax
from ..conversions import common_type, concretize, conversion_rank
from ..types import BOOL, is_integer
from .attributes import lower_attributes
from .operands import coerce, convert, require_stage, value
from .statements import STATEMENTS, block, lower_block, lower_body

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .context import Lowering


def condition(low: Lowering, node: syntax.Expression, place: str) -> ir.Expression | None:
    """A condition: a value of type bool."""
    made = value(low, node)
    return None if made is None else coerce(low, made, BOOL, place)


def _if(low: Lowering, node: syntax.If) -> ir.If | None:
    """A chain of `else if` of any length: no recursion along it."""
    parts: list[tuple[syntax.If, tuple[ir.Attribute, ...], ir.Expression | None, ir.Block]] = []
    rest: syntax.Block | syntax.If | None = node
    while type(rest) is syntax.If:
        attributes = lower_attributes(low, rest.attributes)
        tested = condition(low, rest.condition, "the condition of `if`")
        parts.append((rest, attributes, tested, lower_block(low, rest.then)))
        rest = rest.otherwise
    otherwise: ir.Block | ir.If | None = lower_block(low, rest) if isinstance(rest, syntax.Block) else None
    failed = False
    for part, attributes, tested, then in reversed(parts):
        if tested is None or failed:
            failed = True
            continue
        made = ir.If()
        made.start = part.start
        made.end = part.end
        made.attributes = attributes
        made.condition = tested
        made.then = then
        made.otherwise = otherwise
        low.made.append(made)
        otherwise = made
    return None if failed or not isinstance(otherwise, ir.If) else otherwise


def _switch(low: Lowering, node: syntax.Switch) -> ir.Switch | None:
    attributes = lower_attributes(low, node.attributes) + lower_attributes(low, node.body_attributes)
    subject = value(low, node.subject)
    failed = subject is None
    written: list[list[ir.Expression | None]] = []
    bodies: list[ir.Block] = []
    for clause in node.clauses:
        selectors: list[ir.Expression | None] = []
        for selector in clause.selectors:
            made = None
            if selector is not None:
                made = value(low, selector)
                if made is None or not require_stage(low, made, ir.CONST, "a case selector"):
                    failed = True
            selectors.append(made)
        written.append(selectors)
        bodies.append(lower_block(low, clause.body))
    if failed or subject is None:
        return None
    converted = _one_type(low, subject, written)
    if converted is None:
        return None
    made = ir.Switch()
    made.start = node.start
    made.end = node.end
    made.attributes = attributes
    made.subject, selectors_of = converted
    made.clauses = tuple(
        [
            _clause(low, clause, selectors, body)
            for clause, selectors, body in zip(node.clauses, selectors_of, bodies, strict=True)
        ]
    )
    low.made.append(made)
    return made


def _clause(
    low: Lowering, node: syntax.Clause, selectors: tuple[ir.Expression | None, ...], body: ir.Block
) -> ir.Clause:
    made = ir.Clause()
    made.start = node.start
    made.end = node.end
    made.selectors = selectors
    made.body = body
    low.made.append(made)
    return made


def _one_type(
    low: Lowering, subject: ir.Expression, written: list[list[ir.Expression | None]]
) -> tuple[ir.Expression, list[tuple[ir.Expression | None, ...]]] | None:
    """Subject and selectors as one concrete integer type."""
    type_ = subject.type
    if not is_integer(type_):
        low.error(subject.start, subject.end, f"`switch` needs an integer, and this is of type `{type_}`")
        return None
    given = {made.type for selectors in written for made in selectors if made is not None}
    common = common_type([type_, *given])
    target = concretize(type_ if common is None else common)
    fitting = True
    for selectors in written:
        for made in selectors:
            if made is not None and conversion_rank(made.type, target) is None:
                low.error(
                    made.start,
                    made.end,
                    f"a case selector must be of the type switched on, `{target}`, and this is of type `{made.type}`",
                    ((subject.start, subject.end, f"this is of type `{type_}`"),),
                )
                fitting = False
    if not fitting:
        return None
    converted_subject = convert(low, subject, target)
    result: list[tuple[ir.Expression | None, ...]] = []
    for selectors in written:
        converted = [None if made is None else convert(low, made, target) for made in selectors]
        fitting = fitting and converted.count(None) == selectors.count(None)
        result.append(tuple(converted))
    return (converted_subject, result) if fitting and converted_subject is not None else None


def _loop(low: Lowering, node: syntax.Loop) -> ir.Loop | None:
    attributes = lower_attributes(low, node.attributes)
    low.open_scope()
    statements = lower_body(low, node.body.body)
    continuing = None
    break_if = None
    if node.continuing is not None:
        low.open_scope()
        body = lower_body(low, node.continuing.body)
        if node.break_if is not None:
            break_if = condition(low, node.break_if, "the condition of `break if`")
        continuing = block(low, node.continuing, body)
        low.close_scope()
    low.close_scope()
    body = block(low, node.body, statements)
    if node.break_if is not None and break_if is None:
        return None
    return _make_loop(low, node, attributes, "loop", None, None, body, continuing, break_if)


def _for(low: Lowering, node: syntax.For) -> ir.Loop | None:
    attributes = lower_attributes(low, node.attributes)
    low.open_scope()
    initializer = None
    if node.initializer is not None:
        initializer = STATEMENTS[type(node.initializer)](low, node.initializer)
    tested = None
    if node.condition is not None:
        tested = condition(low, node.condition, "the condition of `for`")
    continuing = None
    if node.update is not None:
        update = STATEMENTS[type(node.update)](low, node.update)
        place = syntax.Block(node.update.start, node.update.end, [], [])
        continuing = block(low, place, [] if update is None else [update])
    body = lower_block(low, node.body)
    low.close_scope()
    if node.condition is not None and tested is None:
        return None
    return _make_loop(low, node, attributes, "for", initializer, tested, body, continuing, None)


def _while(low: Lowering, node: syntax.While) -> ir.Loop | None:
    attributes = lower_attributes(low, node.attributes)
    tested = condition(low, node.condition, "the condition of `while`")
    body = lower_block(low, node.body)
    if tested is None:
        return None
    return _make_loop(low, node, attributes, "while", None, tested, body, None, None)


def _make_loop(
    low: Lowering,
    node: syntax.Loop | syntax.For | syntax.While,
    attributes: tuple[ir.Attribute, ...],
    keyword: str,
    initializer: ir.Statement | None,
    tested: ir.Expression | None,
    body: ir.Block,
    continuing: ir.Block | None,
    break_if: ir.Expression | None,
) -> ir.Loop:
    made = ir.Loop()
    made.start = node.start
    made.end = node.end
    made.attributes = attributes
    made.keyword = keyword
    made.initializer = initializer
    made.condition = tested
    made.body = body
    made.continuing = continuing
    made.break_if = break_if
    low.made.append(made)
    return made


STATEMENTS[syntax.If] = _if
STATEMENTS[syntax.Switch] = _switch
STATEMENTS[syntax.Loop] = _loop
STATEMENTS[syntax.For] = _for
STATEMENTS[syntax.While] = _while
