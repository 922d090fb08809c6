"""What entry points reach, in a project for each way that code leads to other code; and what nobody can tell."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from wai_lint.checkers.python.call_graph import CallGraph, EntryPointError
from wai_lint.checkers.python.graph import flow
from wai_lint.checkers.python.modules import Modules

PROJECTS = sorted((Path(__file__).parent / "data" / "reach").glob("*.txt"))


def sections(text: str) -> dict[str, str]:
    """The texts between lines `--- name`, by name; what comes before the first has an empty one."""
    parts = re.split(r"^--- (.*)\n", "\n" + text, flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def modules_of(folder: Path, files: dict[str, str]) -> Modules:
    """The modules of a project, written below `folder`."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Modules([("", str(folder)), ("", str(folder / "src"))])


def graph_of(folder: Path, **files: str) -> CallGraph:
    """The graph of a project whose modules are given by name, from `codec:decode`."""
    return CallGraph(modules_of(folder, {f"{name}.py": text for name, text in files.items()}), ["codec:decode"])


def reached(graph: CallGraph) -> dict[str, set[str]]:
    """The names reached, by module."""
    return {module.name: set(path) for module, path in graph.paths().values()}


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.stem)
def test_a_project_is_reached_as_far_as_it_says(project: Path, tmp_path: Path) -> None:
    parts = sections(project.read_text(encoding="utf-8"))
    files = {name: text for name, text in parts.items() if name.endswith(".py")}
    entries = re.findall(r"^entry: (.*)$", parts[""], re.MULTILINE)
    graph = CallGraph(modules_of(tmp_path, files), entries)
    expected = {}
    for line in parts["reach"].splitlines():
        module, _, names = line.partition(": ")
        expected[module] = set(names.split())
    assert reached(graph) == expected
    listed = [
        f"{os.path.relpath(call.path, tmp_path)}:{call.line}:{call.column} {call.text}" for call in graph.unresolved()
    ]
    assert listed == parts.get("unresolved", "").splitlines()


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.stem)
def test_every_project_has_something_that_is_not_reached(project: Path) -> None:
    text = project.read_text(encoding="utf-8")
    parts = sections(text)
    defined = {name for part in parts.values() for name in re.findall(r"def (\w+)", part)}
    assert defined - set(re.findall(r"\w+", parts["reach"])) or project.stem in ("decorators",)


def test_a_route_names_each_step_once_and_the_middle_of_a_long_one_is_left_out(tmp_path: Path) -> None:
    text = "".join(f"def f{n}(): return f{n + 1}()\n" for n in range(20)) + "def f20(): return 1\n"
    graph = graph_of(tmp_path, codec=text + "def decode(): return f18()\n")
    assert graph.paths()[str(tmp_path / "codec.py")][1]["f19"] == "decode → f18 → f19"
    graph = CallGraph(Modules([("", str(tmp_path))]), ["codec:f0"])
    assert graph.paths()[str(tmp_path / "codec.py")][1]["f20"] == "f0 → f1 → f2 → f3 → … → f18 → f19 → f20"


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("codec", "no entry point"),
        ("codec:", "no entry point"),
        ("missing:decode", "there is no module missing"),
        ("codec:decde", "did you mean decode?"),
        ("codec:size", "defines no size"),
        ("broken:decode", "does not parse"),
        ("codec..x:decode", "there is no module"),
    ],
)
def test_an_entry_point_that_is_not_there_is_refused(entry: str, said: str, tmp_path: Path) -> None:
    modules = modules_of(tmp_path, {"codec.py": "def decode(): pass\nsize = 3\n", "broken.py": "def decode(:\n"})
    with pytest.raises(EntryPointError, match=re.escape(said)):
        CallGraph(modules, [entry])


def test_a_module_that_does_not_parse_is_said_and_not_followed(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, codec="import broken\ndef decode(): return broken.f()\n", broken="def f(:\n")
    assert list(graph.flow.modules.unreadable) == [str(tmp_path / "broken.py")]


def test_a_project_too_large_to_be_followed_to_its_end_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "def decode(): return f()\ndef f(): return g()\ndef g(): return 1\n"
    assert not graph_of(tmp_path, codec=text).flow.cut
    with monkeypatch.context() as patch:
        patch.setattr(flow, "_MOST_EXECUTIONS", 2)
        assert graph_of(tmp_path, codec=text).flow.cut
    monkeypatch.setattr(flow, "_MOST_STEPS", 2)
    graph = graph_of(tmp_path, codec=text)
    assert graph.flow.cut
    assert graph.unresolved() == []


def test_a_project_that_grows_its_own_values_without_end_is_followed_to_an_end(tmp_path: Path) -> None:
    text = """
import sys
x = sys
class Node:
    def __init__(self, inner): self.inner = inner
    def step(self): return Node(self)
def decode(data):
    global x
    while data:
        x = x.more
        data = Node(data).step().inner
        f = lambda: f
    return x
"""
    assert reached(graph_of(tmp_path, codec=text))["codec"] == {
        "<module>",
        "Node",
        "Node.__init__",
        "Node.step",
        "decode",
    }
