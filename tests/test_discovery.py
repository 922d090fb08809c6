"""Which files are found, in which order, and what is said about those that are not."""

from __future__ import annotations

import os

import pytest
from wai_lint.lint.discovery import Discovery
from wai_lint.lint.ignores import Patterns
from wai_lint.lint.paths import shown_path


@pytest.fixture
def find(fake, tmp_path):
    """Makes files and gives the shown paths, failures and warnings of what is found from arguments."""

    def find_in_folder(*arguments: str, files: tuple[str, ...] = (), **options) -> Discovery:
        for name in files:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("good")
        discovery = Discovery(str(tmp_path), **options)
        for argument in arguments:
            discovery.add(argument)
        return discovery

    return find_in_folder


def shown(discovery: Discovery) -> list[str]:
    return [item.shown for item in discovery.inputs]


def test_folders_are_walked_in_a_stable_order(find):
    discovery = find(".", files=("b/z.fake", "b/a/x.fake", "a.fake", "c.fake", "other.txt"))
    assert shown(discovery) == ["a.fake", "c.fake", "b/z.fake", "b/a/x.fake"]


def test_a_file_is_found_once_however_it_is_named(find, tmp_path):
    discovery = find("a.fake", ".", "./a.fake", str(tmp_path / "a.fake"), "*.fake", files=("a.fake",))
    assert shown(discovery) == ["a.fake"]


def test_globs_are_expanded(find):
    discovery = find("src/**/*.fake", files=("src/a.fake", "src/deep/b.fake", "src/c.txt", "d.fake"))
    assert shown(discovery) == ["src/a.fake", "src/deep/b.fake"]


@pytest.mark.parametrize(
    ("pattern", "files"),
    [
        ("**/*.fake", ["a.fake", "src/b.fake", "src/deep/c.fake"]),
        ("**", ["a.fake", "src/b.fake", "src/deep/c.fake"]),
        ("s*/**", ["src/b.fake", "src/deep/c.fake"]),
        ("**/deep/*", ["src/deep/c.fake"]),
        ("**/src/**/c.fake", ["src/deep/c.fake"]),
        ("**/?eep/**/**/[bc].fake", ["src/deep/c.fake"]),
    ],
)
def test_two_stars_stand_for_any_number_of_folders(find, pattern, files):
    assert shown(find(pattern, files=("a.fake", "src/b.fake", "src/deep/c.fake", "src/c.txt"))) == files


