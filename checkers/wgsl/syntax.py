"""The syntax tree of a WGSL module: what the parser builds and the lowering reads.

Every node holds `start` and `end`, code-point offsets of the text it was written as. A parenthesised expression is
the node inside the parentheses with `start` and `end` widened to them, so that the text of a node always stands alone
as an operand when it was parenthesised.
"""

from __future__ import annotations


class Node:
    """A node of the syntax tree."""

    __slots__ = ("end", "start")
    start: int
    end: int


# Expressions (WGSL §8), which types are written as, too.


class Literal(Node):
    """A literal by its lexeme (`0x1Fu`, `1.5h`, `true`)."""

    __slots__ = ("text",)

    def __init__(self, start: int, end: int, text: str) -> None:
        self.start = start
        self.end = end
        self.text = text


class Name(Node):
    """An identifier, with the arguments of its template list where it has one (`array<u32, 4>`).

    `name_end` is the offset at which the identifier itself ends.
    """

    __slots__ = ("name", "name_end", "templates")

    def __init__(self, start: int, end: int, name: str, templates: list[Expression] | None, name_end: int) -> None:
        self.start = start
        self.end = end
        self.name = name
        self.templates = templates
        self.name_end = name_end


class Call(Node):
    """A call phrase: function call, value constructor or conversion; which one, name resolution decides."""

    __slots__ = ("arguments", "callee")

    def __init__(self, start: int, end: int, callee: Name, arguments: list[Expression]) -> None:
        self.start = start
        self.end = end
        self.callee = callee
        self.arguments = arguments


class Unary(Node):
    """`-`, `!`, `~`, `*` (indirection) or `&` (address-of) before an operand."""

    __slots__ = ("operand", "operator")

    def __init__(self, start: int, end: int, operator: str, operand: Expression) -> None:
        self.start = start
        self.end = end
        self.operator = operator
        self.operand = operand


class Binary(Node):
    """A binary operator between two operands; `operator_start` is its offset."""

    __slots__ = ("left", "operator", "operator_start", "right")

    def __init__(
        self, start: int, end: int, operator: str, operator_start: int, left: Expression, right: Expression
    ) -> None:
        self.start = start
        self.end = end
        self.operator = operator
        self.operator_start = operator_start
        self.left = left
        self.right = right


class Index(Node):
    """`base[index]`."""

    __slots__ = ("base", "index")

    def __init__(self, start: int, end: int, base: Expression, index: Expression) -> None:
        self.start = start
        self.end = end
        self.base = base
        self.index = index


class Member(Node):
    """`base.name`: a member of a structure or a swizzle; `name_start` is the offset of the name."""

    __slots__ = ("base", "name", "name_start")

    def __init__(self, start: int, end: int, base: Expression, name: str, name_start: int) -> None:
        self.start = start
        self.end = end
        self.base = base
        self.name = name
        self.name_start = name_start


Expression = Literal | Name | Call | Unary | Binary | Index | Member


class Attribute(Node):
    """`@name(arguments)`; `diagnostic` attributes have the severity and the rule name as Name arguments."""

    __slots__ = ("arguments", "name")

    def __init__(self, start: int, end: int, name: str, arguments: list[Expression]) -> None:
        self.start = start
        self.end = end
        self.name = name
        self.arguments = arguments


# Statements (WGSL §9).


class Block(Node):
    """`{ … }`, attributes before it."""

    __slots__ = ("attributes", "body")

    def __init__(self, start: int, end: int, attributes: list[Attribute], body: list[Statement]) -> None:
        self.start = start
        self.end = end
        self.attributes = attributes
        self.body = body


class VariableDeclaration(Node):
    """`var`, `let`, `const` or `override` (`keyword`), in a function or at module scope.

    `templates` are those of `var<…>` (address space, access mode) or None.
    """

    __slots__ = ("attributes", "initializer", "keyword", "name", "name_start", "templates", "type")

    def __init__(
        self,
        start: int,
        end: int,
        attributes: list[Attribute],
        keyword: str,
        templates: list[Expression] | None,
        name: str,
        name_start: int,
        type: Expression | None,
        initializer: Expression | None,
    ) -> None:
        self.start = start
        self.end = end
        self.attributes = attributes
        self.keyword = keyword
        self.templates = templates
        self.name = name
        self.name_start = name_start
        self.type = type
        self.initializer = initializer


