"""Modules that compute in integers alone get no finding, and they do compute what they say."""

from __future__ import annotations

import hashlib
import zlib
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from wai_lint.checkers.python.reading import read
from wai_lint.rules import python
from wai_lint.rules.family import Settings

MODULES = sorted((Path(__file__).parent / "data" / "python_integer").glob("*.py"))
TEXT = b"a decode path computes in integers only" * 9


def loaded(name: str) -> ModuleType:
    """One of the modules, imported."""
    path = next(path for path in MODULES if path.stem == name)
    spec = spec_from_loader(name, SourceFileLoader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
@pytest.mark.parametrize("strict", [False, True])
def test_an_integer_module_has_no_finding(path: Path, strict: bool) -> None:
    source = read(path.name, path.read_bytes())
    assert python.check(source, Settings(options={"strict": strict})).diagnostics == []


def test_hashes_and_checksums_are_right() -> None:
    assert loaded("sha256").digest(TEXT) == hashlib.sha256(TEXT).digest()
    assert loaded("crc").crc32(TEXT) == zlib.crc32(TEXT)
    assert loaded("crc").adler32(TEXT) == zlib.adler32(TEXT)
    assert loaded("crc").words(TEXT[:8]).tobytes() == np.frombuffer(TEXT[:8], "<u4").astype(np.uint32).tobytes()


def test_what_is_encoded_is_decoded() -> None:
    varint, rans, huffman = loaded("varint"), loaded("rans"), loaded("huffman")
    values = [0, 1, 127, 128, 1 << 40]
    assert list(varint.decode(b"".join(map(varint.encode, values)))) == values
    assert [varint.unzigzag(varint.zigzag(value)) for value in (-3, 0, 9)] == [-3, 0, 9]
    model = rans.Model([TEXT.count(symbol) + 1 for symbol in range(256)])
    assert model.decode(model.encode(TEXT), len(TEXT)) == TEXT
    table = huffman.codes(huffman.lengths({symbol: TEXT.count(symbol) for symbol in set(TEXT)}))
    bits = "".join(f"{table[symbol][0]:0{table[symbol][1]}b}" for symbol in TEXT)
    assert bytes(huffman.decode(bits, table)) == TEXT


def test_a_flat_block_comes_back_flat() -> None:
    block = np.zeros((8, 8), dtype=np.int32)
    block[0, 0] = 80
    assert set(loaded("dct").inverse(block).ravel().tolist()) == {138}
