"""The command line: its options as a table, and the reading of arguments by it.

Written out rather than left to argparse, whose import alone takes a tenth of the time a small shader has.
"""

from __future__ import annotations

from .reporters import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

FLAG, VALUE, LIST, REPEATED, NUMBER = "flag", "value", "list", "repeated", "number"
# Groups of commands, and a command apart: each reads what follows its name by a table of its own.
GROUPS = ("model", "onnx")
CONFIRM = "confirm"
APART = (*GROUPS, CONFIRM)
COMMANDS = ("explain", "rules", "config", *APART)
PROFILES = ("tier", "reference")
COLORS = ("auto", "always", "never")


class Option:
    """A row of the table: `name` with its dashes, what follows it, the `choices` of values (empty: any), `help`."""

    __slots__ = ("choices", "help", "kind", "metavar", "name", "short")

    def __init__(
        self, name: str, kind: str, help: str, metavar: str = "", choices: tuple[str, ...] = (), short: str = ""
    ) -> None:
        self.name = name
        self.kind = kind
        self.help = help
        self.metavar = metavar
        self.choices = choices
        self.short = short


OPTIONS = (
    Option("--select", LIST, "run only these rules (codes, prefixes of codes, names, ALL; comma-separated)", "RULES"),
    Option("--ignore", LIST, "do not run these rules; of the selectors that match a rule the longest decides", "RULES"),
    Option("--profile", VALUE, "how much is refused: tier (default) or reference", "PROFILE", PROFILES),
    Option("--fix", FLAG, "apply safe fixes to the files (of standard input: print the fixed text)"),
    Option("--unsafe-fixes", FLAG, "apply unsafe fixes too; implies --fix"),
    Option("--diff", FLAG, "print what --fix would change, and change nothing"),
    Option("--format", VALUE, f"how to print: {', '.join(FORMATS)}", "FORMAT", FORMATS),
    Option("--output", REPEATED, "write the report to FILE too, in FORMAT; can be repeated", "FORMAT=FILE"),
    Option("--baseline", VALUE, "excuse the findings recorded in FILE", "FILE"),
    Option("--write-baseline", FLAG, "record all findings in the baseline (wai-lint-baseline.json if none is named)"),
    Option(
        "--strict", FLAG, "for gates: suppressions and baseline excuse nothing, warnings count, no cache is trusted"
    ),
    Option("--statistics", FLAG, "count the findings of each rule"),
    Option("--jobs", NUMBER, "worker processes; 0 (default) decides by the processors and the work", "N", short="-j"),
    Option("--no-cache", FLAG, "neither read nor write remembered results"),
    Option("--cache-dir", VALUE, "where results are remembered (.wai-lint-cache in the working folder)", "FOLDER"),
    Option("--config", VALUE, "use this configuration file instead of the nearest upward", "FILE"),
    Option("--isolated", FLAG, "use no configuration file"),
    Option("--exclude", LIST, "leave these out instead of what is configured (as in .gitignore)", "PATTERNS"),
    Option("--force-exclude", FLAG, "leave excluded files out even when they are named (for pre-commit)"),
    Option("--stdin-filename", VALUE, "the name of what - reads; its ending tells the language", "NAME"),
    Option("--naga", FLAG, "ask the translator naga for a second opinion"),
    Option("--show-unresolved", FLAG, "list the calls that the call graph of Python entry points could not resolve"),
    Option("--exit-zero", FLAG, "exit 0 even when there are findings"),
    Option("--quiet", FLAG, "print findings and nothing else", short="-q"),
    Option("--color", VALUE, "auto (default), always or never", "WHEN", COLORS),
    Option("--version", FLAG, "print the versions of this tool and of the translators found", short="-V"),
    Option("--help", FLAG, "print this", short="-h"),
)


def by_name(options: Sequence[Option]) -> dict[str, Option]:
    """Options by their names, long and short."""
    return {option.name: option for option in options} | {option.short: option for option in options if option.short}


_BY_NAME = by_name(OPTIONS)
# The options each command understands besides --help.
_OF_COMMAND = {
    "explain": ("--color",),
    "rules": ("--format", "--color"),
    **dict.fromkeys(APART, ()),
    "config": ("--select", "--ignore", "--profile", "--format", "--baseline", "--strict", "--jobs", "--no-cache")
    + ("--cache-dir", "--config", "--isolated", "--exclude", "--force-exclude", "--naga"),
}
_USAGE = """\
usage: wai-lint [OPTIONS] [PATHS…]
       wai-lint explain CODE|NAME
       wai-lint rules [--format text|json]
       wai-lint config [--format text|json]
       wai-lint model verify|show|sign|keygen|link-hash|rollup …
       wai-lint onnx audit|signature|run|verify-fixtures …
       wai-lint confirm MANIFEST [--executor NAME] …
"""
_ABOUT = (
    "Decides whether a codec's decode path gives the same bits on every machine.",
    "PATHS are files, folders, globs, or - for standard input; without any, the working folder.",
    "A path that is called like a command is written ./rules, or follows --.",
)
_EPILOG = "exit status: 0 clean (warnings alone too), 1 findings, 2 usage, unreadable input or internal error"


class UsageError(Exception):
    """Arguments that cannot be understood; the message says which and what was near."""


class Arguments:
    """The arguments as read: `command` (empty: lint), `paths`, and the options `given` by their names."""

    __slots__ = ("command", "given", "paths")

    def __init__(self) -> None:
        self.command = ""
        self.paths: list[str] = []
        self.given: dict[str, Any] = {}

    def get(self, name: str, default: Any = None) -> Any:
        """The value of an option, by its name with dashes."""
        return self.given.get(name, default)


