"""The example: its payloads decode to their goldens, near the photographs, and as near as in floating point."""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from wai_lint.checkers.decoder import kernels
from wai_lint.checkers.decoder.codec.decode import decode, read
from wai_lint.checkers.decoder.codec.encode import encode
from wai_lint.checkers.decoder.codec.model import Model, load
from wai_lint.checkers.decoder.kernels.__main__ import main
from wai_lint.checkers.decoder.widths import ACC32, ACC64

EXAMPLE = Path(__file__).parent.parent / "examples" / "decoder"
MANIFESTS = {
    name: tomllib.loads((EXAMPLE / name).read_text(encoding="utf-8")) for name in ("manifest.toml", "manifest64.toml")
}
WIDTH_OF = {"manifest.toml": ACC32, "manifest64.toml": ACC64}
PAYLOADS = [(name, entry["path"], entry["golden"]) for name in MANIFESTS for entry in MANIFESTS[name]["payloads"]]
# In dB: the least for a payload to stand for its photograph, and the most that integers may cost.
LEAST_PSNR = 28
MOST_COST = 0.25


@cache
def model(manifest: str) -> Model:
    return load(EXAMPLE / MANIFESTS[manifest]["model"])


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
        return np.sum(taps, axis=0) + p[name + ".b"]

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


@pytest.mark.parametrize(("manifest", "path", "golden"), PAYLOADS, ids=[path for _, path, _ in PAYLOADS])
def test_a_payload_decodes_to_its_golden_near_its_photograph(manifest: str, path: str, golden: str) -> None:
    payload = (EXAMPLE / path).read_bytes()
    picture = decode(model(manifest), payload)
    assert picture.sha256 == golden
    photograph = np.asarray(Image.open(EXAMPLE / "photographs" / f"{Path(path).stem.removesuffix('64')}.png"))
    decoded = np.frombuffer(picture.pixels, np.uint8).reshape(photograph.shape)
    assert psnr(photograph, decoded) > LEAST_PSNR
    _, latents = read(model(manifest), payload)
    exact = synthesis(latents)[: picture.height, : picture.width]
    assert psnr(photograph, exact) - psnr(photograph, decoded) < MOST_COST


@pytest.mark.parametrize(("manifest", "path"), [entry[:2] for entry in PAYLOADS], ids=[path for _, path, _ in PAYLOADS])
def test_a_payload_is_what_the_encoder_makes_of_its_latents(manifest: str, path: str) -> None:
    payload = (EXAMPLE / path).read_bytes()
    header, latents = read(model(manifest), payload)
    assert encode(model(manifest), latents, header.width, header.height) == payload


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_each_model_is_certified_for_its_width(manifest: str) -> None:
    assert model(manifest).certificate.width == WIDTH_OF[manifest]


def test_the_kernels_are_what_their_parts_give() -> None:
    folder = EXAMPLE / MANIFESTS["manifest.toml"]["kernels"]
    written = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.wgsl")}
    assert written == {operator: kernels.module(operator, ACC32) for operator in kernels.OPERATORS}


def test_writing_the_kernels_leaves_edited_ones_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["kernels", ACC32, str(tmp_path), *arguments])
        return main()

    assert run() == 0
    assert run("--check") == 0
    edited = tmp_path / "relu.wgsl"
    edited.write_text("// mine\n", encoding="utf-8")
    assert run() == 1
    assert run("--check") == 1
    assert edited.read_text(encoding="utf-8") == "// mine\n"
    assert run("--force") == 0
    assert edited.read_text(encoding="utf-8") == kernels.module("relu", ACC32)
