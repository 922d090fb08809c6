"""Which lines of which .gitignore decide, as git decides it."""

from __future__ import annotations

import pytest
from wai_lint.lint.discovery import Discovery
from wai_lint.lint.ignores import Patterns


@pytest.fixture
def found(fake, tmp_path):
    """Makes empty files and .gitignore files, and gives the shown paths that are found from an argument."""

    def find(argument: str, *files: str, ignoring: dict[str, str] | None = None, **options) -> list[str]:
        for name in (*files, *(ignoring or {})):
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text((ignoring or {}).get(name, ""))
        discovery = Discovery(str(tmp_path), **options)
        discovery.add(argument)
        assert discovery.failures == []
        return [item.shown for item in discovery.inputs]

    return find


def test_named_folder_of_a_repository_is_walked_though_ignored(found, tmp_path):
    (tmp_path / ".git").mkdir()
    assert found(".", "gen/a.fake", "gen/b/c.fake", ignoring={".gitignore": "gen\n"}) == []
    assert found("gen") == ["gen/a.fake", "gen/b/c.fake"]
    assert found("gen", ignoring={".gitignore": "gen/\nb\n"}) == ["gen/a.fake"]


def test_repository_inside_another_keeps_its_own_rules(found, tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "inner" / ".git").mkdir(parents=True)
    ignoring = {".gitignore": "a.fake\n", "inner/.gitignore": "b.fake\n"}
    assert found(".", "a.fake", "inner/a.fake", "inner/b.fake", ignoring=ignoring) == ["inner/a.fake"]


def test_nearest_file_that_says_anything_decides(found):
    ignoring = {".gitignore": "a.fake\nb.fake\n", "sub/.gitignore": "!a.fake\nc.fake\n"}
    assert found(".", "sub/a.fake", "sub/b.fake", "sub/c.fake", ignoring=ignoring) == ["sub/a.fake"]


def test_last_line_that_matches_decides(found):
    assert found(".", "a.fake", "b.fake", ignoring={".gitignore": "*.fake\n!a.fake\n"}) == ["a.fake"]
    assert found(".", ignoring={".gitignore": "!a.fake\n*.fake\n"}) == []


def test_configuration_decides_before_gitignore(found):
    ignoring = {".gitignore": "a.fake\n"}
    assert found(".", "a.fake", "b.fake", ignoring=ignoring, exclude=["!a.fake", "b.fake"]) == ["a.fake"]


def test_line_for_folders_spares_a_file_of_that_name(found):
    assert found(".", "a.fake", "b.fake/c.fake", ignoring={".gitignore": "a.fake/\nb.fake/\n"}) == ["a.fake"]


def test_ignored_link_to_a_folder_is_not_followed(found, tmp_path):
    outside = tmp_path.parent / (tmp_path.name + "-outside")
    outside.mkdir()
    (outside / "x.fake").write_text("")
    for name in ("seen", "unseen", "node_modules"):
        (tmp_path / name).symlink_to(outside)
    assert found(".", ignoring={".gitignore": "unseen\n"}) == ["seen/x.fake"]


def test_glob_takes_files_of_known_kinds_alone(found):
    assert found("src/*", "src/a.fake", "src/b.txt", "src/c.fake/d.txt") == ["src/a.fake"]


def test_patterns_name_a_file_by_itself_or_by_a_folder_above():
    patterns = Patterns("/a", ["vendor/", "*.gen.fake", "!keep.gen.fake"])
    assert patterns.names("/a/vendor/deep/x.fake")
    assert patterns.names("/a/x.gen.fake")
    assert not patterns.names("/a/keep.gen.fake")
    assert not patterns.names("/a/x.fake")
