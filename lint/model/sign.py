"""`wai-lint model sign FILE --key K`: sets `signer_pubkey` and `sig` of a record (model-governance §3).

Of a key log the last revision is signed. What does not read once signed is not written.
"""

from __future__ import annotations

import json

from ..options import Arguments, UsageError
from ..report import CLEAN, FINDINGS
from ..streams import say, write_text
from . import files, keygen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def run(operands: list[str], arguments: Arguments) -> int:
    """Sign, and write to `--output` or standard output; 1 when the record is refused. Raises `UsageError`."""
    from ...checkers.records.verifier import verify
    from ...rules.records import place_in_words
    from .records import document_of

    path = operands[0]
    seed = keygen.read_key(arguments.get("--key"))
    document = document_of(path, files.read_or_refuse(path))
    text = json.dumps(_signed(path, document, seed), indent=2, ensure_ascii=False) + "\n"
    refusal = verify(text.encode()).refusal
    if refusal is not None:
        at = place_in_words(refusal.at)
        say("error", f"{path}: not signed: it would be refused ({refusal.reason}) at {at}: {refusal.message}")
        return FINDINGS
    output = arguments.get("--output", files.STANDARD_OUTPUT)
    if output == files.STANDARD_OUTPUT:
        write_text(text)
        return CLEAN
    from ..files import write_whole

    if keygen.is_key_file(output):
        raise UsageError(f"{output}: this file holds a key, and a key is never overwritten: name another one")
    try:
        write_whole(output, text.encode())
    except OSError as error:
        raise UsageError(f"{output}: cannot write the record: {error.strerror}") from error
    return CLEAN


def _signed(path: str, document: dict[str, Any], seed: bytes) -> dict[str, Any]:
    from ...checkers.records.signatures import sign
    from .records import PLACES, domain_of

    place = PLACES.get(document["kind"])
    if place is None:
        raise UsageError(f"{path}: a bundle is not signed: sign the records that go into it")
    try:
        if place != "key_log":
            return sign(document, seed, domain_of(place))
        revisions = document.get("revisions")
        if not isinstance(revisions, list) or not revisions or not isinstance(revisions[-1], dict):
            raise UsageError(f"{path}: this key log has no revision to sign")
        return document | {"revisions": [*revisions[:-1], sign(revisions[-1], seed, domain_of("revision"))]}
    except TypeError as error:
        message = "it holds a number other than an unsigned integer up to 2^53 - 1, and no record does"
        raise UsageError(f"{path}: cannot be signed: {message}") from error
