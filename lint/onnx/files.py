"""The files of the commands: models and policies that are read, and outputs that must not exist before."""

from __future__ import annotations

import os
from contextlib import contextmanager

from ..options import Arguments, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...checkers.onnx.partition import Partition
    from ...checkers.onnx.policy import Policy


def read(path: str, most: int) -> bytes:
    """The bytes of a file, no more than one over `most`. Raises `UsageError` when it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise UsageError(f"{path}: cannot read this file: {reason}") from error


@contextmanager
def examining() -> Iterator[None]:
    """Raise `UsageError` where the process that examines models cannot be started."""
    from ...checkers.onnx.child import ChildError

    try:
        yield
    except ChildError as error:
        raise UsageError(str(error)) from error


def policies(arguments: Arguments) -> tuple[Policy, Partition | None]:
    """The policy and the partition policy that are named. Raises `UsageError` for one that is refused."""
    from ...checkers.onnx import partition, policy
    from ...checkers.onnx.strict_json import DocumentRefused

    named, exact = arguments.get("--policy"), arguments.get("--partition-policy")
    try:
        held = policy.Policy() if named is None else policy.load(named)
    except DocumentRefused as error:
        raise UsageError(f"{named}: {error.code}: {error}") from error
    try:
        return held, None if exact is None else partition.load(exact)
    except DocumentRefused as error:
        raise UsageError(f"{exact}: {error.code}: {error}") from error


def check_absent(*paths: str | None) -> None:
    """Raise `UsageError` for an output that exists, or is asked for twice: before anything is run."""
    asked = [path for path in paths if path is not None]
    for path in asked:
        if os.path.lexists(path):
            raise UsageError(f"{path}: this file exists, and no output replaces a file: name another one")
    if len({os.path.realpath(path) for path in asked}) < len(asked):
        raise UsageError(f"{asked[0]}: two outputs have this one path: name two files")


def write_all(contents: Mapping[str, bytes]) -> None:
    """Make all of the files, none of which may exist; where one fails none is left behind. Raises `UsageError`."""
    made: list[str] = []
    path = ""
    try:
        for path, data in contents.items():
            with open(path, "xb") as file:
                made.append(path)
                file.write(data)
    except BaseException as error:
        for each in made:
            os.unlink(each)
        if not isinstance(error, OSError):
            raise
        raise UsageError(f"{path}: cannot write this output: {error.strerror}") from error
