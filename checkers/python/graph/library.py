"""What the call graph knows of builtins, of the standard library and of containers, by name."""

from __future__ import annotations

import sys

# The packages whose functions the rules judge by name, and what has no name.
JUDGED = frozenset(("", "numpy", *sys.stdlib_module_names))
# Builtins whose result holds none of their arguments, and which call none.
FRESH = frozenset(
    f"builtins.{name}"
    for name in (
        "abs",
        "all",
        "any",
        "ascii",
        "bin",
        "bool",
        "bytearray",
        "bytes",
        "chr",
        "divmod",
        "float",
        "hasattr",
        "hash",
    )
    + ("hex", "id", "int", "isinstance", "issubclass", "len", "memoryview", "oct", "open", "ord", "pow", "range")
    + ("round", "slice", "callable", "input")
)
# Builtins, and modules with functions, whose results hold what they are given.
HOLDING = frozenset(
    f"builtins.{name}"
    for name in ("dict", "enumerate", "filter", "frozenset", "iter", "list", "map", "max", "min", "next", "reversed")
    + ("set", "sorted", "sum", "tuple", "vars", "zip")
) | {"typing.cast", "types.MappingProxyType", "types.SimpleNamespace"}
HOLDING_MODULES = frozenset(
    ("asyncio", "collections", "concurrent", "contextlib", "contextvars", "copy", "dataclasses", "functools", "heapq")
    + ("itertools", "multiprocessing", "queue", "threading", "types", "weakref")
)
# Functions, and modules with functions, whose results hold what comes of calling what they are given.
MAKING = frozenset(
    ("builtins.filter", "builtins.iter", "builtins.map", "builtins.max", "builtins.min", "builtins.property")
    + ("builtins.sum", "functools.reduce")
)
MAKING_MODULES = frozenset(
    ("asyncio", "collections", "concurrent", "dataclasses", "itertools", "multiprocessing", "threading")
)
# Methods that code which is given an object knows: those of files and mappings, and those that take it apart.
PROTOCOLS = frozenset(
    ("read", "read1", "readinto", "readinto1", "readline", "readlines", "readable", "seek", "seekable", "tell")
    + ("truncate", "write", "writelines", "writable", "flush", "close", "keys", "items", "send", "recv", "get", "put")
)
REDUCING = frozenset(("__reduce__", "__reduce_ex__"))
# Builtins that make texts of their arguments.
WRITING = frozenset(("builtins.str", "builtins.repr", "builtins.print", "builtins.format"))
# Methods that are called on the class.
MADE_OF_CLASSES = frozenset(("__new__", "__init_subclass__", "__class_getitem__"))
TEXTS = ("__str__", "__repr__", "__format__")
# Methods that are called by the syntax of other code; those above only where a text is made.
NEVER_IMPLIED = MADE_OF_CLASSES | {"__init__", "__post_init__", *TEXTS}
# Methods that call what they are given, and give what comes of it.
CALLING = frozenset(
    ("apply", "apply_async", "create_task", "imap", "imap_unordered", "map", "map_async", "run", "run_until_complete")
    + ("run_in_executor", "starmap", "submit")
)
# Methods of containers that take values in, and that give values out.
TAKING = frozenset(
    ("add", "append", "appendleft", "enter_context", "extend", "extendleft", "insert", "put", "put_nowait", "send")
    + ("set", "set_result", "setdefault", "submit", "update")
)
GIVING = frozenset(
    ("copy", "enter_context", "get", "get_nowait", "items", "keys", "pop", "popitem", "popleft", "result", "setdefault")
    + ("union", "values", "__getitem__", "__next__", "__iter__", "difference", "intersection")
)
