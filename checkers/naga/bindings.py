"""The host side of naga's WebAssembly module: the imports that wasm-bindgen gives it, over Python values.

JavaScript's `undefined` and `null` are None here, an `Error` is a `Thrown`, and options are dict, list, int.
An import's name may end in a hash of its build, which is left out of account. An import that naga never calls
on the way from WGSL is not provided: calling it raises `NagaStopped`.
"""

from __future__ import annotations

import re
import struct

import wasmtime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MEMORY_LIMIT = 1 << 30
MEMORY_KEPT = 64 << 20


class NagaStopped(Exception):
    """naga trapped, or ran out of the fuel or the memory it is given; its instance is not used again."""


class Thrown:
    """A JavaScript `Error`, by its message."""

    __slots__ = ("message",)

    def __init__(self, message: str) -> None:
        self.message = message


class Instance:
    """One instance of the module. `stopped`: a call has trapped, and it is of no more use."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module) -> None:
        self._store = wasmtime.Store(engine)
        self._store.set_limits(memory_size=MEMORY_LIMIT)
        self.stopped = False
        known = self._functions()
        imports = [self._import(wanted, known) for wanted in module.imports]
        self._exports = wasmtime.Instance(self._store, module, imports).exports(self._store)
        memory, table = self._exports["memory"], self._exports["__wbindgen_externrefs"]
        assert isinstance(memory, wasmtime.Memory)
        assert isinstance(table, wasmtime.Table)
        self._memory = memory
        self._table = table
        self.refuel(1 << 32)
        self.call("__wbindgen_start")

    def refuel(self, fuel: int) -> None:
        """Allow `fuel` more WebAssembly instructions, about; when they are spent, a call raises `NagaStopped`."""
        self._store.set_fuel(fuel)

    @property
    def oversized(self) -> bool:
        """Whether it holds more memory than is worth keeping for the next module."""
        return self._memory.data_len(self._store) > MEMORY_KEPT

    def call(self, name: str, *arguments: object) -> list[int]:
        """Call an export. Raises `NagaStopped` when it traps."""
        function = self._exports[name]
        assert isinstance(function, wasmtime.Func)
        try:
            result = function(self._store, *arguments)
        except (wasmtime.WasmtimeError, wasmtime.Trap, IndexError, UnicodeDecodeError) as error:
            self.stopped = True
            raise NagaStopped(_reason(error)) from error
        except NagaStopped:
            self.stopped = True
            raise
        if isinstance(result, list):
            return result
        return [] if result is None else [result]

    def put(self, text: str) -> tuple[int, int]:
        """Copy a text into its memory: the address and length in bytes, for an export that takes ownership."""
        data = text.encode("utf-8")
        (address,) = self.call("__wbindgen_malloc", len(data), 1)
        self._memory.write(self._store, data, address & 0xFFFFFFFF)
        return address, len(data)

    def owned(self, address: int, length: int, alignment: int) -> bytes:
        """Bytes that an export returned, freed there."""
        data = self._read(address, length)
        self.call("__wbindgen_free", address, length, alignment)
        return data

    def message(self, index: int) -> str:
        """The message of the `Error` at `index` of its table, which is freed there."""
        error = self._table.get(self._store, index)
        self.call("__externref_table_dealloc", index)
        return error.message if isinstance(error, Thrown) else "an error without a message"

    def _read(self, address: int, length: int) -> bytes:
        address &= 0xFFFFFFFF
        return bytes(self._memory.read(self._store, address, address + length))

    def _text(self, address: int, length: int) -> str:
        return self._read(address, length).decode("utf-8")

    def _import(self, wanted: wasmtime.ImportType, known: dict[str, Callable[..., object]]) -> wasmtime.Func:
        found = re.fullmatch(r"(?:__wbg_)?(\w+?)(?:_[0-9a-f]{16})?", wanted.name or "")
        name = found[1] if found else ""

        def missing(*_: object) -> object:
            raise NagaStopped(f"naga's module calls {name}, which is not provided")

        assert isinstance(wanted.type, wasmtime.FuncType)
        return wasmtime.Func(self._store, wanted.type, known.get(name, missing))

    def _functions(self) -> dict[str, Callable[..., object]]:
        def start_table() -> None:
            self._table.grow(self._store, 4, None)

        def throw(address: int, length: int) -> None:
            raise NagaStopped(self._text(address, length))

        def number(address: int, value: object) -> None:
            known = isinstance(value, int)
            given = struct.pack("<ixxxxd", known, value if known else 0)
            self._memory.write(self._store, given, address & 0xFFFFFFFF)

        return {
            "Error": lambda address, length: Thrown(self._text(address, length)),
            "Number": float,
            "__wbindgen_generic": self._text,
            "__wbindgen_init_externref_table": start_table,
            "__wbindgen_is_object": lambda value: isinstance(value, dict | list),
            "__wbindgen_is_undefined": lambda value: value is None,
            "__wbindgen_jsval_loose_eq": lambda left, right: left is right,
            "__wbindgen_number_get": number,
            "__wbindgen_throw": throw,
            "get": lambda value, index: value[index],
            "get_unchecked": lambda value, index: value[index],
            "get_with_ref_key": lambda value, key: value.get(key),
            "isArray": lambda value: isinstance(value, list),
            "isSafeInteger": lambda value: isinstance(value, int),
            "length": len,
        }


def _reason(error: Exception) -> str:
    text = str(error)
    if "fuel" in text:
        return "it did not finish within the instructions allowed for a text of this length"
    if "unreachable" in text:
        return "it panicked"
    found = re.search(r"wasm trap: (.*)", text)
    return found[1] if found else text.splitlines()[0]
