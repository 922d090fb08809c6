"""`wai-lint model COMMAND`: which commands there are, what each takes, and the reading of its arguments."""

from __future__ import annotations

from importlib import import_module

from ..options import FLAG, NUMBER, VALUE, Arguments, Option, UsageError, option_lines, read_apart
from ..report import CLEAN
from ..selection import nearest
from ..streams import write_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT = Option(
    "--format", VALUE, "text or json (verify prints json by default, show text)", "FORMAT", ("text", "json")
)
JOBS = Option("--jobs", NUMBER, "worker processes; 0 (default) decides by the processors and the work", "N", short="-j")
QUIET = Option("--quiet", FLAG, "say nothing on standard error but errors", short="-q")
KEY = Option("--key", VALUE, "the file of the key that signs, as keygen writes it", "FILE")
OUTPUT = Option("--output", VALUE, "write to FILE (sign: instead of standard output; keygen: the key)", "FILE")
FROM = Option("--from", VALUE, "start of the period (default: of the earliest report)", "TIME")
TO = Option("--to", VALUE, "end of the period (default: of the latest report)", "TIME")
ISSUED_AT = Option("--issued-at", VALUE, "when the record is signed (default: now)", "TIME")
HELP = Option("--help", FLAG, "print this", short="-h")
OPTIONS = (FORMAT, JOBS, QUIET, KEY, OUTPUT, FROM, TO, ISSUED_AT, HELP)
SEVERAL = "…"


class Command:
    """A row of the table: `run(operands, arguments)` of `module` does it. `operands`: what it takes besides options."""

    __slots__ = ("about", "module", "name", "operands", "options")

    def __init__(self, name: str, module: str, operands: str, about: str, options: tuple[Option, ...] = ()) -> None:
        self.name = name
        self.module = module
        self.operands = operands
        self.about = about
        self.options = options

    def usage(self) -> str:
        """How it is called."""
        options = (f"[{option.name}{f' {option.metavar}' * bool(option.metavar)}]" for option in self.options)
        return " ".join(filter(None, ("wai-lint model", self.name, self.operands, *options)))


COMMANDS = (
    Command("verify", "verify", "BUNDLE…", "decide bundles and records; the outcome as JSON", (FORMAT, JOBS, QUIET)),
    Command("show", "show", "FILE", "what a file holds: link hashes, signers, spans, classes, figures", (FORMAT,)),
    Command("sign", "sign", "FILE", "set signer_pubkey and sig of a record", (KEY, OUTPUT)),
    Command("keygen", "keygen", "", "make a key, and print the public half", (OUTPUT,)),
    Command("link-hash", "link_hash", "FILE…", "the name of a record"),
    Command("rollup", "rollup", "BUNDLE", "compute the roll-up to sign for a bundle's reports", (FROM, TO, ISSUED_AT)),
)
_EPILOG = "exit status: 0 accepted, 1 refused, 2 the file could not be read or the command was misused"


def model_command(argv: Sequence[str]) -> int:
    """Run the command that `argv` names and return the exit status. Raises `UsageError`."""
    arguments = read_apart(argv, OPTIONS)
    if arguments.get("--help"):
        write_text(help_text())
        return CLEAN
    if not arguments.paths:
        raise UsageError("model needs a command: " + ", ".join(command.name for command in COMMANDS))
    command = _command(arguments.paths.pop(0))
    _check(command, arguments)
    return import_module(f".{command.module}", __package__).run(arguments.paths, arguments)


def _command(word: str) -> Command:
    names = {command.name: command for command in COMMANDS}
    if word not in names:
        near = nearest(word, tuple(names))
        hint = f"did you mean wai-lint model {near}?" if near else f"there are {', '.join(names)}"
        raise UsageError(f"there is no command wai-lint model {word}; {hint}")
    return names[word]


def _check(command: Command, arguments: Arguments) -> None:
    allowed = {option.name for option in command.options}
    for name in arguments.given:
        if name not in allowed:
            raise UsageError(f"{name} means nothing to wai-lint model {command.name}")
    if not command.operands:
        if arguments.paths:
            raise UsageError(f"{command.name} takes no file: {command.usage()}")
    elif not arguments.paths:
        raise UsageError(f"{command.name} needs a file: {command.usage()}")
    elif len(arguments.paths) > 1 and not command.operands.endswith(SEVERAL):
        raise UsageError(f"{command.name} takes one file: {command.usage()}")


def help_text() -> str:
    """What `wai-lint model --help` prints."""
    from ..reporters.terminal import terminal_width

    usage = "\n       ".join(command.usage() for command in COMMANDS)
    commands = [f"  {command.name:<24} {command.about}" for command in COMMANDS]
    options = option_lines(OPTIONS, min(120, terminal_width()))
    return "\n".join([f"usage: {usage}", "", "commands:", *commands, "", "options:", *options, "", _EPILOG, ""])
