"""Notebooks (nbformat 3 and 4): the code of their cells, one after the other, as one text."""

from __future__ import annotations

import json
import re
from itertools import pairwise

from ..host.python import scan
from ..host.tokens import OTHER, STRING
from ..source import Source
from .parsing import Lines, SyntaxProblem, line_starts, tree_of
from .reading import LINE_BREAKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What IPython takes from a line before Python sees it: magics, shell commands, requests for help.
_MAGIC = re.compile(r"[ \t]*(?:[%!?]|[\w.]+[ \t]*\?{1,2}[ \t]*$)", re.MULTILINE)
_ASSIGNED = re.compile(r"[ \t]*[\w., \t]+=[ \t]*(?=[%!])")
_CELL_MAGIC = re.compile(r"\s*%%(\w*)")
# Cell magics whose cell is Python still.
_PYTHON_CELLS = frozenset(("capture", "prun", "time", "timeit"))


class NotebookProblem(ValueError):
    """A file that is no notebook of Python."""


def read_notebook(path: str, data: bytes) -> Source:
    """The source of a notebook: the code of its cells, each ended by a line break, as sections; else an empty text."""
    try:
        cells = _cells(data)
    except NotebookProblem:
        cells = []
    source = Source(path, data, breaks=LINE_BREAKS, text="".join(text for _, text in cells))
    sections: list[tuple[int, str]] = []
    line = 1
    for number, text in cells:
        sections.append((line, f"cell {number}"))
        line += len(line_starts(text)) - 1
    source.sections = tuple(sections)
    return source


def _cells(data: bytes) -> list[tuple[int, str]]:
    """The code cells: their numbers among all cells of the notebook (from 1), and their texts."""
    document = _document(data)
    cells = document.get("cells")
    if cells is None:
        # nbformat 3 keeps them in worksheets, the code of each as its input.
        sheets = document.get("worksheets")
        if isinstance(sheets, list):
            parts = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
            cells = [cell for part in parts if isinstance(part, list) for cell in part]
    if not isinstance(cells, list):
        raise NotebookProblem("a notebook has a list of cells, and this has none: save it from Jupyter again")
    found: list[tuple[int, str]] = []
    for number, cell in enumerate(cells, 1):
        if isinstance(cell, dict) and cell.get("cell_type") == "code" and cell.get("language", "python") == "python":
            source = cell.get("source", cell.get("input", ""))
            text = "".join(map(str, source)) if isinstance(source, list) else str(source)
            found.append((number, text if text.endswith(("\n", "\r")) else text + "\n"))
    return found


def _document(data: bytes) -> dict[str, Any]:
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        said = str(error).split(": line")[0]
        raise NotebookProblem(f"a notebook is a JSON document, and this is none ({said}): save it again") from error
    if not isinstance(document, dict):
        raise NotebookProblem("a notebook is a JSON object, and this is none: save it from Jupyter again")
    language = _language(document)
    if language not in ("", "python", "ipython"):
        raise NotebookProblem(f"the cells of this notebook are {language}, not Python: leave it out")
    return document


def _language(document: dict[str, Any]) -> str:
    metadata = document.get("metadata")
    for key, name in (("kernelspec", "language"), ("language_info", "name")):
        table = metadata.get(key) if isinstance(metadata, dict) else None
        if isinstance(table, dict) and isinstance(table.get(name), str):
            return table[name].lower()
    return ""


def python_of(source: Source) -> str | SyntaxProblem:
    """The Python of a notebook's text, as long as the text: what only IPython reads is blanked.

    A cell that does not parse is a problem.
    """
    try:
        _cells(source.data)
    except NotebookProblem as problem:
        return SyntaxProblem(str(problem), 0, 0)
    starts = [source.line_starts[line - 1] for line, _ in source.sections]
    pieces: list[str] = []
    for start, end in pairwise([*starts, len(source.text)]):
        piece = source.text[start:end]
        if _problem_of(piece) is not None:
            piece = _without_magics(piece)
            problem = _problem_of(piece)
            if problem is not None:
                return SyntaxProblem(problem.message, start + problem.start, start + problem.end)
        pieces.append(piece)
    return "".join(pieces)


def _problem_of(text: str) -> SyntaxProblem | None:
    tree = tree_of(text, Lines(text, line_starts(text)))
    return tree if isinstance(tree, SyntaxProblem) else None


def _without_magics(text: str) -> str:
    """The text of a cell with a name and blanks for what is not Python: a name is a statement, and a value."""
    head = _CELL_MAGIC.match(text)
    if head is not None and head[1] not in _PYTHON_CELLS:
        return _blanked(text)
    starts = [*line_starts(text), len(text)]
    inside = _insides(text)
    pieces: list[str] = []
    goes_on = False
    for begin, end in pairwise(starts):
        line = text[begin:end]
        magic = _MAGIC.match(line)
        assigned = _ASSIGNED.match(line)
        if goes_on:
            pieces.append(_blanked(line))
        elif begin in inside or not (magic or assigned):
            pieces.append(line)
            continue
        else:
            at = assigned.end() if assigned else len(line) - len(line.lstrip())
            pieces.append(line[:at] + "_" + _blanked(line[at + 1 :]))
        goes_on = line.rstrip("\r\n").endswith("\\")
    return "".join(pieces)


def _insides(text: str) -> set[int]:
    """The offsets of the lines that begin inside a bracket or a string."""
    inside: set[int] = set()
    starts = line_starts(text)
    depth = line = 0
    for token in scan(text)[0]:
        while line < len(starts) and starts[line] <= token.start:
            if depth > 0:
                inside.add(starts[line])
            line += 1
        if token.form == STRING:
            while line < len(starts) and starts[line] < token.end:
                inside.add(starts[line])
                line += 1
        elif token.form == OTHER:
            depth = max(0, depth + (token.text in "([{") - (token.text in ")]}"))
    return inside


def _blanked(text: str) -> str:
    return re.sub(r"[^\r\n]", " ", text)
