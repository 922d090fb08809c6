"""A result that another run, or another machine, gives in another order or with another value.

## What it refuses

The order of a set, where it is iterated over, unpacked, joined, or made a list or tuple of, and `set.pop`; entries of a
folder (`os.listdir`, `os.scandir`, `os.walk`, `glob`, `Path.iterdir`) that are not sorted; `id` and `hash` (but in a
`__hash__`), where they are more than compared or looked up by; random numbers of a generator that no seed was given to,
of the system, of `secrets` and `uuid`. Uses on which the order has no bearing pass: `sorted`, `len`, `min`, `max`,
`sum`, `any`, `all`, `in`, another set.

## Why results could differ

Strings hash differently in every run, so that a set of them has another order; each file system lists its entries in an
order of its own; addresses and unseeded generators are new in every run.

## Example

```python
for name in os.listdir(folder):             # refused
for name in sorted(os.listdir(folder)):     # accepted
```

## Fix

Sort before iterating, use a `dict` or list where order counts, and give generators a seed.
"""

from __future__ import annotations

import ast

from ...checkers.python.listing import listing
from ...checkers.python.types import Collection, Instance, Type, members
from ..rule import Invalid, Rule, Valid
from ._order import ORDERED, order_does_not_matter
from ._references import COMPARING, ITEM, call_of, listed, only_asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...checkers.diagnostic import Diagnostic
    from ...checkers.python.facts import Facts
    from ...checkers.python.listing import Entry

RULE = Rule("PY110", "unordered", item=ITEM, severity="warning")

SET = "the order of a set is another in every run where strings are in it: sort it, or use a dict or a list"
MESSAGES = {
    "listing": "this gives {reason}, another on every machine: sort them",
    "finished": "this gives {reason}: take them in the order in which they were asked for",
    "random": "this gives other values in every run ({reason}): use a generator with a seed",
    "drawn": "this gives other values in every run ({reason}): use a generator with a seed",
    "generator": "this gives other values in every run ({reason}): give it a seed",
    "address": "this value is another in every run ({reason}): take one that follows from the content",
}
_SETS = frozenset(("builtins.set", "builtins.frozenset"))
_LOOKING_UP = frozenset(("add", "discard", "get", "pop", "remove", "setdefault"))
_COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp, ast.DictComp)


def check(facts: Facts) -> Iterator[Diagnostic]:
    """A finding at each use of an order or value that no source gives."""
    for node in _ordered_sets(facts):
        yield RULE.finding(facts.source, *facts.parsed.span(node), SET)
    seeded = _seeded(facts)
    for node, name, entry in listed(facts, listing("python_unordered")):
        if only_asked(facts, node) or _passes(facts, node, name, entry, seeded):
            continue
        message = MESSAGES[entry.verdict].format(reason=entry.reason)
        yield RULE.finding(facts.source, *facts.parsed.span(node), message)


def _passes(facts: Facts, node: ast.expr, name: str, entry: Entry, seeded: set[str]) -> bool:
    """Whether what a name gives is the same in every run as it is used."""
    call = call_of(facts, node)
    if entry.verdict == "drawn":
        return name.rpartition(".")[0] in seeded
    if entry.verdict == "generator":
        return call is None or bool(call.args or call.keywords)
    if entry.verdict == "address":
        within = name == "builtins.hash" and _within_hash(facts, node)
        return _is_no_key(facts, node) if call is None else within or _only_identifies(facts, call)
    if entry.verdict == "listing":
        return call is None or order_does_not_matter(facts, call)
    return False


def _seeded(facts: Facts) -> set[str]:
    """The modules whose generator the file gives a seed to."""
    found = set()
    for call in facts.nodes(ast.Call):
        if call.args and isinstance(call.func, ast.Attribute | ast.Name):
            module, _, name = (facts.names.qualified(call.func) or "").rpartition(".")
            if name == "seed" and not (isinstance(call.args[0], ast.Constant) and call.args[0].value is None):
                found.add(module)
    return found


def _within_hash(facts: Facts, node: ast.AST) -> bool:
    """Whether a node stands in a `__hash__`, whose value is never written anywhere by itself."""
    parent = facts.parent(node)
    while parent is not None:
        if isinstance(parent, ast.FunctionDef) and parent.name == "__hash__":
            return True
        parent = facts.parent(parent)
    return False


def _is_no_key(facts: Facts, node: ast.AST) -> bool:
    """Whether a function is passed on for another purpose than to order by what it gives."""
    parent = facts.parent(node)
    return not (isinstance(parent, ast.keyword) and parent.arg == "key")


