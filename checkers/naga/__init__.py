"""naga, run from its WebAssembly build: what it says of a WGSL module, and what it translates it into."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .translator import Translator

_translators: dict[str, Translator] = {}


def translator(path: str) -> Translator:
    """The translator of the WebAssembly file at `path`, compiled once in a process.

    Raises `locate.NagaUnavailable` when the file is not naga's module, or wasmtime is not installed.
    """
    found = _translators.get(path)
    if found is None:
        try:
            from .translator import Translator
        except ImportError as error:
            from .locate import NagaUnavailable

            raise NagaUnavailable("naga runs under wasmtime: install it with `pip install wai-lint[naga]`") from error
        found = _translators[path] = Translator(path)
    return found
