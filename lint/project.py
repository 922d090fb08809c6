"""What a family says of all its files together: what the findings in one of them owe to the others."""

from __future__ import annotations


class Examined:
    """`contexts`: by the absolute path of a file, a text that its findings depend on; `warnings`: what to say.

    A family finds a file's text in its settings, as the option `context`. `off_path`: the files in which its rules
    check nothing, since they are on no decode path.
    """

    __slots__ = ("contexts", "off_path", "warnings")

    def __init__(self, contexts: dict[str, str] | None = None, warnings: list[str] | None = None) -> None:
        self.contexts = contexts or {}
        self.off_path: set[str] = set()
        self.warnings = warnings or []