def _only_identifies(facts: Facts, call: ast.Call) -> bool:
    """Whether a value is only compared with others, or looked up by, so that nothing follows from what it is."""
    parent = facts.parent(call)
    if isinstance(parent, ast.Compare):
        return all(
            isinstance(operator, ast.Eq | ast.NotEq | ast.In | ast.NotIn | ast.Is | ast.IsNot)
            for operator in parent.ops
        )
    if isinstance(parent, ast.Subscript):
        return parent.slice is call
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute):
        return parent.func.attr in COMPARING or (parent.func.attr in _LOOKING_UP and parent.args[:1] == [call])
    return isinstance(parent, ast.Expr)


def _ordered_sets(facts: Facts) -> Iterator[ast.expr]:
    """The sets whose order is taken."""
    for loop in facts.nodes(ast.For, ast.AsyncFor):
        if _is_set(facts.types.of(loop.iter)):
            yield loop.iter
    for maker in facts.nodes(*_COMPREHENSIONS):
        for generator in maker.generators:
            if _is_set(facts.types.of(generator.iter)) and not order_does_not_matter(facts, maker):
                yield generator.iter
    for star in facts.nodes(ast.Starred):
        if _is_set(facts.types.of(star.value)) and not isinstance(facts.parent(star), ast.Set):
            yield star.value
    for call in facts.nodes(ast.Call):
        yield from _called_with_sets(facts, call)


def _called_with_sets(facts: Facts, call: ast.Call) -> Iterator[ast.expr]:
    function = call.func
    if isinstance(function, ast.Attribute):
        if function.attr == "pop" and not call.args and _is_set(facts.types.of(function.value)):
            yield call
            return
        if function.attr in ("join", "extend", "writelines", "fromkeys") and len(call.args) > 0:
            yield from (given for given in call.args[:1] if _is_set(facts.types.of(given)))
            return
    given = [value for value in call.args if _is_set(facts.types.of(value))]
    if given and facts.names.qualified(function) in ORDERED and not order_does_not_matter(facts, call):
        yield from given


def _is_set(type_: Type) -> bool:
    found = [member.name in _SETS for member in members(type_) if isinstance(member, Collection | Instance)]
    return bool(found) and all(found) and len(found) == len(members(type_))


VALID = [
    Valid(
        "names = {'a', 'b'}\nfor name in sorted(names):\n    print(name)\nn = len(names) + sum({1, 2})\n"
        "ok = 'a' in names\n"
    ),
    Valid(
        "names = {'a', 'b'}\nlongest = max(len(name) for name in names)\n"
        "others = {name + '!' for name in names}\nnames.discard('a')\n"
    ),
    Valid(
        "import os\nfor name in sorted(os.listdir('.')):\n    pass\nn = len(os.listdir('.'))\n"
        "ok = 'a' in os.listdir('.')\n"
    ),
    Valid("import os\ndef f():\n    names = os.listdir('.')\n    names.sort()\n    return names\n"),
    Valid("import glob\npaths = sorted(path for path in glob.glob('*') if path)\nall_ = set(glob.glob('*'))\n"),
    Valid(
        "from pathlib import Path\nx = sorted(Path('.').rglob('*.py'))\n"
        "y = sorted([p.name for p in Path('.').iterdir()])\n"
    ),
    Valid("class A:\n    def __hash__(self):\n        return hash((self.a, self.b))\n"),
    Valid("import random\nrandom.seed(7)\nx = random.randrange(5)\ny = random.Random(3).getrandbits(4)\n"),
    Valid("import numpy as np\ng = np.random.default_rng(5)\nnp.random.seed(3)\nx = np.random.randint(4)\n"),
    Valid("for key in {'a': 1}:\n    print(key)\nx = list({'b': 2}.values())\nfor i in [3, 1]:\n    pass\n"),
    Valid("import os\ndef f(folder):\n    names = os.listdir(folder)\n    return sorted(names), len(names)\n"),
    Valid(
        "same = hash(a) == hash(b) or id(a) in seen\nmemo[id(a)] = 1\ntest.assertNotEqual(id(a), id(b))\n"
        "seen.add(id(a))\nhash(a)\n"
    ),
    Valid("import os\nshown = os.listdir('.')\nkept = [shown]\nshown = [kept]\nkept.sort()\nshown.sort()\n"),
    Valid("def hash(x):\n    return x\ny = hash(1)\nid = 5\nz = id\n"),
    Valid(
        "s = {1}\nt = {*s, 2}\nx = frozenset(s) | set(s)\nok = all(s) and any(s) and min(s) and bool(s)\n"
        "n = len(tuple(map(str, s)))\n"
    ),
    Valid(
        "d = dict.fromkeys(['a'])\nt = ','.join(['a'])\nxs.extend([1])\nxs.pop()\n{1: 2}.pop(1)\n"
        "z = list(zip([1], [2]))\n"
    ),
    Valid(
        "seen.discard(id(a))\nmemo.get(id(a))\nmemo.pop(id(a))\nseen.remove(id(a))\n"
        "memo.setdefault(id(a), 1)\nkey = id\n"
    ),
    Valid(
        "import random, numpy as np, os\nr = random.Random(x=3)\ng = np.random.default_rng(seed=5)\n"
        "f = os.listdir\nR = random.Random\n"
    ),
    Valid(
        "import os\nx = set(os.listdir('.') + ['a'])\ny = sorted(os.listdir('a') if a else os.listdir('b'))\n"
        "z = sorted([*os.listdir('.')])\nw = {n for n in os.listdir('.')}\n"
        "q = frozenset((os.listdir('.'), 1))\nf(by=hash)\n"
    ),
    Valid(
        "import os\nok = all(os.listdir('.')) and any(os.listdir('.')) and bool(os.listdir('.'))\n"
        "n = sum(len(n) for n in os.listdir('.'))\nm = min(os.listdir('.'))\n"
    ),
    Valid("def f(s: set[int] | list[int], t):\n    for x in s:\n        pass\n    return [x for x in t]\n"),
    Valid(
        "import os\nif os.listdir('a') or not os.listdir('b'):\n    pass\n"
        "x = 1 if os.listdir('c') and y else 2\nwhile os.listdir('d'):\n    pass\n"
    ),
]

