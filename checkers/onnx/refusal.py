"""What an audit refuses: a code, why, and the graphs and nodes it lies under (onnx §1)."""

from __future__ import annotations

from typing import NamedTuple

CODES = (
    "ONNX_PARSE",
    "ONNX_LIMIT_MODEL_BYTES",
    "ONNX_LIMIT_NODES",
    "ONNX_LIMIT_INPUTS",
    "ONNX_LIMIT_OUTPUTS",
    "ONNX_LIMIT_CONSTANTS",
    "ONNX_LIMIT_CONSTANT_BYTES",
    "ONNX_LIMIT_RANK",
    "ONNX_LIMIT_DIMENSION",
    "ONNX_LIMIT_TENSOR_BYTES",
    "ONNX_LIMIT_DEPTH",
    "ONNX_EXTERNAL_DATA",
    "ONNX_DUPLICATE_NODE_NAME",
    "ONNX_LOCAL_FUNCTION",
    "ONNX_TRAINING_INFO",
    "ONNX_TENSOR_SIZE_MISMATCH",
    "ONNX_TENSOR_ENCODING",
    "ONNX_ATTRIBUTE_INVALID",
    "ONNX_TYPE_UNSUPPORTED",
    "ONNX_DOMAIN_UNSUPPORTED",
    "ONNX_OPSET",
    "ONNX_IR_VERSION",
    "ONNX_SHAPE_INVALID",
    "ONNX_STRING_ENCODING",
    "ONNX_NONCANONICAL_PROTO",
    "ONNX_CHECKER",
    "ONNX_INFERENCE",
    "ONNX_INFERENCE_BUDGET",
)
# An audit reports this many of a code; a model with more has one cause many times over.
MOST_REFUSALS = 1000


class Refusal(NamedTuple):
    """One finding of an audit.

    `message` is lower case, one sentence without a full stop; `place` a path such as
    `graph/If[2] "gate".then_branch/Conv[0]`, empty for the model as a whole.
    """

    code: str
    message: str
    place: str = ""


class Failure(Exception):
    """What ends a command about a model: a stable `code` and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Refusals(list[Refusal]):
    """The findings so far, of which no more than `MOST_REFUSALS` of a code are kept."""

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[str, int] = {}

    def counts(self, code: str) -> bool:
        """Whether one more finding of a code is kept."""
        return self._counts.get(code, 0) < MOST_REFUSALS

    def refuse(self, code: str, message: str, place: str) -> None:
        """Add a finding."""
        if self.counts(code):
            self._counts[code] = self._counts.get(code, 0) + 1
            self.append(Refusal(code, message, place))
