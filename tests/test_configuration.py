"""Configuration files: which one holds, what wins, what is refused and where it says so."""

from __future__ import annotations

import json
import os

import jsonschema
import pytest
from wai_lint.checkers.documents import SCHEMAS
from wai_lint.lint import validation
from wai_lint.lint.configuration import DEFAULTS, load
from wai_lint.lint.discovery import Input
from wai_lint.lint.families import families_of
from wai_lint.lint.options import PROFILES
from wai_lint.lint.processing import Processor
from wai_lint.lint.reporters import FORMATS
from wai_lint.lint.settings_files import line_of

FILES = {"a.fake": "bad odd", "vendor/b.fake": "bad odd"}
ALL = ["a.fake:1:1: FAKE101", "a.fake:1:5: FAKE201", "vendor/b.fake:1:1: FAKE101", "vendor/b.fake:1:5: FAKE201"]


def test_pyproject_table_and_own_file_configure(fake, run):
    files = FILES | {"pyproject.toml": '[project]\nname = "x"\n[tool.wai-lint]\nselect = ["FAKE2"]\n'}
    assert run("--format=concise", files=files).places == [ALL[1], ALL[3]]
    assert run("--format=concise", "--isolated").places == ALL


def test_own_file_wins_over_pyproject_beside_it_and_that_is_said(fake, run):
    files = {"pyproject.toml": '[tool.wai-lint]\nselect = ["FAKE2"]\n', "wai-lint.toml": 'select = ["FAKE1"]\n'}
    ran = run("--format=concise", files=FILES | files)
    assert ran.places == [ALL[0], ALL[2]]
    assert "wai-lint.toml holds, and [tool.wai-lint] of the pyproject.toml beside it does not" in ran.err


def test_nearest_file_upward_with_our_table_holds(fake, run, tmp_path, monkeypatch):
    files = {
        "wai-lint.toml": 'ignore = ["FAKE1"]\n',
        "deep/pyproject.toml": '[project]\ndescription = "not about wai-lint"\n',
        "deep/er/a.fake": "bad odd",
    }
    run(files=files)
    monkeypatch.chdir(tmp_path / "deep" / "er")
    assert run("--format=concise").places == ["a.fake:1:5: FAKE201"]


def test_command_line_wins_and_its_ignore_adds(fake, run):
    files = FILES | {"wai-lint.toml": 'select = ["FAKE1"]\nignore = ["FAKE202"]\nprofile = "reference"\n'}
    assert run("--format=concise", "--select=FAKE2", files=files).places == [ALL[1], ALL[3]]
    document = json.loads(run("config", "--format=json", "--ignore=FAKE201", "--profile=tier").out)
    assert document["values"]["ignore"] == {"value": ["FAKE202", "FAKE201"], "origin": "command line"}
    assert document["values"]["profile"] == {"value": "tier", "origin": "command line"}


def test_overrides_hold_for_their_paths_and_the_later_wins(fake, run):
    text = """
[[overrides]]
paths = ["vendor/"]
ignore = ["FAKE101"]

[[overrides]]
paths = ["*.fake"]
profile = "reference"
"""
    files = {"wai-lint.toml": text, "a.fake": "bad ugly", "vendor/b.fake": "bad ugly"}
    ran = run("--format=concise", files=files)
    assert ran.places == ["a.fake:1:1: FAKE101", "a.fake:1:5: FAKE102", "vendor/b.fake:1:5: FAKE102"]
    tier = run("--format=concise", "--profile=tier")
    assert tier.places == ["a.fake:1:1: FAKE101"]


def test_extended_files_yield_to_the_one_that_extends(fake, run):
    files = FILES | {
        "wai-lint.toml": 'extend = "shared/base.toml"\nprofile = "tier"\n',
        "shared/base.toml": 'extend = ["deeper.toml"]\nselect = ["FAKE1"]\nprofile = "reference"\n',
        "shared/deeper.toml": 'select = ["FAKE2"]\nexclude = ["b.fake"]\nbaseline = "old.json"\n',
    }
    document = json.loads(run("config", "--format=json", files=files).out)["values"]
    assert document["select"] == {"value": ["FAKE1"], "origin": "shared/base.toml:2"}
    assert document["profile"] == {"value": "tier", "origin": "wai-lint.toml:2"}
    assert document["baseline"]["value"].endswith("shared/old.json")
    assert document["jobs"] == {"value": 0, "origin": "default"}


