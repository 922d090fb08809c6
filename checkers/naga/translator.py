"""naga as a translator: does it take a WGSL module, and what does it write for it in MSL, HLSL and SPIR-V."""

from __future__ import annotations

import threading
from contextlib import suppress

import wasmtime

from .bindings import Instance, NagaStopped
from .locate import NagaUnavailable, version
from .reports import Rejection, read_report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

Writer = tuple[str, str, dict[str, list[int]] | None]

# Metal 2.4 has every built-in that naga needs for WGSL without extensions.
WRITERS: tuple[Writer, ...] = (
    ("MSL", "writeMsl", {"langVersion": [2, 4]}),
    ("HLSL", "writeHlsl", None),
    ("SPIR-V", "writeSpirv", None),
)
FUEL = 1 << 33
FUEL_PER_BYTE = 100_000
FUEL_LIMIT = 1 << 36
# The most that wasmtime takes: its asynchronous stacks, not used here, have 2 MiB.
STACK = 2 << 20


class Translation:
    """What naga writes for a module: `rejection` when it refuses it, else `msl`, `hlsl` and `spirv` (bytes).

    `failures` are its messages by language, for the languages it can't write the module in; that translation is empty.
    """

    __slots__ = ("failures", "hlsl", "msl", "rejection", "spirv")

    def __init__(self) -> None:
        self.rejection: Rejection | None = None
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
        try:
            self.version = version(path)
            self._engine = _engine()
            self._module = wasmtime.Module.from_file(self._engine, path)
            self._instance: Instance | None = Instance(self._engine, self._module)
        except (OSError, wasmtime.WasmtimeError, KeyError, NagaStopped) as error:
            raise NagaUnavailable(f"{path} is not a naga that can be run: {str(error).splitlines()[0]}") from error

    def translate(self, text: str) -> Translation:
        """Parse, validate and write the module `text` in each language.

        Instructions, memory and stack are bounded, so any text ends, and with the same verdict on any machine.
        """
        translation = Translation()
        _on_a_stack_of(4 * STACK, lambda: self._translate(text, translation))
        return translation

    def _translate(self, text: str, translation: Translation) -> None:
        pending = list(WRITERS)
        while pending and translation.rejection is None:
            instance = self._instance or Instance(self._engine, self._module)
            self._instance = None
            instance.refuel(min(FUEL + FUEL_PER_BYTE * len(text), FUEL_LIMIT))
            _translate(instance, text, pending, translation)
            if not instance.stopped and not instance.oversized:
                self._instance = instance


def _on_a_stack_of(size: int, work: Callable[[], None]) -> None:
    """Do `work` in a thread whose stack has `size` bytes, whatever that of the caller has."""
    before = threading.stack_size(size)
    try:
        thread = threading.Thread(target=work)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()


def _engine() -> wasmtime.Engine:
    configuration = wasmtime.Config()
    configuration.consume_fuel = True
    configuration.max_wasm_stack = STACK
    # Where the user has no cache folder, it is compiled anew.
    with suppress(wasmtime.WasmtimeError):
        configuration.cache = True
    return wasmtime.Engine(configuration)


def _translate(instance: Instance, text: str, pending: list[Writer], translation: Translation) -> None:
    """Write `text` in the `pending` languages, taking each from the list, until all are done or naga stops."""
    language = ""
    try:
        module, thrown, failed = instance.call("parseWgsl", *instance.put(text))
        if failed:
            translation.rejection = read_report(text, instance.message(thrown))
            return
        info, thrown, failed = instance.call("validate", module)
        if failed:
            translation.rejection = read_report(text, instance.message(thrown))
        else:
            while pending:
                language, export, options = pending.pop(0)
                _write(instance, translation, language, instance.call(export, module, info, options))
            instance.call("__wbg_moduleinfo_free", info, 0)
        instance.call("__wbg_module_free", module, 0)
    except NagaStopped as stopped:
        if language:
            translation.failures[language] = f"naga stops: {stopped}"
        else:
            translation.rejection = Rejection(f"naga stops: {stopped}")


def _write(instance: Instance, translation: Translation, language: str, result: list[int]) -> None:
    address, length, thrown, failed = result
    if failed:
        translation.failures[language] = instance.message(thrown).splitlines()[0]
    elif language == "SPIR-V":
        translation.spirv = instance.owned(address, 4 * length, 4)
    elif language == "MSL":
        translation.msl = instance.owned(address, length, 1).decode("utf-8")
    else:
        translation.hlsl = instance.owned(address, length, 1).decode("utf-8")
