"""What WGSL predeclares: types and type generators, enumerants, built-in values, extensions (WGSL §4, §6, §13)."""

from __future__ import annotations

from . import types
from .builtin_values import BUILTIN_VALUES, BuiltinValue
from .types import BOOL, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64, Scalar, Struct, StructMember, Type

__all__ = [
    "ACCESS_MODES",
    "ADDRESS_SPACES",
    "BUILTIN_VALUES",
    "CONSTANTS",
    "ENABLE_EXTENSIONS",
    "GENERATORS",
    "LANGUAGE_EXTENSIONS",
    "TEXEL_FORMATS",
    "TYPES",
    "BuiltinValue",
    "is_enumerant",
    "is_type_name",
]

# Texel formats (§6.6.1) by what a channel reads as; the tier-1 formats and a translator's 64-bit ones among them.
_FORMATS = {
    F32: "r8unorm r8snorm rg8unorm rg8snorm rgba8unorm rgba8snorm bgra8unorm r16unorm r16snorm r16float rg16unorm "
    "rg16snorm rg16float rgba16unorm rgba16snorm rgba16float r32float rg32float rgba32float rgb10a2unorm "
    "rg11b10ufloat",
    I32: "r8sint rg8sint rgba8sint r16sint rg16sint rgba16sint r32sint rg32sint rgba32sint",
    U32: "r8uint rg8uint rgba8uint r16uint rg16uint rgba16uint r32uint rg32uint rgba32uint rgb10a2uint",
    U64: "r64uint",
    I64: "r64sint",
}
TEXEL_FORMATS: dict[str, Scalar] = {name: channel for channel, names in _FORMATS.items() for name in names.split()}

ACCESS_MODES = frozenset(("read", "write", "read_write", "atomic"))
# Each address space with the access mode it has where none is written (§14.3); extensions of translators come last.
ADDRESS_SPACES = {
    "function": "read_write",
    "private": "read_write",
    "workgroup": "read_write",
    "uniform": "read",
    "storage": "read",
    "immediate": "read",
    "push_constant": "read",
    "pixel_local": "read_write",
    "task_payload": "read_write",
    "ray_payload": "read_write",
    "incoming_ray_payload": "read_write",
}
# Enumerants of extensions: majorness of subgroup matrices, roles of cooperative matrices, vertex return of ray queries.
_EXTENSION_ENUMERANTS = frozenset(("row_major", "col_major", "A", "B", "C", "vertex_return"))

ENABLE_EXTENSIONS = frozenset(
    (
        "f16",
        "clip_distances",
        "dual_source_blending",
        "subgroups",
        "primitive_index",
        "subgroup_size_control",
        "atomic_vec2u_min_max",
        "chromium_disable_uniformity_analysis",
        "chromium_experimental_barycentric_coord",
        "chromium_experimental_framebuffer_fetch",
        "chromium_experimental_immediate",
        "chromium_experimental_pixel_local",
        "chromium_experimental_primitive_id",
        "chromium_experimental_resource_table",
        "chromium_experimental_subgroup_matrix",
        "chromium_internal_graphite",
        "chromium_internal_input_attachments",
        "draw_index",
        "wgpu_binding_array",
        "wgpu_cooperative_matrix",
        "wgpu_int16",
        "wgpu_mesh_shader",
        "wgpu_per_vertex",
        "wgpu_ray_query",
        "wgpu_ray_query_vertex_return",
        "wgpu_ray_tracing_pipeline",
    )
)
LANGUAGE_EXTENSIONS = frozenset(
    (
        "readonly_and_readwrite_storage_textures",
        "packed_4x8_integer_dot_product",
        "unrestricted_pointer_parameters",
        "pointer_composite_access",
        "uniform_buffer_standard_layout",
        "subgroup_id",
        "subgroup_uniformity",
        "texture_and_sampler_let",
        "texture_formats_tier1",
        "linear_indexing",
        "immediate_address_space",
        "fragment_depth",
        "buffer_view",
        "sized_binding_array",
        "texel_buffers",
        "swizzle_assignment",
        "chromium_print",
        "chromium_testing_experimental",
        "chromium_testing_shipped",
        "chromium_testing_shipped_with_killswitch",
        "chromium_testing_unimplemented",
        "chromium_testing_unsafe_experimental",
    )
)

# Texture generators: (kind, dimension) of `types.Texture`.
TEXTURE_GENERATORS = {
    "texture_1d": ("sampled", "1d"),
    "texture_2d": ("sampled", "2d"),
    "texture_2d_array": ("sampled", "2d_array"),
    "texture_3d": ("sampled", "3d"),
    "texture_cube": ("sampled", "cube"),
    "texture_cube_array": ("sampled", "cube_array"),
    "texture_multisampled_2d": ("multisampled", "2d"),
    "texture_storage_1d": ("storage", "1d"),
    "texture_storage_2d": ("storage", "2d"),
    "texture_storage_2d_array": ("storage", "2d_array"),
    "texture_storage_3d": ("storage", "3d"),
    "texel_buffer": ("texel_buffer", "1d"),
}
VECTOR_GENERATORS = {f"vec{size}": size for size in (2, 3, 4)}
MATRIX_GENERATORS = {f"mat{columns}x{rows}": (columns, rows) for columns in (2, 3, 4) for rows in (2, 3, 4)}


