"""Trains the example's float model on photographs with a free licence, in minutes on two processors.

    pip install jax scikit-image scikit-learn pillow
    python train.py [--steps N] [--out float_model.npz]

The photographs come with scikit-image and scikit-learn; PHOTOGRAPHS.md says whose they are and under which licence.
Those that the payloads are made from are not among them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from float_model import LATENTS, SHAPES, analysis, bits, synthesis
from skimage import data
from skimage.transform import downscale_local_mean
from sklearn.datasets import load_sample_image

BATCH, SIDE = 8, 96
RATE = 2e-3


def photographs() -> list[np.ndarray]:
    """The training photographs [height, width, 3], values 0 to 1, at full and at half size."""
    full = [
        data.astronaut(),
        data.rocket(),
        load_sample_image("china.jpg"),
        load_sample_image("flower.jpg"),
    ]
    scaled = [photograph.astype(np.float32) / 255 for photograph in full]
    halves = [downscale_local_mean(photograph, (2, 2, 1)).astype(np.float32) for photograph in scaled]
    return scaled + halves


def batches(seed: int) -> Iterator[np.ndarray]:
    """Batches of crops, turned and mirrored, their brightness and colours varied."""
    random = np.random.default_rng(seed)
    pictures = photographs()
    weights = np.array([picture.size for picture in pictures], dtype=np.float64)
    while True:
        crops = []
        for choice in random.choice(len(pictures), BATCH, p=weights / weights.sum()):
            picture = pictures[choice]
            top = random.integers(picture.shape[0] - SIDE + 1)
            left = random.integers(picture.shape[1] - SIDE + 1)
            crop = np.rot90(picture[top : top + SIDE, left : left + SIDE], random.integers(4))
            crop = crop[:, :: random.choice((-1, 1))][..., random.permutation(3)]
            crops.append(np.clip(crop * random.uniform(0.7, 1.15), 0, 1))
        yield np.stack(crops)


def initial(seed: int) -> dict[str, jax.Array]:
    """Parameters before training: weights by the fan in, normalisations near the identity."""
    random = np.random.default_rng(seed)
    values: dict[str, np.ndarray] = {}
    for name, shape in SHAPES.items():
        kind = name.split(".")[1]
        if kind == "w":
            gain = 4 if name.startswith("grow") else 1
            values[name] = random.normal(size=shape) * np.sqrt(gain / np.prod(shape[:3]))
        elif kind == "gamma":
            values[name] = 0.3 * np.eye(shape[0]) + 0.02
        else:
            values[name] = np.full(shape, {"beta": 1.0, "scale": 1.0}.get(kind, 0.0))
    # Latents large enough that rounding leaves something of them, pictures near grey.
    values["analysis3.w"] = values["analysis3.w"] * 3
    values["last.w"] = values["last.w"] * 0.1
    values["last.b"] = values["last.b"] + 0.5
    return {name: jnp.asarray(value, jnp.float32) for name, value in values.items()}


def loss(p: dict[str, jax.Array], pictures: jax.Array, noise: jax.Array, weight: float) -> jax.Array:
    """Bits per pixel and the weighted squared error, latents quantised as uniform noise."""
    latents = analysis(p, pictures)
    noisy = latents + noise
    rate = bits(p, noisy).sum() / (pictures.size / 3)
    # The synthesis sees what it will see: rounded latents, their gradient passed on as it is.
    rounded = latents + jax.lax.stop_gradient(jnp.round(latents) - latents)
    error = jnp.mean((synthesis(p, rounded)["picture"] - pictures) ** 2)
    return rate + weight * error


@partial(jax.jit, donate_argnums=(0, 1, 2), static_argnames="weight")
def step(p, first, second, pictures, noise, rate, count, weight):
    """One step of Adam; the parameters, their moments and the loss."""
    value, gradient = jax.value_and_grad(loss)(p, pictures, noise, weight)
    norm = jnp.sqrt(sum(jnp.sum(g * g) for g in gradient.values()))
    gradient = {name: g * jnp.minimum(1, 2 / norm) for name, g in gradient.items()}
    first = {name: 0.9 * first[name] + 0.1 * g for name, g in gradient.items()}
    second = {name: 0.999 * second[name] + 0.001 * g * g for name, g in gradient.items()}
    size = rate * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    p = {name: v - size * first[name] / (jnp.sqrt(second[name]) + 1e-8) for name, v in p.items()}
    return p, first, second, value


def train(steps: int, weight: float) -> dict[str, jax.Array]:
    """Train; the learning rate falls to nothing along half a cosine."""
    p = initial(1)
    first = {name: jnp.zeros_like(value) for name, value in p.items()}
    second = {name: jnp.zeros_like(value) for name, value in p.items()}
    random = np.random.default_rng(2)
    noises = (BATCH, SIDE // 8, SIDE // 8, LATENTS)
    smooth = 0.0
    for count, pictures in zip(range(1, steps + 1), batches(3), strict=False):
        noise = random.uniform(-0.5, 0.5, noises).astype(np.float32)
        rate = RATE * 0.5 * (1 + np.cos(np.pi * count / steps))
        p, first, second, value = step(p, first, second, pictures, noise, rate, float(count), weight)
        smooth = float(value) if count == 1 else 0.99 * smooth + 0.01 * float(value)
        if count % 100 == 0:
            print(f"step {count} of {steps}, loss {smooth:.4f}", flush=True)
    return p


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains the example's float model.")
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--weight", type=float, default=1500, help="what a squared error of 1 costs, in bits per pixel")
    parser.add_argument("--out", default="float_model.npz")
    arguments = parser.parse_args()
    p = train(arguments.steps, arguments.weight)
    # Half precision is what is kept, so that what is measured later is measured with what is committed.
    np.savez_compressed(arguments.out, **{name: np.asarray(value, np.float16) for name, value in p.items()})


if __name__ == "__main__":
    main()
