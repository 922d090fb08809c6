"""Processes one file, in the main process or in a worker: read, check, fix, write; the result is an `Outcome`."""

from __future__ import annotations

import os

from .cache import key_of
from .check import check, source_of
from .codec import pack
from .fixes import FixError, applicable, fix_all, unified_diff

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..checkers.diagnostic import Diagnostic
    from ..rules.family import Settings
    from .configuration import Configuration
    from .discovery import Input

    Recheck = Callable[[bytes], list[Diagnostic]]

DEBUG = "WAI_LINT_DEBUG"
_ANY = "surrogatepass"


class Outcome:
    """What came of a file: its packed diagnostics, or why there are none (`failure`: kind and message).

    `key` is where the cache keeps `body`. `fixed` fixes were applied (`written`: to the file); `diff` shows them,
    `text` is the result for an input that lies in no file. A fix that failed leaves both a body and a failure.
    """

    __slots__ = ("body", "diff", "failure", "fixed", "key", "size", "text")

    def __init__(self, body: bytes = b"", failure: tuple[str, str] | None = None) -> None:
        self.body = body
        self.failure = failure
        self.key: bytes | None = None
        self.fixed = 0
        self.diff = ""
        self.text: bytes | None = None
        self.size = 0


class Processor:
    """How to process files: the configuration, which fixes to apply and whether to write them."""

    def __init__(
        self,
        configuration: Configuration,
        applicability: Sequence[str] = (),
        *,
        write: bool = False,
        contexts: Mapping[str, str] | None = None,
    ) -> None:
        self.configuration = configuration
        self.contexts = contexts or {}
        self.applicability = applicability
        self.write = write
        self.strict: bool = configuration.values["strict"]
        self.caches: bool = configuration.values["cache"] and not self.strict
        self._signatures: dict[Settings, bytes] = {}

    def settings(self, item: Input) -> Settings:
        """The settings of the families for a file."""
        settings = self.configuration.settings_for(item.location, item.families)
        context = self.contexts.get(item.location)
        return settings if context is None else settings.within(context)

    def key(self, item: Input, data: bytes) -> bytes:
        """Where the cache keeps what is found in `data` as this file."""
        settings = self.settings(item)
        # Those with a context are of one file each.
        signature = self._signatures.get(settings)
        if signature is None:
            selected = None if settings.selected is None else sorted(settings.selected)
            signature = repr((settings.profile, selected, sorted(settings.options.items()))).encode("utf-8", _ANY)
            if item.location not in self.contexts:
                self._signatures[settings] = signature
        families = " ".join(family.name for family in item.families)
        suffix = os.path.splitext(item.location)[1]
        return key_of((b"file", families.encode(), os.fsencode(suffix), signature, data))

    def wants_to_fix(self, diagnostics: list[Diagnostic]) -> bool:
        """Whether there is a fix to apply."""
        return bool(self.applicability) and bool(applicable(diagnostics, self.applicability, self.strict))

    def process(self, item: Input) -> Outcome:
        """Check, and fix as asked. Never raises: a defect of this tool becomes a failure that names it."""
        try:
            data = item.read()
        except OSError as error:
            return Outcome(failure=("unreadable", f"cannot read this file: {error.strerror}"))
        try:
            return self._checked(item, data)
        except Exception as error:  # noqa: BLE001 - whatever a family raises, the other files are still checked
            return Outcome(failure=("internal", describe(error)))

    def _checked(self, item: Input, data: bytes) -> Outcome:
        settings = self.settings(item)

        def recheck(text: bytes) -> list[Diagnostic]:
            return check(item.shown, text, item.families, settings)

        diagnostics = recheck(data)
        outcome = Outcome()
        outcome.size = len(data)
        after = data
        if self.wants_to_fix(diagnostics):
            after, diagnostics = self._fix(item, data, diagnostics, recheck, outcome)
        elif item.data is not None and self.applicability:
            outcome.text = data
        outcome.body = pack(diagnostics)
        if self.caches and outcome.failure is None:
            outcome.key = self.key(item, after)
        return outcome

    def _fix(
        self, item: Input, data: bytes, diagnostics: list[Diagnostic], recheck: Recheck, outcome: Outcome
    ) -> tuple[bytes, list[Diagnostic]]:
        from .files import write_whole

        source = source_of(item.shown, data, item.families)
        try:
            after, left, fixed = fix_all(source, diagnostics, recheck, item.families, self.applicability, self.strict)
            if item.data is not None:
                outcome.text = after
            elif self.write:
                if item.read() != data:
                    raise FixError("it changed while it was being checked, so its fixes were not written")
                write_whole(item.location, after)
        except (FixError, OSError) as error:
            reason = f"cannot write its fixes: {error.strerror}" if isinstance(error, OSError) else str(error)
            outcome.failure = ("fix", reason)
            outcome.text = item.data
            return data, diagnostics
        outcome.fixed = fixed
        if not self.write:
            outcome.diff = unified_diff(item.shown, data, after, source.encoding)
        return after, left


def describe(error: BaseException, what: str = "internal error, so this file was not checked") -> str:
    """What to say of a defect of this tool; the traceback only where the variable `DEBUG` asks for it."""
    if os.environ.get(DEBUG):
        import traceback

        traceback.print_exception(error)
    summary = " ".join(str(error).split())
    kind = type(error).__name__ + (f": {summary[:200]}" if summary else "")
    return f"{what}; please report it ({kind}; {DEBUG}=1 shows where)"
