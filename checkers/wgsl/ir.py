"""The typed IR of a WGSL module: resolved, with exact types, const values and spans.

Lowering makes it from the syntax tree; rules and the interpreter read it. `start` and `end` are code-point offsets.

An expression's `type` is the type it has after any conversion its place asks for; where that conversion was implied
(abstract to concrete) and the operand is not a literal, a `Convert` node stands for it. A literal takes the converted
type itself. Memory views are explicit: the name of a variable is a `VariableRef` of `Reference` type, and reading it
is a `Load`.

`stage` says when an expression is evaluated: CONST (WGSL §8.1.1), OVERRIDE or RUNTIME. `value` is its value
when it is a const-expression, else None: bool; int; float (rounded to the type); a tuple of component, column,
element or member values; a `constants.Repeat` where a long array is zero-valued.
"""

from __future__ import annotations

from .problems import NONSTANDARD_SYNTAX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from ..diagnostic import Diagnostic
    from ..source import Source
    from .overloads import Overload
    from .types import Reference, Type

    T = TypeVar("T")
    Value = bool | int | float | tuple["Value", ...]

CONST = 0
OVERRIDE = 1
RUNTIME = 2

# The stages of shaders (WGSL §13.1).
SHADER_STAGES = ("vertex", "fragment", "compute")


class Node:
    """Anything with a span."""

    __slots__ = ("end", "start")
    start: int
    end: int


# Declarations.


class Attribute(Node):
    """A resolved attribute. `arguments` are expressions; `names` are the context-dependent names among them
    (`builtin(position)` has names `("position",)` and no arguments)."""

    __slots__ = ("arguments", "name", "names")

    def __init__(
        self, start: int, end: int, name: str, names: tuple[str, ...], arguments: tuple[Expression, ...]
    ) -> None:
        self.start = start
        self.end = end
        self.name = name
        self.names = names
        self.arguments = arguments


class Declared(Node):
    """A declared name. `start`–`end` is the whole declaration, `name_start`–`name_end` the name,
    `type_start`–`type_end` its written type (both 0 where the type is inferred)."""

    __slots__ = ("attributes", "name", "name_end", "name_start", "type", "type_end", "type_start")

    def __init__(
        self,
        start: int,
        end: int,
        name: str,
        name_start: int,
        type: Type,
        type_start: int = 0,
        type_end: int = 0,
        attributes: tuple[Attribute, ...] = (),
    ) -> None:
        self.start = start
        self.end = end
        self.name = name
        self.name_start = name_start
        self.name_end = name_start + len(name)
        self.type = type
        self.type_start = type_start
        self.type_end = type_end
        self.attributes = attributes

    def attribute(self, name: str) -> Attribute | None:
        """The attribute of that name, or None."""
        for attribute in self.attributes:
            if attribute.name == name:
                return attribute
        return None


class StructMember(Declared):
    """A member of a declared structure; `type` is its type."""

    __slots__ = ()


class StructDeclaration(Declared):
    """A structure; `type` is its `types.Struct`."""

    __slots__ = ("members",)
    members: tuple[StructMember, ...]


class Alias(Declared):
    """`alias name = type`."""

    __slots__ = ()


class Constant(Declared):
    """`const`, in a function or at module scope; its value is `initializer.value`."""

    __slots__ = ("initializer",)
    initializer: Expression


class Override(Declared):
    """`override`; `initializer` may be None."""

    __slots__ = ("initializer",)
    initializer: Expression | None


class Variable(Declared):
    """`var`, in a function (`space` "function") or at module scope; `type` is the store type.

    `reference` is the type of its name; `group` and `binding` are the attributes' values where they are
    const-expressions, else None.
    """

    __slots__ = ("access", "binding", "group", "initializer", "reference", "space")
    space: str
    access: str
    reference: Reference
    initializer: Expression | None
    group: int | None
    binding: int | None


class Let(Declared):
    """`let`; rules see through it to `initializer`."""

    __slots__ = ("initializer",)
    initializer: Expression


class Parameter(Declared):
    """A formal parameter."""

    __slots__ = ()


