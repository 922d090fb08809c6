"""Makes the integer model of the trained float model: `model/graph.json`, `model/weights.bin`, `model/tables.json`.

    python quantise.py [--parameters float_model.npz] [--model model]

Post-training quantisation: a tensor of the graph holds its float tensor times a scale. Weights have a scale for each
output channel, so that the largest has `WEIGHT_MOST`; activations have one scale. The tables come from the latents
of the training photographs.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import jax.numpy as jnp
import numpy as np
from float_model import LATENTS, Parameters, analysis
from train import photographs
from wai_lint.checkers.decoder.codec.tables import FORMAT, TOTAL
from wai_lint.checkers.decoder.writer import Writer

WEIGHT_MOST = 127
# What 1.0 becomes in an activation, and the values an activation may have.
SCALE = 512
ACTIVATION = (-16384, 16383)
LATENT = (-255, 255)
PIXEL = 255
# The scale of what is normalised, small enough that its square leaves room for γ.
NORM_SCALE = 256


def parameters(path: str) -> Parameters:
    """The committed parameters, in single precision."""
    return {name: jnp.asarray(value, jnp.float32) for name, value in np.load(path).items()}


def convolution(
    writer: Writer, p: Parameters, name: str, source: str, scale: float, to_scale: float, reach: tuple[int, int]
) -> str:
    """A convolution and the requantisation of its sums from the scale of `source` to `to_scale`; the result's name."""
    weight, bias = np.asarray(p[name + ".w"], np.float64), np.asarray(p[name + ".b"], np.float64)
    by_channel = WEIGHT_MOST / np.abs(weight).max(axis=(0, 1, 2))
    constants = {
        "weight": np.round(weight * by_channel).astype(np.int64).transpose(3, 2, 0, 1),
        "bias": np.round(bias * by_channel * scale).astype(np.int64),
    }
    if name.startswith("grow"):
        attributes = {"stride": 2, "padding": 1, "output_padding": 0}
        sums = writer.node(name + ".sums", "conv_transpose2d", [source], constants, attributes)
    else:
        sums = writer.node(name + ".sums", "conv2d", [source], constants, {"stride": 1, "padding": 1})
    return writer.node(name, "requant", [sums], factors(to_scale / (by_channel * scale)), range=reach)


def factors(ratios: np.ndarray) -> dict[str, np.ndarray]:
    """Multipliers of 15 bits and shifts that stand for ratios."""
    shifts = 14 - np.floor(np.log2(ratios)).astype(np.int64)
    return {"multiplier": np.round(ratios * 2.0**shifts).astype(np.int64), "shift": shifts}


def normalisation(p: Parameters, name: str) -> dict[str, np.ndarray]:
    """The constants of a normalisation from `NORM_SCALE` to `SCALE`; a channel's root is as large as β allows."""
    beta = np.asarray(p[name + ".beta"], np.float64) ** 2 + 1e-3
    gamma = np.asarray(p[name + ".gamma"], np.float64) ** 2
    root_scale = np.minimum(2 ** np.floor(np.log2(np.sqrt((2**31 - 1) / beta) / NORM_SCALE)), 1024)
    return {
        "multiplier": np.round(SCALE * root_scale).astype(np.int64),
        "beta": np.round(beta * (NORM_SCALE * root_scale) ** 2).astype(np.int64),
        "gamma": np.round(gamma * root_scale[:, None] ** 2).astype(np.int64),
    }


def graph(p: Parameters) -> Writer:
    """The synthesis: see `float_model.synthesis`, whose names the activations have."""
    writer = Writer()
    writer.input("latent", [1, LATENTS, None, None], *LATENT)
    convolution(writer, p, "grow1", "latent", 1, NORM_SCALE, ACTIVATION)
    writer.node("normal", "isqrt_norm", ["grow1"], normalisation(p, "grow1"), range=ACTIVATION)
    convolution(writer, p, "inner1", "normal", SCALE, SCALE, ACTIVATION)
    writer.node("active", "relu", ["inner1"])
    convolution(writer, p, "inner2", "active", SCALE, SCALE, ACTIVATION)
    writer.node("joined", "add", ["normal", "inner2"], range=ACTIVATION)
    convolution(writer, p, "grow2", "joined", SCALE, SCALE, ACTIVATION)
    writer.node("positive", "relu", ["grow2"])
    writer.node("negative", "clamp", ["grow2"], attributes={"low": ACTIVATION[0], "high": 0})
    channels = p["grow2.b"].shape[0]
    writer.node("leaked", "requant", ["negative"], factors(np.full(channels, 0.1)))
    writer.node("active2", "add", ["positive", "leaked"])
    convolution(writer, p, "last", "active2", SCALE, PIXEL, (-4096, 4095))
    writer.node("blocks", "depth_to_space", ["last"], attributes={"block": 2})
    writer.node("picture", "clamp", ["blocks"], attributes={"low": 0, "high": 255})
    writer.output("picture", 0, 255)
    return writer


def tables(p: Parameters) -> bytes:
    """The document of the frequency tables: what the photographs' latents are, smoothed by the trained prior."""
    latents: list[np.ndarray] = []
    for photograph in photographs():
        height, width = (side // 8 * 8 for side in photograph.shape[:2])
        rounded = jnp.round(analysis(p, jnp.asarray(photograph[None, :height, :width])))
        latents.append(np.asarray(rounded, np.int64).reshape(-1, LATENTS))
    values = np.concatenate(latents)
    entries: list[str] = []
    for channel in range(LATENTS):
        low, high = int(values[:, channel].min()), int(values[:, channel].max())
        support = np.arange(low, high + 1)
        seen = np.bincount(values[:, channel] - low, minlength=len(support))
        scale = np.log1p(np.exp(float(p["prior.scale"][channel]))) + 1e-2
        prior = 1 / np.cosh((support - float(p["prior.mean"][channel])) / (2 * scale)) ** 2
        likely = seen / seen.sum() + 1e-3 * prior / prior.sum()
        frequencies = np.maximum(np.round(likely / likely.sum() * (TOTAL - 2)), 1).astype(np.int64)
        # The likeliest value takes what rounding left over; the escape has 1.
        frequencies[frequencies.argmax()] += TOTAL - 1 - frequencies.sum()
        entries.append(json.dumps({"low": low, "frequencies": [*frequencies.tolist(), 1]}))
    return (f'{{\n  "format": "{FORMAT}",\n  "channels": [\n    ' + ",\n    ".join(entries) + "\n  ]\n}\n").encode()


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes the integer model of the trained float model.")
    parser.add_argument("--parameters", default="float_model.npz")
    parser.add_argument("--model", type=Path, default=Path("model"))
    arguments = parser.parse_args()
    p = parameters(arguments.parameters)
    arguments.model.mkdir(exist_ok=True)
    writer = graph(p)
    (arguments.model / "graph.json").write_bytes(writer.document())
    (arguments.model / "weights.bin").write_bytes(writer.sidecar())
    (arguments.model / "tables.json").write_bytes(tables(p))


if __name__ == "__main__":
    main()
