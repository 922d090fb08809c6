// rANS decode of independent lanes: 32-bit state, 16-bit words, 12-bit frequencies. One invocation decodes one lane and
// writes that lane's symbols, four to a word; no word is shared between lanes.

struct Lane {
    first_word: u32,
    end_word: u32,
    state: u32,
    count: u32,
    out: u32,
}

struct Symbol {
    start: u32,
    frequency: u32,
}

@group(0) @binding(0) var<storage, read> lanes: array<Lane>;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read> symbols: array<Symbol, 256>;
@group(0) @binding(3) var<storage, read> slots: array<u32, 1024>;
@group(0) @binding(4) var<storage, read_write> decoded: array<u32>;
@group(0) @binding(5) var<storage, read_write> exhausted: atomic<u32>;

const PROBABILITY_BITS = 12;
const SLOT_MASK = (1u << PROBABILITY_BITS) - 1u;
const LOWER_BOUND = 1u << 16u;

fn byte_of(word: u32, position: u32) -> u32 {
    return extractBits(word, position * 8u, 8u);
}

fn half_word(at: u32) -> u32 {
    let shift = (at << 4u) & 16u;
    return (words[at / 2u] >> shift) & 0xffffu;
}

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= arrayLength(&lanes) {
        return;
    }
    let lane = lanes[id.x];
    var state = lane.state;
    var at = lane.first_word;
    var packed = 0u;
    for (var i = 0u; i < lane.count; i++) {
        let slot = state & SLOT_MASK;
        let symbol = byte_of(slots[slot / 4u], slot % 4u);
        let entry = symbols[symbol];
        state = entry.frequency * (state >> PROBABILITY_BITS) + slot - entry.start;
        if state < LOWER_BOUND {
            if at == lane.end_word {
                atomicOr(&exhausted, 1u);
                return;
            }
            state = (state << 16) | half_word(at);
            at++;
        }
        packed = insertBits(packed, symbol, (i % 4u) * 8u, 8u);
        if i % 4u == 3u || i + 1u == lane.count {
            decoded[lane.out + i / 4u] = packed;
            packed = 0u;
        }
    }
}
