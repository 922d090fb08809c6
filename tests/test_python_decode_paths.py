"""What of a project is checked: by globs, entry points, markers and the command line; and what is said of the rest."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from wai_lint.checkers.python import call_graph
from wai_lint.lint.cli import main

FLOAT = "x = 1.5\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, **files: str) -> None:
    """Write files by path, or Python files by name, `__` standing for a folder's `/`."""
    for name, text in files.items():
        path = folder / (name if "." in name else name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def configure(folder: Path, **values: object) -> None:
    """Write `wai-lint.toml` with options of the family."""
    rows = [f"{key.replace('_', '-')} = {json.dumps(value)}" for key, value in values.items()]
    (folder / "wai-lint.toml").write_text("[python]\n" + "\n".join(rows) + "\n")


class Run:
    """What a run printed: its findings as `path:line`, the routes of those, its warnings and its status."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        self.status = main([*arguments, "--no-cache", "--format", "json"])
        out, self.said = capsys.readouterr()
        self.found = json.loads(out)["diagnostics"] if out else []

    @property
    def places(self) -> list[str]:
        """Path and line of each finding."""
        return [f"{d['path']}:{d['span']['start']['line']}" for d in self.found]

    @property
    def routes(self) -> list[str]:
        """The routes that the findings say."""
        notes = [note["message"] for d in self.found for note in d["notes"]]
        return [note.removeprefix("on a decode path: ") for note in notes if note.startswith("on a decode path: ")]


def test_named_files_and_folders_are_taken_whole_where_nothing_is_configured(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, codec=FLOAT, other=FLOAT, deep__inner=FLOAT)
    run = Run(capsys, "codec.py", "deep")
    assert run.places == ["codec.py:1", "deep/inner.py:1"]
    assert run.routes == ["named on the command line"] * 2
    assert run.said.count("no decode path is configured") == 1


def test_without_configuration_or_paths_only_marked_code_is_checked(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marked = "y = 2.5\ndef f():  # wai-lint: decode-path\n    return 1.5\n\nclass C:\n    z = 3.5\n"
    write(project, codec=FLOAT, other=marked)
    run = Run(capsys)
    assert (run.places, run.routes, run.said) == (["other.py:3"], ["marked decode-path"], "")


def test_a_file_off_every_decode_path_may_hold_what_is_not_python(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, codec="print 'python 2'\n")
    assert Run(capsys).found == []
    assert [d["code"] for d in Run(capsys, ".").found] == ["PY001"]


def test_globs_take_files_whole_and_nothing_else(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, codec__a=FLOAT, codec__b=FLOAT, other=FLOAT, **{"codec/cells.ipynb": cells("x = 1.5")})
    configure(project, decode_paths=["codec/", "!codec/b.py"])
    run = Run(capsys, ".")
    assert (run.places, run.said) == (["codec/a.py:1", "codec/cells.ipynb:1"], "")
    assert run.routes == ["decode-paths"] * 2


def cells(text: str) -> str:
    """A notebook of one cell."""
    return json.dumps({"cells": [{"cell_type": "code", "source": text}], "metadata": {}})


def test_globs_that_match_nothing_are_said_in_a_run_over_everything(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, codec=FLOAT)
    configure(project, decode_paths=["decoder/*.py"])
    assert "decode-paths (decoder/*.py) matches none" in Run(capsys).said
    assert "matches none" not in Run(capsys, "codec.py").said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["b.py", "a.py"],
            "warning: a.py is on no decode path that [python] configures, so the PY rules checked nothing in it",
        ),
        (["c.py", "a.py"], "warning: 2 files (a.py, c.py) are on no decode path that"),
        (["a.py", "c.py", "d.py", "e.py"], "warning: 4 files (a.py, c.py, d.py, …) are on no decode path that"),
        (["a.py", "c.py", "--force-exclude"], ""),
        (["."], ""),
        (["?.py"], ""),
        ([], ""),
    ],
)
def test_files_that_are_named_and_on_no_decode_path_are_said(
    arguments: list[str], said: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, a=FLOAT, b="", c=FLOAT, d=FLOAT, e=FLOAT)
    configure(project, decode_paths=["b.py"])
    run = Run(capsys, *arguments)
    assert run.found == []
    assert run.said.count("\n") == (1 if said else 0)
    assert run.said.startswith(said)


def test_the_summary_counts_what_is_on_no_decode_path(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        project,
        codec="X = 1\n",
        other=FLOAT,
        marked="def f(x):  # wai-lint: decode-path\n    return x\n",
        decorated="from marks import exact as e\n\n@e\ndef f(x): return x\n",
        plain="import functools\n\n@functools.cache\ndef f(x): return x\n",
    )
    configure(project, decode_paths=["codec.py"], markers=["marks.exact"])
    for _ in range(2):
        main(["."])
        assert capsys.readouterr().out == "no findings in 5 files; 2 on no decode path\n"
    write(project, other="def f(x):  # wai-lint: decode-path\n    return x / 2\n")
    main(["."])
    assert "1 finding in 1 of 5 files (1 error); 1 on no decode path\n" in capsys.readouterr().out


def test_standard_input_that_is_on_no_decode_path_is_said(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(project, decode_paths=["b.py"])
    for name, warnings in (("a.py", 1), ("b.py", 0)):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"X = 1\n")))
        assert Run(capsys, "-", "--stdin-filename", name).said.count("is on no decode path") == warnings


@pytest.mark.parametrize("comment", ["wai-lint: decode_path", "wai-lint decode-path", "wai-lint: Decode-Path: bits"])
def test_a_comment_that_nearly_marks_is_told_how_to(
    comment: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, codec=f"def f():  # {comment}\n    return 1.5\n")
    run = Run(capsys)
    assert [d["code"] for d in run.found] == ["SUP003"]
    assert run.found[0]["message"].endswith("did you mean `wai-lint: decode-path`?")


def test_decorators_that_are_configured_mark_by_any_of_their_names(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        project,
        marks="def exact(function): return function\n",
        codec="import marks\nfrom marks import exact as e\n\n@marks.exact\ndef f(): return 1.5\n\n"
        "@e\ndef g(): return 1.5\n\n@e(1)\nclass C:\n    def h(self): return 1.5\n\n"
        "@other.exact\ndef i(): return 1.5\n",
    )
    configure(project, markers=["marks.exact"])
    assert Run(capsys).places == ["codec.py:5", "codec.py:8", "codec.py:12"]


MARKED = """
@exact
def f(): return 1.5
"""


@pytest.mark.parametrize("marker", ["pk.marks.exact", "pk.exact"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pk/codec.py", "from pk.marks import exact" + MARKED),
        ("pk/codec.py", "from .marks import exact" + MARKED),
        ("pk/codec.py", "from . import exact" + MARKED),
        ("pk/codec.py", "from pk import exact" + MARKED),
        ("pk/codec.py", "from .marks import *" + MARKED),
        ("pk/codec.py", "from .marks import exact as e" + MARKED.replace("exact", "e")),
        ("pk/codec.py", "from . import marks as m" + MARKED.replace("exact", "m.exact(3)")),
        ("pk/deep/codec.py", "from ..marks import exact" + MARKED),
        ("pk/marks.py", "def exact(function): return function" + MARKED),
        ("other.py", "import pk" + MARKED.replace("exact", "pk.exact")),
    ],
)
def test_a_marker_is_known_however_a_module_of_the_project_imports_it(
    marker: str, name: str, text: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = {"src/pk/__init__.py": "from .marks import exact\n", "src/pk/deep/__init__.py": ""}
    write(project, **package, **{"src/pk/marks.py": "def exact(function): return function\n"})
    write(project, **{f"src/{name}": text})
    configure(project, markers=[marker])
    run = Run(capsys)
    assert (run.places, run.said) == ([f"src/{name}:3"], "")


def test_a_name_that_no_marker_stands_for_marks_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, **{"pk/__init__.py": "", "pk/marks.py": "def exact(function): return function\n"})
    write(project, **{"pk/codec.py": "def exact(function): return function" + MARKED})
    configure(project, markers=["pk.marks.exact"])
    assert Run(capsys).places == []


@pytest.mark.parametrize(
    ("marker", "warned"),
    [
        ("pk.exct", True),
        ("pk.marks.exct", True),
        ("pk.nowhere.exact", True),
        ("pk.exact", False),
        ("pk.lazy.anything", False),
        ("pk.starred.anything", False),
        ("elsewhere.exact", False),
        ("exact", False),
    ],
)
def test_a_marker_that_the_project_would_define_and_does_not_is_said(
    marker: str, warned: bool, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, **{"pk/__init__.py": "from .marks import exact\n"})
    write(project, pk__marks="def exact(function): return function\n", pk__lazy="def __getattr__(name): return name\n")
    write(project, pk__starred="from elsewhere import *\n")
    configure(project, markers=[marker])
    assert (f"no module of the project defines {marker}" in Run(capsys).said) == warned


def test_a_remembered_answer_knows_a_marker_that_a_file_has_come_to_use(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, **{"pk/__init__.py": "", "pk/marks.py": "def exact(function): return function\n"})
    configure(project, markers=["pk.marks.exact"])
    for text, status in (("", 0), ("from .marks import exact" + MARKED, 1)):
        write(project, **{"pk/codec.py": text})
        for _ in range(2):
            assert main(["."]) == status
            capsys.readouterr()


def test_entry_points_lead_through_the_project_and_the_rest_is_left_out(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        project,
        codec__core="from .tables import T\n\ndef decode(d): return scale(d)\n\ndef scale(x): return x * 1.5\n\n"
        "def encode(x, q=2.5) -> float: return 3.5\n\nclass Encoder:\n    def run(self): return 4.5\n\n"
        "if __name__ == '__main__':\n    print(5.5)\n",
        codec__tables="T = [1.5]\n",
        codec__unused=FLOAT,
        **{"codec/__init__.py": "from codec.core import decode\n"},
    )
    configure(project, entry_points=["codec:decode"])
    run = Run(capsys, "--select", "PY101")
    assert run.places == ["codec/core.py:5", "codec/core.py:7", "codec/tables.py:1"]
    assert run.routes == [
        "decode → scale",
        "import codec → import codec.core",
        "import codec → import codec.core → import codec.tables",
    ]
    assert run.said == ""
    assert Run(capsys, "codec/tables.py", "--select", "PY101").places == ["codec/tables.py:1"]


@pytest.mark.parametrize("entry", ["codec:missing", "missing:decode", "codec"])
def test_an_entry_point_that_is_not_there_is_an_error_of_configuration(
    entry: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, codec="def decode(): pass\n")
    configure(project, entry_points=[entry])
    run = Run(capsys)
    assert run.status == 2
    assert run.said.startswith("error: wai-lint.toml:2: ")
    assert entry in run.said


def test_an_entry_point_without_a_colon_is_told_where_it_goes(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, px__reader="class Decoder:\n    def decode(self): pass\n")
    configure(project, entry_points=["px.reader.Decoder.decode"])
    assert "'px.reader.Decoder.decode' is no entry point; did you mean px.reader:Decoder.decode?" in Run(capsys).said


def test_calls_that_nobody_can_resolve_are_counted_and_listed_on_demand(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, codec="def decode(data, f):\n    return f(data)\n", apart="x = 1\n")
    configure(project, entry_points=["codec:decode"])
    assert "1 call reached from the entry points could not be resolved" in Run(capsys).said
    assert "codec.py:2:12: nobody can tell what f(…) calls" in Run(capsys, "--show-unresolved").said
    # Of files that the entry points do not reach, nothing of theirs is said but on demand.
    assert "could not be resolved" not in Run(capsys, "apart.py").said
    assert "codec.py:2:12: nobody can tell" in Run(capsys, "apart.py", "--show-unresolved").said


def test_a_module_on_the_path_that_does_not_parse_is_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, codec="import broken\ndef decode(): return broken.f()\n", broken="def f(:\n")
    configure(project, entry_points=["codec:decode"])
    assert [d["code"] for d in Run(capsys).found] == ["PY001"]
    run = Run(capsys, "codec.py")
    assert run.found == []
    assert "broken.py is imported from an entry point and was not followed" in run.said


def test_packages_lie_where_package_dir_says(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, decode="from codec.inner import f\nimport g\ndef run(): return f() + g.h()\n")
    write(project, lib__f="def f(): return 1.5\n", lib__g="def h(): return 2.5\n", inner=FLOAT)
    write(project, **{"parts/__init__.py": "from .f import f\n", "parts/f.py": "def f(): return 3.5\n"})
    configure(project, entry_points=["codec.decode:run"])
    with (project / "wai-lint.toml").open("a") as file:
        file.write('[python.package-dir]\ncodec = "."\n"codec.inner" = "parts"\n"" = "lib"\n')
    assert Run(capsys).places == ["lib/g.py:1", "parts/f.py:1"]


def test_what_functions_of_other_modules_return_is_known(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        project,
        places="from pathlib import Path\ndef root(): return Path('.')\ndef number(): return 3\n",
        passed="from places import root as top, number\nimport places as p\n",
        codec="from passed import top, number, p\ndef f(): return top() / 'x'\ndef g(): return number() / 2\n"
        "def h(): return p.root() / 'x'\n",
    )
    configure(project, decode_paths=["codec.py"])
    assert Run(capsys, "codec.py", "--select", "PY102").places == ["codec.py:3"]


def test_names_that_a_module_of_the_project_passes_on_are_known(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        project,
        compat="from deep import *\nimport math as m\n",
        deep="__all__ = ['np']\nimport numpy as np\n",
        codec="from compat import np, m\nx = np.zeros(3)\ny = m.sqrt(4)\n",
        starred="from compat import *\nx = np.zeros(3)\ny = m.sqrt(4)\n",
    )
    configure(project, decode_paths=["codec.py", "starred.py"])
    assert Run(capsys, ".").places == ["codec.py:2", "codec.py:3", "starred.py:2", "starred.py:3"]


def test_a_suppression_off_the_decode_path_is_not_called_unused(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "def f():\n    return 1.5  # wai-lint: ignore[PY101] only drawn\n"
    write(project, codec=text)
    assert Run(capsys).found == []
    assert [(d["code"], d["suppression"]["kind"]) for d in Run(capsys, "codec.py").found] == [("PY101", "comment")]
    write(project, codec=text.replace("1.5", "15"))
    assert Run(capsys).found == []
    assert [d["code"] for d in Run(capsys, "codec.py").found] == ["SUP002"]


def test_a_mark_where_nothing_is_defined_is_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, codec="# wai-lint: decode-path\ndef f(): return 1.5\n")
    assert [d["code"] for d in Run(capsys).found] == ["PY002"]


def test_what_was_found_out_about_a_project_is_remembered_while_its_files_are_as_they_were(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project, codec="import inner\nfrom late import g\ndef decode(f): return inner.f() + g() + f()\n")
    write(project, inner="def f(): return 1.5\n")
    configure(project, entry_points=["codec:decode"])

    def run() -> str:
        main(["--format", "concise"])
        return "".join(capsys.readouterr())

    first = run()
    assert "inner.py:1:" in first
    made: list[object] = []
    monkeypatch.setattr(call_graph.CallGraph, "_settle", lambda self: made.append(self))
    assert run() == first
    assert made == []
    monkeypatch.undo()
    monkeypatch.chdir(project)
    # A module that was looked for in vain, one that is changed, one that is gone.
    write(project, late="def g(): return 2.5\n")
    assert "late.py:1:" in run()
    write(project, inner="def f(): return 3\n")
    assert "inner.py" not in run()
    (project / "late.py").unlink()
    assert "late.py" not in run()
    for damaged in (project / ".wai-lint-cache").glob("??"):
        damaged.write_bytes(damaged.read_bytes()[:-1])
    assert "2 calls reached" in run()


def test_a_module_that_was_looked_for_in_vain_is_looked_for_again_though_nothing_else_changed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, codec="from late import g\ndef decode(): return g()\n", inner="def f(): return 1.5\n")
    configure(project, entry_points=["codec:decode"])
    arguments = ["codec.py", "inner.py", "--format", "concise"]
    main(arguments)
    assert "inner.py" not in capsys.readouterr().out
    write(project, late="import inner\ndef g(): return inner.f()\n")
    main(arguments)
    assert "inner.py:1:" in capsys.readouterr().out


def test_what_is_remembered_answers_no_other_question(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, codec="def decode(f): return f()\n")
    configure(project, entry_points=["codec:decode"], decode_paths=["none/"])

    def said(*arguments: str) -> str:
        main([*arguments, "--format", "concise"])
        return capsys.readouterr().err

    assert "--show-unresolved lists them" in said()
    assert "nobody can tell what f(…) calls" in said("--show-unresolved")
    assert "decode-paths (none/) matches none" in said()
    assert "matches none" not in said(".")


def test_what_a_change_elsewhere_means_for_a_file_is_not_remembered_wrongly(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        project,
        codec="import inner\ndef decode(): return inner.f()\n",
        inner="def f(): return 1.5\ndef g(): return 2.5\n",
    )
    configure(project, entry_points=["codec:decode"])
    arguments = ["--format", "concise", "--select", "PY101"]
    for name, line in (("f", 1), ("g", 2), ("f", 1)):
        write(project, codec=f"import inner\ndef decode(): return inner.{name}()\n")
        for _ in range(2):
            main(arguments)
            assert f"inner.py:{line}:" in capsys.readouterr().out


READING = """import struct
{call}
def take(form, data):
    return struct.unpack(form, data)
def decode(data):
    return take("<i", data)
def show(data):
    return take("<f", data)
"""


def test_a_format_counts_where_a_call_on_the_decode_path_passes_it(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, codec=READING.format(call=""))
    configure(project, entry_points=["codec:decode"])
    assert Run(capsys).places == []
    configure(project, entry_points=["codec:decode", "codec:show"])
    run = Run(capsys)
    assert run.places == ["codec.py:4"]
    named = [note["span"]["start"]["line"] for note in run.found[0]["notes"] if note["message"] == "named here"]
    assert named == [8]


def test_a_table_of_formats_counts_where_only_what_reads_it_is_marked(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        project,
        codec='import struct\nFORMS = {1: "<B", 4: "<f"}\ndef take(n, data):  # wai-lint: decode-path\n'
        "    return struct.unpack(FORMS.get(n), data)\n",
    )
    assert Run(capsys).places == ["codec.py:4"]
