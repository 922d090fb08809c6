"""The closed lists of names that rules judge by, `grammars/python_*.txt`: each file says what its verdicts mean."""

from __future__ import annotations

from functools import cache

from .tables import lines

# What a ufunc offers besides being called: it computes as the ufunc does.
_UFUNC_METHODS = ("reduce", "accumulate", "outer", "at", "reduceat")


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

    def entry(self, qualified: str | None) -> Entry | None:
        """What the list says of a qualified name; a masked array's function is judged as the array's."""
        if qualified is None:
            return None
        if qualified.startswith("numpy.ma."):
            qualified = "numpy." + qualified[len("numpy.ma.") :]
        module, _, name = qualified.rpartition(".")
        found = self.entries.get(qualified)
        if found is None and name in _UFUNC_METHODS:
            found = self.entries.get(module)
        if found is None and not name.startswith("_"):
            found = self.entries.get(module + ".*")
        return found


@cache
def listing(name: str) -> Listing:
    """The list of `grammars/<name>.txt`."""
    return Listing(lines(name))
