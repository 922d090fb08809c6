"""What of a file is on a decode path, and by which route.

What the configuration and other files say of a file is its *context*: that all of it is taken, which of its functions
are reached, that its module body runs. Comments `wai-lint: decode-path` and marking decorators are in the file itself.
All of them only add.
"""

from __future__ import annotations

import ast
import json
import re
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from .facts import WHOLE
from .names import UNNAMED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .names import Names
    from .parsing import Parsed

NAMED = "named on the command line"
MARKED = "marked decode-path"
_MARK = re.compile(r"\W*wai-lint\s*:\s*decode-path(?![\w-])")
# What is meant to mark is looked at as well, so that its form is found fault with.
_MAY_MARK = re.compile(r"wai-lint[\s:]*[Dd]ecode")
_BYTES_MAY_MARK = re.compile(rb"wai-lint[\s:]*[Dd]ecode")
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(slots=True)
class Context:
    """What the findings in a file owe to the rest of the project.

    `path`: routes by what they lead to, as `Facts` takes it. `returns`: the types of what functions of the project
    return, by qualified name, as `signatures` writes them. `module`: the file's dotted name, `package` whether it is an
    `__init__`.
    `exports`: the names that a star import of a module brings; `aliases`: what a name stands for that modules pass on.
    """

    path: dict[str, str] = field(default_factory=dict)
    returns: dict[str, dict[str, object]] = field(default_factory=dict)
    module: str = UNNAMED
    package: bool = False
    exports: dict[str, list[str]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)

    def to_text(self) -> str:
        """As a text, the same for the same context."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_text(cls, text: str) -> Context:
        """The inverse of `to_text`."""
        return cls(**json.loads(text))


def whole(route: str) -> Context:
    """The context of a file that is on a decode path in full."""
    return Context({WHOLE: route})


def path_of(parsed: Parsed, names: Names, context: Context, markers: Sequence[str]) -> dict[str, str]:
    """The routes of a file by what they lead to, those of its marked functions and classes among them."""
    path = dict(context.path)
    if WHOLE not in path:
        for definition in marked(parsed, names, markers):
            for qualname in within(definition, names):
                path.setdefault(qualname, MARKED)
    return path


def within(definition: ast.AST, names: Names) -> Iterator[str]:
    """The qualified names in the module of a definition and of all definitions inside it."""
    prefix = len(names.module.qualname) + 1
    for node in ast.walk(definition):
        if isinstance(node, Definition):
            yield names.scopes[node].qualname[prefix:]


def may_mark(text: str) -> bool:
    """Whether a text may hold a comment that marks, or is meant to."""
    return _MAY_MARK.search(text) is not None


def may_be_marked(data: bytes, markers: Sequence[str]) -> bool:
    """Whether the bytes of a file may hold a comment that marks, or a decorator of `markers` by any of its names."""
    names = (marker.rpartition(".")[2].encode() for marker in markers)
    return _BYTES_MAY_MARK.search(data) is not None or (b"@" in data and any(name in data for name in names))


def marked(parsed: Parsed, names: Names, markers: Sequence[str]) -> list[Definition]:
    """The functions and classes that a comment on their `def` or `class` line, or a decorator of `markers`, marks."""
    marks = dict(marks_of(parsed))
    if not marks and not markers:
        return []
    meant = {*markers, *map(names.passed_on, markers)}
    return [
        node
        for node in _definitions(names)
        if not marks.keys().isdisjoint(header(node)) or _decorated(node, names, meant)
    ]


def misplaced(parsed: Parsed, names: Names) -> list[tuple[int, int]]:
    """The ranges of the comments that mark, but stand on the line of no definition."""
    marks = marks_of(parsed)
    headers = {line for node in _definitions(names) for line in header(node)} if marks else set()
    return [comment for line, comment in marks if line not in headers]


def marks_of(parsed: Parsed) -> list[tuple[int, tuple[int, int]]]:
    """The comments that mark, each as its line (from 1) and its code-point offsets."""
    if not may_mark(parsed.text):
        return []
    return [
        (parsed.line(start), (start, end)) for start, end in parsed.comments if _MARK.match(parsed.text, start, end)
    ]


def _definitions(names: Names) -> Iterator[Definition]:
    return (node for node in names.scopes if isinstance(node, Definition))


def header(node: Definition) -> range:
    """The lines (from 1) from `def` or `class` to before the body, or that of both."""
    return range(node.lineno, max(node.lineno, node.body[0].lineno - 1) + 1)


def _decorated(node: Definition, names: Names, markers: set[str]) -> bool:
    for decorator in node.decorator_list:
        function = decorator.func if isinstance(decorator, ast.Call) else decorator
        if ast.unparse(function) in markers or not markers.isdisjoint(names.candidates(function)):
            return True
    return False