def parse(arguments: Sequence[str]) -> Arguments:
    """Read the arguments (without the program's name). Raises `UsageError`."""
    parsed = Arguments()
    pending = list(reversed(arguments))
    may_be_command = True
    while pending:
        argument = pending.pop()
        if argument == "--":
            parsed.paths += reversed(pending)
            break
        if argument.startswith("-") and argument != "-":
            read_option(argument, pending, parsed, _BY_NAME)
        elif may_be_command and argument in APART:
            parsed.command = argument
            parsed.paths += reversed(pending)
            break
        elif may_be_command and argument in COMMANDS:
            parsed.command = argument
            may_be_command = False
        else:
            parsed.paths.append(argument)
            may_be_command = False
    _check_command(parsed)
    return parsed


def read_apart(arguments: Sequence[str], options: Sequence[Option]) -> Arguments:
    """The arguments of a command with its own table of options. Raises `UsageError`."""
    parsed = Arguments()
    known = by_name(options)
    pending = list(reversed(arguments))
    while pending:
        argument = pending.pop()
        if argument == "--":
            parsed.paths += reversed(pending)
            break
        if argument.startswith("-") and argument != "-":
            read_option(argument, pending, parsed, known)
        else:
            parsed.paths.append(argument)
    return parsed


def read_option(argument: str, pending: list[str], parsed: Arguments, known: Mapping[str, Option]) -> None:
    """Read an option into `parsed`, its value from `pending` (the next argument last). Raises `UsageError`."""
    name, equals, value = argument.partition("=")
    if argument[:2] in known and len(argument) > 2:
        # `-j4`, as well as `-j 4` and `-j=4`.
        name, equals, value = argument[:2], "=", argument[2:].removeprefix("=")
    option = known.get(name)
    if option is None:
        raise UsageError(f"there is no option {name}{_nearest_option(name, known)}")
    if option.kind == FLAG:
        if equals:
            raise UsageError(f"{name} takes no value")
        parsed.given[option.name] = True
        return
    if not equals:
        # An option in the place of a value is more likely a value forgotten.
        if not pending or (pending[-1].startswith("-") and len(pending[-1]) > 1):
            raise UsageError(f"{name} needs a value: {name}={option.metavar}")
        value = pending.pop()
    if option.choices and value not in option.choices:
        raise UsageError(
            f"{name} must be one of {', '.join(option.choices)}, not {value!r}{_near(value, option.choices)}"
        )
    _store(option, value, parsed.given)


def _store(option: Option, value: str, given: dict[str, Any]) -> None:
    if option.kind == NUMBER:
        if not (value.isascii() and value.isdigit() and int(value) <= 1024):
            raise UsageError(f"{option.name} must be a number from 0 to 1024, not {value!r}")
        given[option.name] = int(value)
    elif option.kind == LIST:
        parts = [part.strip() for part in value.split(",")]
        if not all(parts):
            raise UsageError(f"{option.name} has an empty entry in {value!r}: {option.name}={option.metavar}")
        given[option.name] = given.get(option.name, []) + parts
    elif option.kind == REPEATED:
        given.setdefault(option.name, []).append(_output(value))
    elif not value:
        raise UsageError(f"{option.name} needs a value: {option.name}={option.metavar}")
    else:
        given[option.name] = value


def _output(value: str) -> tuple[str, str]:
    format_name, equals, path = value.partition("=")
    if format_name not in FORMATS:
        hint = _near(format_name, FORMATS)
        raise UsageError(f"--output must be FORMAT=FILE with a format of {', '.join(FORMATS)}, not {value!r}{hint}")
    if not equals or not path:
        raise UsageError(f"--output {value} names no file: write --output {format_name}=FILE")
    return format_name, path


def _check_command(parsed: Arguments) -> None:
    if not parsed.command or parsed.get("--help"):
        return
    for name in parsed.given:
        if name not in _OF_COMMAND[parsed.command]:
            raise UsageError(f"{name} means nothing to wai-lint {parsed.command}")
    if parsed.command in APART:
        return
    if parsed.command == "explain" and len(parsed.paths) != 1:
        raise UsageError("explain needs one code or name of a rule: wai-lint explain WGSL401")
    if parsed.command != "explain" and parsed.paths:
        raise UsageError(
            f"wai-lint {parsed.command} takes no path; to lint a file of that name write ./{parsed.command}"
        )


def _nearest_option(name: str, known: Mapping[str, Option]) -> str:
    return _near(name, [option.name for option in known.values()]) or "; --help lists them"


def _near(word: str, candidates: Sequence[str]) -> str:
    from .selection import nearest

    near = nearest(word, candidates)
    return f"; did you mean {near}?" if near else ""


def help_text() -> str:
    """What `--help` prints."""
    from textwrap import wrap

    from .reporters.terminal import terminal_width

    width = min(120, terminal_width())
    about = ["\n".join(wrap(text, width)) for text in _ABOUT]
    lines = option_lines(OPTIONS, width)
    return "\n".join([_USAGE, about[0], "", *about[1:], "", "options:", *lines, "", *wrap(_EPILOG, width), ""])


def option_lines(options: Sequence[Option], width: int) -> list[str]:
    """The lines that describe options, at most `width` columns wide."""
    from textwrap import wrap

    lines = []
    for option in options:
        head = ", ".join(name for name in (option.short, option.name) if name) + (
            f" {option.metavar}" * bool(option.metavar)
        )
        first, *more = wrap(option.help, max(30, width - 27), break_on_hyphens=False)
        lines += [f"  {head:<24} {first}", *(" " * 27 + text for text in more)]
    return lines