def _structure(name: str, members: str) -> Struct:
    """A predeclared structure from `name: type` pairs."""
    pairs = (pair.split(": ") for pair in members.split(", "))
    return Struct(name, tuple(StructMember(member, TYPES[type]) for member, type in pairs))


# Names that are types by themselves: `u32`, `vec3f`, `sampler`, `texture_depth_2d` …
TYPES: dict[str, Type] = {scalar.name: scalar for scalar in (BOOL, I32, U32, F32, F16, I64, U64, F64, I16, U16, I8, U8)}
for _suffix, _element in (("i", I32), ("u", U32), ("f", F32), ("h", F16)):
    for _name, _size in VECTOR_GENERATORS.items():
        TYPES[_name + _suffix] = types.vector(_size, _element)
for _suffix, _element in (("f", F32), ("h", F16)):
    for _name, (_columns, _rows) in MATRIX_GENERATORS.items():
        TYPES[_name + _suffix] = types.matrix(_columns, _rows, _element)
for _dimension in ("2d", "2d_array", "cube", "cube_array"):
    TYPES[f"texture_depth_{_dimension}"] = types.texture(f"texture_depth_{_dimension}", "depth", _dimension, F32)
TYPES["texture_depth_multisampled_2d"] = types.texture("texture_depth_multisampled_2d", "depth_multisampled", "2d", F32)
TYPES["texture_external"] = types.texture("texture_external", "external", "2d", F32)
TYPES["sampler"] = types.SAMPLER
TYPES["sampler_comparison"] = types.SAMPLER_COMPARISON
for _name in ("acceleration_structure", "ray_query", "buffer"):
    TYPES[_name] = types.opaque(_name)
TYPES["RayDesc"] = _structure("RayDesc", "flags: u32, cull_mask: u32, tmin: f32, tmax: f32, origin: vec3f, dir: vec3f")
# Its index member was renamed between versions of the translator: both names are known.
TYPES["RayIntersection"] = _structure(
    "RayIntersection",
    "kind: u32, t: f32, instance_custom_data: u32, instance_index: u32, sbt_record_offset: u32, geometry_index: u32, "
    "primitive_index: u32, barycentrics: vec2f, front_face: bool, object_to_world: mat4x3f, world_to_object: mat4x3f, "
    "instance_custom_index: u32, instance_id: u32",
)

# Values that a translator predeclares, for ray queries; all are u32.
CONSTANTS = {
    "RAY_FLAG_NONE": 0x0,
    "RAY_FLAG_OPAQUE": 0x1,
    "RAY_FLAG_NO_OPAQUE": 0x2,
    "RAY_FLAG_TERMINATE_ON_FIRST_HIT": 0x4,
    "RAY_FLAG_SKIP_CLOSEST_HIT_SHADER": 0x8,
    "RAY_FLAG_CULL_BACK_FACING": 0x10,
    "RAY_FLAG_CULL_FRONT_FACING": 0x20,
    "RAY_FLAG_CULL_OPAQUE": 0x40,
    "RAY_FLAG_CULL_NO_OPAQUE": 0x80,
    "RAY_FLAG_SKIP_TRIANGLES": 0x100,
    "RAY_FLAG_SKIP_AABBS": 0x200,
    "RAY_QUERY_INTERSECTION_NONE": 0,
    "RAY_QUERY_INTERSECTION_TRIANGLE": 1,
    "RAY_QUERY_INTERSECTION_GENERATED": 2,
    "RAY_QUERY_INTERSECTION_AABB": 3,
}

# Names that take template arguments.
GENERATORS = frozenset(
    (
        *VECTOR_GENERATORS,
        *MATRIX_GENERATORS,
        *TEXTURE_GENERATORS,
        "array",
        "atomic",
        "ptr",
        "binding_array",
        "buffer",
        "acceleration_structure",
        "ray_query",
        "input_attachment",
        "subgroup_matrix_left",
        "subgroup_matrix_right",
        "subgroup_matrix_result",
        "coop_mat8x8",
        "coop_mat16x16",
    )
)


def is_type_name(name: str) -> bool:
    """Whether `name` is a predeclared type or type generator."""
    return name in TYPES or name in GENERATORS


def is_enumerant(name: str) -> bool:
    """Whether `name` is a predeclared enumerant: an address space, an access mode or a texel format, or one of an
    extension."""
    return name in ADDRESS_SPACES or name in ACCESS_MODES or name in TEXEL_FORMATS or name in _EXTENSION_ENUMERANTS
