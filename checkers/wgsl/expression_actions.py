"""The actions of wgsl.lark for lists and expressions (WGSL §8): from the symbols of a rule to a node.

Each method is the action of the alias of its name in the grammar. A token arrives as its number in `tokens`, an absent
optional part as None.
"""

from __future__ import annotations

from .precedence import MOST_PROBLEMS, fold
from .problems import NONSTANDARD_SYNTAX, SYNTAX_ERROR
from .syntax import Binary, Call, Expression, Index, Literal, Member, Name, SyntaxProblem, Unary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from .lexer import Tokens

# Deep enough for what browsers take (128 levels of nesting of any kind).
MOST_PREFIXES = 128


class SyntaxRefusal(Exception):
    """Ends the parse: the module has the syntax error `problem`."""

    def __init__(self, problem: SyntaxProblem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class ExpressionActions:
    """Builds the expressions of one module; `problems` are those that do not end the parse."""

    __slots__ = ("ends", "lexemes", "problems", "starts", "tokens")

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.lexemes = tokens.lexemes
        self.starts = tokens.starts
        self.ends = tokens.ends
        self.problems: list[SyntaxProblem] = []

    def refuse(self, start: int, end: int, message: str) -> NoReturn:
        """Give up at a syntax error."""
        raise SyntaxRefusal(SyntaxProblem(SYNTAX_ERROR, start, end, message))

    def nonstandard(self, start: int, end: int, message: str) -> None:
        """Report what translators accept and WGSL does not."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(SyntaxProblem(NONSTANDARD_SYNTAX, start, end, message))

    # Lists

    def empty(self) -> list:
        return []

    def single(self, item: object) -> list:
        return [item]

    def append(self, items: list, item: object) -> list:
        items.append(item)
        return items

    def append_next(self, items: list, comma: int, item: object) -> list:
        items.append(item)
        return items

    def first(self, node: object, *rest: int) -> object:
        return node

    # Expressions (WGSL §8)

    def fold(self, chain: tuple[list[Expression], list[int]]) -> Expression:
        operands, operators = chain
        if len(operators) > 1:
            return fold(operands, operators, self.tokens, self.problems)
        left, right = operands
        operator = operators[0]
        return Binary(left.start, right.end, self.lexemes[operator], self.starts[operator], left, right)

    def chain(self, left: Expression, operator: int, right: Expression) -> tuple[list[Expression], list[int]]:
        return [left, right], [operator]

    def append_pair(
        self, chain: tuple[list[Expression], list[int]], operator: int, operand: Expression
    ) -> tuple[list[Expression], list[int]]:
        chain[0].append(operand)
        chain[1].append(operator)
        return chain

    def unary(self, prefixes: list[int], operand: Expression) -> Expression:
        if len(prefixes) > MOST_PREFIXES:
            start, end = self.starts[prefixes[MOST_PREFIXES]], self.ends[prefixes[MOST_PREFIXES]]
            self.refuse(start, end, f"more than {MOST_PREFIXES} operators before one operand")
        for prefix in reversed(prefixes):
            operand = Unary(self.starts[prefix], operand.end, self.lexemes[prefix], operand)
        return operand

    def name(self, token: int) -> Name:
        end = self.ends[token]
        return Name(self.starts[token], end, self.lexemes[token], None, end)

    def templated_name(
        self, name: int, opening: int, arguments: list[Expression], comma: int | None, closing: int
    ) -> Name:
        return Name(self.starts[name], self.ends[closing], self.lexemes[name], arguments, self.ends[name])

    def literal(self, token: int) -> Literal:
        text = self.lexemes[token]
        start, end = self.starts[token], self.ends[token]
        if "l" in text and text[-2] == "l":
            self.nonstandard(start, end, "browsers refuse literals of 64 bits, which WGSL does not have")
        return Literal(start, end, text)

    def call(
        self, name: int, opening: int, arguments: list[Expression] | None, comma: int | None, closing: int
    ) -> Call:
        callee = self.name(name)
        return Call(callee.start, self.ends[closing], callee, arguments or [])

    def templated_call(
        self,
        name: int,
        start: int,
        templates: list[Expression],
        template_comma: int | None,
        end: int,
        opening: int,
        arguments: list[Expression] | None,
        comma: int | None,
        closing: int,
    ) -> Call:
        callee = self.templated_name(name, start, templates, template_comma, end)
        return Call(callee.start, self.ends[closing], callee, arguments or [])

    def parenthesised(self, opening: int, expression: Expression, closing: int) -> Expression:
        expression.start = self.starts[opening]
        expression.end = self.ends[closing]
        return expression

    def index(self, base: Expression, opening: int, index: Expression, closing: int) -> Index:
        return Index(base.start, self.ends[closing], base, index)

    def member(self, base: Expression, dot: int, name: int) -> Member:
        return Member(base.start, self.ends[name], base, self.lexemes[name], self.starts[name])
