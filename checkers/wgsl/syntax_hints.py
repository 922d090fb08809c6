"""What was probably meant where a module is not WGSL: habits from other shading languages and common slips."""

from __future__ import annotations

import re

from ...grammars.wgsl_tables import SPELLINGS
from .lexer import NAME
from .template_lists import TEMPLATE_END

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lexer import Tokens

_CHARACTERS = {
    "\0": "a module cannot hold a null character",
    "#": "WGSL has no preprocessor: lint the module as it is after preprocessing",
    "?": "WGSL has no conditional operator: write `select(if_false, if_true, condition)`",
    '"': "WGSL has no strings",
    "'": "WGSL has no characters or strings",
    "\\": "WGSL has no line continuation: a statement goes on until its `;`",
    "$": "no token has a `$`: if this is a template, lint the module made from it",
}

_MARKS = frozenset(spelling for spelling in SPELLINGS if not spelling.isidentifier())

_SCALARS = {"float": "f", "half": "h", "double": "f", "int": "i", "uint": "u", "bool": "<bool>"}
_NAMES = {"f": "f32", "h": "f16", "i": "i32", "u": "u32", "<bool>": "bool"}
_SHAPES = re.compile(r"(float|half|double|int|uint|bool)([2-4]?)(?:x([2-4]))?")
_VECTORS = re.compile(r"([ibud]?)vec([2-4])")
_MATRICES = re.compile(r"mat([2-4])(?:x([2-4]))?")

# Types of WGSL and of other shading languages.
_TYPES = re.compile(
    rf"{_SHAPES.pattern}|{_VECTORS.pattern}[fhiu]?|{_MATRICES.pattern}[fh]?|[iu]32|f16|f32|void|atomic|array|sampler\w*"
)
# After what a statement starts.
_STARTS = (";", "{", "}", "(")

# What a reserved word stands for in the language it is known from.
_WORDS = {
    "attribute": "an input is a parameter of the entry point with `@location`",
    "class": "declare a `struct`",
    "do": "write `loop { … continuing { break if !condition; } }`",
    "enum": "declare a `const` for each value",
    "fallthrough": "a clause takes several selectors: `case 1, 2 {`",
    "goto": "write `loop`, `break` and `continue`",
    "groupshared": "declare `var<workgroup>`",
    "import": "WGSL has no modules: lint the module that the bundler makes",
    "layout": "a resource has `@group` and `@binding`, an entry point's input `@location`",
    "precision": "a type says its precision: `f32` or `f16`",
    "shared": "declare `var<workgroup>`",
    "static": "declare `var<private>` at module scope",
    "typedef": "write `alias Name = type;`",
    "type": "write `alias Name = type;`",
    "using": "write `alias Name = type;`",
    "varying": "an output is a member of the entry point's result with `@location`",
}


def unknown_character(character: str) -> str:
    """What to say of a character that no token has."""
    if character in _CHARACTERS:
        return _CHARACTERS[character]
    shown = f"`{character}` (U+{ord(character):04X})" if character.isprintable() else f"U+{ord(character):04X}"
    return f"{shown} is no part of any token: it can stand in comments only"


def bad_number(lexeme: str) -> str:
    """What to say of a misspelled literal."""
    if re.fullmatch("0[bBoO][0-9]*", lexeme):
        return "a literal is decimal or, after `0x`, hexadecimal"
    if re.fullmatch("[0-9]+(_[0-9]+)+", lexeme):
        return "digits are written without separators"
    if re.fullmatch("0+[1-9][0-9]*[iu]?", lexeme):
        return f"a decimal integer does not start with 0: write `{lexeme.lstrip('0')}`"
    digits = lexeme.rstrip("iufhlIUFHLdD")
    if re.fullmatch(r"[0-9]+\.?[0-9]*|\.[0-9]+", digits):
        return (
            f"no literal ends in `{lexeme[len(digits) :]}`: the suffixes are `i`, `u` on integers, `f`, `h` on floats"
        )
    return f"`{lexeme}` is no literal: digits are missing, or something follows them directly"


def reserved_word(lexeme: str) -> str:
    """What to say of a reserved word that stands where a name would be taken or would not."""
    if lexeme.startswith("__"):
        return "names that start with two underscores are reserved: choose another"
    return f"`{lexeme}` is a reserved word, which names nothing: choose another name"


def translated(name: str) -> str:
    """The WGSL type that a type of another shading language is, or `name` itself."""
    if match := _SHAPES.fullmatch(name):
        suffix, columns, rows = _SCALARS[match[1]], match[2], match[3]
        if not columns:
            return _NAMES[suffix]
        return f"mat{columns}x{rows}{suffix}" if rows else f"vec{columns}{suffix}"
    if match := _VECTORS.fullmatch(name):
        return f"vec{match[2]}{ {'i': 'i', 'u': 'u', 'b': '<bool>'}.get(match[1], 'f') }"
    if match := _MATRICES.fullmatch(name):
        return f"mat{match[1]}x{match[2] or match[1]}f"
    return name


