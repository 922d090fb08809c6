"""A file that Python does not parse.

## What it refuses

A file that the parser of the Python that runs the tool does not accept: syntax errors, an encoding that it does not
declare, null characters, brackets nested too deeply, literals of too many digits; a notebook that is no notebook, or
has such a cell.

## Why results could differ

What cannot be read cannot be checked: no other rule ran on this file.

## Example

```python
def unpack(word:      # refused
def unpack(word):     # accepted
    return word >> 4
```

## Fix

Correct the place that is named. A file for a newer Python is checked by running the tool with that Python.
"""

from __future__ import annotations

from ..rule import Invalid, Rule, Valid
from ._references import ITEM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...checkers.diagnostic import Diagnostic
    from ...checkers.python.parsing import SyntaxProblem
    from ...checkers.source import Source

RULE = Rule("PY001", "syntax-error", item=ITEM)


def report(source: Source, problem: SyntaxProblem) -> Diagnostic:
    """The finding at the place where a source stops being Python."""
    return RULE.finding(source, problem.start, problem.end, problem.message)


VALID = [
    Valid("x = 1\n"),
    Valid(""),
    Valid("\ufeffx = 1"),
    Valid("x = 1\n\x0cy = 2\r\nz = 3\rw = 4"),
    Valid("match x:\n    case [1, *_]:\n        pass\n"),
]

INVALID = [
    Invalid("def unpack«(»word:\n    return word\n"),
    Invalid("def unpack(word):\n«return» word\n"),
    Invalid("x = «0»81\n"),
    Invalid("s = '\U0001f600é'; é «é» = 3\n"),
    Invalid("x = 1\x0c\ny = «\0»2\n"),
    Invalid("x = «" + "7" * 5000 + "»\n"),
]
