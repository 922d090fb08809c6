"""The example's model in floating point: its analysis and synthesis transforms, in JAX.

Nothing here is on a decode path: the integer model is made from these parameters by `quantise.py`. Pictures are
arrays [batch, height, width, 3] with values 0 to 1; latents are [batch, height / 8, width / 8, 32].
"""

from __future__ import annotations

from collections.abc import Mapping

import jax
import jax.numpy as jnp

LATENTS = 32
DIMENSIONS = ("NHWC", "HWIO", "NHWC")
# name → shape. Convolution weights are HWIO; g is the normalisation's mixing matrix [of, from].
SHAPES = {
    "analysis1.w": (5, 5, 3, 32),
    "analysis1.b": (32,),
    "analysis1.beta": (32,),
    "analysis1.gamma": (32, 32),
    "analysis2.w": (5, 5, 32, 32),
    "analysis2.b": (32,),
    "analysis2.beta": (32,),
    "analysis2.gamma": (32, 32),
    "analysis3.w": (5, 5, 32, LATENTS),
    "analysis3.b": (LATENTS,),
    "grow1.w": (4, 4, LATENTS, 24),
    "grow1.b": (24,),
    "grow1.beta": (24,),
    "grow1.gamma": (24, 24),
    "inner1.w": (3, 3, 24, 24),
    "inner1.b": (24,),
    "inner2.w": (3, 3, 24, 24),
    "inner2.b": (24,),
    "grow2.w": (4, 4, 24, 16),
    "grow2.b": (16,),
    "last.w": (3, 3, 16, 12),
    "last.b": (12,),
    "prior.mean": (LATENTS,),
    "prior.scale": (LATENTS,),
}

Parameters = Mapping[str, jax.Array]


def convolve(x: jax.Array, w: jax.Array, b: jax.Array, stride: int = 1) -> jax.Array:
    """A convolution over zero padding that keeps the size, divided by the stride."""
    pad = (w.shape[0] - 1) // 2
    y = jax.lax.conv_general_dilated(x, w, (stride, stride), ((pad, pad), (pad, pad)), dimension_numbers=DIMENSIONS)
    return y + b


def grow(x: jax.Array, w: jax.Array, b: jax.Array) -> jax.Array:
    """A transposed convolution, kernel 4, stride 2, padding 1: the size doubles."""
    flipped = w[::-1, ::-1]
    y = jax.lax.conv_general_dilated(
        x, flipped, (1, 1), ((2, 2), (2, 2)), lhs_dilation=(2, 2), dimension_numbers=DIMENSIONS
    )
    return y + b


def normalise(x: jax.Array, beta: jax.Array, gamma: jax.Array) -> jax.Array:
    """Divisive normalisation: x / sqrt(beta² + Σ gamma² x²) over the channels of a pixel."""
    energy = jnp.einsum("nhwi,oi->nhwo", x * x, gamma * gamma)
    return x / jnp.sqrt(beta * beta + 1e-3 + energy)


def analysis(p: Parameters, pictures: jax.Array) -> jax.Array:
    """The latents of pictures whose sides are multiples of 8."""
    x = pictures * 2 - 1
    for layer in ("analysis1", "analysis2"):
        x = convolve(x, p[layer + ".w"], p[layer + ".b"], 2)
        x = normalise(x, p[layer + ".beta"], p[layer + ".gamma"])
    return convolve(x, p["analysis3.w"], p["analysis3.b"], 2)


def synthesis(p: Parameters, latents: jax.Array) -> dict[str, jax.Array]:
    """The tensors of the synthesis, by the names that the integer graph gives them; `picture` is the last."""
    t: dict[str, jax.Array] = {"latent": latents}
    t["grow1"] = grow(latents, p["grow1.w"], p["grow1.b"])
    t["normal"] = normalise(t["grow1"], p["grow1.beta"], p["grow1.gamma"])
    t["inner1"] = convolve(t["normal"], p["inner1.w"], p["inner1.b"])
    t["active"] = jax.nn.relu(t["inner1"])
    t["inner2"] = convolve(t["active"], p["inner2.w"], p["inner2.b"])
    t["joined"] = t["normal"] + t["inner2"]
    t["grow2"] = grow(t["joined"], p["grow2.w"], p["grow2.b"])
    t["active2"] = jnp.maximum(t["grow2"], 0) - 0.1 * jnp.maximum(-t["grow2"], 0)
    t["last"] = convolve(t["active2"], p["last.w"], p["last.b"])
    n, h, w, _ = t["last"].shape
    blocks = t["last"].reshape(n, h, w, 3, 2, 2).transpose(0, 1, 4, 2, 5, 3)
    t["picture"] = blocks.reshape(n, 2 * h, 2 * w, 3)
    return t


def bits(p: Parameters, latents: jax.Array) -> jax.Array:
    """The bits that each latent costs under a logistic prior per channel."""
    scale = jax.nn.softplus(p["prior.scale"]) + 1e-2
    centred = latents - p["prior.mean"]
    likelihood = jax.nn.sigmoid((centred + 0.5) / scale) - jax.nn.sigmoid((centred - 0.5) / scale)
    return -jnp.log2(jnp.maximum(likelihood, 1e-7))
