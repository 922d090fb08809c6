"""MSL and HLSL as naga writes them, read as far as signed arithmetic needs: tokens, declared kinds, functions.

A *kind* is what a type's scalars are: `int`, `uint`, `float`, `bool`, or the name of a structure; `char` is an `int` of
8 bits. Vectors, matrices, arrays, pointers and references have the kind of what they hold, so indexing keeps it. A kind
of None is not known.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|\#[^\n]*)
      | (?P<number>0[xX][0-9a-fA-F]+[uUlL]*|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?[a-zA-Z]*)
      | (?P<name>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)
      | (?P<punctuation><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.VERBOSE,
)
_SCALAR = re.compile(
    r"(?:metal::)?(?:packed_|atomic_)?(?:min16)?"
    r"(u?int|u?long|u?short|u?char|size_t|bool|float|half|double)(?:(?:16|32|64)_t)?(?:[1-4](?:x[1-4])?)?"
)
_SIGNED = frozenset(("int", "long", "short"))
_FLOATS = frozenset(("float", "half", "double"))
# The kind of what overloaded functions return, naga's own helpers: that of their first argument.
OVERLOADED = "overloaded"
_WORDS = """
    const constant device thread threadgroup static groupshared precise row_major in out inout volatile
    nointerpolation centroid sample struct inline globallycoherent kernel vertex fragment
"""
_QUALIFIERS = frozenset(_WORDS.split())


def scalar_kind(name: str) -> str | None:
    """The kind of a scalar, vector, matrix or atomic type of either language, None for any other name."""
    found = _SCALAR.fullmatch(name)
    if found is None:
        return None
    base = found[1]
    if base in _FLOATS:
        return "float"
    if base == "char":
        return "char"
    if base in _SIGNED:
        return "int"
    return "bool" if base == "bool" else "uint"


class Token:
    """A token: `form` is number, name or punctuation; `start` its offset."""

    __slots__ = ("form", "start", "text")

    def __init__(self, form: str, text: str, start: int) -> None:
        self.form = form
        self.text = text
        self.start = start


class Function:
    """A function: the kind it returns, its parameters' kinds by name, the tokens of its signature and of its body."""

    __slots__ = ("body", "kind", "name", "parameters", "signature")

    def __init__(self, name: str, kind: str | None, signature: list[Token], body: list[Token]) -> None:
        self.name = name
        self.kind = kind
        self.signature = signature
        self.body = body
        self.parameters: dict[str, str | None] = {}


class ShadingText:
    """A translation: `functions` in order, `variables` at module scope by name, `members` of structures by name."""

    __slots__ = ("functions", "members", "returns", "text", "typedefs", "variables")

    def __init__(self, text: str) -> None:
        self.text = text
        self.typedefs: dict[str, str | None] = {}
        self.members: dict[str, dict[str, str | None]] = {}
        self.variables: dict[str, str | None] = {}
        self.returns: dict[str, str | None] = {}
        self.functions: list[Function] = []
        _read_items(self, tokens(text))

    def kind(self, name: str) -> str | None:
        """The kind that a type name stands for."""
        found = scalar_kind(name)
        if found is not None:
            return found
        if name in self.typedefs:
            return self.typedefs[name]
        return name if name in self.members else None

    def is_type(self, name: str) -> bool:
        """Whether `name` names a type."""
        return name in self.typedefs or name in self.members or scalar_kind(name) is not None

    def declared(self, parts: list[Token]) -> tuple[str, str | None] | None:
        """The name and kind of a declaration `[qualifier] type [&*] name [dimensions …]`; None when it is not one."""
        at = 0
        while at < len(parts) and (parts[at].text in _QUALIFIERS or parts[at].text == "["):
            at = _after(parts, at, "[", "]") if parts[at].text == "[" else at + 1
        if at >= len(parts) or parts[at].form != "name":
            return None
        kind = self.kind(parts[at].text)
        at += 1
        if at < len(parts) and parts[at].text == "<":
            at = _after(parts, at, "<", ">")
        while at < len(parts) and parts[at].text in ("&", "*", "const"):
            at += 1
        if at >= len(parts) or parts[at].form != "name":
            return None
        name = parts[at].text
        follows = parts[at + 1].text if at + 1 < len(parts) else ";"
        return (name, kind) if follows in (";", "=", "[", ":", ",", "{", "(") else None


