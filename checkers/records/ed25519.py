"""Which keys strict Ed25519 refuses: RFC 8032 §5.1.3 decoding and small order (records §2, steps 1 and 2).

libsodium says whether a signature verifies and not why it does not; this is asked only after it refused.
"""

from __future__ import annotations

_P = 2**255 - 19
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)
_SIGN = 1 << 255


def is_key(encoded: bytes) -> bool:
    """Whether 32 bytes decode to a point of the curve that is not of small order."""
    point = _decode(encoded)
    if point is None:
        return False
    for _ in range(3):
        point = _double(*point)
    return point != (0, 1)


def _decode(encoded: bytes) -> tuple[int, int] | None:
    """The affine point of an encoding, None where there is none (RFC 8032 §5.1.3)."""
    number = int.from_bytes(encoded, "little")
    y = number & (_SIGN - 1)
    if y >= _P:
        return None
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * pow(v, 3, _P) * pow(u * pow(v, 7, _P), (_P - 5) // 8, _P) % _P
    if v * x * x % _P == -u % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if v * x * x % _P != u:
        return None
    negative = bool(number & _SIGN)
    if x == 0 and negative:
        return None
    return (_P - x if x % 2 != negative else x), y


def _double(x: int, y: int) -> tuple[int, int]:
    """Twice a point; the curve's denominators are never zero, because d is no square."""
    product = _D * x * x * y * y
    return (
        2 * x * y * pow(1 + product, _P - 2, _P) % _P,
        (y * y + x * x) * pow(1 - product, _P - 2, _P) % _P,
    )
