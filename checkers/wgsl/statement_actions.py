"""The actions of wgsl.lark for variables, values and statements (WGSL §7, §9)."""

from __future__ import annotations

from .expression_actions import ExpressionActions
from .syntax import (
    Assignment,
    Attribute,
    Block,
    Call,
    CallStatement,
    Clause,
    ConstAssert,
    Expression,
    For,
    If,
    Increment,
    Index,
    Jump,
    Loop,
    Member,
    Name,
    Return,
    Statement,
    Switch,
    Unary,
    VariableDeclaration,
    While,
)


class StatementActions(ExpressionActions):
    """Builds the statements of one module."""

    __slots__ = ()

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
    ) -> VariableDeclaration:
        last = initializer or type
        return VariableDeclaration(
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
    ) -> VariableDeclaration:
        return self.variable(keyword, None, None, None, None, name, colon, type, equals, initializer)

    def const_assert(self, keyword: int, condition: Expression) -> ConstAssert:
        return ConstAssert(self.starts[keyword], condition.end, condition)

    def return_statement(self, keyword: int, value: Expression | None, semicolon: int) -> Return:
        return Return(self.starts[keyword], value.end if value else self.ends[keyword], value)

    def jump(self, keyword: int, semicolon: int) -> Jump:
        return Jump(self.starts[keyword], self.ends[keyword], self.lexemes[keyword])

    def block(self, attributes: list[Attribute], opening: int, body: list[Statement], closing: int) -> Block:
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
        otherwise: Block | If | None,
    ) -> If:
        end = otherwise.end if otherwise else else_ifs[-1][2].end if else_ifs else then.end
        for start, other, block in reversed(else_ifs):
            otherwise = If(start, end, [], other, block, otherwise)
        start = attributes[0].start if attributes else self.starts[keyword]
        return If(start, end, attributes, condition, then, otherwise)

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
        clauses: list[Clause],
        closing: int,
    ) -> Switch:
        start = attributes[0].start if attributes else self.starts[keyword]
        return Switch(start, self.ends[closing], attributes, subject, body_attributes, clauses)

    def case_clause(
        self, keyword: int, selectors: list[Expression | None], comma: int | None, colon: int | None, body: Block
    ) -> Clause:
        return Clause(self.starts[keyword], body.end, selectors, body)

    def default_clause(self, keyword: int, colon: int | None, body: Block) -> Clause:
        return Clause(self.starts[keyword], body.end, [None], body)

    def default_selector(self, keyword: int) -> None:
        return None

    def loop_statement(
        self,
        attributes: list[Attribute],
        keyword: int,
        body_attributes: list[Attribute],
        opening: int,
        body: list[Statement],
        continuing: tuple[Block, Expression | None] | None,
        closing: int,
    ) -> Loop:
        start = attributes[0].start if attributes else self.starts[keyword]
        block = self.block(body_attributes, opening, body, closing)
        continuing_block, break_if = continuing or (None, None)
        return Loop(start, block.end, attributes, block, continuing_block, break_if)

    def continuing(
        self,
        keyword: int,
        attributes: list[Attribute],
        opening: int,
        body: list[Statement],
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
        initializer: Statement | None,
        semicolon: int,
        condition: Expression | None,
        semicolon2: int,
        update: Statement | None,
        closing: int,
        body: Block,
    ) -> For:
        start = attributes[0].start if attributes else self.starts[keyword]
        return For(start, body.end, attributes, initializer, condition, update, body)

    def while_statement(self, attributes: list[Attribute], keyword: int, condition: Expression, body: Block) -> While:
        start = attributes[0].start if attributes else self.starts[keyword]
        return While(start, body.end, attributes, condition, body)

    def call_statement(self, call: Expression) -> CallStatement:
        if not isinstance(call, Call) or call.start != call.callee.start:
            self.refuse(
                call.start,
                call.end,
                "an expression is no statement: call a function, or assign the value (`_ = …` drops it)",
            )
        return CallStatement(call.start, call.end, call)

    def assignment(self, target: Expression, operator: int, value: Expression) -> Assignment:
        self.check_target(target)
        return Assignment(target.start, value.end, target, self.lexemes[operator], self.starts[operator], value)

    def phony_assignment(self, phony: int, operator: int, value: Expression) -> Assignment:
        return Assignment(self.starts[phony], value.end, None, "=", self.starts[operator], value)

    def increment(self, target: Expression, operator: int) -> Increment:
        self.check_target(target)
        return Increment(target.start, self.ends[operator], target, self.lexemes[operator])

    def check_target(self, target: Expression) -> None:
        """Refuse what is no left-hand side (WGSL §9.2): it names memory through members, indices, `*` and `&` only."""
        inner = target
        while not isinstance(inner, Name | Call):
            if isinstance(inner, Index | Member):
                inner = inner.base
            elif isinstance(inner, Unary) and inner.operator in "*&":
                inner = inner.operand
            else:
                self.refuse(target.start, target.end, "cannot assign to this: it names no memory")
