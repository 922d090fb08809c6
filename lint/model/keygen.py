"""`wai-lint model keygen --output K`, and the reading of what it writes.

A key file holds the 32-byte seed of RFC 8032 §5.1.5 as 64 hexadecimal digits and a line break. Its content is never
printed, in a message either.
"""

from __future__ import annotations

import os
import re
import stat

from ..options import Arguments, UsageError
from ..report import CLEAN
from ..streams import write_text
from . import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

SEED_BYTES = 32
_OWNER_ONLY = 0o600
_OTHERS = 0o077


def run(operands: list[str], arguments: Arguments) -> int:
    """Make a key, write it where `--output` says, and print its public half. Raises `UsageError`."""
    del operands
    path = arguments.get("--output")
    if path is None or path == files.STANDARD_OUTPUT:
        raise UsageError("keygen needs --output FILE: a key is never printed")
    seed = os.urandom(SEED_BYTES)
    write_key(path, seed)
    write_text(public_key(seed).hex() + "\n")
    return CLEAN


def write_key(path: str, seed: bytes) -> None:
    """Write a new key file that only its owner can read. Raises `UsageError`; what is there is never overwritten."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    except FileExistsError as error:
        raise UsageError(f"{path}: there is a file already, and a key is never overwritten: name a new one") from error
    except OSError as error:
        raise UsageError(f"{path}: cannot write the key: {error.strerror}") from error
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            if hasattr(os, "fchmod"):
                os.fchmod(descriptor, _OWNER_ONLY)
            file.write(seed.hex() + "\n")
    except OSError as error:
        # Half a key would keep the whole one from being written there.
        os.unlink(path)
        raise UsageError(f"{path}: cannot write the key: {error.strerror}") from error


def read_key(path: str | None) -> bytes:
    """The seed of a key file. Raises `UsageError`, also where others than its owner may read it."""
    if path is None:
        raise UsageError("sign needs --key FILE: a key that keygen wrote")
    try:
        with open(path, "rb") as file:
            if os.name == "posix" and stat.S_IMODE(os.fstat(file.fileno()).st_mode) & _OTHERS:
                raise UsageError(f"{path}: others can read or write this key, so it may be known: chmod 600 it")
            digits = _digits(file)
    except OSError as error:
        raise UsageError(f"{path}: cannot read the key: {error.strerror}") from error
    if digits is None:
        raise UsageError(f"{path}: a key is {2 * SEED_BYTES} digits 0-9 a-f, as keygen writes it, and this file is not")
    return bytes.fromhex(digits)


def is_key_file(path: str) -> bool:
    """Whether a regular file holds a key, whoever may read it."""
    if not os.path.isfile(path):
        return False
    try:
        with open(path, "rb") as file:
            return _digits(file) is not None
    except OSError:
        return False


def _digits(file: BinaryIO) -> str | None:
    """The digits of a key file, None where it holds something else. Raises `OSError`."""
    text = file.read(2 * SEED_BYTES + 3).strip()
    return text.decode() if re.fullmatch(rb"[0-9a-f]{%d}" % (2 * SEED_BYTES), text) else None


def public_key(seed: bytes) -> bytes:
    """The 32 bytes of the public key (RFC 8032 §5.1.5)."""
    from nacl.bindings import crypto_sign_seed_keypair

    return crypto_sign_seed_keypair(seed)[0]
