"""Cases of the rules about records, made when somebody asks: signing takes libraries that a start does not need."""

from __future__ import annotations

import json

from ..rule import Invalid, Valid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from ._fleet import Edit

    Edits = Mapping[str, Edit]
    Pointer = tuple[str | int, ...]

CASE = "case.wai-models.json"
_MARKED = "the marked value"


def cases(
    name: str, accepted: Callable[[], Iterable[Edits]], refused: Callable[[], Iterable[tuple[Edits, Pointer]]]
) -> list[Any]:
    """`VALID` and `INVALID` of a rule, for its module's `__getattr__`.

    `accepted` gives the edits of bundles (`_fleet.compose`), `refused` also where the finding points.
    """
    from ._fleet import compose

    if name == "VALID":
        return [Valid(_text(compose(edits)), path=CASE) for edits in accepted()]
    if name == "INVALID":
        return [Invalid(marked(compose(edits), pointer), path=CASE) for edits, pointer in refused()]
    raise AttributeError(name)


def marked(document: dict[str, Any], pointer: Pointer) -> str:
    """The text of a document with the value that `pointer` leads to between marks."""
    # What stands in it twice is changed in one place alone.
    holder: Any = {"document": json.loads(json.dumps(document))}
    whole = holder["document"]
    *parents, last = ("document", *pointer)
    for part in parents:
        holder = holder[part]
    value = holder[last]
    holder[last] = _MARKED
    text = _text(whole if pointer else _MARKED)
    line = next(line for line in text.splitlines() if _MARKED in line)
    indent = len(line) - len(line.lstrip())
    # `json` indents a value by its depth, which it cannot see here.
    shown = _text(value).replace("\n", "\n" + " " * indent)
    return text.replace(f'"{_MARKED}"', f"«{shown}»")


def _text(document: object) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False)
