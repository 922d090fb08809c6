"""The parser: a table-driven LALR(1) automaton over the tokens of a module (WGSL §3.1), without recursion.

Its tables are generated from grammars/wgsl.lark, its actions are those of `TreeBuilder`. A path from the root of the
tree crosses at most `MOST_NESTING` brackets and, in each operand, `MOST_PREFIXES` unary operators; only `Binary.left`,
`Index.base`, `Member.base` and `If.otherwise` can go deeper, as deep as the module is long.
"""

from __future__ import annotations

from itertools import accumulate
from operator import itemgetter

from ...grammars.wgsl_tables import GOTOS, ROWS, RULES, SPELLINGS
from ..source import BYTE_ORDER_MARK
from .expression_actions import SyntaxRefusal
from .lexer import KINDS, TOO_DEEP, Tokens, tokenize
from .syntax import TranslationUnit
from .template_lists import TEMPLATE_END, TEMPLATE_START, discover
from .tree_builder import TreeBuilder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..source import Source
    from .syntax import Declaration, Directive

# WGSL §2.4 asks for 127 nested braces; browsers stop at 128 brackets of all kinds together.
MOST_NESTING = 160

_DEPTHS = [0] * KINDS
for _kind in (SPELLINGS["("], SPELLINGS["["], SPELLINGS["{"], TEMPLATE_START):
    _DEPTHS[_kind] = 1
for _kind in (SPELLINGS[")"], SPELLINGS["]"], SPELLINGS["}"], TEMPLATE_END):
    _DEPTHS[_kind] = -1


def _rows() -> list[list[int]]:
    rows = []
    for entries in ROWS:
        row = [0] * KINDS
        for kind, code in entries.items():
            row[kind] = code
        rows.append(row)
    return rows


def _action(name: str, present: tuple[bool, ...]) -> Callable[..., object] | None:
    """The action of an alias, which is given None where `present` marks an optional part that is absent."""
    if not name:
        return None
    method: Callable[..., object] = getattr(TreeBuilder, name)
    if not present:
        return method
    order = [sum(present[:index]) + 1 if there else -1 for index, there in enumerate(present)]
    pick = itemgetter(0, *order)
    return lambda *symbols: method(*pick((*symbols, None)))


_ROWS = _rows()
# Indexed by the negative numbers of the rows.
_RULES = [(_action(name, present), count, GOTOS[number]) for number, count, name, present in reversed(RULES)]


def parse(source: Source) -> TranslationUnit:
    """The syntax tree of `source`, with what the parser has to say in `problems`; never raises.

    After a syntax error (WGSL001, the last problem) the tree holds no declarations.
    """
    text = source.text
    tokens = tokenize(text)
    discover(tokens)
    _limit_nesting(tokens)
    builder = TreeBuilder(tokens)
    if source.data.startswith(BYTE_ORDER_MARK):
        builder.nonstandard(0, 0, "browsers refuse a byte-order mark: save the module without one")
    directives: list[Directive] = []
    declarations: list[Declaration] = []
    try:
        directives, declarations = _run(tokens, builder)
    except SyntaxRefusal as refusal:
        builder.problems.append(refusal.problem)
    return TranslationUnit(len(text), directives, declarations, tokens.comments, builder.problems)


def _run(tokens: Tokens, builder: TreeBuilder) -> tuple[list[Directive], list[Declaration]]:
    kinds = tokens.kinds
    rows = _ROWS
    rules = _RULES
    position = 0
    kind = kinds[0]
    row = rows[0]
    states = [0]
    values: list = []
    while True:
        code = row[kind]
        if code > 0:
            states.append(code)
            values.append(position)
            row = rows[code]
            position += 1
            kind = kinds[position]
        elif code:
            action, count, goto = rules[code]
            if action is None:
                states[-1] = code = goto[states[-2]]
            elif count:
                symbols = values[-count:]
                del values[-count:], states[-count:]
                values.append(action(builder, *symbols))
                code = goto[states[-1]]
                states.append(code)
            else:
                values.append(action(builder))
                code = goto[states[-1]]
                states.append(code)
            row = rows[code]
        elif kind == 1 and len(values) == 1:
            return values[0]
        else:
            from .syntax_errors import problem_at

            raise SyntaxRefusal(problem_at(tokens, position))


def _limit_nesting(tokens: Tokens) -> None:
    """Mark the first bracket beyond the limit, for the parser to refuse when it comes to it."""
    depths = list(accumulate(map(_DEPTHS.__getitem__, tokens.kinds)))
    if max(depths) > MOST_NESTING:
        tokens.kinds[depths.index(MOST_NESTING + 1)] = TOO_DEEP
