"""Fixes: which are applied, what they leave of a file, and when none is written."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest
from wai_lint.checkers.diagnostic import SAFE, Diagnostic, Edit, Fix, Span
from wai_lint.checkers.source import Source
from wai_lint.lint.discovery import Input
from wai_lint.lint.families import Family
from wai_lint.lint.files import write_whole
from wai_lint.lint.fixes import SAFE_ONLY, FixError, apply_once, fix_all, unified_diff


def test_safe_fixes_are_written_and_the_rest_is_reported(fake, run, tmp_path):
    ran = run("--fix", "--format=concise", files={"a.fake": "bad odd bad"})
    assert (tmp_path / "a.fake").read_text() == "good odd good"
    assert ran.places == ["a.fake:1:6: FAKE201"]
    assert "2 fixes applied" in ran.out


def test_unsafe_fixes_only_when_asked(fake, run, tmp_path):
    files = {"a.fake": "ugly bad"}
    assert run("--fix", "--profile=reference", files=files).status == 1
    assert (tmp_path / "a.fake").read_text() == "ugly good"
    assert run("--unsafe-fixes", "--profile=reference").status == 0
    assert (tmp_path / "a.fake").read_text() == "fair good"


def test_a_second_fix_changes_nothing(fake, run, tmp_path):
    run("--fix", files={"a.fake": "bad bad"})
    before = (tmp_path / "a.fake").stat()
    assert run("--fix").status == 0
    assert (tmp_path / "a.fake").stat().st_mtime_ns == before.st_mtime_ns
    assert (tmp_path / "a.fake").stat().st_ino == before.st_ino


def test_mode_byte_order_mark_and_line_ends_stay(fake, run, tmp_path):
    data = b"\xef\xbb\xbfbad \xc3\xa9\r\nbad\nbad\x0b"
    run(files={"a.fake": data})
    (tmp_path / "a.fake").chmod(0o751)
    run("--fix")
    assert (tmp_path / "a.fake").read_bytes() == data.replace(b"bad", b"good")
    assert (tmp_path / "a.fake").stat().st_mode & 0o777 == 0o751


def test_linked_file_is_fixed_through_its_link(fake, run, tmp_path):
    run(files={"real.txt": "bad"})
    (tmp_path / "a.fake").symlink_to("real.txt")
    assert run("--fix").status == 0
    assert (tmp_path / "real.txt").read_text() == "good"
    assert (tmp_path / "a.fake").is_symlink()


def test_nothing_else_is_left_in_the_folder(fake, run, tmp_path):
    run("--fix", "--no-cache", files={"a.fake": "bad"})
    assert os.listdir(tmp_path) == ["a.fake"]


def test_fix_that_breaks_the_file_is_not_written(fake, run, tmp_path):
    ran = run("--fix", "--format=concise", files={"a.fake": "spoil", "b.fake": "bad"})
    assert ran.status == 2
    assert (tmp_path / "a.fake").read_text() == "spoil"
    assert (tmp_path / "b.fake").read_text() == "good"
    assert "a.fake: its fixes would leave FAKE001 at 1:1-1:7, so none was written" in ran.err
    assert ran.places == ["a.fake:1:1: FAKE101"]


def test_fixes_without_end_are_not_written(fake, run, tmp_path, monkeypatch):
    monkeypatch.setattr("wai_lint.lint.fixes.MAX_ROUNDS", 5)
    ran = run("--fix", files={"a.fake": "endless"})
    assert ran.status == 2
    assert (tmp_path / "a.fake").read_text() == "endless"
    assert "still changing it after 5 rounds" in ran.err


def test_file_that_cannot_be_written_is_a_failure(fake, run, tmp_path, monkeypatch):
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    ran = run("--fix", "--no-cache", files={"a.fake": "bad"})
    assert ran.status == 2
    assert "a.fake: cannot write its fixes: Permission denied" in ran.err
    assert (tmp_path / "a.fake").read_text() == "bad"
    assert os.listdir(tmp_path) == ["a.fake"]


def test_diff_writes_nothing_and_exits_1(fake, run, tmp_path):
    ran = run("--diff", files={"a.fake": "good\nbad\nfine"})
    assert ran.status == 1
    assert (
        ran.out == "--- a.fake\n+++ a.fake\n@@ -1,3 +1,3 @@\n good\n-bad\n+good\n fine\n\\ No newline at end of file\n"
    )
    assert (tmp_path / "a.fake").read_text() == "good\nbad\nfine"
    assert run("--diff", files={"a.fake": "good"}).status == 0
    assert run("--diff").err == "note: nothing to fix; 0 findings would be left\n"


def test_diff_of_what_no_fix_mends_is_empty_and_exits_1(fake, run):
    ran = run("--diff", "--strict", files={"a.fake": "odd"})
    assert (ran.status, ran.out) == (1, "")


def test_diff_after_a_cached_run_still_shows(fake, run):
    run(files={"a.fake": "bad"})
    assert "+good" in run("--diff").out
    assert "+good" in run("--diff").out


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\nb\n", "a\nc\n"),
        ("a", "b"),
        ("a\n", "a"),
        ("", "x\n"),
        ("a\r\nb\r\n", "a\r\nc\r\n"),
        ("a\x0bb\x0c\n", "a\x0bc\x0c\n"),
    ],
)
def test_diffs_can_be_applied(tmp_path, before, after):
    (tmp_path / "f").write_bytes(before.encode())
    diff = unified_diff("f", before.encode(), after.encode())
    ran = subprocess.run(
        ["git", "apply", "-p0", "-"], input=diff.encode(), cwd=tmp_path, capture_output=True, check=False
    )
    assert ran.stderr == b""
    assert (tmp_path / "f").read_bytes() == after.encode()


@pytest.mark.parametrize("name", ["a b", "a\n+b", 'a"b', "a\\b", "\x1b[31m", "\xe9", "\udcff"])
def test_diffs_name_files_so_that_they_can_be_applied(tmp_path, name):
    (tmp_path / name).write_bytes(b"a\n")
    diff = unified_diff(name, b"a\n", b"b\n")
    assert len(diff.split("\n")) == 6
    assert "\x1b" not in diff
    command = ["git", "apply", "-p0", "-"]
    ran = subprocess.run(command, input=diff.encode(), cwd=tmp_path, capture_output=True, check=False)
    assert ran.stderr == b""
    assert (tmp_path / name).read_bytes() == b"b\n"


def test_diff_on_a_terminal_does_not_act(fake, run, monkeypatch):
    run(files={"a.fake": "bad \x1b[2J"})
    assert "good \x1b[2J" in run("--diff").out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "good \\x1b[2J" in run("--diff").out


def test_diff_of_standard_input_is_the_output(fake, run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"bad\n")))
    ran = run("-", "--stdin-filename=a.fake", "--diff")
    assert ran.status == 1
    assert ran.out == "--- a.fake\n+++ a.fake\n@@ -1 +1 @@\n-bad\n+good\n"


def test_fixed_standard_input_is_printed_and_findings_go_to_messages(fake, run, monkeypatch):
    for text, fixed in ((b"bad odd\r\n", "good odd\r\n"), (b"odd\r\n", "odd\r\n"), (b"spoil\r\n", "spoil\r\n")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        ran = run("-", "--stdin-filename=a.fake", "--fix", "--format=concise")
        assert ran.out == fixed
        assert "a.fake:1:" in ran.err


def test_file_that_changed_meanwhile_is_not_written(fake, run, tmp_path, monkeypatch):
    read = Input.read

    def change(self) -> bytes:
        data = read(self)
        (tmp_path / "a.fake").write_bytes(data + b" more")
        return data

    monkeypatch.setattr(Input, "read", change)
    ran = run("--fix", "--no-cache", files={"a.fake": "bad"})
    assert ran.status == 2
    assert "a.fake: it changed while it was being checked, so its fixes were not written" in ran.err
    assert "bad" in (tmp_path / "a.fake").read_text()


def test_devices_and_pipes_are_written_to_in_place(tmp_path):
    write_whole("/dev/null", b"new")
    assert not os.path.isfile("/dev/null")


def test_owner_of_a_replaced_file_stays_where_allowed(tmp_path, monkeypatch):
    given = []
    monkeypatch.setattr(os, "chown", lambda path, *owner: given.append(owner), raising=False)
    (tmp_path / "f").write_text("old")
    write_whole(str(tmp_path / "f"), b"new")
    status = (tmp_path / "f").stat()
    assert given == [(status.st_uid, status.st_gid)]

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "chown", refuse, raising=False)
    write_whole(str(tmp_path / "f"), b"newer")
    assert (tmp_path / "f").read_text() == "newer"


def test_file_with_the_longest_of_names_is_replaced(tmp_path):
    (tmp_path / ("f" * 255)).write_text("old")
    write_whole(str(tmp_path / ("f" * 255)), b"new")
    assert (tmp_path / ("f" * 255)).read_text() == "new"


def test_protected_file_is_not_replaced(tmp_path, monkeypatch):
    (tmp_path / "f").write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError):
        write_whole(str(tmp_path / "f"), b"new")
    assert (tmp_path / "f").read_text() == "old"


def _fix(source: Source, *edits: tuple[int, int, str]) -> Fix:
    return Fix("mend", tuple(Edit(Span.of(source, start, end), text) for start, end, text in edits), SAFE)


def test_overlapping_fixes_wait_for_the_next_round():
    source = Source.from_text("abcdef")
    assert apply_once("abcdef", [_fix(source, (1, 3, "X")), _fix(source, (2, 4, "Y"))]) == ("aXdef", 1)
    assert apply_once("abcdef", [_fix(source, (1, 4, "X")), _fix(source, (2, 3, "Y"))]) == ("aXef", 1)
    assert apply_once("abcdef", [_fix(source, (1, 3, "X")), _fix(source, (3, 4, "Y"))]) == ("aXYef", 2)


def test_fixes_come_in_any_order():
    source = Source.from_text("abcdef")

    def applied(*fixes: tuple[int, int, str]) -> tuple[str, int]:
        return apply_once("abcdef", [_fix(source, fix) for fix in fixes])

    assert applied((4, 5, "X"), (0, 1, "Y")) == ("YbcdXf", 2)
    assert applied((3, 5, "X"), (1, 4, "Y")) == ("abcXf", 1)
    assert applied((3, 5, "X"), (1, 3, "Y")) == ("aYXf", 2)
    assert applied((2, 4, "X"), (2, 2, "Y")) == ("abXef", 1)
    assert applied((2, 2, "X"), (1, 3, "Y")) == ("abXcdef", 1)
    assert applied((0, 1, "X"), (2, 4, "Y"), (1, 3, "Z")) == ("XbYef", 2)
    assert apply_once("abcdef", [_fix(source)]) == ("abcdef", 0)


def test_insertions_at_one_place_wait_for_each_other():
    source = Source.from_text("ab")
    assert apply_once("ab", [_fix(source, (1, 1, "X")), _fix(source, (1, 1, "Y"))]) == ("aXb", 1)
    assert apply_once("ab", [_fix(source, (0, 0, "("), (1, 1, ")")), _fix(source, (1, 1, ")"))]) == ("(a)b", 1)


def test_a_fix_is_applied_whole_or_not_at_all():
    source = Source.from_text("abcdef")
    fixes = [_fix(source, (0, 1, "X")), _fix(source, (0, 1, "Y"), (5, 6, "Y")), _fix(source, (5, 6, "Z"))]
    assert apply_once("abcdef", fixes) == ("XbcdeZ", 2)


def test_the_same_replacement_asked_for_twice_is_made_once():
    source = Source.from_text("abc")
    assert apply_once("abc", [_fix(source, (0, 1, "")), _fix(source, (0, 1, ""))]) == ("bc", 2)


def test_inserted_line_ends_are_those_of_the_file():
    source = Source.from_text("a\r\nb")
    assert apply_once(source.text, [_fix(source, (3, 3, "x\n"))]) == ("a\r\nx\r\nb", 1)
    assert apply_once(source.text, [_fix(source, (3, 3, "x"))]) == ("a\r\nxb", 1)
    source = Source.from_text("a\nb")
    assert apply_once(source.text, [_fix(source, (2, 2, "x\n"))]) == ("a\nx\nb", 1)


def test_excused_findings_are_fixed_only_by_a_strict_run(fake, run, tmp_path):
    text = "bad # wai-lint: ignore[FAKE101] known"
    assert run("--fix", files={"a.fake": text}).status == 0
    assert (tmp_path / "a.fake").read_text() == text
    run("--fix", "--strict")
    assert (tmp_path / "a.fake").read_text() == "good", "and the comment, which is of no use any more, is gone"


def test_file_that_was_broken_before_may_be_fixed_in_part():
    source = Source.from_text("bad broken")
    span = Span.of(source, 4, 10)
    broken = Diagnostic("FAKE001", "broken-text", "a.fake", span, "cannot read this")
    bad = Diagnostic("FAKE101", "bad-word", "a.fake", span, "bad", fix=_fix(source, (0, 3, "good")))
    family = Family("fake", "fake_family", "FAKE", (".fake",), required=("FAKE001",))
    fixed = fix_all(source, [broken, bad], lambda _: [broken], (family,), SAFE_ONLY, False)
    assert fixed == (b"good broken", [broken], 1)
    with pytest.raises(FixError, match="would leave FAKE001 at 1:5-1:11"):
        fix_all(source, [bad], lambda _: [broken], (family,), SAFE_ONLY, False)


def test_failed_write_leaves_the_old_content(tmp_path, monkeypatch):
    path = tmp_path / "f"
    path.write_text("old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="No space"):
        write_whole(str(path), b"new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["f"]