class Function(Declared):
    """A function; `type` is its result type or None. `type_start`–`type_end` is the written result type.

    `stage` is one of `SHADER_STAGES`, or "" when it is no entry point of them; `calls` are the functions it calls, in
    order of first call. `reached` says whether an entry point reaches it.
    """

    __slots__ = ("body", "calls", "parameters", "reached", "result_attributes", "stage")
    parameters: tuple[Parameter, ...]
    result_attributes: tuple[Attribute, ...]
    body: Block
    stage: str
    calls: list[Function]
    reached: bool


# Expressions. Each is appended to `Module.nodes[class]` when made, operands before the expression that holds them.


class Expression(Node):
    """A typed expression."""

    __slots__ = ("stage", "type", "value")
    type: Type
    stage: int
    value: Value | None


class Literal(Expression):
    """A literal, as written in `text`."""

    __slots__ = ("text",)
    text: str


class VariableRef(Expression):
    """The name of a variable; `type` is a `Reference`."""

    __slots__ = ("variable",)
    variable: Variable


class ValueRef(Expression):
    """The name of a const, override, let or parameter."""

    __slots__ = ("declaration",)
    declaration: Constant | Override | Let | Parameter


class Load(Expression):
    """The load rule (WGSL §6.5.7): the value in the memory that `reference` views."""

    __slots__ = ("reference",)
    reference: Expression


class Unary(Expression):
    """`-`, `!` or `~`."""

    __slots__ = ("operand", "operator")
    operator: str
    operand: Expression


class AddressOf(Expression):
    """`&operand`: a pointer from a reference. Implied ones (pointer.member) are not made."""

    __slots__ = ("operand",)
    operand: Expression


class Indirection(Expression):
    """`*operand`, written or implied (`pointer.member`, `pointer[i]`): a reference from a pointer."""

    __slots__ = ("operand",)
    operand: Expression


class Binary(Expression):
    """A binary operator; `operator_start` is its offset. Compound assignments make one too, of which `left` is the
    load of the target and `start`–`end` the statement."""

    __slots__ = ("compound", "left", "operator", "operator_start", "right")
    operator: str
    operator_start: int
    left: Expression
    right: Expression
    compound: bool


class Index(Expression):
    """`base[index]`: of a value, or of a reference, which it keeps."""

    __slots__ = ("base", "index")
    base: Expression
    index: Expression


class MemberAccess(Expression):
    """`base.name` of a structure (value or reference); `position` is the member's index."""

    __slots__ = ("base", "name", "position")
    base: Expression
    name: str
    position: int


class Swizzle(Expression):
    """`base.xyz`: components by index. One component of a reference stays a reference, and several distinct ones do
    where they are assigned (the extension `swizzle_assignment`)."""

    __slots__ = ("base", "components")
    base: Expression
    components: tuple[int, ...]


class Call(Expression):
    """A call of a declared function."""

    __slots__ = ("arguments", "function")
    function: Function
    arguments: tuple[Expression, ...]


class BuiltinCall(Expression):
    """A call of a built-in function, `bitcast` included; `name_end` is where its name ends.

    `type` is None when it gives no value. `template` are its template arguments (`bitcast<u32>`).
    Arguments have their converted types, so the overload's parameter types are `[a.type for a in arguments]`.
    """

    __slots__ = ("arguments", "name", "name_end", "overload", "template")
    name: str
    overload: Overload
    name_end: int
    template: tuple[Type | int | str, ...]
    arguments: tuple[Expression, ...]


class Construct(Expression):
    """A value constructor: vector, matrix, array, structure or zero value (`arguments` empty)."""

    __slots__ = ("arguments",)
    arguments: tuple[Expression, ...]


class Convert(Expression):
    """A conversion of scalar, vector or matrix: written (`u32(x)`) or `implied` (abstract to concrete)."""

    __slots__ = ("implied", "operand")
    operand: Expression
    implied: bool


class TypeMention(Node):
    """A place where a type is written, outermost only: in a declaration, a constructor, a template argument."""

    __slots__ = ("type",)
    type: Type


# Statements. Each is appended to `Module.nodes[class]` when made.


class Statement(Node):
    """A statement."""

    __slots__ = ()


