"""Built-in values (WGSL §13.3.1.1): their types, stages and directions, those of translators' extensions too."""

from __future__ import annotations

from . import types
from .types import BOOL, F32, I32, U32, Array, Type

# name, type (of several: the first is WGSL's), uses as stage and direction, what must be enabled or required ("naga":
# naga alone has it, and nothing brings it).
_TABLE = """
vertex_index | u32 | vertex in |
instance_index | u32 | vertex in |
clip_distances | distances | vertex out | clip_distances
position | vec4f | vertex out, fragment in, mesh out |
front_facing | bool | fragment in |
frag_depth | f32 | fragment out |
primitive_index | u32 | fragment in, mesh in, any_hit in, closest_hit in | primitive_index
sample_index | u32 | fragment in |
sample_mask | u32 | fragment in, fragment out |
local_invocation_id | vec3u | compute in, task in, mesh in |
local_invocation_index | u32 | compute in, task in, mesh in |
global_invocation_id | vec3u | compute in, task in, mesh in |
global_invocation_index | u32 | compute in | linear_indexing
workgroup_id | vec3u | compute in, task in, mesh in |
workgroup_index | u32 | compute in | linear_indexing
num_workgroups | vec3u | compute in, task in, mesh in |
subgroup_invocation_id | u32 | compute in, fragment in | subgroups
subgroup_size | u32 | compute in, fragment in | subgroups
subgroup_id | u32 | compute in | subgroups
num_subgroups | u32 | compute in | subgroups
barycentric_coord | vec3f | fragment in | chromium_experimental_barycentric_coord
barycentric | vec3f | fragment in | naga
barycentric_no_perspective | vec3f | fragment in | naga
view_index | u32 | vertex in, fragment in | naga
draw_index | u32 | vertex in, task in, mesh in | draw_index
cull_primitive | bool | mesh out | wgpu_mesh_shader
point_index | u32 | mesh out | wgpu_mesh_shader
line_indices | vec2u | mesh out | wgpu_mesh_shader
triangle_indices | vec3u | mesh out | wgpu_mesh_shader
mesh_task_size | vec3u | task out | wgpu_mesh_shader
vertex_count | u32 | mesh out | wgpu_mesh_shader
vertices | vertices | mesh out | wgpu_mesh_shader
primitive_count | u32 | mesh out | wgpu_mesh_shader
primitives | vertices | mesh out | wgpu_mesh_shader
ray_invocation_id | vec3u | ray in | wgpu_ray_tracing_pipeline
num_ray_invocations | vec3u | ray in | wgpu_ray_tracing_pipeline
instance_custom_data | u32 | ray in | wgpu_ray_tracing_pipeline
geometry_index | u32 | ray in | wgpu_ray_tracing_pipeline
world_ray_origin | vec3f | ray in | wgpu_ray_tracing_pipeline
world_ray_direction | vec3f | ray in | wgpu_ray_tracing_pipeline
object_ray_origin | vec3f | ray in | wgpu_ray_tracing_pipeline
object_ray_direction | vec3f | ray in | wgpu_ray_tracing_pipeline
ray_t_min | f32 | ray in | wgpu_ray_tracing_pipeline
ray_t_current_max | f32 | ray in | wgpu_ray_tracing_pipeline
object_to_world | mat4x3f | ray in | wgpu_ray_tracing_pipeline
world_to_object | mat4x3f | ray in | wgpu_ray_tracing_pipeline
hit_kind | u32 | ray in | wgpu_ray_tracing_pipeline
"""
_TYPES: dict[str, Type] = {
    "bool": BOOL,
    "i32": I32,
    "u32": U32,
    "f32": F32,
    "vec2u": types.vector(2, U32),
    "vec3u": types.vector(3, U32),
    "vec3f": types.vector(3, F32),
    "vec4f": types.vector(4, F32),
    "mat4x3f": types.matrix(4, 3, F32),
}
_RAY_STAGES = ("ray_generation", "miss", "any_hit", "closest_hit")
_MAX_CLIP_DISTANCES = 8


class BuiltinValue:
    """A built-in value. `uses` are its (stage, "in" or "out") pairs; `type` is WGSL's type of it; `extension` is
    what must be enabled or required for it, "naga" where naga alone has it, or "". `accepts` says whether it may be
    declared with a type."""

    __slots__ = ("_types", "extension", "name", "uses")

    def __init__(self, name: str, types: tuple[str, ...], uses: tuple[tuple[str, str], ...], extension: str) -> None:
        self.name = name
        self._types = types
        self.uses = uses
        self.extension = extension

    @property
    def type(self) -> Type:
        """The type it is declared with; of `clip_distances`, the longest."""
        if self._types[0] == "distances":
            return types.array(F32, _MAX_CLIP_DISTANCES)
        return _TYPES.get(self._types[0], U32)

    def accepts(self, type: Type) -> bool:
        """Whether it may be declared with `type`."""
        if self._types[0] == "distances":
            if not isinstance(type, Array) or type.element is not F32 or not isinstance(type.count, int):
                return False
            return type.count <= _MAX_CLIP_DISTANCES
        if self._types[0] == "vertices":
            return isinstance(type, Array)
        return any(_TYPES[name] is type for name in self._types)


def _row(line: str) -> BuiltinValue:
    name, kinds, uses, extension = (field.strip() for field in line.split("|"))
    pairs: list[tuple[str, str]] = []
    for use in uses.split(", "):
        stage, direction = use.split()
        pairs.extend((each, direction) for each in (_RAY_STAGES if stage == "ray" else (stage,)))
    return BuiltinValue(name, tuple(kinds.split()), tuple(pairs), extension)


BUILTIN_VALUES: dict[str, BuiltinValue] = {row.name: row for row in map(_row, _TABLE.strip().splitlines())}
