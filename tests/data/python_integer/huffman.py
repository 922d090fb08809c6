"""Canonical Huffman codes: lengths from counts, codes from lengths, and a decoder."""

import heapq
from pathlib import Path


def lengths(counts: dict[int, int]) -> dict[int, int]:
    heap: list[tuple[int, int, tuple[int, ...]]] = [
        (count, symbol, (symbol,)) for symbol, count in sorted(counts.items())
    ]
    depths = dict.fromkeys(counts, 0)
    heapq.heapify(heap)
    while len(heap) > 1:
        first, second = heapq.heappop(heap), heapq.heappop(heap)
        for symbol in first[2] + second[2]:
            depths[symbol] += 1
        heapq.heappush(heap, (first[0] + second[0], first[1], first[2] + second[2]))
    return depths


def codes(depths: dict[int, int]) -> dict[int, tuple[int, int]]:
    found, code, before = {}, 0, 0
    for depth, symbol in sorted((depth, symbol) for symbol, depth in depths.items()):
        code <<= depth - before
        found[symbol] = code, depth
        code, before = code + 1, depth
    return found


def decode(bits: str, table: dict[int, tuple[int, int]]) -> list[int]:
    symbols = {f"{code:0{depth}b}": symbol for symbol, (code, depth) in table.items()}
    out, pending = [], ""
    for bit in bits:
        pending += bit
        if pending in symbols:
            out.append(symbols[pending])
            pending = ""
    return out


def load(folder: Path, name: str) -> bytes:
    return (folder / f"{name}.bin").read_bytes()
