"""The codec: what an encoder made decodes; what was damaged is refused with a code, or decodes."""

from __future__ import annotations

import json
import os
import random
import struct
import tracemalloc
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wai_lint.checkers.decoder import graph as graphs
from wai_lint.checkers.decoder import scalar
from wai_lint.checkers.decoder.codec import header
from wai_lint.checkers.decoder.codec.decode import decode, read
from wai_lint.checkers.decoder.codec.encode import encode
from wai_lint.checkers.decoder.codec.model import Model, assemble, load
from wai_lint.checkers.decoder.codec.rans import Decoder, Encoder
from wai_lint.checkers.decoder.codec.tables import Table
from wai_lint.checkers.decoder.refusal import (
    CODES,
    FIELD_RANGE,
    HEADER_MALFORMED,
    MODEL_MISMATCH,
    STREAM_EXHAUSTED,
    TRAILING_BYTES,
    Refused,
)
from wai_lint.tests import small_codec

WORDS_AT = header.BYTES - 4


@pytest.fixture(scope="module")
def model() -> Model:
    return small_codec.model()


@pytest.fixture(scope="module")
def payload(model: Model) -> bytes:
    return small_codec.payload(model)


def refused(model: Model, payload: bytes, code: str, message: str | None = None) -> None:
    with pytest.raises(Refused, match=message) as refusal:
        decode(model, payload)
    assert refusal.value.code == code


def edited(payload: bytes, at: int, layout: str, *values: int) -> bytes:
    """A payload with other numbers at a place."""
    data = bytearray(payload)
    struct.pack_into(layout, data, at, *values)
    return bytes(data)


def with_words(payload: bytes, words: list[int]) -> bytes:
    """A payload with another stream, its length in the header."""
    return edited(payload, WORDS_AT, "<I", len(words))[: header.BYTES] + struct.pack(f"<{len(words)}H", *words)


def words_of(payload: bytes) -> list[int]:
    return list(struct.unpack(f"<{(len(payload) - header.BYTES) // 2}H", payload[header.BYTES :]))


def test_a_payload_gives_back_its_latents(model: Model, payload: bytes) -> None:
    read_header, latents = read(model, payload)
    assert np.array_equal(latents, small_codec.latents())
    assert (read_header.width, read_header.height) == (small_codec.WIDTH, small_codec.HEIGHT)
    assert header.write(read_header) == payload[: header.BYTES]


def test_a_payload_decodes_to_the_graphs_output_cut_to_its_size(model: Model, payload: bytes) -> None:
    picture = decode(model, payload)
    whole = scalar.run(model.graph, {"latent": small_codec.latents()})["picture"]
    pixels = np.frombuffer(picture.pixels, np.uint8).reshape(picture.height, picture.width, 3)
    assert np.array_equal(pixels.transpose(2, 0, 1), whole[0, :, : small_codec.HEIGHT, : small_codec.WIDTH])
    assert decode(model, payload, scalar.run) == picture