def test_extend_in_a_circle_is_refused(fake, run):
    ran = run(files={"wai-lint.toml": 'extend = "b.toml"', "b.toml": 'extend = "./wai-lint.toml"'})
    assert ran.status == 2
    assert "wai-lint.toml: `extend` goes in a circle: wai-lint.toml → b.toml → wai-lint.toml" in ran.err


def test_missing_extended_file_is_refused(fake, run):
    ran = run(files={"wai-lint.toml": 'extend = "none.toml"'})
    assert "none.toml: cannot read this configuration file (extended by wai-lint.toml)" in ran.err


def test_exclude_of_the_command_line_holds_instead(fake, run):
    files = FILES | {"wai-lint.toml": 'exclude = ["vendor/"]'}
    assert run("--format=concise", "--exclude=a.fake,*.zz", files=files).places == ALL[2:]


def test_exclude_is_relative_to_its_file(fake, run, tmp_path, monkeypatch):
    run(files=FILES | {"wai-lint.toml": 'exclude = ["/vendor"]'})
    monkeypatch.chdir(tmp_path / "vendor")
    assert run("--format=concise", "..").places == [
        str(tmp_path / "a.fake") + tail for tail in (":1:1: FAKE101", ":1:5: FAKE201")
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\nselct = []\n", "wai-lint.toml:2: unknown key 'selct'; did you mean 'select'?"),
        ("zzz = 1\n", "unknown key 'zzz'; the keys are baseline, cache"),
        ("jobs = 'two'\n", 'wai-lint.toml:1: `jobs` must be a whole number, not "two"'),
        ("jobs = -1\n", "wai-lint.toml:1: `jobs` is out of range"),
        (
            "[onnx]\ninteger-only = 'decode/'\n",
            'wai-lint.toml:2: `onnx.integer-only` must be true or false or an array of patterns, not "decode/"',
        ),
        ("extend = 3\n", "wai-lint.toml:1: `extend` must be a path or an array, not 3"),
        ("[wgsl]\nnaga = 3\n", "wai-lint.toml:2: `wgsl.naga` must be true or false or a path, not 3"),
        (
            "profile = 'refrence'\n",
            'wai-lint.toml:1: `profile` must be one of tier, reference, not "refrence"; did you',
        ),
        ("select = ['A', 3]\n", "wai-lint.toml:1: `select[1]` must be a string, not 3"),
        ("baseline = ''\n", "wai-lint.toml:1: `baseline` must not be empty"),
        (
            "[[overrides]]\npaths = ['a']\n[[overrides]]\npath = ['a']\n",
            "wai-lint.toml:4: unknown key 'path' in `overrides[1]`",
        ),
        ("[[overrides]]\nignore = ['FAKE1']\n", "wai-lint.toml:1: `overrides[0]` lacks `paths`"),
        ("\nselect = ['FAKE9']\n", "wai-lint.toml:2: no rule has the code, prefix or name 'FAKE9'"),
        ("[[overrides]]\npaths = ['a']\nignore = ['bad-wrod']\n", "wai-lint.toml:1: no rule has the code"),
        ("ignore = ['broken-text']\n", "wai-lint.toml:1: FAKE001 (broken-text) cannot be ignored"),
        ("select = []\n", "wai-lint.toml:1: `select` must not be empty"),
        ("[tool.wai-lint]\nstrict = true\n", "wai-lint.toml:1: unknown key 'tool'; the keys stand at the top, "),
        ("select = [\n", "wai-lint.toml: is not TOML: "),
        ("a = " + "[" * 5000, "wai-lint.toml: is not TOML: "),
        ("a = " + "9" * 5000, "wai-lint.toml: is not TOML: "),
    ],
)
def test_mistakes_are_refused_at_their_lines(fake, run, text, said):
    ran = run(files={"wai-lint.toml": text})
    assert ran.status == 2
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_our_table_must_be_a_table(fake, run):
    ran = run(files={"pyproject.toml": "[tool]\nwai-lint = 3\n"})
    assert ran.status == 2
    assert "pyproject.toml:2: the configuration must be a table, not 3" in ran.err


