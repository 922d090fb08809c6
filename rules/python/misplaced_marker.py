"""A comment that marks a decode path, where there is nothing to mark.

## What it refuses

A comment `wai-lint: decode-path` that stands neither on the line of a `def` or `class` nor between that line and the
body.

## Why results could differ

Whoever wrote it means some code to be checked, and none is: its floats would pass unseen.

## Example

```python
def unpack(word):
    return word >> 4   # wai-lint: decode-path    (refused: nothing is defined on this line)

def unpack(word):      # wai-lint: decode-path    (accepted, and checked)
    return word >> 4
```

## Fix

Move the comment to the end of the `def` or `class` line.
"""

from __future__ import annotations

from ...checkers.python.selection import misplaced
from ..rule import Invalid, Rule, Valid
from ._references import ITEM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.python.facts import Facts

RULE = Rule("PY002", "misplaced-marker", item=ITEM)

MESSAGE = "this marks no function or class, so nothing is checked for it: put it at the end of a def or class line"


def check(facts: Facts) -> Iterator[Diagnostic]:
    """A finding at each marking comment without a definition."""
    for start, end in misplaced(facts.parsed, facts.names):
        yield RULE.finding(facts.source, start, end, MESSAGE)


VALID = [
    Valid("def unpack(word):  # wai-lint: decode-path\n    return word >> 4\n"),
    Valid("class Reader:  # wai-lint: decode-path: reads bits\n    size = 3\n"),
    Valid("@staticmethod\nasync def unpack(  # wai-lint: decode-path\n    word,\n):\n    return word\n"),
    Valid("def unpack(\n    word,\n):  # wai-lint: decode-path\n    return word\n"),
    Valid("x = '# wai-lint: decode-path'\n# wai-lint: decode-paths are configured\n"),
]

INVALID = [
    Invalid("«# wai-lint: decode-path»\ndef unpack(word):\n    return word >> 4\n"),
    Invalid("def unpack(word):\n    return word >> 4  «# wai-lint: decode-path»\n"),
    Invalid("@staticmethod  «# wai-lint: decode-path»\ndef unpack(word):\n    return word >> 4\n"),
    Invalid("x = 1  «#wai-lint:decode-path»\n"),
]
