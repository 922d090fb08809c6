"""What a rule file holds: its identity and its cases.

A rule is a module of `rules/<family>/` with a docstring under fixed headings, a `RULE`, a `check` function (its
parameters are the family's own; records have one verifier and no such functions), and the lists `VALID` and `INVALID`.
"""

from __future__ import annotations

from ..checkers.diagnostic import Diagnostic, Fix, Note, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..checkers.source import Source


class Rule:
    """A rule's identity.

    `code` is stable, `name` names the offence, `item` the item of the source text it enforces; `profiles` are the
    profiles it belongs to (empty: all). `translator` is the one it asks, so that it runs only where that one is asked
    for (empty: none).
    """

    __slots__ = ("code", "item", "name", "profiles", "severity", "translator")

    def __init__(
        self,
        code: str,
        name: str,
        *,
        item: str,
        severity: str = "error",
        profiles: tuple[str, ...] = (),
        translator: str = "",
    ) -> None:
        self.code = code
        self.name = name
        self.item = item
        self.severity = severity
        self.profiles = profiles
        self.translator = translator

    def finding(
        self,
        source: Source,
        start: int,
        end: int,
        message: str,
        *,
        notes: tuple[Note, ...] = (),
        fix: Fix | None = None,
    ) -> Diagnostic:
        """A diagnostic of this rule at the code-point offsets `start` to `end` of `source`."""
        span = Span.of(source, start, end)
        return Diagnostic(
            self.code, self.name, source.path, span, message, severity=self.severity, notes=notes, fix=fix
        )


class Valid:
    """An input the rule accepts (other rules may not). `path` is the name it is read by: it may tell the language."""

    __slots__ = ("path", "profile", "source")

    def __init__(self, source: str, *, profile: str = "tier", path: str = "<text>") -> None:
        self.source = source
        self.profile = profile
        self.path = path


class Invalid:
    """An input the rule refuses, each finding's exact span marked `«…»` in `source` (they may nest).

    `fixed` is the text after the rule's safe fixes, without marks; None when it offers none. `unsafe` says that the fix
    is an unsafe one. `blind` are codes of rules that the case puts out of action, for a rule that watches over them.
    `beside` are codes that the input is refused for as well, whatever is selected.
    """

    __slots__ = ("beside", "blind", "fixed", "path", "profile", "source", "unsafe")

    def __init__(
        self,
        source: str,
        *,
        fixed: str | None = None,
        profile: str = "tier",
        unsafe: bool = False,
        blind: tuple[str, ...] = (),
        beside: tuple[str, ...] = (),
        path: str = "<text>",
    ) -> None:
        self.source = source
        self.fixed = fixed
        self.profile = profile
        self.unsafe = unsafe
        self.blind = blind
        self.beside = beside
        self.path = path


def unmarked(source: str) -> tuple[str, list[tuple[int, int]]]:
    """The text of an invalid case without its marks, and the code-point offsets of each marked span, by start then end.

    Raises `ValueError` when the marks do not pair.
    """
    text: list[str] = []
    spans: list[tuple[int, int]] = []
    opened: list[int] = []
    for char in source:
        if char == "«":
            opened.append(len(text))
        elif char == "»":
            if not opened:
                raise ValueError(f"a mark closes that none opens: {source!r}")
            spans.append((opened.pop(), len(text)))
        else:
            text.append(char)
    if opened:
        raise ValueError(f"a mark opens that none closes: {source!r}")
    return "".join(text), sorted(spans)