def test_every_mistake_is_said_at_once(fake, run):
    ran = run(files={"wai-lint.toml": "selct = []\njobs = true\n"})
    assert ran.err.count("error: wai-lint.toml:") == 2


def test_pyproject_lines_are_those_of_the_file(fake, run):
    text = "[project]\nselct = 1\n\n[tool.wai-lint]\nselct = []\n"
    assert "pyproject.toml:5: unknown key 'selct'" in run(files={"pyproject.toml": text}).err


def test_named_configuration_without_our_table_is_refused(fake, run):
    ran = run("--config=sub/pyproject.toml", files={"sub/pyproject.toml": "[project]\n"})
    assert "sub/pyproject.toml: has no table [tool.wai-lint]" in ran.err


def test_broken_pyproject_that_names_us_is_refused_and_another_is_not(fake, run):
    assert run(files={"pyproject.toml": "[tool.wai-lint\n"}).status == 2
    assert run(files={"pyproject.toml": "[tool.other\n"}).status == 0


def test_valid_configuration_is_validated_once(fake, run, monkeypatch):
    files = FILES | {"wai-lint.toml": 'select = ["FAKE2"]\n'}
    assert run(files=files).status == 0

    def refuse(_: object) -> object:
        raise AssertionError("validated again")

    monkeypatch.setattr(validation, "mistakes", refuse)
    assert run("--format=concise").places == [ALL[1], ALL[3]]
    assert run(files={"wai-lint.toml": 'select = ["FAKE201"]\n'}).status == 2


def test_config_prints_values_with_their_origins(fake, run):
    ran = run(
        "config",
        "--jobs=3",
        files={"wai-lint.toml": '\nselect = ["FAKE2"]\n[[overrides]]\npaths = ["a"]\nignore = ["FAKE"]\n'},
    )
    lines = {line.split("  ")[0]: line.rpartition("# ")[2] for line in ran.out.splitlines()}
    assert lines['select = ["FAKE2"]'] == "wai-lint.toml:2"
    assert lines["jobs = 3"] == "command line"
    assert lines['profile = "tier"'] == "default"
    assert lines["[[overrides]]"] == "wai-lint.toml:3"


def test_config_as_json_follows_its_schema(fake, run):
    text = 'extend = "b.toml"\n[[overrides]]\npaths = ["a"]\nignore = ["FAKE"]\n'
    document = json.loads(run("config", "--format=json", files={"wai-lint.toml": text, "b.toml": "jobs = 2"}).out)
    schema = os.path.join(SCHEMAS, "effective.json")
    with open(schema, encoding="utf-8") as file:
        jsonschema.validate(document, json.load(file))
    assert document["overrides"] == [{"paths": ["a"], "ignore": ["FAKE"], "origin": "wai-lint.toml:2"}]
    assert document["values"]["jobs"] == {"value": 2, "origin": "b.toml:1"}


def test_line_of_finds_keys_tables_and_what_is_around_them():
    text = 'a = 1\n"b" = 2\nd.e = 3\n[t]\nx = [\n 1,\n]\n[[l]]\nk = 1\n[[l]]\nk = 2\n[l.m]\nn = 1\n'
    assert line_of(text, ("a",)) == 1
    assert line_of(text, ("b",)) == 2
    assert line_of(text, ("d", "e")) == 3
    assert line_of(text, ("t", "x", 0)) == 5
    assert line_of(text, ("l", 0, "k")) == 9
    assert line_of(text, ("l", 1, "k")) == 11
    assert line_of(text, ("l", 1, "none")) == 10
    assert line_of(text, ("none",)) is None


