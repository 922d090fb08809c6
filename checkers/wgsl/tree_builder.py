"""The actions of wgsl.lark for a module: directives, attributes and declarations (WGSL §4 to §7, §11, §12)."""

from __future__ import annotations

from .statement_actions import StatementActions
from .syntax import (
    Alias,
    Attribute,
    Block,
    Declaration,
    Directive,
    Expression,
    Function,
    Name,
    Parameter,
    Struct,
    StructMember,
    VariableDeclaration,
)


class TreeBuilder(StatementActions):
    """Builds the syntax tree of one module: has an action for each alias of the grammar."""

    __slots__ = ()

    def module(
        self, directives: list[Directive], declarations: list[Declaration]
    ) -> tuple[list[Directive], list[Declaration]]:
        return directives, declarations

    def extensions(self, keyword: int, names: list[Name], comma: int | None, semicolon: int) -> Directive:
        return Directive(self.starts[keyword], self.ends[semicolon], self.lexemes[keyword], names)

    def diagnostic_directive(self, keyword: int, control: tuple[list[Name], int], semicolon: int) -> Directive:
        return Directive(self.starts[keyword], self.ends[semicolon], self.lexemes[keyword], control[0])

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

    def attributed(self, attributes: list[Attribute], node: VariableDeclaration, semicolon: int) -> VariableDeclaration:
        if attributes:
            node.attributes = attributes
            node.start = attributes[0].start
        return node

    def alias(self, keyword: int, name: int, equals: int, type: Name, semicolon: int) -> Alias:
        return Alias(self.starts[keyword], type.end, self.lexemes[name], self.starts[name], type)

    def struct(
        self,
        keyword: int,
        name: int,
        opening: int,
        members: list[StructMember] | None,
        comma: int | None,
        closing: int,
    ) -> Struct:
        start, end = self.starts[keyword], self.ends[closing]
        if not members:
            self.nonstandard(start, end, "browsers refuse a structure without members: give it one")
        return Struct(start, end, self.lexemes[name], self.starts[name], members or [])

    def struct_member(self, attributes: list[Attribute], name: int, colon: int, type: Name) -> StructMember:
        start = attributes[0].start if attributes else self.starts[name]
        return StructMember(start, type.end, attributes, self.lexemes[name], self.starts[name], type)

    def parameter(self, attributes: list[Attribute], name: int, colon: int, type: Name) -> Parameter:
        start = attributes[0].start if attributes else self.starts[name]
        return Parameter(start, type.end, attributes, self.lexemes[name], self.starts[name], type)

    def function(
        self,
        attributes: list[Attribute],
        keyword: int,
        name: int,
        opening: int,
        parameters: list[Parameter] | None,
        comma: int | None,
        closing: int,
        arrow: int | None,
        return_attributes: list[Attribute] | None,
        return_type: Name | None,
        body: Block,
    ) -> Function:
        return Function(
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
