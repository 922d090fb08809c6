"""The cache: what it answers, when it must not, and that damage to it never changes a verdict."""

from __future__ import annotations

import os
import threading

import pytest
from wai_lint.checkers.diagnostic import UNSAFE, Diagnostic, Edit, Fix, Note, Span
from wai_lint.checkers.source import Source
from wai_lint.lint import cache as cache_module
from wai_lint.lint import codec
from wai_lint.lint.cache import SHARD_LIMIT, Cache, key_of
from wai_lint.lint.codec import decode, encode, pack, unpack

FILES = {"a.fake": "bad", "b.fake": "good"}


def test_unchanged_files_are_not_checked_again(fake, run):
    first = run("--format=concise", files=FILES)
    checked = len(fake)
    second = run("--format=concise")
    assert (checked, len(fake)) == (2, 2)
    assert second.out == first.out
    assert second.status == 1


def test_changed_file_is_checked_again(fake, run):
    run(files=FILES)
    ran = run("--format=concise", files={"b.fake": "odd bad"})
    assert ran.places == ["a.fake:1:1: FAKE101", "b.fake:1:1: FAKE201", "b.fake:1:5: FAKE101"]
    assert fake == ["a.fake", "b.fake", "b.fake"]


def test_renamed_file_is_answered_under_its_new_name(fake, run, tmp_path):
    run(files={"a.fake": "bad"})
    (tmp_path / "a.fake").rename(tmp_path / "z.fake")
    assert run("--format=concise").places == ["z.fake:1:1: FAKE101"]
    assert fake == ["a.fake"]


@pytest.mark.parametrize("arguments", [["--profile=reference"], ["--select=FAKE1"], ["--ignore=FAKE201"]])
def test_other_settings_are_checked_anew(fake, run, arguments):
    run(files=FILES)
    run(*arguments)
    assert len(fake) == 4


def test_other_version_of_the_tool_checks_anew(fake, run, monkeypatch):
    run(files=FILES)
    monkeypatch.setattr(cache_module, "_identity", b"another version")
    run()
    assert len(fake) == 4


