"""What a verification says: a refusal with its reason and place, or counts (records §4)."""

from __future__ import annotations

from dataclasses import dataclass

Path = tuple[str | int, ...]


class Refusal(Exception):
    """The first check that failed.

    `at` is the place as model-governance §8.2 names it, `message` a sentence for a person. `pointer` leads from the
    outermost value of the document to the offending member; where the document is no JSON that may be read, `offset`
    is the code point at which it stops being so and `pointer` is empty.
    """

    def __init__(self, reason: str, at: Path, message: str, pointer: Path = (), offset: int | None = None) -> None:
        super().__init__(reason, at, message)
        self.reason = reason
        self.at = at
        self.message = message
        self.pointer = pointer
        self.offset = offset

    def within(self, at: Path, pointer: Path) -> Refusal:
        """The same refusal, of a record that stands at a place of a document."""
        return Refusal(self.reason, at + self.at, self.message, pointer + self.pointer, self.offset)


@dataclass(frozen=True)
class Outcome:
    """Accepted with counts, or refused: `refusal` is None exactly when accepted."""

    refusal: Refusal | None = None
    policies: int = 0
    attestations: int = 0
    presentations: int = 0
    reports: int = 0
    decodes: int = 0
    frames: int = 0
    rollup: bool = False

    @property
    def accepted(self) -> bool:
        """Whether no check failed."""
        return self.refusal is None

    def to_json(self) -> dict[str, object]:
        """The outcome as the verifier writes it: exactly the members of records §4."""
        if self.refusal is not None:
            refusal = self.refusal
            return {
                "accepted": False,
                "reason": refusal.reason,
                "at": list(refusal.at),
                "message": refusal.message,
            }
        return {
            "accepted": True,
            "policies": self.policies,
            "attestations": self.attestations,
            "presentations": self.presentations,
            "reports": self.reports,
            "decodes": self.decodes,
            "frames": self.frames,
            "rollup": self.rollup,
        }
