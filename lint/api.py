"""The Python interface: `wai_lint.check`."""

from __future__ import annotations

import os

from .baseline import BaselineError
from .configuration import load
from .engine import baseline_of, prepare
from .report import Report
from .settings_files import ConfigurationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from .configuration import Configuration

__all__ = ["ConfigurationError", "Report", "check"]


def check(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    config: str | os.PathLike[str] | Mapping[str, Any] | None = None,
) -> Report:
    """Lint files, folders and globs, and return what was found.

    `config` is None (the configuration file nearest to the working folder, as on the command line), the path of a
    configuration file, or a mapping with the keys of `[tool.wai-lint]` that holds alone (`{"profile": "reference"}`).
    Unless the configuration says otherwise, one process does the work and no cache is read or written.

    The report's `active` are the findings that nothing excuses, `failures` the files that could not be checked;
    `exit_code` is what the command line would exit with. Raises `ConfigurationError` (a `ValueError`) for configuration
    that cannot be followed. Nothing is printed and no file is changed.

        >>> report = wai_lint.check(["shaders"], config={"select": ["WGSL4"]})
        >>> [(finding.path, finding.span.start.line, finding.code) for finding in report.active]
        [('shaders/shift.wgsl', 3, 'WGSL401')]
    """
    folder = os.getcwd()
    configuration = _configuration(folder, config)
    for key, value in (("jobs", 1), ("cache", False)):
        if configuration.origins[key] == "default":
            configuration.values[key] = value
    named = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    report = prepare(configuration, [os.fspath(path) for path in named]).report()
    if configuration.values["baseline"]:
        try:
            baseline_of(configuration, configuration.values["baseline"]).mark(report)
        except BaselineError as error:
            raise ConfigurationError(str(error)) from error
    return report


def _configuration(folder: str, config: str | os.PathLike[str] | Mapping[str, Any] | None) -> Configuration:
    if config is None or isinstance(config, str | os.PathLike):
        return load(folder, {}, file=None if config is None else os.fspath(config))
    from .validation import mistakes

    table = dict(config)
    found = mistakes(table)
    if found:
        raise ConfigurationError("\n".join(message for _, message in found))
    if "extend" in table:
        raise ConfigurationError("`extend` belongs in a configuration file: pass that file as `config`")
    return load(folder, table, isolated=True, name="config")
