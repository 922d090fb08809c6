"""What the configuration says of each model: limits, and whether it lies on a decode path."""

from __future__ import annotations

import json
import os

from ..project import Examined
from ..settings_files import ConfigurationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..configuration import Configuration
    from ..discovery import Input

FAMILY = "onnx"
INTEGER_ONLY = "integer-only"


def examine(inputs: Sequence[Input], configuration: Configuration, named: bool) -> Examined:
    """For each model what its findings depend on besides its bytes, and what to say of patterns that match none.

    Raises `ConfigurationError`.
    """
    from importlib.metadata import version

    from ...checkers.onnx import recognition

    options: dict[str, Any] = configuration.values[FAMILY]
    limits = _limits(options, configuration)
    recognition.bound(limits["model_bytes"])
    # Its checker and its shape inference decide with us.
    shared = {"limits": limits, "onnx": version("onnx")}
    given = options.get(INTEGER_ONLY, False)
    on_decode_path = _patterns(given, configuration)
    contexts = {}
    for item in inputs:
        chosen = on_decode_path(item.location)
        for override in configuration.overrides:
            if override.matches(item.location):
                chosen = override.values.get(FAMILY, {}).get(INTEGER_ONLY, chosen)
        contexts[item.location] = json.dumps(shared | {INTEGER_ONLY: chosen}, sort_keys=True)
    warnings = []
    if not (isinstance(given, bool) or named or any(on_decode_path(item.location) for item in inputs)):
        warnings += [f"{INTEGER_ONLY} ({', '.join(given)}) matches none of the models here"] * bool(given)
    return Examined(contexts, warnings)


def _limits(options: dict[str, Any], configuration: Configuration) -> dict[str, int]:
    """The limits of the policy, if there is one, and over them those of the configuration itself."""
    from dataclasses import asdict

    from ...checkers.onnx.limits import Limits

    own = {name.replace("-", "_"): value for name, value in options.get("limits", {}).items()}
    path = options.get("policy")
    if path is None:
        return asdict(Limits()) | own
    from ...checkers.onnx import policy
    from ...checkers.onnx.strict_json import DocumentRefused

    try:
        return asdict(policy.load(os.path.join(configuration.roots[FAMILY], path)).limits) | own
    except DocumentRefused as error:
        raise ConfigurationError(f"{configuration.origins[FAMILY]}: {path}: {error.code}: {error}") from error


def _patterns(chosen: bool | list[str], configuration: Configuration) -> Any:
    if isinstance(chosen, bool):
        return lambda _: chosen
    from ..ignores import Patterns

    return Patterns(configuration.roots[FAMILY], chosen).names