class Block(Statement):
    """A compound statement; `attributes` are its own."""

    __slots__ = ("attributes", "body")
    attributes: tuple[Attribute, ...]
    body: list[Statement]


class Declaration(Statement):
    """A declaration in a function."""

    __slots__ = ("declared",)
    declared: Variable | Let | Constant


class Assign(Statement):
    """`target = value`; of a compound assignment or increment, `value` is the `Binary` that computes it."""

    __slots__ = ("operator", "target", "value")
    operator: str
    target: Expression
    value: Expression


class Phony(Statement):
    """`_ = value`."""

    __slots__ = ("value",)
    value: Expression


class CallStatement(Statement):
    """A call whose result, if any, is dropped."""

    __slots__ = ("call",)
    call: Call | BuiltinCall


class If(Statement):
    """`if`; `otherwise` is a Block, an If or None."""

    __slots__ = ("attributes", "condition", "otherwise", "then")
    attributes: tuple[Attribute, ...]
    condition: Expression
    then: Block
    otherwise: Block | If | None


class Clause(Node):
    """A clause of a switch; a selector of None is `default`."""

    __slots__ = ("body", "selectors")
    selectors: tuple[Expression | None, ...]
    body: Block


class Switch(Statement):
    """`switch`."""

    __slots__ = ("attributes", "clauses", "subject")
    attributes: tuple[Attribute, ...]
    subject: Expression
    clauses: tuple[Clause, ...]


class Loop(Statement):
    """`loop`, `for` or `while`, as `keyword` says.

    A `for`: initializer once, then while `condition` holds, `body` and then `continuing` (the update).
    A `loop`: `body`, then `continuing`, then leave if `break_if`.
    """

    __slots__ = ("attributes", "body", "break_if", "condition", "continuing", "initializer", "keyword")
    attributes: tuple[Attribute, ...]
    keyword: str
    initializer: Statement | None
    condition: Expression | None
    body: Block
    continuing: Block | None
    break_if: Expression | None


class Jump(Statement):
    """`break`, `continue` or `discard`."""

    __slots__ = ("keyword",)
    keyword: str


class Return(Statement):
    """`return`, with a value or None."""

    __slots__ = ("value",)
    value: Expression | None


class ConstAssert(Statement):
    """`const_assert`, in a function or at module scope."""

    __slots__ = ("condition",)
    condition: Expression


class Directive(Node):
    """`enable`, `requires` or `diagnostic`; `names` with their (start, end)."""

    __slots__ = ("keyword", "names")
    keyword: str
    names: tuple[tuple[str, int, int], ...]


class Module:
    """A resolved module.

    `nodes` maps each class above (statements, expressions, declarations, TypeMention) to its instances in the order
    made, functions that no entry point reaches included; `of` reads it. `diagnostics` are WGSL001, WGSL002 and WGSL004
    found on the way; `valid` is false when one of them is WGSL001 or WGSL002. `resolved` is false when the nodes are
    not whole or not well-formed, and then rules do not run; a run-time expression that const operands make an error
    (`x << 33u`, `clamp(x, 9, 1)`) leaves them whole.
    """

    __slots__ = (
        "aliases",
        "comments",
        "constants",
        "diagnostics",
        "directives",
        "functions",
        "nodes",
        "overrides",
        "resolved",
        "source",
        "structs",
        "variables",
    )

    def __init__(self, source: Source) -> None:
        self.source = source
        self.directives: list[Directive] = []
        self.structs: list[StructDeclaration] = []
        self.aliases: list[Alias] = []
        self.constants: list[Constant] = []
        self.overrides: list[Override] = []
        self.variables: list[Variable] = []
        self.functions: list[Function] = []
        self.comments: list[tuple[int, int]] = []
        self.diagnostics: list[Diagnostic] = []
        self.nodes: dict[type, list[object]] = {}
        self.resolved = True

    @property
    def valid(self) -> bool:
        """Whether the module parsed and resolved."""
        return all(found.code == NONSTANDARD_SYNTAX for found in self.diagnostics)

    def of(self, kind: type[T]) -> list[T]:
        """All nodes of exactly the class `kind`, in the order made."""
        return self.nodes.get(kind, [])  # type: ignore[return-value]