@pytest.mark.parametrize(
    "header",
    [
        "[tool.wai-lint]",
        "[ tool . 'wai-lint' ]",
        '[tool."wai-lint"]',
        "[tool]\nwai-lint.jobs = 0\n[tool.wai-lint.wgsl]",
    ],
)
def test_our_table_is_seen_however_it_is_written(fake, run, header):
    ran = run(files={"pyproject.toml": f'[project]\ndependencies = ["wai-lint"]\n{header}\nselct = []\n'})
    assert "unknown key 'selct'" in ran.err


def test_missing_translator_that_is_asked_for_exits_2(fake, run):
    for arguments, files in ((["--naga"], {}), ([], {"wai-lint.toml": '[wgsl]\nnaga = "here/naga_bg.wasm"\n'})):
        ran = run(*arguments, files=FILES | files)
        assert ran.status == 2
        assert "naga" in ran.err


def test_path_of_a_translator_is_relative_to_its_file(fake, run, tmp_path):
    files = {"conf/base.toml": '[wgsl]\nnaga = "naga_bg.wasm"\n', "wai-lint.toml": 'extend = "conf/base.toml"\n'}
    run(files=files | {"conf/naga_bg.wasm": b"one"})
    configuration = load(str(tmp_path), {})
    assert list(configuration.find_translators()) == ["naga"]
    assert configuration.family_options["wgsl"]["naga"] == str(tmp_path / "conf" / "naga_bg.wasm")


def test_another_translator_checks_anew(fake, run, tmp_path):
    keys = set()
    for content in (b"one", b"two", b"two"):
        run(files={"wai-lint.toml": "", "node_modules/naga-wasm/dist/wasm/naga_bg.wasm": content, "a.wgsl": ""})
        configuration = load(str(tmp_path), {"wgsl": {"naga": True}})
        configuration.find_translators()
        item = Input(str(tmp_path / "a.wgsl"), "a.wgsl", families_of("a.wgsl"))
        keys.add(Processor(configuration).key(item, b""))
    assert len(keys) == 2


def test_schema_knows_the_formats_profiles_and_keys_there_are():
    with open(os.path.join(SCHEMAS, "config.json"), encoding="utf-8") as file:
        properties = json.load(file)
    assert properties["properties"]["format"]["enum"] == list(FORMATS)
    assert properties["$defs"]["profile"]["enum"] == list(PROFILES)
    assert properties["properties"].keys() == {*DEFAULTS, "extend"}


def test_format_can_be_configured(fake, run):
    assert json.loads(run(files={"wai-lint.toml": 'format = "json"', "a.fake": "bad"}).out)
    assert run("--format=concise").places == ["a.fake:1:1: FAKE101"]
    assert "# wai-lint.toml:1" in run("config").out


@pytest.mark.parametrize("name", [".gitignore", "pyproject.toml", "wai-lint.toml", ".wai-lint-cache/00"])
@pytest.mark.parametrize("target", ["/dev/zero", "pipe"])
def test_files_that_never_end_are_not_read(fake, run, tmp_path, name, target):
    os.mkfifo(tmp_path / "pipe")
    for number in range(64) if name.endswith("00") else [0]:
        path = tmp_path / name.replace("00", f"{number:02x}")
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(tmp_path / target)
    assert run("a.fake", ".", files={"a.fake": "bad"}).status == 1


def test_extended_files_and_baselines_that_never_end_are_refused(fake, run, tmp_path):
    ran = run("a.fake", files={"a.fake": "bad", "wai-lint.toml": "extend = '/dev/zero'\n"})
    assert ran.status == 2
    assert "/dev/zero: cannot read this configuration file (extended by wai-lint.toml): it is not a regular" in ran.err
    ran = run("a.fake", files={"wai-lint.toml": "baseline = '/dev/zero'\n"})
    assert ran.status == 2
    assert "/dev/zero: cannot read the baseline: it is not a regular file" in ran.err
