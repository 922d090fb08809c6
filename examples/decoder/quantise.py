"""Makes an integer model of the trained float model: `graph.json`, `weights.bin` and `tables.json` in a folder.

    python quantise.py model
    python quantise.py model64 --width acc64

Post-training quantisation: a tensor of the graph holds its float tensor times a scale. Weights have a scale for each
output channel, so that the largest is as large as it may be; activations have one scale. At acc64 both are finer than
sums of 32 bits allow. The tables come from the latents of the training photographs.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import jax.numpy as jnp
import numpy as np
from float_model import LATENTS, Parameters, analysis
from train import photographs
from wai_lint.checkers.decoder.codec.tables import FORMAT, TOTAL
from wai_lint.checkers.decoder.writer import Writer

LATENT = (-255, 255)
PIXEL = 255
# The scale of what is normalised, small enough that its square leaves room for γ.
NORM_SCALE = 256


@dataclass(frozen=True)
class Precision:
    """How fine a model is: its largest weight, what 1.0 becomes in an activation, the values of an activation."""

    weight_most: int
    scale: int
    activation: tuple[int, int]


PRECISIONS = {
    "acc32": Precision(127, 512, (-(2**14), 2**14 - 1)),
    "acc64": Precision(2047, 4096, (-(2**17), 2**17 - 1)),
}


def parameters(path: str) -> Parameters:
    """The committed parameters, in single precision."""
    return {name: jnp.asarray(value, jnp.float32) for name, value in np.load(path).items()}


class Quantiser:
    """Writes the graph of a float model."""

    def __init__(self, p: Parameters, precision: Precision) -> None:
        self._p = {name: np.asarray(value, np.float64) for name, value in p.items()}
        self._precision = precision
        self._writer = Writer()

    def graph(self) -> Writer:
        """The synthesis: see `float_model.synthesis`, whose names the activations have."""
        writer, scale, reach = self._writer, self._precision.scale, self._precision.activation
        writer.input("latent", [1, LATENTS, None, None], *LATENT)
        self._convolution("grow1", "latent", 1, NORM_SCALE, reach)
        writer.node("normal", "isqrt_norm", ["grow1"], self._normalisation("grow1"), range=reach)
        self._convolution("inner1", "normal", scale, scale, reach)
        writer.node("active", "relu", ["inner1"])
        self._convolution("inner2", "active", scale, scale, reach)
        writer.node("joined", "add", ["normal", "inner2"], range=reach)
        self._convolution("grow2", "joined", scale, scale, reach)
        writer.node("positive", "relu", ["grow2"])
        writer.node("negative", "clamp", ["grow2"], attributes={"low": reach[0], "high": 0})
        writer.node("leaked", "requant", ["negative"], factors(np.full(self._p["grow2.b"].shape, 0.1)))
        writer.node("active2", "add", ["positive", "leaked"])
        self._convolution("last", "active2", scale, PIXEL, (-4096, 4095))
        writer.node("blocks", "depth_to_space", ["last"], attributes={"block": 2})
        writer.node("picture", "clamp", ["blocks"], attributes={"low": 0, "high": 255})
        writer.output("picture", 0, 255)
        return writer

    def _convolution(self, name: str, source: str, scale: float, to_scale: float, reach: tuple[int, int]) -> None:
        """A convolution, and the requantisation of its sums from the scale of `source` to `to_scale`."""
        weight, bias = self._p[name + ".w"], self._p[name + ".b"]
        by_channel = self._precision.weight_most / np.abs(weight).max(axis=(0, 1, 2))
        constants = {
            "weight": np.round(weight * by_channel).astype(np.int64).transpose(3, 2, 0, 1),
            "bias": np.round(bias * by_channel * scale).astype(np.int64),
        }
        if name.startswith("grow"):
            operator, attributes = "conv_transpose2d", {"stride": 2, "padding": 1, "output_padding": 0}
        else:
            operator, attributes = "conv2d", {"stride": 1, "padding": 1}
        sums = self._writer.node(name + ".sums", operator, [source], constants, attributes)
        self._writer.node(name, "requant", [sums], factors(to_scale / (by_channel * scale)), range=reach)

    def _normalisation(self, name: str) -> dict[str, np.ndarray]:
        """The constants of a normalisation from `NORM_SCALE`; a channel's root is as large as β allows."""
        beta, gamma = self._p[name + ".beta"] ** 2 + 1e-3, self._p[name + ".gamma"] ** 2
        root_scale = np.minimum(2 ** np.floor(np.log2(np.sqrt((2**31 - 1) / beta) / NORM_SCALE)), 1024)
        return {
            "multiplier": np.round(self._precision.scale * root_scale).astype(np.int64),
            "beta": np.round(beta * (NORM_SCALE * root_scale) ** 2).astype(np.int64),
            "gamma": np.round(gamma * root_scale[:, None] ** 2).astype(np.int64),
        }


def factors(ratios: np.ndarray) -> dict[str, np.ndarray]:
    """Multipliers of 15 bits and shifts that stand for ratios."""
    shifts = 14 - np.floor(np.log2(ratios)).astype(np.int64)
    return {"multiplier": np.round(ratios * 2.0**shifts).astype(np.int64), "shift": shifts}


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
    parser = argparse.ArgumentParser(description="Makes an integer model of the trained float model.")
    parser.add_argument("model", type=Path, help="the folder to write")
    parser.add_argument("--width", choices=PRECISIONS, default="acc32")
    parser.add_argument("--parameters", default="float_model.npz")
    arguments = parser.parse_args()
    p = parameters(arguments.parameters)
    arguments.model.mkdir(exist_ok=True)
    writer = Quantiser(p, PRECISIONS[arguments.width]).graph()
    (arguments.model / "graph.json").write_bytes(writer.document())
    (arguments.model / "weights.bin").write_bytes(writer.sidecar())
    (arguments.model / "tables.json").write_bytes(tables(p))


if __name__ == "__main__":
    main()
