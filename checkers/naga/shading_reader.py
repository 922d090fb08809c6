"""Statements and expressions of MSL and HLSL as naga writes them, evaluated to kinds and ranges by operator precedence.

Expressions nest as deep as a module does, so brackets and operators wait on a stack of our own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from .shading_text import Function, ShadingText, Token
from .shading_values import Value, number, of_kind

_LEVELS = (
    "= += -= *= /= %= &= |= ^= <<= >>=",
    "? :",
    "||",
    "&&",
    "|",
    "^",
    "&",
    "== !=",
    "< > <= >=",
    "<< >>",
    "+ -",
    "* / %",
)
_BINARY = {operator: level for level, operators in enumerate(_LEVELS) for operator in operators.split()}
_RIGHT_ASSOCIATIVE = 1
_UNARY = frozenset(("-", "!", "~", "+", "&", "*"))
UNARY_LEVEL = len(_LEVELS)
_TEMPLATED = frozenset(("as_type", "static_cast", "Load"))


class Entry:
    """What waits on the stack: an operator, or a bracket with what it calls, casts to or indexes.

    `base` is where a bracket's arguments begin; `address` whether they are a byte address being computed.
    """

    __slots__ = ("address", "base", "bracket", "kind", "level", "name", "receiver", "start")

    def __init__(self, name: str, level: int, start: int, kind: str | None = None) -> None:
        self.name = name
        self.level = level
        self.start = start
        self.kind = kind
        self.bracket = False
        self.base = 0
        self.address = False
        self.receiver = Value(None)


class Reader(ABC):
    """Reads one function's statements, each as one expression; a subclass says what calls and operators give."""

    def __init__(self, module: ShadingText, function: Function) -> None:
        self._module = module
        self._function = function
        self._tokens = [*function.body, Token("punctuation", ";", 0), Token("punctuation", ";", 0)]
        self._variables = {**module.variables, **function.parameters}
        self._values: list[Value] = []
        self._stack: list[Entry] = []
        self._brackets: list[Entry] = []

    def read(self) -> None:
        """Read all statements."""
        at, end = 0, len(self._tokens) - 2
        while at < end:
            word = self._tokens[at].text
            if word in ("case", "default"):
                at = self._past(at, ":")
            elif word == "for":
                at = self._counted(at)
            elif word in ("{", "}", ";", "else", "do", "if", "while", "switch", "return"):
                at += 1
            else:
                at = self._statement(at)

    def _statement(self, at: int) -> int:
        """A declaration or an expression; a variable declared `auto` has the kind of its initializer."""
        name = self._declaration(at)
        after = self._expression(name)
        if name != at and self._variables[self._tokens[name].text] is None and self._values:
            self._variables[self._tokens[name].text] = self._values[-1].kind
        return after

    def _past(self, at: int, word: str) -> int:
        while at < len(self._tokens) - 2 and self._tokens[at].text != word:
            at += 1
        return at + 1

    def _counted(self, at: int) -> int:
        """`for (int i = 0; i < 4; i++)`: a counter that stays within literal bounds."""
        words = [token.text for token in self._tokens[at : at + 14]]
        if len(words) == 14 and words[1:3] == ["(", "int"] and words[4:6] == ["=", "0"] and words[8] == "<":
            name = words[3]
            if words[7] == name and words[11:14] == [name, "++", ")"]:
                self._variables[name] = "int"
                return at + 14
        self._leave("for", self._tokens[at].start, known=False)
        return at + 1

    def _declaration(self, at: int) -> int:
        """Note the variable that a declaration makes; the index of its name, or `at` where there is none."""
        named = self._module.declared(self._tokens[at : at + 16])
        if named is None or self._tokens[at + 1].text == "(":
            return at
        name, self._variables[name] = named[0], named[1]
        while self._tokens[at].text != name:
            at += 1
        return at

    def _expression(self, at: int) -> int:
        """Read up to the `;` or the block's `{` that ends an expression; the index after it."""
        self._values, self._stack, self._brackets = [], [], []
        operand = False
        while at < len(self._tokens) - 1:
            token = self._tokens[at]
            if not self._brackets and (token.text == ";" or (operand and token.text == "{")):
                break
            at, operand = self._after_operand(at) if operand else self._operand(at)
        self._reduce(-1)
        return at + 1

    def _operand(self, at: int) -> tuple[int, bool]:
        token = self._tokens[at]
        if token.form == "number":
            self._values.append(number(token.text))
            return at + 1, True
        if token.form == "name":
            return self._named(at)
        if token.text == "(":
            kind, after = self._cast(at)
            if after:
                self._stack.append(Entry("cast", UNARY_LEVEL, token.start, kind))
                return after, False
        if token.text in ("(", "{"):
            self._open("", token.start)
        elif token.text in (")", "}", "]"):
            self._close(token.text)
            return at + 1, True
        elif token.text in _UNARY:
            self._stack.append(Entry(token.text, UNARY_LEVEL, token.start))
        return at + 1, False

    def _cast(self, at: int) -> tuple[str | None, int]:
        """`(type)` or `(type[n])`: the kind and the index after it, 0 where it is not a cast."""
        name = self._tokens[at + 1]
        if name.form != "name" or not self._module.is_type(name.text):
            return None, 0
        at += 2
        while self._tokens[at].text == "[":
            at = self._past(at, "]")
        return (self._module.kind(name.text), at + 1) if self._tokens[at].text == ")" else (None, 0)

    def _named(self, at: int) -> tuple[int, bool]:
        token = self._tokens[at]
        kind, after = self._template(at)
        follows = self._tokens[after].text
        if follows == "(" or (follows == "{" and self._module.is_type(token.text)):
            self._open(token.text, token.start, kind)
            return after + 1, False
        self._values.append(of_kind(self._variables.get(token.text)))
        return after, True

    def _template(self, at: int) -> tuple[str | None, int]:
        """The kind in `name<type>` of the functions written so, and the index after it."""
        token = self._tokens[at]
        if token.text in _TEMPLATED and self._tokens[at + 1].text == "<":
            return self._module.kind(self._tokens[at + 2].text), self._past(at, ">")
        return None, at + 1

    def _open(self, name: str, start: int, kind: str | None = None) -> None:
        entry = Entry(name, -1, start, kind)
        entry.bracket = True
        entry.base = len(self._values)
        self._stack.append(entry)
        self._brackets.append(entry)

    def _after_operand(self, at: int) -> tuple[int, bool]:
        token = self._tokens[at]
        if token.text in _BINARY:
            level = _BINARY[token.text]
            self._reduce(level + 1 if level <= _RIGHT_ASSOCIATIVE else level)
            self._stack.append(Entry(token.text, level, token.start))
            return at + 1, False
        if token.text in (".", "->"):
            return self._member(at + 1)
        if token.text == "[":
            receiver = self._values.pop() if self._values else Value(None)
            self._open("[", token.start)
            self._brackets[-1].receiver = receiver
            return at + 1, False
        if token.text == ",":
            self._reduce(0)
            if self._brackets:
                self._brackets[-1].address = False
            return at + 1, False
        if token.text in (")", "]", "}"):
            self._close(token.text)
        elif token.text in ("++", "--"):
            self._leave(token.text, token.start)
        return at + 1, True

    def _member(self, at: int) -> tuple[int, bool]:
        name = self._tokens[at].text
        kind, after = self._template(at)
        receiver = self._values.pop() if self._values else Value(None)
        if self._tokens[after].text == "(":
            self._open("." + name, self._tokens[at].start, kind)
            self._brackets[-1].address = name.startswith(("Load", "Store", "Interlocked"))
            return after + 1, False
        members = self._module.members.get(receiver.kind or "")
        self._values.append(receiver if members is None else of_kind(members.get(name)))
        return after, True

    def _close(self, text: str) -> None:
        self._reduce(0)
        if not self._brackets:
            return
        entry = self._brackets.pop()
        self._stack.pop()
        arguments = self._values[entry.base :]
        del self._values[entry.base :]
        if entry.name == "[":
            self._values.append(entry.receiver)
        elif entry.name == "" and text == ")":
            self._values.append(arguments[-1] if arguments else Value(None))
        else:
            self._values.append(self._called(entry, arguments))

    def _reduce(self, level: int) -> None:
        """Apply the operators on the stack, down to the innermost bracket, that bind at `level` or tighter."""
        while self._stack and not self._stack[-1].bracket and self._stack[-1].level >= level:
            entry = self._stack.pop()
            right = self._values.pop() if self._values else Value(None)
            if entry.level == UNARY_LEVEL:
                self._values.append(self._unary(entry, right))
            else:
                left = self._values.pop() if self._values else Value(None)
                self._values.append(self._binary(entry, left, right))

    @abstractmethod
    def _called(self, entry: Entry, arguments: list[Value]) -> Value:
        """The value of a call."""

    @abstractmethod
    def _unary(self, entry: Entry, value: Value) -> Value:
        """The value of a unary operator or a cast."""

    @abstractmethod
    def _binary(self, entry: Entry, left: Value, right: Value) -> Value:
        """The value of a binary operator, an assignment, `?` or `:`."""

    @abstractmethod
    def _leave(self, operator: str, start: int, *, known: bool = True) -> None:
        """Note arithmetic that is left open."""
