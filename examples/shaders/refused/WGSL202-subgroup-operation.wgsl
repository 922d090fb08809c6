// wai-lint: ignore[WGSL201] WGSL asks for this directive wherever a subgroup operation is used
enable subgroups;

@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(subgroup_size) size: u32) {
    let sum = subgroupAdd(words[id.x]);
    if id.x % size == 0u {
        sums[id.x / size] = sum;
    }
}
