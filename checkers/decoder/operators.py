"""The operators of graphs, as data: what each takes, and the shape of what it gives.

Tensors are [n, channels, height, width] (NCHW). What the operators compute is defined by `scalar`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Size = tuple[int, int]
Attributes = Mapping[str, int]
Constants = Mapping[str, NDArray[np.int64]]


class Misfit(Exception):
    """An operator whose inputs, constants and attributes do not fit together; the message says which."""


@dataclass(frozen=True, slots=True)
class Operator:
    """What an operator takes and gives.

    `inputs`: how many tensors, 0 for two or more. `constants`: the roles, each with its number of dimensions.
    `attributes`: each with its least and its greatest value. `channels`: of the result, from those of the inputs;
    `size`: its height and width, from those of the inputs. Both raise `Misfit`.
    """

    inputs: int
    constants: Mapping[str, int]
    attributes: Mapping[str, tuple[int, int]]
    channels: Callable[[Sequence[int], Constants, Attributes], int]
    size: Callable[[Sequence[Size], Constants, Attributes], Size]


def _expect(holds: bool, message: str) -> None:
    if not holds:
        raise Misfit(message)


def _same_channels(channels: Sequence[int], constants: Constants, attributes: Attributes) -> int:
    _expect(len(set(channels)) == 1, f"its inputs have {' and '.join(map(str, channels))} channels, not as many")
    return channels[0]


def _same_size(sizes: Sequence[Size], constants: Constants, attributes: Attributes) -> Size:
    if len(set(sizes)) != 1:
        raise Misfit(f"its inputs are {' and '.join(f'{h} by {w}' for h, w in sizes)}, not of one size")
    return sizes[0]


def _per_channel(channels: Sequence[int], constants: Constants, attributes: Attributes) -> int:
    """Every constant has an element (a row, a column) for each channel."""
    for role, values in constants.items():
        _expect(
            all(length == channels[0] for length in values.shape),
            f"its {role} is {' by '.join(map(str, values.shape))} for {channels[0]} channels",
        )
    return channels[0]


def _requant(channels: Sequence[int], constants: Constants, attributes: Attributes) -> int:
    shift = constants["shift"]
    _expect(bool(((shift >= 1) & (shift <= 62)).all()), "a shift is not from 1 to 62")
    return _per_channel(channels, constants, attributes)


def _isqrt_norm(channels: Sequence[int], constants: Constants, attributes: Attributes) -> int:
    _expect(bool((constants["beta"] >= 1).all()), "a beta is below 1, so that a root may be 0")
    _expect(bool((constants["gamma"] >= 0).all()), "a gamma is below 0, so that a sum may have no root")
    return _per_channel(channels, constants, attributes)


def _convolved(channels: Sequence[int], constants: Constants, attributes: Attributes) -> int:
    weight, bias = constants["weight"], constants["bias"]
    _expect(weight.shape[1] == channels[0], f"its weight takes {weight.shape[1]} channels, its input has {channels[0]}")
    _expect(bias.shape[0] == weight.shape[0], f"it has {bias.shape[0]} biases for {weight.shape[0]} channels")
    return weight.shape[0]


def _conv2d_size(sizes: Sequence[Size], constants: Constants, attributes: Attributes) -> Size:
    kernel = constants["weight"].shape[2:]
    height, width = (
        (side + 2 * attributes["padding"] - taps) // attributes["stride"] + 1
        for side, taps in zip(sizes[0], kernel, strict=True)
    )
    _expect(height > 0 and width > 0, "its kernel is larger than its padded input")
    return height, width


def _conv_transpose2d_size(sizes: Sequence[Size], constants: Constants, attributes: Attributes) -> Size:
    kernel = constants["weight"].shape[2:]
    extra = attributes["output_padding"] - 2 * attributes["padding"]
    _expect(attributes["output_padding"] < attributes["stride"], "its output_padding is not below its stride")
    height, width = (
        (side - 1) * attributes["stride"] + taps + extra for side, taps in zip(sizes[0], kernel, strict=True)
    )
    _expect(height > 0 and width > 0, "its padding leaves nothing of its result")
    return height, width


def _clamp(channels: Sequence[int], constants: Constants, attributes: Attributes) -> int:
    _expect(attributes["low"] <= attributes["high"], "its bounds are out of order")
    return channels[0]


def _blocks(channels: Sequence[int], constants: Constants, attributes: Attributes) -> int:
    area = attributes["block"] ** 2
    _expect(channels[0] % area == 0, f"{channels[0]} channels do not make blocks of {area}")
    return channels[0] // area


def _sliced_channels(channels: Sequence[int], constants: Constants, attributes: Attributes) -> int:
    if attributes["axis"] != 1:
        return channels[0]
    return _part(channels[0], attributes)


def _sliced_size(sizes: Sequence[Size], constants: Constants, attributes: Attributes) -> Size:
    height, width = sizes[0]
    if attributes["axis"] == 2:
        return _part(height, attributes), width
    if attributes["axis"] == 3:
        return height, _part(width, attributes)
    return height, width


def _part(length: int, attributes: Attributes) -> int:
    start, stop = attributes["start"], attributes["stop"]
    _expect(start < stop <= length, f"it takes {start} to {stop} of {length}")
    return stop - start


def _scaled(sizes: Sequence[Size], constants: Constants, attributes: Attributes) -> Size:
    block = attributes.get("block", 2)
    return sizes[0][0] * block, sizes[0][1] * block


_I32 = (-(2**31), 2**31 - 1)
_SIDE = (0, 2**24)
_CONVOLUTION = {"weight": 4, "bias": 1}

OPERATORS: dict[str, Operator] = {
    "add": Operator(2, {}, {}, _same_channels, _same_size),
    "clamp": Operator(1, {}, {"low": _I32, "high": _I32}, _clamp, _same_size),
    "concat": Operator(0, {}, {}, lambda channels, *_: sum(channels), _same_size),
    "conv2d": Operator(1, _CONVOLUTION, {"stride": (1, 64), "padding": (0, 64)}, _convolved, _conv2d_size),
    "conv_transpose2d": Operator(
        1,
        _CONVOLUTION,
        {"stride": (1, 64), "padding": (0, 64), "output_padding": (0, 63)},
        _convolved,
        _conv_transpose2d_size,
    ),
    "depth_to_space": Operator(1, {}, {"block": (1, 64)}, _blocks, _scaled),
    "isqrt_norm": Operator(1, {"multiplier": 1, "beta": 1, "gamma": 2}, {}, _isqrt_norm, _same_size),
    "lut": Operator(1, {"table": 1}, {"low": _I32}, lambda channels, *_: channels[0], _same_size),
    "mul": Operator(2, {}, {}, _same_channels, _same_size),
    "relu": Operator(1, {}, {}, lambda channels, *_: channels[0], _same_size),
    "requant": Operator(1, {"multiplier": 1, "shift": 1}, {}, _requant, _same_size),
    "slice": Operator(1, {}, {"axis": (1, 3), "start": _SIDE, "stop": _SIDE}, _sliced_channels, _sliced_size),
    "upsample2": Operator(1, {}, {}, lambda channels, *_: channels[0], _scaled),
}