def tokens(text: str) -> list[Token]:
    """The tokens of a translation, without white space, comments and preprocessor lines."""
    found = []
    for match in _TOKEN.finditer(text):
        form = match.lastgroup or ""
        if form != "skip":
            found.append(Token(form, match[0], match.start()))
    return found


def _after(parts: list[Token], at: int, opening: str, closing: str) -> int:
    """The index after the bracket that closes the one at `at`."""
    depth = 0
    while at < len(parts):
        if parts[at].text == opening:
            depth += 1
        elif parts[at].text.startswith(closing):
            depth -= len(parts[at].text) if closing == ">" else 1
            if depth <= 0:
                return at + 1
        at += 1
    return at


def _read_items(module: ShadingText, parts: list[Token]) -> None:
    at = 0
    while at < len(parts):
        end = at
        while end < len(parts) and parts[end].text not in (";", "{"):
            end = _after(parts, end, "(", ")") if parts[end].text == "(" else end + 1
        header = parts[at:end]
        if end < len(parts) and parts[end].text == "{":
            close = _after(parts, end, "{", "}")
            _read_block(module, header, parts[end + 1 : close - 1])
            at = close + 1 if close < len(parts) and parts[close].text == ";" else close
        else:
            _read_declaration(module, header)
            at = end + 1


def _read_block(module: ShadingText, header: list[Token], body: list[Token]) -> None:
    """A structure, a constant buffer, a function, or the braces of an initializer."""
    words = [token.text for token in header]
    if not words:
        return
    if words[0] == "struct" and len(words) > 1:
        module.members[words[1]] = dict(_fields(module, body))
    elif words[0] in ("cbuffer", "tbuffer"):
        module.variables.update(_fields(module, body))
    elif "=" in words or "(" not in words:
        _read_declaration(module, header)
    else:
        _read_function(module, header, body)


def _read_declaration(module: ShadingText, header: list[Token]) -> None:
    if header and header[0].text == "typedef":
        named = module.declared(header[1:])
        if named:
            module.typedefs[named[0]] = named[1]
        return
    named = module.declared(header)
    if named:
        module.variables[named[0]] = named[1]


def _fields(module: ShadingText, body: list[Token]) -> list[tuple[str, str | None]]:
    found, start = [], 0
    for at, token in enumerate(body):
        if token.text == ";":
            named = module.declared(body[start:at])
            if named:
                found.append(named)
            start = at + 1
    return found


def _read_function(module: ShadingText, header: list[Token], body: list[Token]) -> None:
    named = module.declared(header)
    if named is None:
        return
    function = Function(named[0], named[1], header, body)
    opened = next(at for at, token in enumerate(header) if token.text == named[0]) + 1
    for parameter in _parameters(header[opened + 1 : _after(header, opened, "(", ")") - 1]):
        known = module.declared(parameter)
        if known:
            function.parameters[known[0]] = known[1]
    module.functions.append(function)
    overloaded = named[0] in module.returns and module.returns[named[0]] != named[1]
    module.returns[named[0]] = OVERLOADED if overloaded else named[1]


def _parameters(parts: list[Token]) -> list[list[Token]]:
    found: list[list[Token]] = [[]]
    depth = 0
    for token in parts:
        depth += (token.text in ("(", "<", "[")) - (token.text in (")", ">", "]"))
        if token.text == "," and depth == 0:
            found.append([])
        else:
            found[-1].append(token)
    return found
