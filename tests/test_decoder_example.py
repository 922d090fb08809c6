"""The example: its payloads decode to their goldens, near the photographs, and as near as in floating point."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from wai_lint.checkers.decoder import kernels
from wai_lint.checkers.decoder.codec.decode import decode, read
from wai_lint.checkers.decoder.codec.encode import encode
from wai_lint.checkers.decoder.codec.model import Model, load
from wai_lint.checkers.decoder.widths import ACC32

EXAMPLE = Path(__file__).parent.parent / "examples" / "decoder"
MANIFEST = tomllib.loads((EXAMPLE / "manifest.toml").read_text(encoding="utf-8"))
GOLDENS = {EXAMPLE / entry["path"]: entry["golden"] for entry in MANIFEST["payloads"]}
# In dB: the least for a payload to stand for its photograph, and the most that integers may cost.
LEAST_PSNR = 28
MOST_COST = 0.25


@pytest.fixture(scope="module")
def model() -> Model:
    return load(EXAMPLE / MANIFEST["model"])


def psnr(picture: np.ndarray, other: np.ndarray) -> float:
    return float(10 * np.log10(255**2 / np.mean((picture.astype(np.float64) - other) ** 2)))


def synthesis(latents: np.ndarray) -> np.ndarray:
    """The float model's picture [height, width, 3], 0 to 255, of latents [1, channels, height, width]."""
    with np.load(EXAMPLE / "float_model.npz") as stored:
        p = {name: stored[name].astype(np.float64) for name in stored}

    def convolve(x: np.ndarray, name: str) -> np.ndarray:
        weight, (height, width, _) = p[name + ".w"], x.shape
        padded = np.pad(x, ((1, 1), (1, 1), (0, 0)))
        taps = [padded[v : v + height, u : u + width] @ weight[v, u] for v in range(3) for u in range(3)]
        return sum(taps, p[name + ".b"])

    def grow(x: np.ndarray, name: str) -> np.ndarray:
        weight, (height, width, _) = p[name + ".w"], x.shape
        y = np.zeros((2 * height + 2, 2 * width + 2, weight.shape[3]))
        for v in range(4):
            for u in range(4):
                y[v : v + 2 * height : 2, u : u + 2 * width : 2] += x @ weight[v, u]
        return y[1:-1, 1:-1] + p[name + ".b"]

    x = grow(latents[0].transpose(1, 2, 0).astype(np.float64), "grow1")
    normal = x / np.sqrt(p["grow1.beta"] ** 2 + 1e-3 + x**2 @ (p["grow1.gamma"] ** 2).T)
    joined = normal + convolve(np.maximum(convolve(normal, "inner1"), 0), "inner2")
    x = grow(joined, "grow2")
    x = convolve(np.maximum(x, 0.1 * x), "last")
    height, width, _ = x.shape
    blocks = x.reshape(height, width, 3, 2, 2).transpose(0, 3, 1, 4, 2)
    return np.clip(np.round(blocks.reshape(2 * height, 2 * width, 3) * 255), 0, 255)


@pytest.mark.parametrize("payload", GOLDENS, ids=lambda path: path.stem)
def test_a_payload_decodes_to_its_golden_near_its_photograph(model: Model, payload: Path) -> None:
    picture = decode(model, payload.read_bytes())
    assert picture.sha256 == GOLDENS[payload]
    photograph = np.asarray(Image.open(EXAMPLE / "photographs" / f"{payload.stem}.png"))
    decoded = np.frombuffer(picture.pixels, np.uint8).reshape(photograph.shape)
    assert psnr(photograph, decoded) > LEAST_PSNR
    _, latents = read(model, payload.read_bytes())
    exact = synthesis(latents)[: picture.height, : picture.width]
    assert psnr(photograph, exact) - psnr(photograph, decoded) < MOST_COST


@pytest.mark.parametrize("payload", GOLDENS, ids=lambda path: path.stem)
def test_a_payload_is_what_the_encoder_makes_of_its_latents(model: Model, payload: Path) -> None:
    data = payload.read_bytes()
    header, latents = read(model, data)
    assert encode(model, latents, header.width, header.height) == data


def test_the_model_is_certified_for_words_of_32_bits(model: Model) -> None:
    assert model.certificate.width == ACC32


def test_the_kernels_are_what_their_parts_give() -> None:
    folder = EXAMPLE / MANIFEST["kernels"]
    written = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.wgsl")}
    assert written == {operator: kernels.module(operator, ACC32) for operator in kernels.OPERATORS}
