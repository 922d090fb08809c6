"""Commands of a group, such as `wai-lint model …`: each a row of a table, and the reading of arguments by it."""

from __future__ import annotations

from importlib import import_module

from .options import UsageError, option_lines, read_apart
from .report import CLEAN
from .selection import nearest
from .streams import write_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .options import Arguments, Option

SEVERAL = "…"


class Command:
    """A row of the table: `run(operands, arguments)` of `module` does it.

    `operands`: what it takes besides options; `required`: the names of the options it can't do without, which it
    asks for itself, with its reason.
    """

    __slots__ = ("about", "module", "name", "operands", "options", "required")

    def __init__(
        self,
        name: str,
        module: str,
        operands: str,
        about: str,
        options: tuple[Option, ...] = (),
        required: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.module = module
        self.operands = operands
        self.about = about
        self.options = options
        self.required = required


class Group:
    """The commands `wai-lint <name> …`, whose modules lie in `package`; `options` are those that any of them takes."""

    __slots__ = ("commands", "epilog", "name", "options", "package")

    def __init__(
        self, name: str, package: str, commands: tuple[Command, ...], options: tuple[Option, ...], epilog: str
    ) -> None:
        self.name = name
        self.package = package
        self.commands = commands
        self.options = options
        self.epilog = epilog

    def run(self, argv: Sequence[str]) -> int:
        """Run the command that `argv` names and return the exit status. Raises `UsageError`."""
        arguments = read_apart(argv, self.options)
        if arguments.get("--help"):
            write_text(self.help_text())
            return CLEAN
        if not arguments.paths:
            raise UsageError(f"{self.name} needs a command: {', '.join(command.name for command in self.commands)}")
        command = self._command(arguments.paths.pop(0))
        self._check(command, arguments)
        return import_module(f".{command.module}", self.package).run(arguments.paths, arguments)

    def _command(self, word: str) -> Command:
        names = {command.name: command for command in self.commands}
        if word not in names:
            near = nearest(word, tuple(names))
            hint = f"did you mean wai-lint {self.name} {near}?" if near else f"there are {', '.join(names)}"
            raise UsageError(f"there is no command wai-lint {self.name} {word}; {hint}")
        return names[word]

    def _check(self, command: Command, arguments: Arguments) -> None:
        allowed = {option.name for option in command.options}
        for name in arguments.given:
            if name not in allowed:
                raise UsageError(f"{name} means nothing to wai-lint {self.name} {command.name}")
        if not command.operands:
            if arguments.paths:
                raise UsageError(f"{command.name} takes no file: {self.usage(command)}")
        elif not arguments.paths:
            raise UsageError(f"{command.name} needs a file: {self.usage(command)}")
        elif len(arguments.paths) > 1 and not command.operands.endswith(SEVERAL):
            raise UsageError(f"{command.name} takes one file: {self.usage(command)}")

    def usage(self, command: Command) -> str:
        """How a command is called."""
        shown = []
        for option in command.options:
            text = " ".join(filter(None, (option.name, option.metavar)))
            shown.append(text if option.name in command.required else f"[{text}]")
        return " ".join(filter(None, (f"wai-lint {self.name}", command.name, command.operands, *shown)))

    def help_text(self) -> str:
        """What `--help` prints."""
        from .reporters.terminal import terminal_width

        usage = "\n       ".join(self.usage(command) for command in self.commands)
        commands = [f"  {command.name:<24} {command.about}" for command in self.commands]
        options = option_lines(self.options, min(120, terminal_width()))
        lines = [f"usage: {usage}", "", "commands:", *commands, "", "options:", *options, "", self.epilog, ""]
        return "\n".join(lines)
