"""Encodes a photograph with the example's model, and says what that cost.

    python encode.py PHOTOGRAPH.png PAYLOAD [--model model]

Prints the size, the SHA-256 of the decoded pixels (the golden), and PSNR of the integer decode and of the float
decode of the same latents against the photograph.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import jax.numpy as jnp
import numpy as np
from float_model import Parameters, analysis, synthesis
from PIL import Image
from quantise import LATENT, parameters
from wai_lint.checkers.decoder.codec.decode import decode
from wai_lint.checkers.decoder.codec.encode import encode
from wai_lint.checkers.decoder.codec.model import load
from wai_lint.checkers.decoder.refusal import Refused


def latents(p: Parameters, photograph: np.ndarray) -> np.ndarray:
    """The rounded latents [1, height / 8, width / 8, channels] of a photograph, its edges repeated to whole latents."""
    height, width = photograph.shape[:2]
    padded = np.pad(photograph, ((0, -height % 8), (0, -width % 8), (0, 0)), mode="edge")
    values = analysis(p, jnp.asarray(padded[None] / 255, jnp.float32))
    return np.clip(np.round(np.asarray(values)), *LATENT).astype(np.int64)


def psnr(photograph: np.ndarray, pixels: np.ndarray) -> float:
    """Peak signal-to-noise ratio in dB."""
    return float(10 * np.log10(255**2 / np.mean((photograph.astype(np.float64) - pixels) ** 2)))


def main() -> None:
    parser = argparse.ArgumentParser(description="Encodes a photograph with the example's model.")
    parser.add_argument("photograph", type=Path)
    parser.add_argument("payload", type=Path)
    parser.add_argument("--parameters", default="float_model.npz")
    parser.add_argument("--model", type=Path, default=Path("model"))
    arguments = parser.parse_args()
    p = parameters(arguments.parameters)
    model = load(arguments.model)
    photograph = np.asarray(Image.open(arguments.photograph).convert("RGB"))
    height, width = photograph.shape[:2]
    values = latents(p, photograph)
    payload = encode(model, values.transpose(0, 3, 1, 2), width, height)
    try:
        picture = decode(model, payload)
    except Refused as refusal:
        sys.exit(f"the model cannot decode this photograph: {refusal}")
    arguments.payload.write_bytes(payload)
    integer = np.frombuffer(picture.pixels, np.uint8).reshape(height, width, 3)
    exact = np.asarray(synthesis(p, jnp.asarray(values, jnp.float32))["picture"])[0, :height, :width]
    floating = np.clip(np.round(exact * 255), 0, 255)
    print(f"{arguments.payload.name}: {width} × {height}, {len(payload)} bytes, {picture.sha256}")
    print(
        f"  {8 * len(payload) / (width * height):.3f} bits per pixel, PSNR {psnr(photograph, integer):.2f} dB "
        f"(float decode {psnr(photograph, floating):.2f} dB)"
    )


if __name__ == "__main__":
    main()
