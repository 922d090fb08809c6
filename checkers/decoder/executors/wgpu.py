"""Runs programs through wgpu: naga translates, and an adapter that wgpu finds (llvmpipe, or a GPU) computes.

Needs the extra `gpu`. `WGPU_ADAPTER_NAME` chooses an adapter by a part of its name; otherwise a discrete GPU comes
before an integrated one, and a software adapter last.
"""

from __future__ import annotations

import importlib
import os
import platform
import re
from typing import Any

import numpy as np

from . import layout
from .executor import Dispatch, ExecutionError, ExecutorUnavailable, Identity, Program, Words

_PREFERENCE = ("DiscreteGPU", "IntegratedGPU", "Unknown", "CPU")
_LIMITS = (
    "max-buffer-size",
    "max-storage-buffer-binding-size",
    "max-storage-buffers-per-shader-stage",
    "max-compute-workgroup-storage-size",
    "max-compute-invocations-per-workgroup",
    "max-compute-workgroup-size-x",
    "max-compute-workgroup-size-y",
    "max-compute-workgroup-size-z",
)


class WgpuExecutor:
    """An executor over the best adapter. Raises `ExecutorUnavailable` when wgpu or every adapter is missing."""

    def __init__(self) -> None:
        try:
            self._wgpu: Any = importlib.import_module("wgpu")
        except ImportError as error:
            raise ExecutorUnavailable(
                f"the executor wgpu needs the package wgpu ({error}): pip install 'wai-lint[gpu]'"
            ) from error
        self._errors = (self._wgpu.GPUError, self._wgpu.classes.GPUPipelineError, RuntimeError, ValueError)
        adapter = self._adapter()
        try:
            limits = {name: adapter.limits[name] for name in _LIMITS}
            self._device: Any = adapter.request_device_sync(required_limits=limits)
        except self._errors as error:
            raise ExecutorUnavailable(f"the adapter {adapter.info['device']} gives no device: {error}") from error
        self._identity = self._identify(adapter)
        self._pipelines: dict[tuple[str, str, tuple[tuple[int, str], ...]], tuple[Any, Any]] = {}

    def _adapter(self) -> Any:
        try:
            found = self._wgpu.gpu.enumerate_adapters_sync()
        except self._errors as error:
            raise ExecutorUnavailable(f"wgpu found no adapter: {error}") from error
        wanted = os.environ.get("WGPU_ADAPTER_NAME", "").lower()
        # OpenGL offers the same adapters again, through a translation to a language that leaves more open.
        usable = [adapter for adapter in found if adapter.info["backend_type"] not in ("OpenGL", "OpenGLES", "Null")]
        named = [adapter for adapter in usable if wanted in adapter.info["device"].lower()]
        if not named:
            names = ", ".join(adapter.info["device"] for adapter in usable)
            if usable:
                raise ExecutorUnavailable(f"WGPU_ADAPTER_NAME is {wanted}, and wgpu found only {names}")
            raise ExecutorUnavailable(
                "wgpu found no adapter: install a Vulkan driver (Debian: mesa-vulkan-drivers, which needs no GPU)"
            )
        return min(named, key=lambda adapter: _rank(adapter.info["adapter_type"]))

    def _identify(self, adapter: Any) -> Identity:
        info = adapter.info
        return Identity(
            executor="wgpu",
            backend=info["backend_type"],
            adapter=info["device"],
            vendor=info["vendor_id"],
            device=info["device_id"],
            driver=" ".join(filter(None, (info["vendor"], info["description"]))),
            translator="naga",
            translator_release=_translator_release(),
            system=platform.platform(),
        )

    @property
    def identity(self) -> Identity:
        """The adapter, its driver, and the release of naga in wgpu-native."""
        return self._identity

    def execute(self, program: Program) -> tuple[Words, ...]:
        """See `executor.Executor.execute`."""
        layout.check(program)
        try:
            return self._execute(program)
        except self._errors as error:
            raise ExecutionError(f"wgpu refused the program: {error}") from error

    def _execute(self, program: Program) -> tuple[Words, ...]:
        usage = self._wgpu.BufferUsage
        buffers = []
        for number, words in enumerate(program.buffers):
            kind = usage.STORAGE | (usage.UNIFORM if number in program.uniforms else 0)
            data = np.ascontiguousarray(words, dtype="<u4")
            buffers.append(self._device.create_buffer_with_data(data=data, usage=kind | usage.COPY_SRC))
        encoder = self._device.create_command_encoder()
        compute = encoder.begin_compute_pass()
        for number, dispatch in enumerate(program.dispatches):
            try:
                pipeline, group_layout = self._pipeline(dispatch, number)
            except (ExecutionError, *self._errors) as error:
                raise ExecutionError(f"wgpu refused the module: {error}", number) from error
            entries = [
                {"binding": binding, "resource": {"buffer": buffers[index]}} for binding, index in dispatch.bindings
            ]
            compute.set_pipeline(pipeline)
            compute.set_bind_group(0, self._device.create_bind_group(layout=group_layout, entries=entries))
            compute.dispatch_workgroups(*dispatch.workgroups)
        compute.end()
        self._device.queue.submit([encoder.finish()])
        try:
            read = self._device.queue.read_buffer
            return tuple(np.frombuffer(read(buffers[index]), dtype="<u4").astype(np.uint32) for index in program.reads)
        finally:
            for buffer in buffers:
                buffer.destroy()

    def _pipeline(self, dispatch: Dispatch, number: int) -> tuple[Any, Any]:
        bindings = layout.layout_of(dispatch, number)
        key = (dispatch.module, dispatch.entry_point, bindings)
        if key not in self._pipelines:
            visible = self._wgpu.ShaderStage.COMPUTE
            entries = [
                {"binding": binding, "visibility": visible, "buffer": {"type": kind}} for binding, kind in bindings
            ]
            group_layout = self._device.create_bind_group_layout(entries=entries)
            pipeline = self._device.create_compute_pipeline(
                layout=self._device.create_pipeline_layout(bind_group_layouts=[group_layout]),
                compute={
                    "module": self._device.create_shader_module(code=dispatch.module),
                    "entry_point": dispatch.entry_point,
                },
            )
            self._pipelines[key] = pipeline, group_layout
        return self._pipelines[key]

    def close(self) -> None:
        """Release the device."""
        self._pipelines.clear()
        self._device.destroy()


def _rank(adapter_type: str) -> int:
    return _PREFERENCE.index(adapter_type) if adapter_type in _PREFERENCE else _PREFERENCE.index("Unknown")


def _translator_release() -> str:
    """The release of naga, which the library does not tell but names in the paths of its sources, and its own."""
    native = importlib.import_module("wgpu.backends.wgpu_native")
    with open(native.lib_path, "rb") as file:
        named = re.search(rb"/naga-(\d+(?:\.\d+)+)/", file.read())
    own = "wgpu-native " + ".".join(map(str, native.lib_version_info))
    return f"{named[1].decode()} ({own})" if named else own
