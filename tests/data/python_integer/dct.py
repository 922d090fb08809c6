"""An inverse 8 × 8 cosine transform on NumPy integers, with constants of 12 bits."""

import numpy as np
import numpy.typing as npt

BITS = 12
# cos(k pi / 16) at a scale of 2**12, for k from 1 to 7.
COSINES = (4017, 3784, 3406, 2896, 2276, 1567, 799)
Block = npt.NDArray[np.int32]


def matrix() -> Block:
    rows = np.zeros((8, 8), dtype=np.int32)
    for frequency in range(8):
        for place in range(8):
            angle = (2 * place + 1) * frequency % 32
            sign = -1 if 8 < angle < 24 else 1
            angle = min(angle, 32 - angle)
            angle = 16 - angle if angle > 8 else angle
            cosine = 1 << BITS if angle == 0 else 0 if angle == 8 else COSINES[angle - 1]
            rows[frequency, place] = sign * (cosine if frequency else COSINES[3])
    return rows


BASIS = matrix()


def halved(values: Block, bits: int) -> Block:
    """The values divided by a power of two, rounded to the nearest."""
    return (values + (1 << (bits - 1))) >> (bits & 31)


def inverse(block: Block) -> npt.NDArray[np.uint8]:
    """The samples of a block of coefficients."""
    columns = halved(BASIS.T @ block.astype(np.int32), BITS)
    samples = halved(columns @ BASIS, BITS + 2) + 128
    return np.clip(samples, 0, 255).astype(np.uint8)
