"""The closed lists of names that rules judge by, `grammars/python_*.txt`: each file says what its verdicts mean."""

from __future__ import annotations

from functools import cache

from .tables import lines

# What a ufunc offers besides being called: it computes as the ufunc does.
_UFUNC_METHODS = ("reduce", "accumulate", "outer", "at", "reduceat")

# Modules that have the functions of NumPy too, of masked arrays for one.
_BESIDE = ("numpy.ma.", "numpy.core.", "numpy._core.", "numpy.matlib.")


class Entry:
    """What a list says of a name: the verdict, why, and where its `dtype` stands among the arguments.

    `dtype` is the position from 0; -1: by keyword only; None: it takes none.
    """

    __slots__ = ("dtype", "reason", "verdict")

    def __init__(self, verdict: str, reason: str, dtype: int | None) -> None:
        self.verdict = verdict
        self.reason = reason
        self.dtype = dtype


class Listing:
    """A list of names by module, each with its verdict."""

    def __init__(self, rows: list[str]) -> None:
        self.entries: dict[str, Entry] = {}
        module = ""
        for row in rows:
            if row.startswith("["):
                module = row.strip("[]")
                continue
            head, _, reason = row.partition(": ")
            verdict, *names = head.split()
            for name in names:
                bare, given, position = name.partition("@")
                dtype = int(position or -1) if given else None
                self.entries[f"{module}.{bare}"] = Entry(verdict, reason, dtype)

    def entry(self, qualified: str) -> Entry | None:
        """What the list says of a qualified name; what another module of NumPy passes on is judged as NumPy's."""
        found = self.entries.get(qualified)
        if found is not None:
            return found
        module, _, name = qualified.rpartition(".")
        if module.startswith("numpy."):
            for beside in _BESIDE:
                if qualified.startswith(beside):
                    return self.entry("numpy." + qualified[len(beside) :])
            if name in _UFUNC_METHODS and module in self.entries:
                return self.entries[module]
        return None if name.startswith("_") else self.entries.get(module + ".*")


@cache
def listing(name: str) -> Listing:
    """The list of `grammars/<name>.txt`."""
    return Listing(lines(name))
