"""The command line: options, exit statuses, standard input and output, and what it says when something is wrong."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pytest
from wai_lint.lint import cli
from wai_lint.lint.options import OPTIONS, UsageError, parse

CLEAN = {"a.fake": "good"}
FOUND = {"a.fake": "good bad"}


def test_clean_file_exits_0(fake, run):
    assert run("a.fake", files=CLEAN).status == 0


def test_finding_exits_1_and_is_shown(fake, run):
    ran = run("a.fake", "--format", "concise", files=FOUND)
    assert ran.status == 1
    assert ran.places == ["a.fake:1:6: FAKE101"]


def test_warning_alone_exits_0_but_1_when_strict(fake, run):
    ran = run("a.fake", "--format=concise", files={"a.fake": "odd"})
    assert (ran.status, ran.places) == (0, ["a.fake:1:1: FAKE201"])
    assert run("a.fake", "--strict").status == 1


def test_exit_zero_forgives_findings_but_not_failures(fake, run):
    assert run("a.fake", "--exit-zero", files=FOUND).status == 0
    assert run("a.fake", "none.fake", "--exit-zero").status == 2


def test_without_paths_the_working_folder_is_linted(fake, run):
    assert run("--format=concise", files={"deep/a.fake": "bad"}).places == ["deep/a.fake:1:1: FAKE101"]


def test_missing_path_exits_2_and_others_are_still_linted(fake, run):
    ran = run("none.fake", "a.fake", "--format=concise", files=FOUND)
    assert ran.status == 2
    assert "none.fake: there is no such file or folder" in ran.err
    assert ran.places == ["a.fake:1:6: FAKE101"]


def test_crash_names_the_file_shows_no_traceback_and_stops_no_other(fake, run):
    ran = run(".", "--format=concise", files={"a.fake": "crash", "b.fake": "bad"})
    assert ran.status == 2
    assert "a.fake: internal error" in ran.err
    assert "the fake family fell over" in ran.err
    assert "Traceback" not in ran.err
    assert ran.places == ["b.fake:1:1: FAKE101"]


def test_debug_shows_where_it_crashed(fake, run, monkeypatch):
    run(files={"a.fake": "crash"})
    monkeypatch.setenv("WAI_LINT_DEBUG", "1")
    assert "Traceback" in run("a.fake").err


def test_defect_outside_any_file_exits_2_without_traceback(fake, run, monkeypatch):
    def fall(*_: object) -> object:
        raise RuntimeError("fell")

    monkeypatch.setattr(cli, "_configuration", fall)
    ran = run("a.fake", files=CLEAN)
    assert ran.status == 2
    assert "internal error; please report it (RuntimeError: fell" in ran.err
    assert "Traceback" not in ran.err


def test_interrupt_exits_130_quietly(fake, run, monkeypatch):
    def interrupt(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_configuration", interrupt)
    ran = run("a.fake", files=CLEAN)
    assert (ran.status, ran.out, ran.err) == (130, "", "")


def test_closed_pipe_is_quiet_and_keeps_the_verdict(tmp_path):
    text = "fn f(x: u32, n: u32) -> u32 {\n" + "  _ = x << n;\n" * 3000 + "  return x;\n}\n"
    (tmp_path / "a.wgsl").write_text(text)
    process = subprocess.Popen(
        [sys.executable, "-m", "wai_lint", "a.wgsl", "--no-cache"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


def test_standard_input_is_linted_under_the_name_given(fake, tmp_path):
    ran = _with_input(tmp_path, b"fn f(x: u32, n: u32) -> u32 { return x << n; }", "-", "--format=concise")
    assert ran.returncode == 1
    assert ran.stdout.startswith(b"stdin.wgsl:1:43: WGSL401")
    named = _with_input(
        tmp_path,
        b"fn f(x: u32, n: u32) -> u32 { return x << n; }",
        "-",
        "--format=concise",
        "--stdin-filename=src/my.wgsl",
    )
    assert named.stdout.startswith(b"src/my.wgsl:1:43: WGSL401")


def test_standard_input_of_no_known_kind_exits_2(tmp_path):
    ran = _with_input(tmp_path, b"x", "-", "--stdin-filename=a.txt")
    assert ran.returncode == 2
    assert b"a.txt: rules read only *.wgsl" in ran.stderr


def test_fixed_standard_input_is_the_output(tmp_path):
    text = b"fn f(x: u32, n: u32) -> u32 { return x << n; }\r\n"
    ran = _with_input(tmp_path, text, "-", "--fix")
    assert ran.stdout == text.replace(b"<< n", b"<< (n & 31u)")
    assert ran.returncode == 0
    assert b"1 fix applied" in ran.stderr
    clean = _with_input(tmp_path, ran.stdout, "-", "--fix")
    assert clean.stdout == ran.stdout


def _with_input(folder, data: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "wai_lint", *arguments]
    return subprocess.run(command, input=data, cwd=folder, capture_output=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("--stdin-filename=a.txt",), 2),
        (("--stdin-filename=sub/a.wgsl", "--exclude=sub", "--force-exclude"), 0),
        (("--stdin-filename=sub/a.wgsl", "--exclude=sub"), 1),
    ],
)
def test_standard_input_that_is_not_fixed_comes_back_as_it_was(tmp_path, arguments, status):
    text = b"var<private> x: f32;\r\n"
    ran = _with_input(tmp_path, text, "-", "--fix", *arguments)
    assert (ran.returncode, ran.stdout) == (status, text)


def test_stdin_filename_without_standard_input_is_refused(fake, run):
    assert run("a.fake", "--stdin-filename=b.fake", files=CLEAN).status == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--selct", "X"], "there is no option --selct; did you mean --select?"),
        (["-x"], "there is no option -x"),
        (["--select"], "--select needs a value: --select=RULES"),
        (["--select", "--fix"], "--select needs a value"),
        (["--config="], "--config needs a value"),
        (["--fix=yes"], "--fix takes no value"),
        (["--profile", "teir"], "--profile must be one of tier, reference, not 'teir'; did you mean tier?"),
        (["--format", "xml"], "--format must be one of text, concise"),
        (["--jobs", "many"], "--jobs must be a number from 0 to 1024, not 'many'"),
        (["--jobs=99999"], "--jobs must be a number"),
        (["--output", "sarf=x"], "did you mean sarif?"),
        (["--output", "sarif"], "names no file: write --output sarif=FILE"),
        (["explain"], "explain needs one code or name"),
        (["rules", "shaders"], "takes no path; to lint a file of that name write ./rules"),
        (["explain", "WGSL401", "--fix"], "--fix means nothing to wai-lint explain"),
        (["rules", "--format=sarif"], "prints text or json, not sarif"),
        (["--select", "FAKE9"], "no rule has the code, prefix or name 'FAKE9'; did you mean"),
        (["--select", "zzzzz"], "no rule has the code, prefix or name 'zzzzz'; `wai-lint rules` lists them"),
        (["--select", "bad-wrod"], "did you mean 'bad-word'?"),
        (["--ignore", "fake101"], "did you mean 'FAKE101'?"),
        (["--ignore", "FAKE001"], "FAKE001 (broken-text) cannot be ignored"),
        (["--write-baseline", "--fix"], "are two runs"),
        (["--diff", "--output=json=x"], "leave --output for a run without it"),
        (["--select="], "--select has an empty entry in ''"),
        (["--select=A,,B"], "--select has an empty entry"),
        ([""], "an empty path names nothing"),
        (["--config", "none.toml"], "none.toml: cannot read this configuration file"),
    ],
)
def test_bad_usage_exits_2_and_says_what_was_meant(fake, run, arguments, said):
    ran = run(*arguments, files=CLEAN)
    assert ran.status == 2
    assert said in ran.err
    assert ran.out == "" or "no findings in 0 files" in ran.out


def test_selectors_are_codes_prefixes_and_names(fake, run):
    files = {"a.fake": "bad odd ugly"}
    assert run("--select=FAKE101", "--format=concise", files=files).places == ["a.fake:1:1: FAKE101"]
    assert run("--select=FAKE2", "--format=concise").places == ["a.fake:1:5: FAKE201"]
    assert run("--select=bad-word,odd-word", "--format=concise").places == [
        "a.fake:1:1: FAKE101",
        "a.fake:1:5: FAKE201",
    ]
    assert run("--ignore=bad-word", "--format=concise").places == ["a.fake:1:5: FAKE201"]


def test_longest_selector_decides_and_ignore_wins_ties(fake, run):
    files = {"a.fake": "bad odd"}
    assert run("--select=FAKE101", "--ignore=FAKE", "--format=concise", files=files).places == ["a.fake:1:1: FAKE101"]
    assert run("--select=FAKE1", "--ignore=FAKE101", "--format=concise").places == []
    assert run("--select=FAKE101", "--ignore=bad-word", "--format=concise").places == []
    assert run("--select=bad-word", "--ignore=FAKE101", "--format=concise").places == []
    assert run("--select=ALL", "--ignore=FA", "--format=concise").places == []
    assert run("--select=ALL,FAKE101", "--ignore=FA", "--format=concise").places == ["a.fake:1:1: FAKE101"]


def test_files_that_cannot_be_checked_are_refused_whatever_is_selected(fake, run):
    assert run("--select=FAKE2", "--format=concise", files={"a.fake": "broken"}).places == ["a.fake:1:1: FAKE001"]
    assert run("--ignore=FAKE", "--format=concise").places == ["a.fake:1:1: FAKE001"]
    assert run("--select=FAKE001", "--format=concise").places == ["a.fake:1:1: FAKE001"]


def test_profile_decides_which_rules_are_part(fake, run):
    assert run("--format=concise", files={"a.fake": "ugly"}).places == []
    assert run("--profile=reference", "--format=concise").places == ["a.fake:1:1: FAKE102"]


def test_selected_rules_that_cannot_run_are_said(fake, run):
    ran = run("--select=FAKE102,WGSL405,FAKE", files={"a.fake": "ugly"})
    assert ran.status == 0
    assert "warning: FAKE102 is selected, but runs only in profile reference: nothing was checked for it\n" in ran.err
    assert "warning: WGSL405 is selected, but runs only with --naga: nothing was checked for it\n" in ran.err
    assert "FAKE is selected" not in ran.err
    override = '[[overrides]]\npaths = ["*"]\nprofile = "reference"'
    assert run("--select=FAKE102", files={"wai-lint.toml": override}).err == ""
    override = '[[overrides]]\npaths = ["*"]\nselect = ["ugly-word"]'
    assert "warning: ugly-word is selected, but" in run(files={"wai-lint.toml": override}).err


def test_command_words_can_still_be_paths(fake, run):
    files = {"rules/a.fake": "bad"}
    for arguments in (["./rules"], ["--", "rules"], ["--format=concise", "--", "rules"], ["./rules", "config"]):
        assert run(*arguments, files=files).out.count("FAKE101") >= 1
    assert run("rules").out.count("rules/a.fake") == 0


def test_several_outputs_in_one_run(fake, run, tmp_path):
    ran = run("--output=json=out.json", "--output", "sarif=out.sarif", "--format=concise", files=FOUND)
    assert ran.places == ["a.fake:1:6: FAKE101"]
    assert json.loads((tmp_path / "out.sarif").read_text())["version"] == "2.1.0"
    assert "FAKE101" in (tmp_path / "out.json").read_text()


def test_two_reports_need_two_files(fake, run, tmp_path):
    ran = run("--output=json=o", "--output=sarif=./o", files={"a.fake": "bad"})
    assert (ran.status, ran.err) == (2, "error: two --output name one file: each report needs its own\n")
    assert not (tmp_path / "o").exists()
    assert run("-q", "--output=json=-", "--output=concise=-").status == 1


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("explian", "did you mean wai-lint explain?"),
        ("help", "did you mean wai-lint --help?"),
        ("check", "without a command wai-lint checks its PATHS"),
    ],
)
def test_words_that_are_commands_elsewhere_are_refused(fake, run, word, said):
    ran = run(word, "a.fake", files={"a.fake": "bad"})
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"error: {word}: there is no such file or folder; {said}\n"
    assert run(word, "--format=concise", files={f"{word}/b.fake": "bad"}).places == [f"{word}/b.fake:1:1: FAKE101"]


def test_output_to_a_dash_is_standard_output(fake, run):
    ran = run("--output=json=-", "--format=concise", "--quiet", files=CLEAN)
    assert json.loads(ran.out)


def test_output_that_cannot_be_written_exits_2(fake, run):
    ran = run("--output=json=none/out.json", files=CLEAN)
    assert ran.status == 2
    assert "none/out.json: cannot write the report" in ran.err


def test_quiet_prints_findings_alone(fake, run):
    assert run("--quiet", "--format=concise", files=FOUND).out.count("\n") == 1
    assert run("--quiet", files=CLEAN).out == ""


def test_statistics_count_each_rule(fake, run):
    ran = run("--statistics", "--quiet", "--format=concise", files={"a.fake": "bad bad odd"})
    assert "2  FAKE101  bad-word" in ran.out
    assert "1  FAKE201  odd-word" in ran.out


def test_colours_only_where_wanted(fake, run, monkeypatch):
    assert "\x1b[" not in run(files=FOUND).out
    assert "\x1b[" in run("--color=always").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run().out
    assert "\x1b[" not in run("--color=never").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run().out


def test_report_does_not_depend_on_the_encoding_of_the_terminal(fake, tmp_path):
    (tmp_path / "a.wgsl").write_text("// é\nfn f(x: u32, é: u32) -> u32 { return x << é; }\n", "utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "wai_lint", "a.wgsl"]
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert ran.returncode == 1
    assert b"\\xe9" in ran.stdout


def test_full_disk_is_said_and_exits_2(fake, tmp_path):
    (tmp_path / "a.wgsl").write_text("fn f() {}\n")
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "wai_lint", "a.wgsl"]
        ran = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False)
    assert ran.returncode == 2
    assert ran.stderr == b"error: cannot write to standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("redirections", "status", "said"),
    [
        ("a.wgsl >&-", 1, ""),
        ("a.wgsl 2>&-", 1, ""),
        ("missing.wgsl 2>&-", 2, ""),
        ("missing.wgsl 2>/dev/full", 2, ""),
        ("a.wgsl <&- >&- 2>&-", 1, ""),
        ("- <&-", 2, "error: - reads standard input, which is closed\n"),
    ],
)
def test_streams_that_are_closed_or_fail_change_no_verdict(tmp_path, redirections, status, said):
    (tmp_path / "a.wgsl").write_text("fn f(x: u32, n: u32) -> u32 { return x << n; }\n")
    command = f'"{sys.executable}" -m wai_lint --no-cache {redirections}'
    ran = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (status, said)


def test_standard_input_that_cannot_be_read_exits_2(run, monkeypatch, tmp_path):
    class Failing(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: object, /) -> int:
            raise OSError(5, "Input/output error")

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Failing())))
    ran = run("-")
    assert (ran.status, ran.err) == (2, "error: cannot read standard input: Input/output error\n")


def test_report_is_not_written_over_a_file_that_was_linted(fake, run, tmp_path):
    ran = run("a.fake", "--output=json=link.json", files={"a.fake": "bad"})
    assert ran.status == 1
    (tmp_path / "link.json").unlink()
    (tmp_path / "link.json").symlink_to("a.fake")
    ran = run("a.fake", "--output=json=link.json")
    assert ran.status == 2
    assert "link.json: cannot write the report: it is one of the files that were linted" in ran.err
    assert (tmp_path / "a.fake").read_text() == "bad"


def test_bytes_that_are_not_utf_8_are_a_finding_at_their_place(run):
    ran = run("--format=concise", files={"a.wgsl": b"\xef\xbb\xbf// \xc3\xa9\n//\xff\n"})
    assert ran.places == ["a.wgsl:2:3: WGSL001"]
    assert "byte 11 (0xff) is not UTF-8" in ran.out
    assert run("--format=text").status == 1


def test_host_code_that_is_not_utf_8_is_read_all_the_same(run):
    code = b"// \xe9\nvoid f() { wgpuDeviceCreateShaderModuleTrusted(d); } // \xe9\n"
    ran = run(files={"a.c": code})
    assert "a.c:2:12" in ran.out
    assert "\n2 | void f() { wgpuDeviceCreateShaderModuleTrusted(d); } // \xe9\n" in ran.out
    assert ran.status == 1


def test_fixing_keeps_bytes_that_are_not_utf_8(run, tmp_path):
    ran = run("--fix", files={"a.c": b"/* \xe9 */ int i; // wai-lint: ignore[HOST401] none\n"})
    assert ran.status == 0
    assert (tmp_path / "a.c").read_bytes() == b"/* \xe9 */ int i;\n"


def test_a_file_whose_ending_is_in_capitals_is_read(run):
    assert run("--format=concise", "A.WGSL", files={"A.WGSL": "const a = 0.5;"}).status == 1


def test_help_lists_every_option(run):
    ran = run("--help")
    assert ran.status == 0
    for option in OPTIONS:
        assert option.name in ran.out
    assert max(map(len, ran.out.splitlines())) <= 120


def test_help_fits_the_terminal(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "70")
    out = run("--help").out
    assert max(map(len, out.splitlines())) <= 70
    assert "\n  --ignore RULES           do not run these rules; of the selectors\n" + " " * 27 + "that" in out


def test_version_names_this_tool_and_naga(run):
    ran = run("--version")
    assert ran.status == 0
    assert ran.out.startswith("wai-lint 0.")
    assert "naga" in ran.out


def test_explain_and_rules_print(run):
    assert "unused-suppression" in run("explain", "SUP002").out
    assert run("explain", "unused-suppression").out == run("explain", "SUP002").out
    assert run("explain", "unused-supression").status == 2
    assert "SUP003" in run("rules").out
    assert json.loads(run("rules", "--format=json").out)


def test_everything_after_two_dashes_is_a_path():
    assert parse(["--fix", "--", "--select", "rules"]).paths == ["--select", "rules"]
    assert parse(["-"]).paths == ["-"]


def test_short_options_take_their_value_in_every_way():
    for arguments in (["-j4"], ["-j", "4"], ["-j=4"], ["--jobs=4"]):
        assert parse(arguments).get("--jobs") == 4
    with pytest.raises(UsageError, match="-q takes no value"):
        parse(["-qx"])


def test_repeated_lists_add_up():
    assert parse(["--select=A, B", "--select", "C"]).get("--select") == ["A", "B", "C"]


def test_parse_refuses_rather_than_guesses():
    with pytest.raises(UsageError, match="no option --sel"):
        parse(["--sel", "X"])


def test_small_shader_loads_nothing_heavy(tmp_path):
    (tmp_path / "a.wgsl").write_text("fn f(x: u32) -> u32 { return x << 3u; }\n")
    heavy = (
        "libcst numpy onnx rich wgpu wasmtime jsonschema pathspec multiprocessing argparse tomllib lark dataclasses "
        "inspect"
    )
    program = (
        "import sys; before = set(sys.modules); from wai_lint.lint.cli import main; status = main(['a.wgsl']); "
        f"print(status, [name for name in {heavy.split()!r} if name in set(sys.modules) - before])"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "0 []"
