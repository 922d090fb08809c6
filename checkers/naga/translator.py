"""naga as a translator: does it take a WGSL module, and what does it write for it in MSL, HLSL and SPIR-V."""

from __future__ import annotations

import re

from .bindings import Instance, NagaStopped, Thrown
from .locate import NagaUnavailable, version

TYPE_CHECKING = False
if TYPE_CHECKING:
    import wasmtime

# Metal 2.4 has every built-in that naga needs for WGSL without extensions.
WRITERS = (("MSL", "writeMsl", {"langVersion": [2, 4]}), ("HLSL", "writeHlsl", None), ("SPIR-V", "writeSpirv", None))
FUEL = 1 << 33
FUEL_PER_BYTE = 100_000
FUEL_LIMIT = 1 << 36


class Rejection:
    """naga's refusal of a module: its message, and the place as code-point offsets (both 0 where it names none)."""

    __slots__ = ("end", "message", "start")

    def __init__(self, message: str, start: int, end: int) -> None:
        self.message = message
        self.start = start
        self.end = end


class Translation:
    """What naga writes for a module: `rejection` when it refuses it, else `msl`, `hlsl` and `spirv` (bytes).

    `failures` are its messages by language, for the languages it can't write the module in; that translation is empty.
    """

    __slots__ = ("failures", "hlsl", "msl", "rejection", "spirv")

    def __init__(self, rejection: Rejection | None = None) -> None:
        self.rejection = rejection
        self.failures: dict[str, str] = {}
        self.msl = ""
        self.hlsl = ""
        self.spirv = b""


class Translator:
    """naga, compiled once and kept; `version` names it and its release."""

    def __init__(self, path: str) -> None:
        """Compile `naga_bg.wasm`, or take it from wasmtime's own cache in the user's cache folder.

        The compiled code is machine code, so it is never read from the folder being linted.
        Raises `NagaUnavailable` when the file is not naga's module.
        """
        import wasmtime

        self.version = version(path)
        try:
            self._engine = wasmtime.Engine(_configuration(cached=True))
        except wasmtime.WasmtimeError:
            self._engine = wasmtime.Engine(_configuration(cached=False))
        try:
            self._module = wasmtime.Module.from_file(self._engine, path)
            self._instance: Instance | None = Instance(self._engine, self._module)
        except (OSError, wasmtime.WasmtimeError, KeyError, NagaStopped) as error:
            raise NagaUnavailable(f"{path} is not a naga that can be run: {str(error).splitlines()[0]}") from error

    def translate(self, text: str) -> Translation:
        """Parse, validate and write the module `text` in each language.

        Instructions and memory are bounded, so any text ends, and with the same verdict on any machine.
        """
        instance = self._instance or Instance(self._engine, self._module)
        self._instance = None
        instance.refuel(min(FUEL + FUEL_PER_BYTE * len(text), FUEL_LIMIT))
        try:
            translation = _translate(instance, text)
        except NagaStopped as stopped:
            return Translation(Rejection(f"naga stops on this module: {stopped}", 0, 0))
        if not instance.oversized:
            self._instance = instance
        return translation


def _configuration(*, cached: bool) -> wasmtime.Config:
    import wasmtime

    configuration = wasmtime.Config()
    configuration.consume_fuel = True
    if cached:
        configuration.cache = True
    return configuration


def _translate(instance: Instance, text: str) -> Translation:
    module, thrown, failed = instance.call("parseWgsl", *instance.put(text))
    if failed:
        return Translation(_rejection(text, _message(instance, thrown)))
    try:
        info, thrown, failed = instance.call("validate", module)
        if failed:
            return Translation(_rejection(text, _message(instance, thrown)))
        translation = Translation()
        _write(instance, module, info, translation)
        instance.call("__wbg_moduleinfo_free", info, 0)
        return translation
    finally:
        instance.call("__wbg_module_free", module, 0)


def _write(instance: Instance, module: int, info: int, translation: Translation) -> None:
    for language, export, options in WRITERS:
        address, length, thrown, failed = instance.call(export, module, info, options)
        if failed:
            translation.failures[language] = _message(instance, thrown).splitlines()[0]
        elif language == "SPIR-V":
            translation.spirv = instance.bytes(address, 4 * length)
            instance.call("__wbindgen_free", address, 4 * length, 4)
        else:
            written = instance.text(address, length)
            instance.call("__wbindgen_free", address, length, 1)
            if language == "MSL":
                translation.msl = written
            else:
                translation.hlsl = written


def _message(instance: Instance, thrown: int) -> str:
    error = instance.taken(thrown)
    return error.message if isinstance(error, Thrown) else "an error without a message"


def _rejection(text: str, report: str) -> Rejection:
    """Read naga's report: its first line, the causes listed under it, the place it points at."""
    first = report.split("\n", 1)[0].removeprefix("error: ")
    causes = [cause for cause in re.findall(r"(?m)^ *= (?!note:)(.*)$", report) if cause]
    place = re.search(r"(?m)^ *┌─ wgsl:(\d+):(\d+)$", report)
    if place is None:
        return Rejection(": ".join([first, *causes]), 0, 0)
    carets = re.search(r"(?m)^ *│ +(\^+)", report)
    start = _offset(text, int(place[1]), int(place[2]))
    line_end = text.find("\n", start)
    line_end = len(text) if line_end < 0 else line_end
    end = start + len(carets[1]) if carets else line_end
    return Rejection(": ".join([first, *causes]), start, min(end, line_end))


def _offset(text: str, line: int, column: int) -> int:
    """The offset of a line and column from 1, of lines that "\\n" alone ends, as naga counts them."""
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    return min(start + column - 1, len(text))