@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=40),
    st.integers(-300, 300),
    st.lists(st.integers(-(2**31), 2**31 - 1) | st.integers(-40, 40), max_size=60),
)
@settings(max_examples=150, deadline=None)
def test_any_values_come_back_from_any_table(parts: list[int], low: int, values: list[int]) -> None:
    scaled = [max(1, part * 4000 // (sum(parts) + 1)) for part in parts]
    table = Table(low, (*scaled, 4096 - sum(scaled)))
    encoder = Encoder()
    encoder.channel(table, values)
    encoder.channel(table, values[::-1])
    decoder = Decoder(encoder.finish())
    assert decoder.channel(table, len(values)) == values[::-1]
    assert decoder.channel(table, len(values)) == values
    decoder.finish()


def test_a_state_at_the_very_bound_gives_up_a_word() -> None:
    table = Table(0, (256, 1, 3838, 1))
    encoder = Encoder()
    encoder.channel(table, [0])
    # 2^16 / 256 << 12 is 2^20, from where a frequency of 1 would leave 32 bits.
    encoder.channel(table, [1])
    words = encoder.finish()
    assert max(words) < 2**16
    assert Decoder(words).channel(table, 2) == [1, 0]


def test_a_header_is_refused_by_what_is_wrong_with_it(model: Model, payload: bytes) -> None:
    refused(model, payload[: header.BYTES - 1], HEADER_MALFORMED, "header alone has 60")
    refused(model, b"PNG!" + payload[4:], HEADER_MALFORMED, "begins with")
    refused(model, edited(payload, 4, "<H", 2), HEADER_MALFORMED, "version 2, expected 1")
    refused(model, edited(payload, 8, "<I", 0), HEADER_MALFORMED, "a side or the number of channels is 0")
    refused(model, edited(payload, 8, "<I", 10), HEADER_MALFORMED, "side of 10 has not 3 latents, which make 9")
    refused(model, edited(payload, 8, "<I", 6), HEADER_MALFORMED, "side of 6 has not 3 latents")
    refused(model, edited(payload, 24, "<B", payload[24] ^ 1), MODEL_MISMATCH, "the payload is for the model")
    refused(model, edited(payload, 6, "<H", 3), MODEL_MISMATCH, "input latent is 1 by 4 by any by any, not 1 by 3")


def test_a_stream_is_refused_by_what_is_wrong_with_it(model: Model, payload: bytes) -> None:
    words = words_of(payload)
    refused(model, payload[:-1], STREAM_EXHAUSTED, "its header says")
    refused(model, payload + b"\0", TRAILING_BYTES, "its header says")
    refused(model, with_words(payload, words[:-1]), STREAM_EXHAUSTED, "before its last value")
    refused(model, with_words(payload, words[:1]), STREAM_EXHAUSTED, "first state alone has 2")
    refused(model, with_words(payload, [*words, 7]), TRAILING_BYTES, "the last value ends at word")
    refused(model, with_words(payload, [0, *words[1:]]), HEADER_MALFORMED, "begins with the state")


def test_a_stream_that_ends_in_another_state_has_something_left(model: Model) -> None:
    encoder = Encoder()
    encoder._state += 1
    for channel in reversed(range(small_codec.CHANNELS)):
        encoder.channel(model.tables[channel], small_codec.latents()[0, channel].reshape(-1).tolist())
    refused(model, with_words(small_codec.payload(model), encoder.finish()), TRAILING_BYTES, "ends in the state 65537")


def test_an_escape_without_an_end_is_refused(model: Model, payload: bytes) -> None:
    endless = Decoder([0xFFFF] * 20)
    with pytest.raises(Refused, match="an escape has more than 11 groups") as refusal:
        endless.channel(model.tables[3], 1)
    assert refusal.value.code == FIELD_RANGE


def test_a_latent_outside_its_range_is_refused(model: Model) -> None:
    values = small_codec.latents()
    values[0, 2, 1, 0] = small_codec.ESCAPED[1] + 1
    refused(
        model, encode(model, values, 9, 7), FIELD_RANGE, "input latent gives 91 at index 21, its range is -120 to 90"
    )


def test_a_tensor_outside_its_range_is_refused_at_its_operator(model: Model) -> None:
    values = np.where(np.arange(36).reshape(1, 4, 3, 3) % 2, *small_codec.ESCAPED)
    payload = encode(model, values, 9, 7)
    refused(model, payload, FIELD_RANGE, "conv2d mixed gives .* its range is -1500 to 1500")
    with pytest.raises(Refused) as by_definition:
        decode(model, payload, scalar.run)
    with pytest.raises(Refused) as by_numpy:
        decode(model, payload)
    assert str(by_definition.value) == str(by_numpy.value)


def outcome(model: Model, payload: bytes) -> str:
    """The code of a refusal, or that it decoded; anything else is raised."""
    try:
        picture = decode(model, payload)
    except Refused as refusal:
        return refusal.code if refusal.message else "refused without a message"
    whole = len(picture.pixels) == 3 * picture.width * picture.height
    return "decoded" if whole else "decoded to other than its size"


def test_every_truncation_is_refused(model: Model, payload: bytes) -> None:
    outcomes = Counter(outcome(model, payload[:length]) for length in range(len(payload)))
    assert outcomes == {HEADER_MALFORMED: header.BYTES, STREAM_EXHAUSTED: len(payload) - header.BYTES}
    words = words_of(payload)
    outcomes = Counter(outcome(model, with_words(payload, words[:count])) for count in range(len(words)))
    assert outcomes == {STREAM_EXHAUSTED: len(words)}


def test_ten_thousand_edits_are_refused_with_a_code_or_decode(model: Model, payload: bytes) -> None:
    drawn = random.Random(7)
    outcomes: Counter[str] = Counter()
    for _ in range(10_000):
        data = bytearray(payload)
        for _ in range(drawn.choice((1, 1, 1, 2, 5))):
            at = drawn.randrange(len(data)) if drawn.random() < 0.2 else drawn.randrange(header.BYTES, len(data))
            edit = drawn.randrange(4)
            if edit == 0:
                data[at] ^= 1 << drawn.randrange(8)
            elif edit == 1:
                data[at] = drawn.randrange(256)
            elif edit == 2:
                del data[at : at + 2]
                struct.pack_into("<I", data, WORDS_AT, (len(data) - header.BYTES) // 2)
            else:
                data[at:at] = drawn.randbytes(2)
                struct.pack_into("<I", data, WORDS_AT, (len(data) - header.BYTES) // 2)
            if len(data) <= header.BYTES + 2:
                break
        outcomes[outcome(model, bytes(data))] += 1
    assert set(outcomes) == {*CODES, "decoded"}


@pytest.mark.parametrize("sides", [(2**32 - 1, 2**32 - 1), (2**31, 1), (4096, 4096), (1, 2**23), (65536, 65535)])
def test_sizes_over_the_cap_are_refused_before_anything_is_allocated(model: Model, payload: bytes, sides) -> None:
    latent_width, latent_height = sides
    bomb = edited(payload, 8, "<IIII", 3 * latent_width & 0xFFFFFFFF, 3 * latent_height & 0xFFFFFFFF, *sides)
    refused(model, bomb, MODEL_MISMATCH, "more than 16777216 elements")
    tracemalloc.start()
    refused(model, bomb, MODEL_MISMATCH)
    assert tracemalloc.get_traced_memory()[1] < 200_000
    tracemalloc.stop()


def test_a_model_is_refused_by_what_is_wrong_with_it() -> None:
    writer = small_codec.writer()
    graph = graphs.build(writer.document(), writer.sidecar())
    cases = [
        (lambda t: t["channels"].pop(), "takes one picture of 3 latent channels"),
        (lambda t: t["channels"][0]["frequencies"].append(1), "channel 0 add up to 4097, expected 4096"),
        (lambda t: t["channels"][1]["frequencies"].append(0), "0 is less than the minimum of 1"),
        (lambda t: t["channels"][1].pop("low"), "'low' is a required property"),
        (lambda t: t.update(format="wai-tables/2"), "'wai-tables/1' was expected"),
    ]
    for edit, message in cases:
        tables = small_codec.tables()
        edit(tables)
        with pytest.raises(Refused, match=message) as refusal:
            assemble(graph, json.dumps(tables).encode())
        assert refusal.value.code == MODEL_MISMATCH


def test_a_model_whose_parts_are_no_files_is_refused(tmp_path: Path) -> None:
    writer = small_codec.writer()
    with pytest.raises(FileNotFoundError):
        load(tmp_path)
    os.mkfifo(tmp_path / "tables.json")
    (tmp_path / "graph.json").write_bytes(writer.document())
    (tmp_path / "weights.bin").mkdir()
    with pytest.raises(OSError, match="it is not a regular file.*weights.bin"):
        load(tmp_path)
    (tmp_path / "weights.bin").rmdir()
    (tmp_path / "weights.bin").write_bytes(writer.sidecar())
    with pytest.raises(OSError, match="it is not a regular file.*tables.json"):
        load(tmp_path)


def test_a_picture_that_is_no_rgb8_is_refused() -> None:
    tables = json.dumps(small_codec.tables()).encode()
    writer = small_codec.writer()
    document = writer.document()
    for low, high in ((0, 256), (-1, 255)):
        range_ = f'{{"name": "picture", "range": [{low}, {high}]}}'.encode()
        wide = document.replace(b'{"name": "picture", "range": [0, 255]}', range_)
        with pytest.raises(Refused, match=f"the picture's range is {low} to {high}"):
            assemble(graphs.build(wide, writer.sidecar()), tables)
    mixed = document.replace(b'{"name": "picture", "range": [0, 255]}', b'{"name": "mixed", "range": [0, 255]}')
    with pytest.raises(Refused, match="gives one picture of 3 channels"):
        assemble(graphs.build(mixed, writer.sidecar()), tables)


def test_the_digest_of_a_model_depends_on_each_of_its_parts(model: Model) -> None:
    writer = small_codec.writer()
    tables = json.dumps(small_codec.tables()).encode()
    same = assemble(graphs.build(writer.document(), writer.sidecar()), tables)
    other_tables = assemble(graphs.build(writer.document(), writer.sidecar()), tables + b"\n")
    other_graph = assemble(graphs.build(writer.document() + b"\n", writer.sidecar()), tables)
    assert same.digest == model.digest
    assert len({model.digest, other_tables.digest, other_graph.digest}) == 3