def test_a_glob_leaves_out_what_is_ignored(find, tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("made/")
    discovery = find("**/*.fake", "made/**/*.fake", "made/*.fake", files=("a.fake", "made/b.fake"))
    assert shown(discovery) == ["a.fake"]


def test_a_glob_does_not_follow_links_that_lead_in_circles(find, tmp_path):
    (tmp_path / "src").mkdir()
    for name in ("up", "again"):
        (tmp_path / "src" / name).symlink_to("..", target_is_directory=True)
    discovery = find("**/*.fake", files=("src/a.fake",))
    assert shown(discovery) == ["src/a.fake"]
    assert len(discovery.warnings) == 2


def test_a_glob_without_matches_is_a_failure(find):
    assert str(find("*.nothing").failures[0]) == "*.nothing: no file matches this pattern"


def test_a_file_whose_name_holds_glob_characters_is_that_file(find):
    assert shown(find("a[1].fake", files=("a[1].fake", "a1.fake"))) == ["a[1].fake"]


def test_named_file_of_no_known_kind_is_said(find):
    discovery = find("notes.txt", files=("notes.txt",))
    assert discovery.inputs == []
    assert "notes.txt was not checked: rules read only *.wgsl" in discovery.warnings[0]


def test_gitignore_holds_at_every_level(find, tmp_path):
    files = ("keep.fake", "out/x.fake", "sub/gen.fake", "sub/keep.fake", "sub/deep/gen.fake", "gen.fake")
    (tmp_path / ".gitignore").write_text("# generated\nout/\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / ".gitignore").write_text("gen.fake\n!deep/gen.fake\n")
    assert shown(find(".", files=files)) == ["gen.fake", "keep.fake", "sub/keep.fake", "sub/deep/gen.fake"]
    assert "out/x.fake" in shown(find(".", respect_gitignore=False))


def test_gitignore_above_holds_inside_a_repository_only(find, tmp_path):
    files = ("project/src/a.fake", "project/src/gen.fake")
    (tmp_path / "project" / "src").mkdir(parents=True)
    (tmp_path / ".gitignore").write_text("a.fake\n")
    (tmp_path / "project" / ".gitignore").write_text("gen.fake\n")
    assert shown(find("project/src", files=files)) == ["project/src/a.fake", "project/src/gen.fake"]
    (tmp_path / "project" / ".git").mkdir()
    assert shown(find("project/src")) == ["project/src/a.fake"]


def test_git_exclude_file_holds(find, tmp_path):
    (tmp_path / ".git" / "info").mkdir(parents=True)
    (tmp_path / ".git" / "info" / "exclude").write_text("b.fake\n")
    assert shown(find(".", files=("a.fake", "b.fake"))) == ["a.fake"]


def test_malformed_gitignore_line_is_passed_over(find, tmp_path):
    (tmp_path / ".gitignore").write_bytes(b"\\\n!\n\xff\nb.fake\n")
    assert shown(find(".", files=("a.fake", "b.fake"))) == ["a.fake"]


def test_named_file_is_linted_though_ignored_unless_forced(find, tmp_path):
    (tmp_path / ".gitignore").write_text("gen/\n")
    assert shown(find("gen/a.fake", files=("gen/a.fake",))) == ["gen/a.fake"]
    assert shown(find("gen/a.fake", force_exclude=True)) == []
    assert shown(find("gen/a.fake", force_exclude=True, respect_gitignore=False)) == ["gen/a.fake"]


def test_named_folder_is_walked_though_ignored(find, tmp_path):
    (tmp_path / ".gitignore").write_text("gen/\n")
    assert shown(find(".", files=("gen/a.fake",))) == []
    assert shown(find("gen")) == ["gen/a.fake"]


def test_exclude_leaves_out_and_takes_back(find):
    files = ("vendor/a.fake", "vendor/ours/b.fake", "c.fake", "node_modules/d.fake")
    assert shown(find(".", files=files, exclude=["vendor/"])) == ["c.fake"]
    assert shown(find(".", exclude=["vendor/*", "!vendor/ours"])) == ["c.fake", "vendor/ours/b.fake"]
    assert "node_modules/d.fake" in shown(find(".", exclude=["!node_modules"]))
    assert shown(find("vendor/*.fake", exclude=["vendor/"])) == []


def test_tool_folders_are_left_out_and_other_hidden_ones_are_not(find):
    files = (".git/a.fake", "node_modules/b.fake", ".venv/c.fake", ".wai-lint-cache/d.fake", ".github/e.fake")
    assert shown(find(".", files=files)) == [".github/e.fake"]


def test_link_to_a_folder_above_is_said_and_not_followed(find, tmp_path):
    find(files=("a/b/x.fake",))
    (tmp_path / "a" / "b" / "up").symlink_to(tmp_path / "a")
    discovery = find(".")
    assert shown(discovery) == ["a/b/x.fake"]
    assert discovery.warnings == ["a/b/up was not followed: it is a symbolic link to a folder that contains it"]


def test_link_to_another_folder_is_followed_once(find, tmp_path):
    find(files=("inside/x.fake",))
    outside = tmp_path.parent / (tmp_path.name + "-outside")
    outside.mkdir()
    (outside / "y.fake").write_text("good")
    (tmp_path / "a-link").symlink_to(outside)
    (tmp_path / "another-link").symlink_to(outside)
    (tmp_path / "aa-inside").symlink_to(tmp_path / "inside")
    assert shown(find(".")) == ["inside/x.fake", "a-link/y.fake"]


def test_links_that_lead_in_a_circle_are_failures(fake, run, tmp_path):
    (tmp_path / "a.fake").symlink_to("b.fake")
    (tmp_path / "b.fake").symlink_to("a.fake")
    ran = run("--format=concise", files={"c.fake": "bad"})
    assert ran.status == 2
    assert "a.fake: cannot read this file: Too many levels of symbolic links" in ran.err
    assert ran.places == ["c.fake:1:1: FAKE101"]


def test_dangling_link_in_a_folder_is_a_failure(fake, run, tmp_path):
    (tmp_path / "a.fake").symlink_to("nowhere")
    ran = run("--format=concise", files={"c.fake": "bad"})
    assert ran.status == 2
    assert "a.fake: cannot read this file: No such file" in ran.err
    assert ran.places == ["c.fake:1:1: FAKE101"]


def test_unreadable_folder_is_a_failure_and_the_rest_is_found(find, monkeypatch):
    scan = os.scandir

    def refuse(path: str):
        if path.endswith("locked"):
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    discovery = find(".", files=("locked/a.fake", "open/b.fake"))
    assert shown(discovery) == ["open/b.fake"]
    assert str(discovery.failures[0]) == "locked: cannot read this folder: Permission denied"


def test_pipe_is_not_waited_for(find, tmp_path):
    os.mkfifo(tmp_path / "p.fake")
    assert str(find(".").failures[0]) == "p.fake: is not a regular file"
    assert str(find("p.fake").failures[0]) == "p.fake: is not a regular file"


def test_deep_folders_are_walked_without_recursion(find, tmp_path):
    folder = os.open(tmp_path, os.O_RDONLY)
    for _ in range(400):
        os.mkdir("d", dir_fd=folder)
        below = os.open("d", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = below
    os.close(os.open("x.fake", os.O_CREAT | os.O_WRONLY, dir_fd=folder))
    os.close(folder)
    assert shown(find(".")) == ["d/" * 400 + "x.fake"]


def test_names_that_are_not_unicode_are_linted(fake, run, tmp_path):
    with open(os.fsencode(tmp_path) + b"/\xff.fake", "wb") as file:
        file.write(b"bad")
    ran = run("--format=concise")
    assert ran.status == 1
    assert "FAKE101" in ran.out


def test_paths_are_shown_relative_below_the_working_folder():
    assert shown_path("/a/b/c.fake", "/a") == "b/c.fake"
    assert shown_path("/ab/c.fake", "/a") == "/ab/c.fake"
    assert shown_path("/c.fake", "/") == "c.fake"


def test_patterns_say_nothing_about_paths_outside_their_folder(tmp_path):
    patterns = Patterns("/a/b", ["*.fake", "/c"])
    assert patterns.verdict("/a/b/x.fake") is True
    assert patterns.verdict("/a/x.fake") is None
    assert patterns.verdict("/a/bc/x.fake") is None
    assert patterns.names("/a/b/c/x.txt")
    assert not patterns.names("/a/c/x.txt")
    assert Patterns("/", ["*.fake"]).verdict("/x.fake") is True


def test_named_file_outside_the_working_folder_is_linted_even_when_forced(find, tmp_path):
    outside = tmp_path.parent / (tmp_path.name + "-elsewhere.fake")
    outside.write_text("good")
    assert shown(find(str(outside), force_exclude=True, exclude=["*.fake"])) == [str(outside)]


def test_nothing_to_check_is_said_and_fails_a_gate(fake, run):
    ran = run(files={"notes.txt": "x"})
    assert ran.status == 0
    assert ran.err.startswith("warning: nothing was checked: rules read only *.wgsl")
    named = run("notes.txt", files={"notes.txt": ""}).err
    assert named.endswith("\nwarning: nothing was checked\n")
    assert named.count("rules read only") == 1
    assert run("--strict").status == 2
    assert run("--strict", "--force-exclude").status == 0