def test_changed_sources_of_the_tool_are_another_identity(monkeypatch, tmp_path):
    monkeypatch.setattr(cache_module, "_identity", None)
    before = cache_module.tool_identity()
    for name in ("pyproject.toml", *(f"{folder}/x.py" for folder in cache_module._SOURCES)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    monkeypatch.setattr(cache_module, "_ROOT", str(tmp_path))
    identities = {before}
    for _ in range(2):
        monkeypatch.setattr(cache_module, "_identity", None)
        identities.add(cache_module.tool_identity())
        (tmp_path / "rules" / "x.py").write_text("changed")
    assert len(identities) == 3


def test_no_cache_neither_reads_nor_writes(fake, run, tmp_path):
    run("--no-cache", files=FILES)
    assert not (tmp_path / ".wai-lint-cache").exists()
    run()
    run("--no-cache")
    assert len(fake) == 6


def test_strict_run_trusts_no_cached_result(fake, run):
    run(files=FILES)
    run("--strict")
    assert len(fake) == 4


def test_failures_are_not_remembered(fake, run):
    for _ in range(2):
        assert run(files={"a.fake": "crash"}).status == 2
    assert len(fake) == 2


def test_folder_is_marked_as_a_cache_and_ignored_by_git(fake, run, tmp_path):
    run(files=FILES)
    assert (tmp_path / ".wai-lint-cache" / ".gitignore").read_text() == "*\n"
    assert (tmp_path / ".wai-lint-cache" / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172")


def test_cache_folder_can_be_elsewhere(fake, run, tmp_path):
    run("--cache-dir=x/y", files=FILES)
    assert (tmp_path / "x" / "y" / "CACHEDIR.TAG").exists()
    run("--cache-dir=x/y")
    assert len(fake) == 2


def test_unusable_cache_folder_is_no_error(fake, run):
    ran = run("--cache-dir=a.fake/cache", "--format=concise", files=FILES)
    assert (ran.status, ran.err) == (1, "")


@pytest.mark.parametrize("damage", ["cut", "flip", "zero", "noise", "empty"])
def test_damaged_entries_are_computed_again_and_mended(fake, run, tmp_path, damage):
    first = run("--format=concise", files=FILES)
    folder = tmp_path / ".wai-lint-cache"
    for path in (*folder.glob("??"), *folder.glob("runs/*")):
        data = path.read_bytes()
        spoilt = {
            "cut": data[:-1],
            "flip": data[:-1] + bytes([data[-1] ^ 1]),
            "zero": bytes(len(data)),
            "noise": os.urandom(3 * len(data)),
            "empty": b"",
        }
        path.write_bytes(spoilt[damage])
    second = run("--format=concise")
    assert (second.status, second.out, second.err) == (1, first.out, "")
    assert len(fake) == 4
    run()
    assert len(fake) == 4


def test_entry_whose_body_makes_no_sense_is_computed_again(fake, run, tmp_path, monkeypatch):
    first = run("--format=concise", files=FILES)
    for body in (b"[[1,2]]", b"{", b"[[1,2,3,4,5,6,7,8,9]]", b"7", b"\xff"):
        monkeypatch.setattr(Cache, "get", lambda *_, body=body: body)
        ran = run("--format=concise")
        assert (ran.status, ran.out) == (1, first.out)


def _key(number: int) -> bytes:
    return key_of([b"%d" % number])


def test_what_was_put_is_there_after_closing(tmp_path):
    cache = Cache(str(tmp_path / "cache"))
    for number in range(1000):
        cache.put(_key(number), b"body %d" % number)
    cache.close()
    again = Cache(str(tmp_path / "cache"))
    assert all(again.get(_key(number)) == b"body %d" % number for number in range(1000))
    assert again.get(_key(1000)) is None


def test_runs_at_the_same_time_keep_each_others_entries(tmp_path):
    folder = str(tmp_path / "cache")

    def fill(first: int) -> None:
        for number in range(first, first + 100):
            cache = Cache(folder)
            cache.put(_key(number), b"x" * 500)
            cache.close()

    threads = [threading.Thread(target=fill, args=(first,)) for first in range(0, 800, 100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    again = Cache(folder)
    assert all(again.get(_key(number)) == b"x" * 500 for number in range(800))
    assert again._damaged == set()


def test_size_is_bounded_and_the_latest_stay(tmp_path):
    folder = tmp_path / "cache"
    key = _key(0)
    keys = [key[:1] + number.to_bytes(15, "big") for number in range(60)]
    for number, one in enumerate(keys):
        cache = Cache(str(folder))
        cache.put(one, bytes([number]) * 50_000)
        cache.close()
    assert sum(path.stat().st_size for path in folder.iterdir()) < SHARD_LIMIT + 1000
    again = Cache(str(folder))
    assert all(again.get(one) == bytes([number]) * 50_000 for number, one in list(enumerate(keys))[-8:])
    assert again.get(keys[0]) is None


def test_an_enormous_body_is_not_kept(tmp_path):
    cache = Cache(str(tmp_path / "cache"))
    cache.put(_key(1), bytes(SHARD_LIMIT))
    cache.close()
    assert Cache(str(tmp_path / "cache")).get(_key(1)) is None


def test_parts_of_a_key_do_not_run_into_each_other():
    assert len({key_of([b"ab", b"c"]), key_of([b"a", b"bc"]), key_of([b"abc"]), key_of([b"abc", b""])}) == 4


def test_findings_come_back_as_they_were():
    source = Source.from_text("é\nbad\n", "a.fake")
    span = Span.of(source, 2, 5)
    full = Diagnostic(
        "FAKE101",
        "bad-word",
        "a.fake",
        span,
        "bad \ud800 is refused",
        severity="warning",
        notes=(Note("seen here", Span.of(source, 0, 1)), Note("and nowhere")),
        fix=Fix("mend", (Edit(span, "good"), Edit(Span.of(source, 0, 0), "x")), UNSAFE),
        place="/graph/0",
    )
    full.suppressed = ("comment", "known")
    bare = Diagnostic("FAKE201", "odd-word", "a.fake", None, "odd")
    back = unpack(pack([full, bare]), "moved.fake")
    assert [diagnostic.path for diagnostic in back] == ["moved.fake", "moved.fake"]
    assert encode(back) == encode([full, bare])
    assert back[0].suppressed == ("comment", "known")
    assert back[0].notes[0].span is not None
    assert back[0].notes[0].span.start.byte == 0
    assert back[1].span is None
    assert unpack(pack([]), "a.fake") == []


def test_edit_without_a_place_is_damage():
    source = Source.from_text("bad", "a.fake")
    span = Span.of(source, 0, 3)
    rows = encode([Diagnostic("F", "f", "a.fake", span, "m", fix=Fix("mend", (Edit(span, "x"),)))])
    rows[0][8][2][0][0] = None
    with pytest.raises(ValueError, match="without a span"):
        decode(rows, "a.fake")


def test_many_diagnostics_are_packed_piece_by_piece(monkeypatch):
    monkeypatch.setattr(codec, "_PIECE", 2)
    many = [Diagnostic("FAKE1", "fake", "a.fake", None, f"line\n{number}") for number in range(5)]
    body = pack(many)
    assert body.count(b"\n") == 2
    assert encode(unpack(body, "a.fake")) == encode(many)
