"""The grammar's generated tables."""

from __future__ import annotations

import subprocess
import sys

from wai_lint.checkers.wgsl.tree_builder import TreeBuilder
from wai_lint.grammars import generate
from wai_lint.grammars.wgsl_tables import RULES


def test_the_tables_are_what_the_grammar_says() -> None:
    assert generate.main(["--check"]) == 0


def test_the_grammar_has_no_conflict_and_its_tables_no_chance() -> None:
    command = [sys.executable, "-c", "from wai_lint.grammars import generate; print(generate.build())"]
    runs = [
        subprocess.run(command, capture_output=True, check=True, env={"PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]


def test_every_action_of_the_grammar_exists_and_every_action_is_used() -> None:
    named = {name for _, _, name, _ in RULES if name}
    methods = {name for name in dir(TreeBuilder) if callable(getattr(TreeBuilder, name)) and not name.startswith("_")}
    assert methods - named == {"nonstandard", "refuse", "check_target"}
    assert named <= methods


def test_parsing_does_not_import_lark() -> None:
    script = "import sys; import wai_lint.checkers.wgsl.parser; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
