"""The presentation statement (records §3.4, in place of exact-upscale §6.2)."""

from __future__ import annotations

from dataclasses import dataclass
from sys import intern
from typing import NamedTuple

from . import profile, record, signatures
from .forms import instant
from .outcome import Path
from .record import Table
from .shapes import BYTES_32, INTEGER, ByMember, Fault, Fields, ListOf, Nullable, Shape, one_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Nothing(Shape):
    """Null."""

    pattern = "null"

    def check(self, value: object, pointer: Path = ()) -> None:
        if value is not None:
            raise Fault("a transmitted picture was made by no set, so that this is null", pointer)


TRANSMITTED = "transmitted"
# The role in which the set that made a picture ran (model-governance §6.3), by `made`.
ROLE = {"derived": "upscale", "asserted": "enhance", "synthesized": "generate"}

_PIXELS = Fields(dict.fromkeys((TRANSMITTED, *ROLE), INTEGER))


def _frame(made: str, made_by: Shape) -> Fields:
    return Fields({"made": one_of(made), "made_by": made_by, "pixels": _PIXELS})


_FRAME = ByMember(
    "made", {TRANSMITTED: _frame(TRANSMITTED, Nothing()), **{made: _frame(made, Nullable(BYTES_32)) for made in ROLE}}
)
TABLE = Table(
    profile.PRESENTATION_KIND,
    signatures.PRESENTATION,
    {"frames": ListOf(_FRAME, least=1, most=profile.MOST_FRAMES)},
)


class Frame(NamedTuple):
    """A picture: how and by which set it was made, and its pixels of that category."""

    made: str
    made_by: str | None
    pixels: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that reads and whose signature verifies; `instant` is that of its `issued_at`, in nanoseconds."""

    link_hash: str
    signer_pubkey: str
    issued_at: str
    instant: int
    frames: tuple[Frame, ...]


def read_statement(value: dict[str, Any]) -> Statement:
    """Read a statement; raises `Refusal`: record_malformed, then bad_key or bad_signature."""
    try:
        text = TABLE.read(value)
    except Fault as fault:
        raise record.malformed(fault) from None
    record.verify(value, text, TABLE.domain)
    return Statement(
        link_hash=signatures.link_hash_of_bytes(text, TABLE.domain),
        signer_pubkey=value["signer_pubkey"],
        issued_at=value["issued_at"],
        instant=instant(value["issued_at"]),
        frames=tuple(map(_read_frame, value["frames"])),
    )


def _read_frame(value: dict[str, Any]) -> Frame:
    made, made_by = intern(value["made"]), value["made_by"]
    return Frame(made, made_by if made_by is None else intern(made_by), value["pixels"][made])