def hint(tokens: Tokens, position: int, expected: set[str]) -> str:
    """What was probably meant, where the token at `position` is not one of those `expected`; "" when nobody knows."""
    lexemes = tokens.lexemes
    found = lexemes[position]
    before = lexemes[position - 1] if position else ""
    if before in ("elseif", "elsif", "elif"):
        return "write `else if`"
    if "return" in expected or "struct" in expected:
        return _at_start(tokens, position, "struct" in expected)
    if tokens.kinds[position] == tokens.kinds[position - 1] == NAME:
        return _type_first(tokens, position, expected)
    if "BINARY_OPERATOR" in expected:
        return _after_operand(tokens, position, expected)
    if "LITERAL" in expected and found == "++":
        return "`++` is a statement and stands behind: `x++;`"
    if "NAME" in expected and found == "_":
        return "`_` names nothing, values are only assigned to it"
    if "NAME" in expected and "LITERAL" not in expected and found in SPELLINGS and found.isidentifier():
        return f"`{found}` is a keyword, which names nothing"
    return _slip(before, found, expected)


def _at_start(tokens: Tokens, position: int, module: bool) -> str:
    """Where a statement or, in the `module`, a declaration should start."""
    found = tokens.lexemes[position]
    if found in _WORDS:
        return _WORDS[found]
    if found == "else":
        return "there is no `if` before it"
    if found in ("case", "default"):
        return "clauses stand in the braces of a `switch`"
    if not module:
        if found == "fn":
            return "functions do not nest"
        if found in ("++", "--"):
            return f"`{found}` stands behind: `x{found};`"
        return "this belongs at module scope" if found in ("struct", "override", "alias") else ""
    if found in ("enable", "requires", "diagnostic"):
        return "directives stand before all declarations"
    if found == "[":
        return "attributes are written `@group(0)`"
    if found == "let":
        return "`let` is for functions: use `const` or `override`"
    if tokens.kinds[position] == NAME:
        return _foreign_declaration(tokens, position)
    return "statements stand in functions" if found in ("if", "for", "while", "loop", "switch", "return") else ""


def _foreign_declaration(tokens: Tokens, position: int) -> str:
    type, name, after = [*tokens.lexemes[position : position + 3], "", ""][:3]
    if type in ("function", "func", "def"):
        return "functions are declared `fn name(…) -> type { … }`"
    if type in ("uniform", "buffer", "in", "out"):
        return "resources are declared `@group(0) @binding(0) var<uniform> name: type;`"
    if tokens.kinds[position + 1] == NAME and after == "(":
        result = "" if type == "void" else f" -> {translated(type)}"
        return f"write `fn {name}(…){result} {{ … }}`"
    if tokens.kinds[position + 1] == NAME:
        return f"write `var<private> {name}: {translated(type)}`"
    return "statements stand in functions" if name in ("=", "(", ".", "+=", "++") else ""


def _type_first(tokens: Tokens, position: int, expected: set[str]) -> str:
    """Two names side by side: a declaration as in C?"""
    before, type, name, after = ["", *tokens.lexemes, ""][position - 1 : position + 3]
    if "COMPOUND_ASSIGNMENT" in expected and before in _STARTS and after in ("=", ";", ","):
        return f"declare a variable as `var {name}: {translated(type)}`"
    if ":" in expected and _TYPES.fullmatch(type):
        return f"the type stands behind: `{name}: {translated(type)}`"
    return ""


def _after_operand(tokens: Tokens, position: int, expected: set[str]) -> str:
    """Where an operator, or what comes after an expression, should stand."""
    lexemes = tokens.lexemes
    found = lexemes[position]
    if found == "=" and expected & {")", "{"}:
        return "`=` assigns, which is a statement: compare with `==`"
    if found in ("++", "--"):
        return f"`{found}` is a statement and cannot stand in an expression"
    if tokens.kinds[position - 1] == TEMPLATE_END:
        return "from `<` to `>` is read as a template list: put comparisons in parentheses"
    cast = lexemes[max(0, position - 3) : position]
    if cast[::2] == ["(", ")"] and _TYPES.fullmatch(cast[1]) and (found == "(" or found not in SPELLINGS):
        return f"a conversion is written as a call: `{translated(cast[1])}(…)`"
    if "{" in expected and (found == ";" or found not in _MARKS):
        return "the body stands in braces"
    if found == "," and ";" in expected:
        return "declare one variable at a time"
    return ""


def _slip(before: str, found: str, expected: set[str]) -> str:
    if before == "break" and found == "if":
        return "`break if` is the last statement of a `continuing` block; elsewhere write `if condition { break; }`"
    if found == ";" and {",", "}"} <= expected:
        return "members are separated by `,`"
    if found == "<" and "TEMPLATE_START" in expected:
        return "the template list is not closed by a `>`"
    if found == "=" and before in ("==", "!="):
        return f"write `{before}`"
    if "case" in expected:
        return "a `switch` has `case` and `default` clauses"
    if "{" in expected and "if" not in expected and (found == ";" or found not in _MARKS):
        return "the body stands in braces"
    if found == ";" and "=" in expected:
        return "this declaration needs a value"
    return ""
