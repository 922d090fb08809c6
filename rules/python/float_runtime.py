"""An import of a library that computes in floats.

## What it refuses

An import, by statement, `__import__` or `importlib.import_module`, of a package in the list `float-runtimes`: torch,
tensorflow, jax, onnxruntime, cupy, scipy and their like, with their submodules. The list of the configuration takes
the place of the built-in one. An import for type checkers alone (`if TYPE_CHECKING:`) passes.

## Why results could differ

Such a runtime chooses kernels, accumulation order and precision by the machine it finds itself on, and promises no
bits.

## Example

```python
import torch                    # refused
import numpy as np              # accepted: other rules look at what is done with it
```

## Fix

Decode with integer code, or move the import to where the decode path does not come by.
"""

from __future__ import annotations

import ast
from functools import cache

from ...checkers.python.tables import lines
from ..rule import Invalid, Rule, Valid
from ._references import ITEM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.python.facts import Facts

RULE = Rule("PY106", "float-runtime", item=ITEM)

MESSAGE = (
    "{package} {reason}, so what it gives may differ from machine to machine: keep it off the decode path, which "
    "computes in integers"
)
CONFIGURED = "is listed as a runtime of floats"


@cache
def runtimes() -> dict[str, str]:
    """The built-in list: packages by import name, each with the reason."""
    rows = (line.partition(": ") for line in lines("python_float_runtimes"))
    return {package: reason for package, _, reason in rows}


def check(facts: Facts) -> Iterator[Diagnostic]:
    """A finding at each import of a float runtime."""
    configured = facts.options.get("float-runtimes")
    reasons = dict.fromkeys(map(str, configured), CONFIGURED) if isinstance(configured, list) else runtimes()
    for node, module in imports(facts):
        package = next((name for name in reasons if module == name or module.startswith(name + ".")), None)
        if package is not None and not _for_type_checkers(facts, node):
            message = MESSAGE.format(package=package, reason=reasons[package])
            yield RULE.finding(facts.source, *facts.parsed.span(node), message)


def imports(facts: Facts) -> Iterator[tuple[ast.AST, str]]:
    """What is imported, and where: the alias, the `from` statement or the call."""
    for node in facts.nodes(ast.Import):
        for alias in node.names:
            yield alias, alias.name
    for node in facts.nodes(ast.ImportFrom):
        if node.module and not node.level:
            for alias in node.names:
                yield alias, f"{node.module}.{alias.name}"
    for call in facts.nodes(ast.Call):
        module = facts.names.imported(call)
        if module is not None:
            yield call, module


def _for_type_checkers(facts: Facts, node: ast.AST) -> bool:
    """Whether a node stands below `if TYPE_CHECKING`, which no run enters."""
    child: ast.AST = node
    parent = facts.parent(node)
    while parent is not None:
        if isinstance(parent, ast.If) and isinstance(child, ast.stmt) and not _follows(child, parent.orelse):
            test = parent.test
            name = test.attr if isinstance(test, ast.Attribute) else test.id if isinstance(test, ast.Name) else ""
            if name == "TYPE_CHECKING":
                return True
        child, parent = parent, facts.parent(parent)
    return False


def _follows(statement: ast.stmt, others: list[ast.stmt]) -> bool:
    return bool(others) and statement.lineno >= others[0].lineno


VALID = [
    Valid("import numpy as np\nimport struct\nfrom array import array\n"),
    Valid("from . import torch\nfrom .torch import x\nfrom .. import scipy\n"),
    Valid("import torchless\nfrom scipyish import fft\n"),
    Valid("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import torch\n"),
    Valid("import typing\nif typing.TYPE_CHECKING:\n    from torch import Tensor\n"),
    Valid('name = "torch"\ntorch = importlib.import_module("torch")\n'),
    Valid("import importlib\nm = importlib.import_module(name)\nn = importlib.import_module('.torch', __package__)\n"),
    Valid("if TYPE_CHECKING:\n    import torch\nelse:\n    torch = None\n"),
    Valid("import importlib\nx = importlib.import_module(3)\ny = importlib.import_module()\n"),
]

INVALID = [
    Invalid("import «torch»\n"),
    Invalid("import os, «torch.nn as nn», «scipy»\n"),
    Invalid("from torch import «nn», «Tensor as T»\n"),
    Invalid("from scipy.fft import «*»\n"),
    Invalid("def decode(x):\n    import «onnxruntime as ort»\n    return ort\n"),
    Invalid("try:\n    import «jax.numpy as jnp»\nexcept ImportError:\n    jnp = None\n"),
    Invalid('import importlib\njax = «importlib.import_module("jax.numpy")»\n'),
    Invalid('tf = «__import__("tensorflow")»\n'),
    Invalid('from importlib import import_module as load\ncupy = «load("cupy")»\n'),
    Invalid("if TYPE_CHECKING:\n    pass\nelse:\n    import «torch»\n"),
    Invalid("if DEBUG:\n    import «torch»\n"),
    Invalid('import importlib\nm = «importlib.import_module(name="torch")»\nn = «__import__("tor" + "ch")»\n'),
    Invalid('import importlib\nname = "torch"\nm = «importlib.import_module(f"{name}.nn")»\n'),
    Invalid('import importlib\nm = «importlib.import_module(".nn", "torch")»\n'),
]