class Assignment(Node):
    """`target = value`, or compound (`operator` is `+=`, `<<=` … ; `=` when simple).

    A phony assignment has target None.
    """

    __slots__ = ("operator", "operator_start", "target", "value")

    def __init__(
        self, start: int, end: int, target: Expression | None, operator: str, operator_start: int, value: Expression
    ) -> None:
        self.start = start
        self.end = end
        self.target = target
        self.operator = operator
        self.operator_start = operator_start
        self.value = value


class Increment(Node):
    """`target++` or `target--`."""

    __slots__ = ("operator", "target")

    def __init__(self, start: int, end: int, target: Expression, operator: str) -> None:
        self.start = start
        self.end = end
        self.target = target
        self.operator = operator


class CallStatement(Node):
    """A call phrase as a statement."""

    __slots__ = ("call",)

    def __init__(self, start: int, end: int, call: Call) -> None:
        self.start = start
        self.end = end
        self.call = call


class If(Node):
    """`if`; `otherwise` is a Block, an If (`else if`) or None."""

    __slots__ = ("attributes", "condition", "otherwise", "then")

    def __init__(
        self,
        start: int,
        end: int,
        attributes: list[Attribute],
        condition: Expression,
        then: Block,
        otherwise: Block | If | None,
    ) -> None:
        self.start = start
        self.end = end
        self.attributes = attributes
        self.condition = condition
        self.then = then
        self.otherwise = otherwise


class Clause(Node):
    """A `case` or `default` clause; a selector of None is `default`."""

    __slots__ = ("body", "selectors")

    def __init__(self, start: int, end: int, selectors: list[Expression | None], body: Block) -> None:
        self.start = start
        self.end = end
        self.selectors = selectors
        self.body = body


class Switch(Node):
    """`switch`; `body_attributes` stand before its brace."""

    __slots__ = ("attributes", "body_attributes", "clauses", "subject")

    def __init__(
        self,
        start: int,
        end: int,
        attributes: list[Attribute],
        subject: Expression,
        body_attributes: list[Attribute],
        clauses: list[Clause],
    ) -> None:
        self.start = start
        self.end = end
        self.attributes = attributes
        self.subject = subject
        self.body_attributes = body_attributes
        self.clauses = clauses


class Loop(Node):
    """`loop`; `body.body` excludes the continuing block, whose trailing `break if` condition is `break_if`."""

    __slots__ = ("attributes", "body", "break_if", "continuing")

    def __init__(
        self,
        start: int,
        end: int,
        attributes: list[Attribute],
        body: Block,
        continuing: Block | None,
        break_if: Expression | None,
    ) -> None:
        self.start = start
        self.end = end
        self.attributes = attributes
        self.body = body
        self.continuing = continuing
        self.break_if = break_if


class For(Node):
    """`for (initializer; condition; update) body`."""

    __slots__ = ("attributes", "body", "condition", "initializer", "update")

    def __init__(
        self,
        start: int,
        end: int,
        attributes: list[Attribute],
        initializer: Statement | None,
        condition: Expression | None,
        update: Statement | None,
        body: Block,
    ) -> None:
        self.start = start
        self.end = end
        self.attributes = attributes
        self.initializer = initializer
        self.condition = condition
        self.update = update
        self.body = body


class While(Node):
    """`while condition body`."""

    __slots__ = ("attributes", "body", "condition")

    def __init__(self, start: int, end: int, attributes: list[Attribute], condition: Expression, body: Block) -> None:
        self.start = start
        self.end = end
        self.attributes = attributes
        self.condition = condition
        self.body = body


class Jump(Node):
    """`break`, `continue` or `discard` (`keyword`)."""

    __slots__ = ("keyword",)

    def __init__(self, start: int, end: int, keyword: str) -> None:
        self.start = start
        self.end = end
        self.keyword = keyword


class Return(Node):
    """`return value`, or `return` with value None."""

    __slots__ = ("value",)

    def __init__(self, start: int, end: int, value: Expression | None) -> None:
        self.start = start
        self.end = end
        self.value = value


