"""`wai-lint model link-hash FILE…`: the name of a record (model-governance §3)."""

from __future__ import annotations

from ..options import Arguments, UsageError
from ..report import CLEAN
from ..streams import write_text
from . import files


def run(operands: list[str], arguments: Arguments) -> int:
    """Print the link hash of each file's record; of several with the file's name. Raises `UsageError`.

    A record need not verify: its name is what it is.
    """
    from ..reporters.terminal import printable

    del arguments
    lines = []
    for path in operands:
        digest = _link_hash(path)
        lines.append(digest if len(operands) == 1 else f"{digest}  {printable(path)}")
    write_text("".join(line + "\n" for line in lines))
    return CLEAN


def _link_hash(path: str) -> str:
    from .records import PLACES, document_of, name_of

    document = document_of(path, files.read_or_refuse(path))
    place = PLACES.get(document["kind"])
    if place is None or place == "key_log":
        raise UsageError(
            f"{path}: {document['kind']} has no link hash of its own: wai-lint model show lists its records'"
        )
    digest = name_of(document, place)
    if digest is None or "sig" not in document:
        lacks = (
            "holds a value that no record may hold"
            if digest is None
            else "is not signed, and a name covers the signature"
        )
        raise UsageError(f"{path}: this record has no link hash: it {lacks}")
    return digest
