"""The command `wai-lint config`: the effective configuration and where each value came from."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .configuration import Configuration


def as_text(configuration: Configuration) -> str:
    """A line per value, as TOML, with its origin in a comment."""
    lines = [f"# configuration file: {configuration.file or 'none'}"]
    rows = [(f"{key} = {_toml(value)}", configuration.origins[key]) for key, value in configuration.values.items()]
    width = max(len(row) for row, _ in rows)
    lines += [f"{row:<{min(width, 60)}}  # {origin}" for row, origin in rows]
    for override in configuration.overrides:
        lines += ["", f"[[overrides]]  # {override.origin}", f"paths = {_toml(override.paths)}"]
        lines += [f"{key} = {_toml(value)}" for key, value in override.values.items()]
    return "\n".join(lines) + "\n"


def as_json(configuration: Configuration) -> str:
    """The same as a JSON object: `file`, `values` (each with `value` and `origin`) and `overrides`."""
    import json

    document = {
        "file": configuration.file,
        "values": {
            key: {"value": value, "origin": configuration.origins[key]} for key, value in configuration.values.items()
        },
        "overrides": [
            {"paths": override.paths, **override.values, "origin": override.origin}
            for override in configuration.overrides
        ],
    }
    return json.dumps(document, indent=2) + "\n"


def _toml(value: object) -> str:
    import json

    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    # Strings, numbers, truth values and arrays of them look the same in both.
    return json.dumps(value)
