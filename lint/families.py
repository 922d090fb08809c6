"""The families of inputs, as a table: which files each reads and where its rules are.

The engine knows a family by this row and by the contract of `rules.family`; its package loads when a file of its
kind turns up.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import BinaryIO

    from ..checkers.source import Source
    from ..rules.family import Checked, Settings
    from ..rules.rule import Rule


class Family:
    """A row of the table.

    `suffixes`: how the names of its files end. `prefix`: how its codes begin. `required`: codes of the findings that
    keep the rules from running at all, which nothing may deselect or excuse. `undecodable`: the code and name of the
    finding that a file is not UTF-8; None: the language does not ask for it, and such a file is read as Latin-1.
    `recognition`: the module whose `recognises(name, file)` tells which of those files are the family's, and whose
    `read_bounded(file)` reads no more of a file or stream than one of them can hold; empty: all are, of any size.
    `reader`: the module whose `read(path, data)` makes a `Source` of a file's bytes, for every family that reads it;
    empty: the text is the bytes in UTF-8. `project`: the module whose `examine(inputs, configuration, named)` tells
    what the findings in one file owe to others (an `Examined`); empty: nothing.
    """

    __slots__ = (
        "_rules",
        "name",
        "package",
        "prefix",
        "project",
        "reader",
        "recognition",
        "required",
        "suffixes",
        "undecodable",
    )

    def __init__(
        self,
        name: str,
        package: str,
        prefix: str,
        suffixes: tuple[str, ...],
        *,
        required: tuple[str, ...] = (),
        undecodable: tuple[str, str] | None = None,
        recognition: str = "",
        reader: str = "",
        project: str = "",
    ) -> None:
        self.name = name
        self.package = package
        self.prefix = prefix
        self.suffixes = suffixes
        self.required = frozenset(required)
        self.undecodable = undecodable
        self.recognition = recognition
        self.reader = reader
        self.project = project
        self._rules: tuple[Rule, ...] | None = None

    def reads(self, name: str, file: BinaryIO) -> bool:
        """Whether the file of this name, which ends as the family's do, is one of the family's. Raises `OSError`."""
        return not self.recognition or import_module(self.recognition).recognises(name, file)

    def check(self, source: Source, settings: Settings) -> Checked:
        """What the family finds in `source`."""
        return import_module(self.package).check(source, settings)

    def rules(self) -> tuple[Rule, ...]:
        """The family's rules, ordered by code."""
        if self._rules is None:
            from ..rules.discovery import discover

            self._rules = tuple(module.RULE for module in discover(self.package.rpartition(".")[2]))
        return self._rules


_PACKAGE = __name__.rsplit(".", 2)[0]
_RULES = _PACKAGE + ".rules."
_HOST = (".rs", ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".m", ".mm", ".py", ".pyi")
# The codes of the records family: so many in each hundred.
_REFUSALS = tuple(
    f"REC{hundred}{number:02}" for hundred, last in enumerate((3, 2, 7, 4, 8, 2)) for number in range(1, last + 1)
)

FAMILIES: list[Family] = [
    Family(
        "wgsl",
        _RULES + "wgsl",
        "WGSL",
        (".wgsl",),
        required=("WGSL001", "WGSL002"),
        undecodable=("WGSL001", "syntax-error"),
    ),
    Family("host", _RULES + "host", "HOST", _HOST),
    Family(
        "records",
        _RULES + "records",
        "REC",
        (".json",),
        # The first refusal ends a verification: what comes after it was not checked.
        required=_REFUSALS,
        undecodable=("REC001", "record-malformed"),
        recognition=_PACKAGE + ".checkers.records.recognition",
    ),
]

# Rules about suppression comments: they read what the engine knows, so they belong to no kind of file.
SUPPRESSION = Family("suppression", _RULES + "suppression", "SUP", ())


def families_of(name: str) -> tuple[Family, ...]:
    """The families that read a file of this name, its ending in capitals or not."""
    return tuple(family for family in FAMILIES if name.lower().endswith(family.suffixes))


def read_stream(name: str, file: BinaryIO) -> bytes:
    """The bytes of a stream that is read as a file of this name; no more than a family that bounds them reads.

    Raises `OSError`.
    """
    for family in families_of(name):
        if family.recognition:
            return import_module(family.recognition).read_bounded(file)
    return file.read()


def read_file(families: Sequence[Family], location: str) -> bytes:
    """The bytes of a file that `families` read; no more than a family that bounds them reads. Raises `OSError`."""
    with open(location, "rb") as file:
        for family in families:
            if family.recognition:
                return import_module(family.recognition).read_bounded(file)
        return file.read()


def all_suffixes(names: Sequence[str] = ()) -> tuple[str, ...]:
    """How the names of the files end that some family reads, or one of those of these names."""
    return tuple(suffix for family in FAMILIES if not names or family.name in names for suffix in family.suffixes)


def required_codes(families: Iterable[Family]) -> frozenset[str]:
    """The codes that nothing may deselect or excuse."""
    return frozenset(code for family in families for code in family.required)


def every_family() -> tuple[Family, ...]:
    """All families, that of the suppressions included."""
    return (*FAMILIES, SUPPRESSION)