class ConstAssert(Node):
    """`const_assert condition`, in a function or at module scope."""

    __slots__ = ("condition",)

    def __init__(self, start: int, end: int, condition: Expression) -> None:
        self.start = start
        self.end = end
        self.condition = condition


Statement = (
    Block
    | VariableDeclaration
    | Assignment
    | Increment
    | CallStatement
    | If
    | Switch
    | Loop
    | For
    | While
    | Jump
    | Return
    | ConstAssert
)

# Module scope (WGSL §4, §5–§7, §11).


class Directive(Node):
    """`enable`, `requires` or `diagnostic` (`keyword`).

    `names` are the extensions; for `diagnostic` the severity and the rule name (`derivative_uniformity`, `a.b`).
    """

    __slots__ = ("keyword", "names")

    def __init__(self, start: int, end: int, keyword: str, names: list[Name]) -> None:
        self.start = start
        self.end = end
        self.keyword = keyword
        self.names = names


class Alias(Node):
    """`alias name = type`."""

    __slots__ = ("name", "name_start", "type")

    def __init__(self, start: int, end: int, name: str, name_start: int, type: Expression) -> None:
        self.start = start
        self.end = end
        self.name = name
        self.name_start = name_start
        self.type = type


class StructMember(Node):
    """A member of a structure; `name_start` is the offset of its name."""

    __slots__ = ("attributes", "name", "name_start", "type")

    def __init__(
        self, start: int, end: int, attributes: list[Attribute], name: str, name_start: int, type: Expression
    ) -> None:
        self.start = start
        self.end = end
        self.attributes = attributes
        self.name = name
        self.name_start = name_start
        self.type = type


class Struct(Node):
    """`struct name { members }`."""

    __slots__ = ("members", "name", "name_start")

    def __init__(self, start: int, end: int, name: str, name_start: int, members: list[StructMember]) -> None:
        self.start = start
        self.end = end
        self.name = name
        self.name_start = name_start
        self.members = members


class Parameter(Node):
    """A formal parameter of a function."""

    __slots__ = ("attributes", "name", "name_start", "type")

    def __init__(
        self, start: int, end: int, attributes: list[Attribute], name: str, name_start: int, type: Expression
    ) -> None:
        self.start = start
        self.end = end
        self.attributes = attributes
        self.name = name
        self.name_start = name_start
        self.type = type


class Function(Node):
    """A function declaration."""

    __slots__ = ("attributes", "body", "name", "name_start", "parameters", "return_attributes", "return_type")

    def __init__(
        self,
        start: int,
        end: int,
        attributes: list[Attribute],
        name: str,
        name_start: int,
        parameters: list[Parameter],
        return_attributes: list[Attribute],
        return_type: Expression | None,
        body: Block,
    ) -> None:
        self.start = start
        self.end = end
        self.attributes = attributes
        self.name = name
        self.name_start = name_start
        self.parameters = parameters
        self.return_attributes = return_attributes
        self.return_type = return_type
        self.body = body


Declaration = VariableDeclaration | Alias | Struct | Function | ConstAssert


class SyntaxProblem:
    """Something the parser has to say: a code (`WGSL001`, `WGSL004`), a range and a message.

    The parser stops at the first `WGSL001`; `WGSL004` problems do not stop it. `notes` are (start, end, message).
    """

    __slots__ = ("code", "end", "message", "notes", "start")

    def __init__(
        self, code: str, start: int, end: int, message: str, notes: tuple[tuple[int, int, str], ...] = ()
    ) -> None:
        self.code = code
        self.start = start
        self.end = end
        self.message = message
        self.notes = notes


class TranslationUnit(Node):
    """A whole module (WGSL §2): directives, then declarations in source order, and the parser's problems.

    `comments` are the (start, end) ranges of all comments, in order: suppressions are read from them.
    """

    __slots__ = ("comments", "declarations", "directives", "problems")

    def __init__(
        self,
        end: int,
        directives: list[Directive],
        declarations: list[Declaration],
        comments: list[tuple[int, int]],
        problems: list[SyntaxProblem],
    ) -> None:
        self.start = 0
        self.end = end
        self.directives = directives
        self.declarations = declarations
        self.comments = comments
        self.problems = problems
