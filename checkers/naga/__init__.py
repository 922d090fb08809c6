"""naga, run from its WebAssembly build: what it says of a WGSL module, and what it translates it into."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .translator import Translation, Translator

_translators: dict[str, Translator] = {}
_translations: dict[tuple[str, str], Translation] = {}


def open_translator(path: str) -> Translator:
    """The translator of the WebAssembly file at `path`, compiled once in a process.

    Raises `locate.NagaUnavailable` when the file is not naga's module.
    """
    found = _translators.get(path)
    if found is None:
        import atexit

        from .translator import Translator

        # Later, when modules are torn down, wasmtime could no longer free what it holds.
        atexit.register(_translators.clear)
        found = _translators[path] = Translator(path)
    return found


def translate(path: str, text: str) -> Translation:
    """The translation of a module's text by the WebAssembly file at `path`; the last two are kept, as rules share them.

    Raises as `open_translator` does.
    """
    found = _translations.get((path, text))
    if found is None:
        found = open_translator(path).translate(text)
        if len(_translations) >= 2:
            del _translations[next(iter(_translations))]
        _translations[path, text] = found
    return found
