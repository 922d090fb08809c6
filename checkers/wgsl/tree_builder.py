"""The actions of wgsl.lark: from the symbols of a rule to a node of the syntax tree.

Each method is the action of the alias of its name in the grammar. A token arrives as its number in `tokens`, an absent
optional part as None.
"""

from __future__ import annotations

from . import syntax
from .precedence import MOST_PROBLEMS, fold
from .syntax import Attribute, Block, Call, Expression, Name, SyntaxProblem

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


class TreeBuilder:
    """Builds the nodes of one module; `declarations` and `problems` hold what is there so far."""

    __slots__ = ("ends", "lexemes", "problems", "starts", "tokens")

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.lexemes = tokens.lexemes
        self.starts = tokens.starts
        self.ends = tokens.ends
        self.problems: list[SyntaxProblem] = []

    def refuse(self, start: int, end: int, message: str) -> NoReturn:
        """Give up at a syntax error."""
        raise SyntaxRefusal(SyntaxProblem("WGSL001", start, end, message))

    def nonstandard(self, start: int, end: int, message: str) -> None:
        """Report what translators accept and WGSL does not."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(SyntaxProblem("WGSL004", start, end, message))

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

    def append_pair(self, items: list, operator: int, operand: Expression) -> list:
        items += (operator, operand)
        return items

    def first(self, node: object, *rest: int) -> object:
        return node

    # The module (WGSL §4 to §7)

    def module(
        self, directives: list[syntax.Directive], declarations: list[syntax.Declaration]
    ) -> tuple[list[syntax.Directive], list[syntax.Declaration]]:
        return directives, declarations

    def extensions(self, keyword: int, names: list[Name], comma: int | None, semicolon: int) -> syntax.Directive:
        return syntax.Directive(self.starts[keyword], self.ends[semicolon], self.lexemes[keyword], names)

    def diagnostic_directive(self, keyword: int, control: tuple[list[Name], int], semicolon: int) -> syntax.Directive:
        return syntax.Directive(self.starts[keyword], self.ends[semicolon], self.lexemes[keyword], control[0])

    def diagnostic_control(
        self, opening: int, severity: Name, comma: int, rule: Name, comma2: int | None, closing: int
    ) -> tuple[list[Name], int]:
        return [severity, rule], self.ends[closing]

    def dotted_name(self, first: int, dot: int, second: int) -> Name:
        end = self.ends[second]
        return Name(self.starts[first], end, f"{self.lexemes[first]}.{self.lexemes[second]}", None, end)

    def bare_attribute(self, at: int, name: int) -> Attribute:
        return Attribute(self.starts[at], self.ends[name], self.lexemes[name], [])

    def attribute(
        self, at: int, name: int, opening: int, arguments: list[Expression] | None, comma: int | None, closing: int
    ) -> Attribute:
        return Attribute(self.starts[at], self.ends[closing], self.lexemes[name], arguments or [])

    def diagnostic_attribute(self, at: int, keyword: int, control: tuple[list[Name], int]) -> Attribute:
        names: list[Expression] = [*control[0]]
        return Attribute(self.starts[at], control[1], self.lexemes[keyword], names)

    def attributed(
        self, attributes: list[Attribute], node: syntax.VariableDeclaration, semicolon: int
    ) -> syntax.VariableDeclaration:
        if attributes:
            node.attributes = attributes
            node.start = attributes[0].start
        return node

    def alias(self, keyword: int, name: int, equals: int, type: Name, semicolon: int) -> syntax.Alias:
        return syntax.Alias(self.starts[keyword], type.end, self.lexemes[name], self.starts[name], type)

    def struct(
        self,
        keyword: int,
        name: int,
        opening: int,
        members: list[syntax.StructMember] | None,
        comma: int | None,
        closing: int,
    ) -> syntax.Struct:
        start, end = self.starts[keyword], self.ends[closing]
        if not members:
            self.nonstandard(start, end, "browsers refuse a structure without members: give it one")
        return syntax.Struct(start, end, self.lexemes[name], self.starts[name], members or [])

    def struct_member(self, attributes: list[Attribute], name: int, colon: int, type: Name) -> syntax.StructMember:
        start = attributes[0].start if attributes else self.starts[name]
        return syntax.StructMember(start, type.end, attributes, self.lexemes[name], self.starts[name], type)

    def parameter(self, attributes: list[Attribute], name: int, colon: int, type: Name) -> syntax.Parameter:
        start = attributes[0].start if attributes else self.starts[name]
        return syntax.Parameter(start, type.end, attributes, self.lexemes[name], self.starts[name], type)

    def function(
        self,
        attributes: list[Attribute],
        keyword: int,
        name: int,
        opening: int,
        parameters: list[syntax.Parameter] | None,
        comma: int | None,
        closing: int,
        arrow: int | None,
        return_attributes: list[Attribute] | None,
        return_type: Name | None,
        body: Block,
    ) -> syntax.Function:
        return syntax.Function(
            attributes[0].start if attributes else self.starts[keyword],
            body.end,
            attributes,
            self.lexemes[name],
            self.starts[name],
            parameters or [],
            return_attributes or [],
            return_type,
            body,
        )

    # Variables and values

    def variable(
        self,
        keyword: int,
        opening: int | None,
        templates: list[Expression] | None,
        comma: int | None,
        closing: int | None,
        name: int,
        colon: int | None,
        type: Name | None,
        equals: int | None,
        initializer: Expression | None,
    ) -> syntax.VariableDeclaration:
        last = initializer or type
        return syntax.VariableDeclaration(
            self.starts[keyword],
            last.end if last else self.ends[name],
            [],
            self.lexemes[keyword],
            templates,
            self.lexemes[name],
            self.starts[name],
            type,
            initializer,
        )

    def value(
        self,
        keyword: int,
        name: int,
        colon: int | None,
        type: Name | None,
        equals: int | None,
        initializer: Expression | None,
    ) -> syntax.VariableDeclaration:
        return self.variable(keyword, None, None, None, None, name, colon, type, equals, initializer)

    def const_assert(self, keyword: int, condition: Expression) -> syntax.ConstAssert:
        return syntax.ConstAssert(self.starts[keyword], condition.end, condition)

    # Statements (WGSL §9)

    def return_statement(self, keyword: int, value: Expression | None, semicolon: int) -> syntax.Return:
        return syntax.Return(self.starts[keyword], value.end if value else self.ends[keyword], value)

    def jump(self, keyword: int, semicolon: int) -> syntax.Jump:
        return syntax.Jump(self.starts[keyword], self.ends[keyword], self.lexemes[keyword])

    def block(self, attributes: list[Attribute], opening: int, body: list[syntax.Statement], closing: int) -> Block:
        start = attributes[0].start if attributes else self.starts[opening]
        return Block(start, self.ends[closing], attributes, body)

    def if_statement(
        self,
        attributes: list[Attribute],
        keyword: int,
        condition: Expression,
        then: Block,
        else_ifs: list[tuple[int, Expression, Block]],
        last: int | None,
        otherwise: Block | syntax.If | None,
    ) -> syntax.If:
        end = otherwise.end if otherwise else else_ifs[-1][2].end if else_ifs else then.end
        for start, other, block in reversed(else_ifs):
            otherwise = syntax.If(start, end, [], other, block, otherwise)
        start = attributes[0].start if attributes else self.starts[keyword]
        return syntax.If(start, end, attributes, condition, then, otherwise)

    def else_if(
        self,
        items: list[tuple[int, Expression, Block]],
        otherwise: int,
        keyword: int,
        condition: Expression,
        block: Block,
    ) -> list[tuple[int, Expression, Block]]:
        items.append((self.starts[keyword], condition, block))
        return items

    def switch_statement(
        self,
        attributes: list[Attribute],
        keyword: int,
        subject: Expression,
        body_attributes: list[Attribute],
        opening: int,
        clauses: list[syntax.Clause],
        closing: int,
    ) -> syntax.Switch:
        start = attributes[0].start if attributes else self.starts[keyword]
        return syntax.Switch(start, self.ends[closing], attributes, subject, body_attributes, clauses)

    def case_clause(
        self, keyword: int, selectors: list[Expression | None], comma: int | None, colon: int | None, body: Block
    ) -> syntax.Clause:
        return syntax.Clause(self.starts[keyword], body.end, selectors, body)

    def default_clause(self, keyword: int, colon: int | None, body: Block) -> syntax.Clause:
        return syntax.Clause(self.starts[keyword], body.end, [None], body)

    def default_selector(self, keyword: int) -> None:
        return None

    def loop_statement(
        self,
        attributes: list[Attribute],
        keyword: int,
        body_attributes: list[Attribute],
        opening: int,
        body: list[syntax.Statement],
        continuing: tuple[Block, Expression | None] | None,
        closing: int,
    ) -> syntax.Loop:
        start = attributes[0].start if attributes else self.starts[keyword]
        block = self.block(body_attributes, opening, body, closing)
        continuing_block, break_if = continuing or (None, None)
        return syntax.Loop(start, block.end, attributes, block, continuing_block, break_if)

    def continuing(
        self,
        keyword: int,
        attributes: list[Attribute],
        opening: int,
        body: list[syntax.Statement],
        condition: Expression | None,
        closing: int,
    ) -> tuple[Block, Expression | None]:
        return self.block(attributes, opening, body, closing), condition

    def break_if(self, keyword: int, conditional: int, condition: Expression, semicolon: int) -> Expression:
        return condition

    def for_statement(
        self,
        attributes: list[Attribute],
        keyword: int,
        opening: int,
        initializer: syntax.Statement | None,
        semicolon: int,
        condition: Expression | None,
        semicolon2: int,
        update: syntax.Statement | None,
        closing: int,
        body: Block,
    ) -> syntax.For:
        start = attributes[0].start if attributes else self.starts[keyword]
        return syntax.For(start, body.end, attributes, initializer, condition, update, body)

    def while_statement(
        self, attributes: list[Attribute], keyword: int, condition: Expression, body: Block
    ) -> syntax.While:
        start = attributes[0].start if attributes else self.starts[keyword]
        return syntax.While(start, body.end, attributes, condition, body)

    def call_statement(self, call: Expression) -> syntax.CallStatement:
        if not isinstance(call, Call) or call.start != call.callee.start:
            self.refuse(
                call.start,
                call.end,
                "an expression is no statement: call a function, or assign the value (`_ = …` drops it)",
            )
        return syntax.CallStatement(call.start, call.end, call)

    def assignment(self, target: Expression, operator: int, value: Expression) -> syntax.Assignment:
        self.check_target(target)
        return syntax.Assignment(target.start, value.end, target, self.lexemes[operator], self.starts[operator], value)

    def phony_assignment(self, phony: int, operator: int, value: Expression) -> syntax.Assignment:
        return syntax.Assignment(self.starts[phony], value.end, None, "=", self.starts[operator], value)

    def increment(self, target: Expression, operator: int) -> syntax.Increment:
        self.check_target(target)
        return syntax.Increment(target.start, self.ends[operator], target, self.lexemes[operator])

    def check_target(self, target: Expression) -> None:
        """Refuse what is no left-hand side (WGSL §9.2): it names memory through members, indices, `*` and `&` only."""
        inner = target
        while not isinstance(inner, Name | Call):
            if isinstance(inner, syntax.Index | syntax.Member):
                inner = inner.base
            elif isinstance(inner, syntax.Unary) and inner.operator in "*&":
                inner = inner.operand
            else:
                self.refuse(target.start, target.end, "cannot assign to this: it names no memory")

    # Expressions (WGSL §8)

    def fold(self, chain: list) -> Expression:
        if len(chain) == 3:
            left, operator, right = chain
            return syntax.Binary(left.start, right.end, self.lexemes[operator], self.starts[operator], left, right)
        return fold(chain, self.tokens, self.problems)

    def chain(self, left: Expression, operator: int, right: Expression) -> list:
        return [left, operator, right]

    def unary(self, prefixes: list[int], operand: Expression) -> Expression:
        if len(prefixes) > MOST_PREFIXES:
            start, end = self.starts[prefixes[MOST_PREFIXES]], self.ends[prefixes[MOST_PREFIXES]]
            self.refuse(start, end, f"more than {MOST_PREFIXES} operators before one operand")
        for prefix in reversed(prefixes):
            operand = syntax.Unary(self.starts[prefix], operand.end, self.lexemes[prefix], operand)
        return operand

    def name(self, token: int) -> Name:
        end = self.ends[token]
        return Name(self.starts[token], end, self.lexemes[token], None, end)

    def templated_name(
        self, name: int, opening: int, arguments: list[Expression], comma: int | None, closing: int
    ) -> Name:
        return Name(self.starts[name], self.ends[closing], self.lexemes[name], arguments, self.ends[name])

    def literal(self, token: int) -> syntax.Literal:
        text = self.lexemes[token]
        start, end = self.starts[token], self.ends[token]
        if "l" in text and text[-2] == "l":
            self.nonstandard(start, end, "browsers refuse literals of 64 bits, which WGSL does not have")
        return syntax.Literal(start, end, text)

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

    def index(self, base: Expression, opening: int, index: Expression, closing: int) -> syntax.Index:
        return syntax.Index(base.start, self.ends[closing], base, index)

    def member(self, base: Expression, dot: int, name: int) -> syntax.Member:
        return syntax.Member(base.start, self.ends[name], base, self.lexemes[name], self.starts[name])