INVALID = [
    Invalid("names = {'a', 'b'}\nfor name in «names»:\n    print(name)\n"),
    Invalid("x = list(«{'a', 'b'}»)\ny = tuple(«set(z)»)\nw = next(iter(«frozenset(z)»))\n"),
    Invalid("text = ','.join(«{'a', 'b'}»)\nxs = [n for n in «set(y)»]\nd = {n: 1 for n in «set(y)»}\n"),
    Invalid("names = {'a', 'b'}\nfirst, *rest = [*«names»]\none = «names.pop()»\n"),
    Invalid("def f(names: set[str]):\n    return [name for name in «names»]\n"),
    Invalid("for i, name in enumerate(«{'a', 'b'}»):\n    pass\n"),
    Invalid("import os\nfor name in «os.listdir»('.'):\n    pass\nfor entry in «os.scandir»('.'):\n    pass\n"),
    Invalid("from os import walk\nfor folder, _, files in «walk»('.'):\n    pass\n"),
    Invalid("import os\ndef f():\n    names = «os.listdir»('.')\n    return names[0]\n"),
    Invalid("import glob\nfirst = «glob.glob»('*')[0]\nfor path in «glob.iglob»('*'):\n    pass\n"),
    Invalid("from pathlib import Path\nfor path in «Path('.').iterdir»():\n    pass\n"),
    Invalid("x = «hash»('a') % 8\ny = «id»(x)\nkey = {«hash»(x): 1}\n"),
    Invalid("import random\nx = «random.randrange»(5)\nr = «random.Random»()\n«random.shuffle»([1])\n"),
    Invalid("import os, secrets, uuid\nx = «os.urandom»(4)\ny = «secrets.token_bytes»(4)\nz = «uuid.uuid4»()\n"),
    Invalid("import numpy as np\ng = «np.random.default_rng»()\nx = «np.random.randint»(4)\n"),
    Invalid("from concurrent.futures import as_completed\nfor done in «as_completed»(tasks):\n    pass\n"),
    Invalid("import random\nrandom.seed(None)\nx = «random.choice»([1, 2])\n"),
    Invalid("xs.extend(«{1}»)\nfile.writelines(«{'a'}»)\nd = dict.fromkeys(«{'a'}»)\n"),
    Invalid(
        "x = list(zip(«{1}», [2]))\ny = list(map(str, «{1}»))\nz = bytes(«{1}»)\nw = bytearray(«{1}»)\n"
        "v = list(filter(None, «{1}»))\n"
    ),
    Invalid("import os\na = b = «os.listdir»('.')\nself.x = «os.listdir»('.')\n"),
    Invalid("import os\nnames = «os.listdir»('.')\nnames.append(1)\nx = sorted(names)\n"),
    Invalid("import os\nnames = «os.listdir»('.')\nf = names.sort\n"),
    Invalid("import os\nok = «os.listdir»('.') == ['a']\nno = «os.listdir»('.') in known\n"),
    Invalid("memo.get(1, «id»(a))\nf(«hash»(a))\nx = sorted(xs, key=«id»)\n"),
    Invalid("class A:\n    def digest(self):\n        return «hash»(self.a)\n"),
    Invalid("import os\nx = f(«os.listdir»('.'))\ny = sorted(g(«os.listdir»('.')))\nz = list(«os.listdir»('.'))\n"),
    Invalid("class A:\n    def __hash__(self):\n        return «id»(self)\n"),
    Invalid("import os\nx = «os.listdir»('a') or []\ny = z if z else «os.listdir»('b')\n"),
]
