"""The command `wai-lint`: from arguments to exit status."""

from __future__ import annotations

import os
import sys

from .options import CONFIRM, GROUPS, Arguments, UsageError, parse
from .report import CLEAN, TROUBLE
from .streams import replace_closed_streams, say, wants_color, write_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .configuration import Configuration

INTERRUPTED = 130
# Options whose values go into the configuration, and the key each sets.
_KEYS = {
    "--select": "select",
    "--ignore": "ignore",
    "--profile": "profile",
    "--format": "format",
    "--baseline": "baseline",
    "--strict": "strict",
    "--jobs": "jobs",
    "--cache-dir": "cache-dir",
    "--exclude": "exclude",
    "--force-exclude": "force-exclude",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run with the arguments `argv` (None: the process's own) and return the exit status.

    0 clean, 1 findings, 2 usage, unreadable input or internal error, 130 interrupted.
    """
    replace_closed_streams()
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last resort: no traceback, and never a status that reads as clean
        from .processing import describe

        return _trouble(describe(error, "internal error"))


def _run(argv: Sequence[str]) -> int:
    # The models of a file are trees that die with it; looking for cycles all the time costs a fifth of the run.
    import gc

    from .settings_files import ConfigurationError

    gc.disable()
    try:
        arguments = parse(argv)
        if arguments.get("--help"):
            from .options import help_text

            return _print(help_text())
        if arguments.get("--version"):
            return _print(_versions())
        if arguments.command in GROUPS:
            from importlib import import_module

            return import_module(f".{arguments.command}.command", __package__).GROUP.run(arguments.paths)
        if arguments.command == CONFIRM:
            from .decoder.command import confirm_command

            return confirm_command(arguments.paths)
        if arguments.command == "explain" or arguments.command == "rules":
            return _describe_rules(arguments)
        configuration = _configuration(arguments)
        if arguments.command == "config":
            from . import effective

            return _print((effective.as_json if _is_json(arguments) else effective.as_text)(configuration))
        from .command import lint_command

        return lint_command(arguments, configuration)
    except (UsageError, ConfigurationError) as error:
        return _trouble(*str(error).split("\n"))


def _configuration(arguments: Arguments) -> Configuration:
    from .configuration import load

    values: dict[str, Any] = {key: arguments.given[name] for name, key in _KEYS.items() if name in arguments.given}
    if arguments.command:
        # There it says how to print the values, and is none of them.
        values.pop("format", None)
    if arguments.get("--no-cache"):
        values["cache"] = False
    folder = os.getcwd()
    for key in ("baseline", "cache-dir"):
        if key in values:
            values[key] = os.path.join(folder, values[key])
    configuration = load(folder, values, file=arguments.get("--config"), isolated=arguments.get("--isolated", False))
    if arguments.get("--naga") and not configuration.values["wgsl"]["naga"]:
        configuration.values["wgsl"] = {"naga": True}
        configuration.origins["wgsl"] = "command line"
    configuration.show_unresolved = bool(arguments.get("--show-unresolved"))
    return configuration


def _describe_rules(arguments: Arguments) -> int:
    from . import explain
    from .reporters.terminal import terminal_width

    color = wants_color(arguments.get("--color", "auto"))
    if arguments.command == "rules":
        # In a pipe a rule keeps its line.
        width = terminal_width() if sys.stdout.isatty() else None
        return _print(explain.rules_json() if _is_json(arguments) else explain.rules_table(color=color, width=width))
    try:
        return _print(explain.explain(arguments.paths[0], color=color))
    except explain.UnknownRuleError as error:
        return _trouble(str(error))


def _is_json(arguments: Arguments) -> bool:
    chosen = arguments.get("--format", "text")
    if chosen not in ("text", "json"):
        raise UsageError(f"wai-lint {arguments.command} prints text or json, not {chosen}")
    return chosen == "json"


def _versions() -> str:
    from .. import __version__
    from ..checkers.naga.locate import NagaUnavailable, find, version

    lines = [f"wai-lint {__version__}"]
    try:
        lines.append(version(find(os.getcwd())))
    except NagaUnavailable:
        lines.append("naga: not found (optional; --naga says what is missing)")
    return "\n".join(lines) + "\n"


def _print(text: str) -> int:
    write_text(text)
    return CLEAN


def _trouble(*messages: str) -> int:
    for message in messages:
        say("error", message)
    return TROUBLE
